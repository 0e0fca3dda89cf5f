import { readFileSync } from 'node:fs';
import type { Paragraph, TextScene } from '../../src/craft/narrative/model.js';

/** The scenes of a chapter, marked by readers who had not seen the rules. Chapters that served to develop the rules are counted separately. */
export interface SceneLabel {
  work: string; chapter: number; judged: 'made on' | 'held out'; scenes: { paragraph: number; place: string | null; sure: boolean }[];
}

/**
 * Counts of scene changes: marked ones that are found, and found ones that nobody marked. Of the found scenes, also those whose heading shares a word with
 * the marked place, and those whose heading does not.
 */
export interface SceneCount { right: number; wrong: number; sure: number; sureFound: number; placeRight: number; placeWrong: number; placeMissing: number }

/** A cut still counts as right when it is this many paragraphs off. */
const NEAR = 1;
const SMALL = /^(?:the|a|an|of|in|on|at|int|ext|place|not|given|later|night|morning|evening|day|earlier)$/u;

export const sceneLabels = (): SceneLabel[] => JSON.parse(readFileSync(new URL('scene-labels.json', import.meta.url), 'utf8')) as SceneLabel[];

const wordsOf = (place: string): string[] => (place.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1 && !SMALL.test(word));

function placeOf(heading: string, marked: string | null): keyof Pick<SceneCount, 'placeRight' | 'placeWrong' | 'placeMissing'> | null {
  if (marked === null) return null;
  const [said, meant] = [wordsOf(heading), wordsOf(marked)];
  if (said.length === 0) return 'placeMissing';
  return said.some((word) => meant.includes(word)) ? 'placeRight' : 'placeWrong';
}

/**
 * Compares the found scenes of a chapter with the marked ones. Calls `found` for each cut with the place that it matched: undefined when it matched no marked
 * scene.
 */
export function countScenes(
  { scenes }: SceneLabel, paragraphs: readonly Paragraph[], own: readonly TextScene[],
  found: (at: number, heading: string, marked: string | null | undefined) => void = () => {},
): SceneCount {
  const marked = scenes.slice(1);
  const taken = new Set<number>();
  const count: SceneCount = { right: 0, wrong: 0, sure: marked.filter(({ sure }) => sure).length, sureFound: 0, placeRight: 0, placeWrong: 0, placeMissing: 0 };
  const judgePlace = (heading: string, place: string | null): void => {
    const judged = placeOf(heading, place);
    if (judged) count[judged]++;
  };
  if (own[0] && scenes[0]) judgePlace(own[0].heading, scenes[0].place);
  for (const { start, heading } of own.slice(1)) {
    const at = paragraphs.findLastIndex((paragraph) => paragraph.start <= start);
    const met = marked.findIndex(({ paragraph }, index) => !taken.has(index) && Math.abs(paragraph - at) <= NEAR);
    found(at, heading, marked[met]?.place);
    if (met < 0) {
      count.wrong++;
      continue;
    }
    taken.add(met);
    count.right++;
    if (marked[met]!.sure) count.sureFound++;
    judgePlace(heading, marked[met]!.place);
  }
  return count;
}
