import { ApiError } from '../../kernel/errors/api-error.js';
import { announceScenes, titleLines, toTableRead, type Script, type TableReadOptions } from '../../craft/screenplay/index.js';
import { labelTitle } from '../../craft/narrative/analysis/language/titles.js';
import { spokenTitle } from '../../craft/narrative/writing/wording/spoken-title.js';
import type { CreditedWork, Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import type { LineSettings, LineSheet } from './lines/line-sheet.js';
import type { ParsedVersion, VersionRow } from './script-model.js';
import { getParsedScript } from './script-objects.js';
import { findLanguage } from './screenplay-language.js';

interface Step { item: string; nextCall: { method: string; path: string } }

/** Why a version cannot be performed yet, and the call that changes that; null for a finished version. */
function unfinished({ id, status, draftStatus }: VersionRow): { message: string; step: Step } | null {
  if (draftStatus !== null && draftStatus !== 'finished') {
    return { message: 'the draft is not finished', step: { item: 'finish', nextCall: { method: 'POST', path: `/scripts/${id}/finish` } } };
  }
  if (status === 'complete') return null;
  return status === 'failed'
    ? { message: 'the screenplay could not be parsed', step: { item: 'content', nextCall: { method: 'PATCH', path: `/scripts/${id}/content` } } }
    : { message: 'the screenplay is still being parsed', step: { item: 'parse', nextCall: { method: 'GET', path: `/scripts/${id}` } } };
}

/** Raises `cast_precondition_failed` (`details.reason` `script_not_finalized`) for a draft or a text that is not parsed yet. */
export function requireFinished(version: VersionRow): void {
  const open = unfinished(version);
  if (!open) return;
  throw new ApiError('cast_precondition_failed', open.message, { reason: 'script_not_finalized', missing: [open.step] });
}

function tuned(screenplay: Screenplay, settings: readonly (LineSettings | undefined)[]): Screenplay {
  const entries = screenplay.entries.map((entry) => {
    const { ttsText, ...delivery } = settings[entry.index] ?? {};
    return {
      ...entry, ...(ttsText === undefined ? {} : { ttsText, respelled: true as const }), ...(Object.keys(delivery).length > 0 ? { tuned: delivery } : {}),
    };
  });
  return { ...screenplay, entries };
}

const MAX_AUTHOR_CHARS = 120;

/** The author names on the title page, without `written by`; null when there are none, or when the text is too long to be names. */
function authorOf(script: Script): string | null {
  const names = titleLines(script, 'author', 'authors').map(({ text }) => text.trim().replace(/^(?:written )?by\s+/i, '')).filter(Boolean).join(', ');
  return names.length > MAX_AUTHOR_CHARS ? null : names || null;
}

/** What the spoken credits of a script's read name: the title on the title page, otherwise the name of the script, unless that is a file name. */
async function creditedOf(script: Script, screenplay: Screenplay): Promise<CreditedWork> {
  const printed = titleLines(script, 'title').map(({ text }) => text.trim()).filter(Boolean).join(' ');
  const title = spokenTitle(printed || labelTitle(screenplay.title, screenplay.entries.map(({ text }) => text).join('\n')) || '') || null;
  return { title, ...(await findLanguage(screenplay) === 'en' ? {} : { isForeign: true as const }) };
}

export interface AdoptionOptions extends TableReadOptions {
  /** Whether a narrator speaks the headings; by default unless narration is suppressed. */
  announcesScenes?: boolean | undefined;
  /** Whether title and author are said before the read, and credits after it; by default they are. */
  announcesTitle?: boolean | undefined;
}

/**
 * The current text of a version as a read would perform it, with the version's row and parsed script. Raises `script_not_found`, and `script_state_invalid`
 * for a text that is not parsed.
 */
export async function currentScreenplay(
  { db, store }: Pick<Services, 'db' | 'store'>, versionId: string, options: TableReadOptions,
): Promise<{ row: ParsedVersion; model: Script; screenplay: Screenplay }> {
  const { row, objects: [model, sheet] } = await getParsedScript(db, store, versionId, async ({ modelKey, linesKey }) => {
    const [script, lines] = await Promise.all([store.get(modelKey), store.get(linesKey)]);
    return [JSON.parse(script.toString('utf8')) as Script, JSON.parse(lines.toString('utf8')) as LineSheet] as const;
  });
  return { row, model, screenplay: tuned(toTableRead(model, options), sheet.lines.map(({ settings }) => settings)) };
}

/**
 * The screenplay of a finished version, with the writer's settings for its lines applied. Raises `cast_precondition_failed` (see
 * `requireFinished`) and `script_not_found`.
 */
export async function adoptVersion(services: Services, version: VersionRow, options: AdoptionOptions): Promise<Screenplay> {
  requireFinished(version);
  const { row: { revision, edition }, model, screenplay } = await currentScreenplay(services, version.id, options);
  screenplay.adopted = { revision, edition };
  const author = authorOf(model);
  if (author) screenplay.author = author;
  if (options.announcesTitle ?? true) screenplay.credited = await creditedOf(model, screenplay);
  return options.announcesScenes ?? options.narrationPolicy === 'include' ? announceScenes(screenplay) : screenplay;
}
