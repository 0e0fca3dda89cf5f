import { statedFacts } from '../../people/facts.js';
import { identify } from '../../people/identify.js';
import { countWords } from '../lines/spoken.js';
import { NARRATOR, speakerOf, type CastMember, type Scene, type Screenplay, type ScreenplayEntry } from '../model.js';
import { shownApart } from './people.js';
import { keepingSights } from './sights.js';

/** An entry of a changed screenplay. `from` is the index of its entry in the old screenplay; null for a new entry. */
export interface Placed { entry: ScreenplayEntry; from: number | null }

/** A member of a cast of whom only the cue is known, with the sex and age that the cue tells: GIRL, MRS. SORLEY, MARTA. */
export function newMember(character: string): CastMember {
  const unheard = { description: '', lineCount: 0, wordCount: 0 };
  if (character === NARRATOR) return { character, role: 'narrator', gender: 'neutral', ...unheard };
  const told = identify([{ id: character, names: [character] }], []).get(character);
  return { character, role: 'character', gender: told?.gender ?? 'neutral', ...statedFacts(told), ...unheard };
}

/** Everybody who speaks in the entries, with new counts of lines and words. All other facts are those of `known`, but no two people share pictures. */
function recounted(known: readonly CastMember[], { entries, narrationPolicy }: Pick<Screenplay, 'entries' | 'narrationPolicy'>): CastMember[] {
  const cast = new Map(known.map((member) => [member.character, { ...member, lineCount: 0, wordCount: 0 }]));
  for (const entry of entries) {
    const character = speakerOf(entry, narrationPolicy);
    if (character === null) continue;
    const member = cast.get(character) ?? newMember(character);
    member.lineCount += 1;
    member.wordCount += countWords(entry.text);
    cast.set(character, member);
  }
  return shownApart([...cast.values()].filter(({ lineCount }) => lineCount > 0));
}

/** The scenes that still have entries, with their current headings, and a map from each old index to the new one. */
function recountedScenes(scenes: readonly Scene[], placed: readonly Placed[]): { scenes: Scene[]; indexOf: ReadonlyMap<number, number> } {
  const [kept, indexOf]: [Scene[], Map<number, number>] = [[], new Map()];
  placed.forEach(({ entry: { sceneIndex, kind, text } }, at) => {
    if (!indexOf.has(sceneIndex)) {
      indexOf.set(sceneIndex, kept.length);
      const { heading, title } = scenes.find(({ index }) => index === sceneIndex) ?? { heading: '', title: 'Opening' };
      kept.push({ heading, title, index: kept.length, firstEntry: at, lastEntry: at });
    }
    const scene = kept[indexOf.get(sceneIndex)!]!;
    scene.lastEntry = at;
    if (kind === 'scene_heading' && text !== scene.heading) Object.assign(scene, { heading: text, title: text });
  });
  return { scenes: kept, indexOf };
}

/**
 * The screenplay with these entries in this order. Indexes, scenes, cast and review notes are adapted. `cast` holds the known people; notes on removed
 * entries are dropped.
 */
export function rebuild(base: Screenplay, placed: readonly Placed[], { scenes = base.scenes, cast = base.cast }: Partial<Pick<Screenplay, 'scenes' | 'cast'>> = {}): Screenplay {
  const counted = recountedScenes(scenes, placed);
  const entries = keepingSights(base.entries, placed).map(({ entry }, index) => ({ ...entry, index, sceneIndex: counted.indexOf.get(entry.sceneIndex)! }));
  const placeOf = new Map(placed.flatMap(({ from }, index) => (from === null ? [] : [[from, index] as const])));
  return {
    ...base, entries, scenes: counted.scenes, cast: recounted(cast, { entries, narrationPolicy: base.narrationPolicy }),
    reviewNotes: base.reviewNotes.flatMap((note) => {
      const entryIndex = note.entryIndex === null ? null : placeOf.get(note.entryIndex);
      return entryIndex === undefined ? [] : [{ ...note, entryIndex }];
    }),
  };
}
