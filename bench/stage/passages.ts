import { seededRandom } from '../../src/craft/narrative/writing/stock/seed.js';
import { chosenChapters, type Chapter } from '../people/chapters.js';
import type { LabelledNovel } from '../people/novels.js';

/** Chooses `count` novels by the seed, none of those in `without`, and one chapter of each. */
export function chosenPassages(novels: readonly LabelledNovel[], count: number, seed: string, without: readonly string[]): Chapter[] {
  const random = seededRandom(`passages:${seed}`);
  const left = novels.filter(({ work }) => !without.includes(work));
  const chosen: Chapter[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...chosenChapters(left.splice(Math.floor(random() * left.length), 1)[0]!, 1, seed));
  return chosen;
}
