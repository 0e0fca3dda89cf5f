import { shownWords, type ShownWord } from './shown-words.js';

/** A word as a voice said it; in milliseconds from the start of the line. */
export interface SaidWord { text: string; startMs: number; endMs: number }

/** A word of a text with the time in which it is said, in whole milliseconds from the start of the line. */
export interface WordTime extends ShownWord { startMs: number; endMs: number }

/**
 * One speech sound and its time in milliseconds from the start of the line, in the phonemes that the voice uses: `misaki` (neural voices) or `arpabet` (stage
 * voices).
 */
export interface SoundTime { sound: string; startMs: number; endMs: number }

/** The times that a voice reports for a line. */
export interface SaidTimes { words: SaidWord[]; sounds: SoundTime[]; alphabet: 'misaki' | 'arpabet' }

/** When the words of a line are said. */
export interface LineTimes {
  /** The text of the line, to which the offsets of its words refer. */
  text: string;
  /** Every word of the text (`shownWords`), in order; none overlaps the next. */
  words: WordTime[];
  /** True when the times were estimated from the sound, because the voice reports none. */
  estimated: boolean;
  /** Present when the voice reports its sounds. */
  sounds?: { alphabet: SaidTimes['alphabet']; marks: SoundTime[] };
}

/**
 * Rounds times to whole milliseconds, in order and within the line; no word is empty as long as there is room. `words` must be in order, but may overlap or
 * be empty, as rounding and the edges of the sound leave them.
 */
export function inOrder<Timed extends { startMs: number; endMs: number }>(words: readonly Timed[], durationMs: number): Timed[] {
  const last = Math.floor(durationMs);
  let at = 0;
  return words.map((word, index) => {
    // The words after this one need a millisecond each.
    const room = Math.max(at, last - (words.length - 1 - index));
    const startMs = Math.min(Math.max(Math.round(word.startMs), at), Math.max(at, room - 1));
    const endMs = Math.min(Math.max(Math.round(word.endMs), startMs + 1), room);
    const next = words[index + 1];
    at = Math.max(startMs, next ? Math.min(endMs, Math.max(Math.round(next.startMs), startMs + 1)) : endMs);
    return { ...word, startMs, endMs: at };
  });
}

/** Spreads the words of a text over a duration in proportion to their length. */
export function spread(text: string, durationMs: number): WordTime[] {
  const words = shownWords(text);
  const total = words.reduce((sum, { from, to }) => sum + to - from, 0);
  let before = 0;
  return inOrder(words.map((word) => {
    const startMs = (before / total) * durationMs;
    before += word.to - word.from;
    return { ...word, startMs, endMs: (before / total) * durationMs };
  }), durationMs);
}
