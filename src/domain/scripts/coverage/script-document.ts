import { isOffScreen, isOmitted, scriptLines } from '../../../craft/screenplay/index.js';
import type { CastRole, EntryKind, Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { findOutline } from '../../canon/outlines/outline-store.js';
import type { OutlineBeat } from '../../canon/outlines/outline.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import { findCastCanon } from '../../canon/cast-canon-store.js';
import { isTitleOf } from '../drafts/episodes.js';
import { currentScreenplay } from '../adoption.js';
import { heardOf } from './text-hash.js';

/** `text` has the words that are heard. */
export interface JudgedEntry {
  index: number; sceneIndex: number; kind: EntryKind; character: string | null; text: string; extensions?: string[]; dual?: 'left' | 'right';
}
export interface JudgedScene { index: number; heading: string }
export interface KnownPerson { name: string; aliases: string[] }

/** A screenplay with what it is judged against: the project's people, and the outline of its episode. */
export interface ScriptDocument {
  title: string;
  pageCount: number;
  scenes: JudgedScene[];
  entries: JudgedEntry[];
  cast: { character: string; role: CastRole; lineCount: number }[];
  /** The people of the cast canon and the Series Bible; empty when neither has any. */
  people: KnownPerson[];
  /** The number of pages that the outline asks for; null without an outline. */
  targetPages: number | null;
  beats: Pick<OutlineBeat, 'id' | 'summary' | 'characters'>[];
  /** The cues of those who speak only in voice-over or from off the screen; absent when the text does not tell. */
  onlyHeard?: string[];
}

export interface DocumentContext { title: string; projectId: string | null; targetPages?: number; beats?: readonly OutlineBeat[]; onlyHeard?: string[] }

async function peopleOf({ db }: Services, projectId: string | null): Promise<KnownPerson[]> {
  if (projectId === null) return [];
  const [bible, canon] = await Promise.all([findSeriesBible(db, projectId), findCastCanon(db, projectId)]);
  const cast = canon?.characters.map(({ name, aliases }) => ({ name, aliases: [...aliases] })) ?? [];
  const known = new Set(cast.flatMap(({ name, aliases }) => [name, ...aliases]).map((name) => name.toLowerCase()));
  const planned = (bible?.content.characters ?? []).filter(({ name }) => !known.has(name.toLowerCase()));
  return [...cast, ...planned.map(({ name }) => ({ name, aliases: [] }))];
}

/** The beats of the planned episode that has the script's title; empty without such an episode. */
async function beatsFor({ db }: Services, projectId: string | null, title: string): Promise<readonly OutlineBeat[]> {
  if (projectId === null) return [];
  const episode = (await findSeriesBible(db, projectId))?.content.episodes?.find((each) => isTitleOf(each, title));
  return episode ? (await findOutline(db, projectId, episode.id))?.outline.beats ?? [] : [];
}

/** The speakers of whom no speech is made on the screen. */
export function onlyHeardIn(speeches: readonly { speaker: string; isOff: boolean }[]): string[] {
  const seen = new Set(speeches.filter(({ isOff }) => !isOff).map(({ speaker }) => speaker));
  return [...new Set(speeches.map(({ speaker }) => speaker))].filter((speaker) => !seen.has(speaker));
}

/** The scenes that are judged: without those of which only the number is kept. */
function judgedScenes({ scenes, entries }: Pick<Screenplay, 'scenes' | 'entries'>): Screenplay['scenes'] {
  const played = new Set(entries.filter(({ kind }) => kind !== 'scene_heading').map(({ sceneIndex }) => sceneIndex));
  return scenes.filter(({ index, heading }) => played.has(index) || !isOmitted(heading));
}

/** A screenplay as a document to judge. */
export async function documentOf(
  services: Services, { scenes, entries, cast }: Pick<Screenplay, 'scenes' | 'entries' | 'cast'>,
  { title, projectId, targetPages, beats, onlyHeard, pageCount }: DocumentContext & { pageCount: number },
): Promise<ScriptDocument> {
  const told = beats ?? await beatsFor(services, projectId, title);
  const pages = targetPages ?? told.reduce((sum, { estimatedPages }) => sum + estimatedPages, 0);
  return {
    title, pageCount,
    scenes: judgedScenes({ scenes, entries }).map(({ index, heading }) => ({ index, heading })),
    entries: entries.filter(({ kind, text }) => kind !== 'scene_heading' || !isOmitted(text)).map((entry) => ({
      index: entry.index, sceneIndex: entry.sceneIndex, kind: entry.kind, character: entry.character ?? null, text: heardOf(entry),
      ...(entry.extensions ? { extensions: entry.extensions } : {}), ...(entry.dual ? { dual: entry.dual } : {}),
    })),
    cast: cast.map(({ character, role, lineCount }) => ({ character, role, lineCount })),
    people: await peopleOf(services, projectId),
    targetPages: pages > 0 ? pages : null,
    beats: told.map(({ id, summary, characters }) => ({ id, summary, characters })),
    ...(onlyHeard ? { onlyHeard } : {}),
  };
}

/**
 * The current text of a version as a document to judge; its version rises with every change of the text. Raises `script_not_found`, and
 * `script_state_invalid` for a text that is not parsed.
 */
export async function scriptDocument(services: Services, versionId: string, context: DocumentContext): Promise<{ version: number; content: ScriptDocument }> {
  const { row, model, screenplay } = await currentScreenplay(services, versionId, { mode: 'drama', narrationPolicy: 'include', title: context.title });
  const onlyHeard = onlyHeardIn(scriptLines(model).filter(({ kind }) => kind === 'dialogue' || kind === 'lyric')
    .map(({ speaker, extensions }) => ({ speaker, isOff: isOffScreen(extensions ?? []) })));
  return { version: row.revision + row.edition, content: await documentOf(services, screenplay, { ...context, onlyHeard, pageCount: row.pageCount }) };
}
