import { alignLines } from '../lines/align.js';
import { announceScenes } from '../lines/announcements.js';
import { oneLine } from '../lines/spoken.js';
import { distanceOfCue } from '../lines/spoken-line.js';
import type { EntryKind, Scene, Screenplay, ScreenplayEntry } from '../model.js';
import { rebuild, type Placed } from './rebuild.js';
import { stillSeen } from './sights.js';

/**
 * An entry as a reader sees it. Without `extensions` and `dual` a line keeps those it had. `ttsText`: null speaks the text as printed; undefined keeps how
 * the line was spoken before.
 */
export interface PlainEntry {
  kind: EntryKind; text: string; character?: string | null; parenthetical?: string | null; ttsText?: string | null; sceneIndex?: number;
  extensions?: readonly string[]; dual?: 'left' | 'right' | null;
}

/** A screenplay that is to take the place of another one. */
export type Replacement = Pick<Screenplay, 'entries' | 'scenes' | 'cast' | 'narrationPolicy'>;

/** An entry is not valid in a screenplay; `index` is the entry, `field` its faulty field. */
export class EntryRefused extends Error {
  constructor(readonly index: number, readonly field: string, message: string) { super(message); }
}

/** The scene of each entry: the given index when every entry has one and they never fall; else each heading begins the next scene. */
function sceneIndexesOf(entries: readonly PlainEntry[]): number[] {
  const given = entries.map(({ sceneIndex }) => sceneIndex ?? -1);
  if (given.every((index, at) => index >= (given[at - 1] ?? 0))) return given;
  let scene = -1;
  return entries.map(({ kind }, at) => {
    if (kind === 'scene_heading' || at === 0) scene += 1;
    return scene;
  });
}

function entryOf({ kind, text, character, parenthetical, ttsText, extensions = [], dual }: PlainEntry, index: number, sceneIndex: number): ScreenplayEntry {
  const words = oneLine({ text });
  if (words === '') throw new EntryRefused(index, 'text', 'text must hold words');
  const cue = oneLine({ text: character ?? '' }).toUpperCase();
  if (kind === 'dialogue' && !/[\p{L}\p{N}]/u.test(cue)) throw new EntryRefused(index, 'character', 'dialogue needs the name of who speaks');
  const how = oneLine({ text: parenthetical ?? '' });
  const said = oneLine({ text: ttsText ?? '' });
  const behind = kind === 'dialogue' ? extensions.map((each) => oneLine({ text: each })).filter((each) => each !== '') : [];
  const distance = distanceOfCue(behind);
  return {
    index, sceneIndex, kind, text: words, origin: 'edited', spans: [], ...(kind === 'dialogue' ? { character: cue, confidence: 'hard' as const } : {}),
    ...(kind === 'dialogue' && how !== '' ? { parenthetical: how } : {}),
    ...(behind.length > 0 ? { extensions: behind } : {}), ...(distance ? { distance } : {}), ...(kind === 'dialogue' && dual ? { dual } : {}),
    ...(said === '' ? {} : { ttsText: said, respelled: true as const }),
  };
}

/** The screenplay that consists of these entries. Throws `EntryRefused`. */
export function screenplayOfEntries(entries: readonly PlainEntry[], was: Screenplay, narrationPolicy: Screenplay['narrationPolicy']): Replacement {
  const sceneIndexes = sceneIndexesOf(entries);
  const scenes = [...new Set(sceneIndexes)].map((index): Scene => {
    const { heading = '', title = 'Opening' } = was.scenes[index] ?? {};
    return { index, heading, title, firstEntry: 0, lastEntry: 0 };
  });
  return { entries: entries.map((entry, at) => entryOf(entry, at, sceneIndexes[at]!)), scenes, cast: [], narrationPolicy };
}

const linesOf = (entries: readonly ScreenplayEntry[]) => entries.map(({ kind, character = '', text }) => ({ kind, speaker: character, text }));

/** What a new entry states besides its words: how it is spoken (`ttsText`), and what stands behind its cue (`extensions`, `dual`). */
export interface Stated { how: boolean; cue: boolean }

const cueOf = ({ extensions = [], dual }: ScreenplayEntry): string => JSON.stringify([extensions, dual ?? null]);

/** True when a new entry sounds like an old one: what stands behind a cue is heard only as a distance. A distance that no cue states comes from the story. */
function isSame(entry: ScreenplayEntry, old: ScreenplayEntry, says: Stated): boolean {
  const isAsFar = entry.distance === old.distance || (entry.distance === undefined && (!says.cue || cueOf(entry) === cueOf(old)));
  return isAsFar && entry.kind === old.kind && entry.character === old.character && entry.text === old.text && entry.parenthetical === old.parenthetical
    && (!says.how || entry.ttsText === old.ttsText);
}

/** The old line in its new place, with what now stands behind its cue. */
function movedTo({ index, sceneIndex, extensions, dual }: ScreenplayEntry, { extensions: _, dual: __, ...old }: ScreenplayEntry): ScreenplayEntry {
  return { ...old, index, sceneIndex, ...(extensions ? { extensions } : {}), ...(dual ? { dual } : {}) };
}

/** What stands behind the cue of the old line, for a new one that does not state it. */
const keptCue = (old: ScreenplayEntry): Partial<ScreenplayEntry> => ({
  ...(old.extensions ? { extensions: old.extensions } : {}), ...(old.dual ? { dual: old.dual } : {}), ...(old.distance ? { distance: old.distance } : {}),
});

function placedIn(stated: ScreenplayEntry, old: ScreenplayEntry | undefined, says: Stated, isReworded: boolean): ScreenplayEntry {
  if (!old) return { ...stated, origin: 'edited' };
  const entry = !says.cue && stated.character !== undefined && stated.character === old.character ? { ...stated, ...keptCue(old) } : stated;
  if (isSame(entry, old, says)) return movedTo(entry, old);
  return { ...entry, origin: isReworded ? 'edited' : old.origin, spans: old.spans, ...(old.tuned ? { tuned: old.tuned } : {}), ...(old.sound ? { sound: old.sound } : {}), ...stillSeen(old, entry.text) };
}

const silent = (entry: ScreenplayEntry): ScreenplayEntry => {
  const { announced, ttsText: _, delivery: __, ...rest } = entry;
  return announced ? rest : entry;
};

/** Has the headings spoken when the narrator spoke them before, or when the read only now gets a narrator. */
function withHeadings(screenplay: Screenplay, was: Screenplay): Screenplay {
  if (screenplay.narrationPolicy === 'suppress') return { ...screenplay, entries: screenplay.entries.map(silent) };
  const headings = was.entries.filter(({ kind }) => kind === 'scene_heading');
  const announces = was.narrationPolicy === 'suppress' || headings.some(({ announced }) => announced);
  return announces ? announceScenes(screenplay) : screenplay;
}

/** The screenplay `now` with the sound decisions of `was` on all lines whose words are the same. */
export function soundingAs(was: Screenplay, now: Screenplay): Screenplay {
  if (!was.entries.some(({ sound }) => sound)) return now;
  const { from, fates } = alignLines(linesOf(was.entries), linesOf(now.entries));
  return {
    ...now, entries: now.entries.map((entry, at) => {
      const sound = fates[at] === 'edited' ? undefined : was.entries[from[at] ?? -1]?.sound;
      return sound ? { ...entry, sound } : entry;
    }),
  };
}

/**
 * Replaces a screenplay by another. An unchanged line, even when it has moved, keeps its spoken form, its delivery and its spans in the source, so it sounds
 * as before; other lines have no delivery yet. `states` tells what the new entry at an index states.
 */
export function inPlaceOf(was: Screenplay, now: Replacement, states: (index: number) => Stated): Screenplay {
  const { from, fates } = alignLines(linesOf(was.entries), linesOf(now.entries));
  const placed = now.entries.map((entry, at): Placed => {
    const origin = from[at] ?? null;
    return { from: origin, entry: placedIn(entry, origin === null ? undefined : was.entries[origin], states(at), fates[at] === 'edited') };
  });
  const titles = new Map(was.scenes.map(({ heading, title }) => [heading, title]));
  const base: Screenplay = { ...was, narrationPolicy: now.narrationPolicy };
  const replaced = withHeadings(rebuild(base, placed), was);
  return rebuild(base, replaced.entries.map((entry, at) => ({ entry, from: placed[at]!.from })), {
    scenes: now.scenes.map((scene) => ({ ...scene, title: titles.get(scene.heading) ?? scene.title })),
    cast: [...was.cast, ...now.cast.filter(({ character }) => !was.cast.some((member) => member.character === character))],
  });
}
