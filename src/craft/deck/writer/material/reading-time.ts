import { remembered } from '../../../narrative/remembered.js';
import { lettersOf, shownWords } from '../../../speech/times/shown-words.js';
import { CHAPTER_AIR_MS, CHAPTER_SECONDS, textOf, type Chapter } from '../../deck.js';

/**
 * Milliseconds for each letter, with its share of the gap after a word, and for the pause at a mark. Measured with a neural narrator on 45 sentences of five
 * novels: 97 of 100 take at most 1.03 times this estimate, and the silence around a text absorbs the excess. Stage voices are faster.
 */
const MS = { letter: 82, digit: 280, sentence: 420, clause: 200 } as const;

const pauseAfter = (word: string): number =>
  (/[.!?…]["'”’)]*$/u.test(word) ? MS.sentence : /[,;:—–]["'”’)]*$/u.test(word) ? MS.clause : 0);

/** Milliseconds in which a narrator surely reads a text aloud: 2 words a second, more slowly where words are long, numbers or marks. */
export const readAloudMs = remembered((text: string): number => {
  const words = shownWords(text).map(({ from, to }) => text.slice(from, to));
  return Math.round(words.reduce((sum, word, at) => {
    const digits = (word.match(/\p{N}/gu) ?? []).length;
    const letters = lettersOf(word).length - digits;
    return sum + MS.letter * (Math.max(0, letters) + 1) + MS.digit * digits + (at < words.length - 1 ? pauseAfter(word) : 0);
  }, 0));
});

const linesMs = (lines: Chapter['lines']): number => lines.reduce((sum, { fromMs, toMs }) => sum + CHAPTER_AIR_MS.between + toMs - fromMs, 0);

/** Milliseconds that a chapter needs for its text, its lines and the silence around them. */
export const neededMs = (chapter: Pick<Chapter, 'sentences' | 'lines'>): number =>
  CHAPTER_AIR_MS.before + readAloudMs(textOf(chapter)) + linesMs(chapter.lines) + CHAPTER_AIR_MS.after;

/** The fewest whole seconds that a chapter can last; more than `CHAPTER_SECONDS.most` for one that says too much. */
export const neededSeconds = (chapter: Pick<Chapter, 'sentences' | 'lines'>): number =>
  Math.max(CHAPTER_SECONDS.least, Math.ceil(neededMs(chapter) / 1_000));

/** True for a length that a chapter may have. */
export const isChapterLength = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= CHAPTER_SECONDS.least && seconds <= CHAPTER_SECONDS.most;
