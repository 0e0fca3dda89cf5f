import { NotPossible } from '../../trailer/refusals.js';
import { CHAPTER_SECONDS, type Chapter, type Deck } from '../deck.js';
import { chaptersBy } from './chapters.js';
import type { DeckSource } from './deck-source.js';
import { neededSeconds } from './material/reading-time.js';
import { BREVITIES, STANDARD } from './writing.js';

export interface DeckWish { seed: string; seconds?: number | undefined }

/** The length in seconds that a deck aims for by default. */
export const DECK_SECONDS = { least: 60, most: 150 } as const;

export const secondsOf = (chapters: readonly Pick<Chapter, 'durationSeconds'>[]): number => chapters.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

/**
 * The chapters with durations that sum to `seconds`: spare time goes second by second to the chapters with the least slack, preferably those with a picture.
 * Null when the sum is impossible.
 */
export function lasting(chapters: readonly Chapter[], seconds: number): Chapter[] | null {
  const needed = chapters.map((chapter) => ({ ...chapter, durationSeconds: neededSeconds(chapter) }));
  if (needed.some(({ durationSeconds }) => durationSeconds > CHAPTER_SECONDS.most)) return null;
  const airOf = (chapter: Chapter): number => chapter.durationSeconds / neededSeconds(chapter) + (chapter.picture === null ? 0.15 : 0);
  for (let left = seconds - secondsOf(needed); left !== 0; left -= 1) {
    const free = needed.filter(({ durationSeconds }) => durationSeconds < CHAPTER_SECONDS.most);
    if (left < 0 || free.length === 0) return null;
    const tightest = free.reduce((one, other) => (airOf(other) < airOf(one) ? other : one));
    tightest.durationSeconds += 1;
  }
  return needed;
}

/** The share of a wished length by which a deck may miss it when its chapters allow nothing nearer. */
const MOST_MISSED = 0.1;

/** The lengths to try for a wished one, the nearest first; of two as near, the shorter first. */
function lengthsNear(seconds: number): number[] {
  const most = Math.floor(MOST_MISSED * seconds);
  return [seconds, ...Array.from({ length: most }, (_, at) => [seconds - at - 1, seconds + at + 1]).flat()];
}

/**
 * Writes a pitch deck in the words of the sources, the read, the plan and the Series Bible; equal sources and wishes give equal decks. With `seconds` it
 * lasts exactly that long, or as near to it as its chapters allow. Raises `NotPossible` for a length that is too far from any that they can have.
 */
export function writeDeck(source: DeckSource, { seed, seconds }: DeckWish): Deck {
  const { title } = source;
  if (seconds === undefined) {
    const usual = BREVITIES.slice(STANDARD).map((brevity) => chaptersBy(source, brevity, seed));
    const chapters = usual.find((each) => secondsOf(each) <= DECK_SECONDS.most) ?? usual.at(-1)!;
    return { title, chapters: secondsOf(chapters) < DECK_SECONDS.least ? lasting(chapters, DECK_SECONDS.least) ?? chapters : chapters };
  }
  const all = BREVITIES.map((brevity) => chaptersBy(source, brevity, seed));
  for (const length of lengthsNear(seconds)) {
    for (const chapters of all) {
      const fitted = lasting(chapters, length);
      if (fitted) return { title, chapters: fitted };
    }
  }
  const [least, most] = [Math.min(...all.map(secondsOf)), Math.max(...all.map((chapters) => chapters.length * CHAPTER_SECONDS.most))];
  throw new NotPossible(`${seconds} seconds`, `the chapters of this deck last from ${least} to ${most} s`);
}
