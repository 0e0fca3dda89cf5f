import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { seasonOf } from '../../canon/outlines/episode-season.js';
import { requireEpisodeStage } from '../../canon/episode-stage.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import type { BibleContent, BibleEpisode } from '../../canon/series-bible.js';
import { lockProject } from '../../projects/project-store.js';
import { ensureSeason, listSeasons } from '../../projects/season-store.js';
import { findWrittenEpisode, isTitleOf } from './episodes.js';
import { describeScript, type ParseResult } from '../parsing/parse-version.js';
import { firstVersionId, NO_OVERRIDES } from '../script-model.js';
import { deleteObjects, storeParsed, storeText } from '../script-objects.js';
import { insertScript } from '../script-store.js';
import { nextFreeSlug } from '../slug-store.js';
import { insertVersion, type ParsedKeys, type StoredText } from '../version-store.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';
import { isVisible } from '../../../kernel/contract/texts/visible-text.js';

export interface EpisodeStart {
  /** Id for the script that is created when the episode has none; a repeat with the same id creates no second one. */
  scriptId: string;
  accountId: string;
  projectId: string;
  seasonNumber: number | null;
  named: { episodeId: string } | { title: string };
}

export interface StartedEpisode { created: boolean; scriptUploadId: string; episodeId: string }

/** The episode of the Series Bible with this id, title or label. Raises `validation_failed` when there is none. */
function plannedEpisode({ episodes = [] }: BibleContent, named: EpisodeStart['named']): BibleEpisode {
  const found = episodes.find(isNamed(named));
  if (found) return found;
  throw new ApiError('validation_failed', 'the Series Bible has no such episode', {
    field: 'episodeId' in named ? 'episodeId' : 'title', reason: 'not_in_series_bible', episodes: episodes.map(({ id, title }) => ({ id, title })),
  });
}

const isNamed = (named: EpisodeStart['named']) => (episode: BibleEpisode): boolean =>
  ('episodeId' in named ? episode.id === named.episodeId : isTitleOf(episode, named.title));

/**
 * The content of the Series Bible, when this episode may be started or was started before. Raises `project_precondition_failed` for an episode without a
 * script, while the project may not start it.
 */
export async function requireStartable(db: Db, { accountId, projectId, named }: Pick<EpisodeStart, 'accountId' | 'projectId' | 'named'>): Promise<BibleContent> {
  const content = (await findSeriesBible(db, projectId))?.content ?? {};
  const episode = content.episodes?.find(isNamed(named));
  if (episode && await findWrittenEpisode(db, accountId, projectId, episode)) return content;
  return requireEpisodeStage(db, projectId, isNamed(named));
}

/** The parse result of an empty text, known without running the parser. */
const emptyScript = (): ParseResult => describeScript({ titlePage: [], elements: [] }, 'fountain', { nextLine: 1, lines: [] });

const titleOf = ({ title, label, id }: BibleEpisode): string => shortened([title, label].map((text) => text.trim()).find(isVisible) ?? id, 200);

async function insertDraft(
  tx: Db, { scriptId, accountId, projectId, seasonNumber }: EpisodeStart, episode: BibleEpisode, text: StoredText, read: ParseResult,
  keys: ParsedKeys,
): Promise<void> {
  const title = titleOf(episode);
  const season = seasonNumber ?? seasonOf(episode, await listSeasons(tx, projectId));
  if (season !== null) await ensureSeason(tx, projectId, season);
  await insertScript(tx, {
    id: scriptId, accountId, projectId, title, slug: await nextFreeSlug(tx, accountId, title),
    logline: episode.summary.trim().slice(0, 1_000) || null, seasonNumber: season, versionCount: 1,
  });
  await insertVersion(tx, {
    ...text, ...keys, id: firstVersionId(scriptId), scriptId, accountId, number: 1, title, sourceFormat: 'fountain', readFormat: 'fountain',
    sourceId: null, status: 'complete', revision: 1, edition: 0, fountainSha256: read.fountainSha256, pageCount: read.pageCount,
    entryCount: read.entryCount, overrides: NO_OVERRIDES, draftStatus: 'open',
  });
}

/**
 * Creates the empty draft of a planned episode, unless the episode already has a script. Raises `project_precondition_failed`, and `validation_failed` for an
 * episode that is not in the Series Bible.
 */
export async function startEpisode({ db, store, faults }: Services, start: EpisodeStart): Promise<StartedEpisode> {
  const { accountId, projectId, scriptId } = start;
  const versionId = firstVersionId(scriptId);
  plannedEpisode(await requireStartable(db, start), start.named);
  const read = emptyScript();
  const text = await storeText(store, versionId, 1, Buffer.alloc(0));
  const keys = await storeParsed(store, versionId, 1, read);
  await faults.reach('draft.before_insert');
  const started = await db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    const episode = plannedEpisode(await requireStartable(tx, start), start.named);
    const written = await findWrittenEpisode(tx, accountId, projectId, episode);
    if (!written) await insertDraft(tx, start, episode, text, read, keys);
    return { created: !written, scriptUploadId: written?.id ?? versionId, episodeId: episode.id };
  });
  if (started.created) return started;
  await deleteObjects(store, [text.contentKey]);
  // A repeat of the call that created the script finds the script, and its model under the key that the first call used.
  if (started.scriptUploadId === versionId) return { ...started, created: true };
  await deleteObjects(store, Object.values(keys) as string[]);
  return started;
}
