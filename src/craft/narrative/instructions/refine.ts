import { keepingPictures, rebuild, type ScriptElement } from '../../screenplay/index.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../screenplay/model.js';
import { needsSources, type ReadChange, type ReadOnlyChange } from './read-changes.js';
import { changedBy, type Done } from './revise.js';
import type { Change, Understood } from './understand.js';

/** The parenthetical that marks the lines of a first-person narrator. */
const NARRATING = 'narrating';

/** An element of a read with the index of its entry. */
type Traced = ScriptElement & { from?: number };

/**
 * The entries as a script. The narration of a person of the story counts as narration. Lines of the production, such as its title, count as narration only
 * when all narration is removed.
 */
const elementsOf = ({ entries }: Screenplay, losesNarration: boolean): Traced[] => entries.flatMap((entry, from): Traced[] => {
  const { kind, text, character = '', parenthetical, origin } = entry;
  if (kind === 'dialogue' && parenthetical !== NARRATING) {
    return [
      { type: 'character', text: character, extensions: [] }, ...(parenthetical === undefined ? [] : [{ type: 'parenthetical' as const, text: parenthetical }]),
      { type: 'dialogue', text, from },
    ];
  }
  if (kind === 'scene_heading') return [{ type: 'scene_heading', text, from }];
  return [{ type: kind === 'transition' || (origin === 'stock' && !losesNarration) ? 'transition' : 'action', text, from }];
});

/** An entry with a changed text, character or parenthetical. Its delivery is removed, so that it is derived again. */
function changedEntry(was: ScreenplayEntry, now: Pick<ScreenplayEntry, 'text' | 'character' | 'parenthetical'>): ScreenplayEntry {
  if (now.text === was.text && now.character === was.character && now.parenthetical === was.parenthetical) return was;
  const { delivery: _delivery, ttsText, parenthetical: _how, respelled, ...rest } = was;
  const isReworded = now.text !== was.text;
  return {
    ...rest, text: now.text, ...(now.character === undefined ? {} : { character: now.character }),
    ...(now.parenthetical === undefined ? {} : { parenthetical: now.parenthetical }),
    ...(isReworded ? { origin: 'edited' as const } : { ...(ttsText === undefined ? {} : { ttsText }), ...(respelled ? { respelled } : {}) }),
  };
}

function withElements(was: Screenplay, elements: readonly Traced[]): Screenplay {
  let cue = '';
  let how: string | undefined;
  const placed = elements.flatMap((element) => {
    if (element.type === 'character') [cue, how] = [element.text.toUpperCase(), undefined];
    else if (element.type === 'parenthetical') how = element.text;
    if (element.from === undefined) return [];
    const entry = was.entries[element.from]!;
    const text = 'text' in element ? element.text : entry.text;
    const isSpeech = element.type === 'dialogue';
    const said = isSpeech ? { character: cue, parenthetical: how } : { character: entry.character, parenthetical: entry.parenthetical };
    return [{ from: element.from, entry: changedEntry(entry, { text, ...said }) }];
  });
  return rebuild(was, placed);
}

function inTempo(was: Screenplay, factor: number, isMeant: (entry: ScreenplayEntry) => boolean): Screenplay {
  const entries = was.entries.map((entry) => (entry.delivery && isMeant(entry)
    ? { ...entry, delivery: { ...entry.delivery, speed: Number((entry.delivery.speed * factor).toFixed(3)) } } : entry));
  return { ...was, entries };
}

function retimed(was: Screenplay, { factor, who }: Extract<ReadChange, { kind: 'tempo' }>): { screenplay: Screenplay; done: string } {
  const named = who?.toUpperCase();
  const cues = was.cast.map(({ character }) => character).filter((cue) => named === undefined || cue === named || cue.split(' ').includes(named));
  if (named !== undefined && cues.length !== 1) return { screenplay: was, done: cues.length === 0 ? `nobody is called ${who}` : `${who} may be ${cues.join(' or ')}` };
  const isMeant = (entry: ScreenplayEntry): boolean => named === undefined || speakerOf(entry, was.narrationPolicy) === cues[0];
  return { screenplay: inTempo(was, factor, isMeant), done: `${named === undefined ? 'everybody' : cues[0]} speaks ${Math.round(Math.abs(factor - 1) * 100)}% ${factor < 1 ? 'slower' : 'faster'}` };
}

function merged(was: Screenplay, scenes: readonly number[]): { screenplay: Screenplay; done: string } {
  const [first, ...others] = [...scenes].sort((a, b) => a - b).map((number) => number - 1);
  const isRow = others.every((scene, at) => scene === first! + at + 1);
  if (!isRow || others.at(-1)! >= was.scenes.length) {
    return { screenplay: was, done: isRow ? `the read has ${was.scenes.length} ${was.scenes.length === 1 ? 'scene' : 'scenes'}` : 'only scenes that follow each other become one' };
  }
  const placed = was.entries.flatMap((entry, from) => {
    if (!others.includes(entry.sceneIndex)) return [{ from, entry }];
    return entry.kind === 'scene_heading' ? [] : [{ from, entry: { ...entry, sceneIndex: first! } }];
  });
  return { screenplay: rebuild(was, placed), done: `scenes ${scenes.join(', ')} are one` };
}

function madeOf(was: Screenplay, change: ReadChange): { screenplay: Screenplay; done: string } {
  if (change.kind === 'tempo') return retimed(was, change);
  if (change.kind === 'merge_scenes') return merged(was, change.scenes);
  const losesNarration = change.kind === 'narration' && change.share === 0;
  const { elements, done, changed } = changedBy(change as Exclude<ReadChange, ReadOnlyChange>, elementsOf(was, losesNarration));
  if (!changed) return { screenplay: was, done };
  const screenplay = withElements(was, elements as Traced[]);
  // `suppress` prints the action without a narrator, because a read without narration has none.
  return { screenplay: losesNarration ? { ...screenplay, narrationPolicy: 'suppress' } : screenplay, done };
}

/** A read after an instruction, the outcome of each part, and the new cues of people who were renamed. */
export interface Refined { screenplay: Screenplay; parts: Done[]; renamed: ReadonlyMap<string, string> }

const cuesOf = ({ entries }: Screenplay): Set<string> => new Set(entries.flatMap(({ character }) => character ?? []));

/** The old and the new cue of each character whose name a change replaces. */
function renamesOf(was: Screenplay, now: Screenplay, { from, to }: Extract<Change, { kind: 'rename' }>): [string, string][] {
  const left = cuesOf(now);
  return [...cuesOf(was)].filter((cue) => !left.has(cue)).flatMap((cue): [string, string][] => {
    const next = cue.replace(from.toUpperCase(), to.toUpperCase());
    return left.has(next) ? [[cue, next]] : [];
  });
}

const withCast = (screenplay: Screenplay, cast: Screenplay['cast']): Screenplay =>
  rebuild(screenplay, screenplay.entries.map((entry, from) => ({ entry, from })), { cast });

/**
 * Applies the changes of an instruction to a read, one after the other, except those that need its sources. The same read and changes always give the same
 * result. Unchanged lines keep their delivery.
 */
export function refined(was: Screenplay, understood: readonly Understood<ReadChange>[]): Refined {
  let screenplay = was;
  const renamed = new Map<string, string>();
  const parts = understood.filter((part) => !needsSources(part)).map(({ words, change }): Done => {
    const before = screenplay;
    const { screenplay: after, done } = madeOf(before, change);
    const renames = new Map(change.kind === 'rename' ? renamesOf(before, after, change) : []);
    for (const [cue, next] of renames) renamed.set([...renamed].find(([, to]) => to === cue)?.[0] ?? cue, next);
    const nameOf = (cue: string): string => renames.get(cue) ?? cue;
    const renamedCast = before.cast.map((member) => keepingPictures({
      ...member, character: nameOf(member.character), ...(member.sameAs === undefined ? {} : { sameAs: nameOf(member.sameAs) }),
    }, member));
    screenplay = renames.size === 0 ? after : withCast(after, renamedCast);
    return { words, done, changed: JSON.stringify([before.entries, before.narrationPolicy]) !== JSON.stringify([after.entries, after.narrationPolicy]) };
  });
  return { screenplay, parts, renamed };
}
