import { matchesOf } from '../../patterns/matches.js';

/**
 * A part of a line, about a sentence, with its delivery relative to the whole line: factors on rate, pitch and pitch
 * range, a gain in decibels, and the silence after the phrase in milliseconds.
 */
export interface Phrase { text: string; rate: number; pitch: number; spread: number; gainDb: number; silenceAfterMs: number }

/** A line with fewer words is one phrase. */
const MIN_PHRASED_WORDS = 14;
/** A sentence with at most `SHORT_WORDS` words is short, one with at least `LONG_WORDS` is long. */
const SHORT_WORDS = 6;
const LONG_WORDS = 20;
/** A sentence with fewer words joins the sentence before: a voice does not change its pace for two words. */
const MIN_WORDS = 3;
const EVEN = { rate: 1, pitch: 1, spread: 1, gainDb: 0 };
const SENTENCE_MS = 330;
/** Pause between the clauses of a sentence of `CLAUSE_WORDS` or more words. */
const CLAUSE_MS = 190;
const CLAUSE_WORDS = 30;
const ENDS_A_SENTENCE = /(?<!\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Capt|Col|Gen|Rev|Hon|vs|etc|No|[A-Z]))[.!?]{1,20}["')]{0,20}(?=\s{1,20}["'(]?[A-Z0-9])/g;
const ENDS_A_CLAUSE = /[;:](?=\s)|,(?=\s(?:and|but|for|so|yet|while|when|until|which|who|because|though|as)\s)/g;

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

function cutAfter(text: string, pattern: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of matchesOf(text, pattern)) {
    const end = match.index + match[0].length;
    parts.push(text.slice(from, end).trim());
    from = end;
  }
  return [...parts, text.slice(from).trim()].filter(Boolean);
}

function joined(parts: readonly string[], minWords: number): string[] {
  const whole: string[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last !== undefined && (countWords(part) < minWords || countWords(last) < minWords)) whole[whole.length - 1] = `${last} ${part}`;
    else whole.push(part);
  }
  return whole;
}

/** Delivery by the form of the sentence: short sentences are slower, long ones faster, questions and exclamations higher. */
function shapeOf(text: string): typeof EVEN {
  const words = countWords(text);
  if (/\?["')]*$/.test(text)) return { rate: 1, pitch: 1.04, spread: 1.2, gainDb: 0 };
  if (/!["')]*$/.test(text)) return { rate: 1.04, pitch: 1.05, spread: 1.2, gainDb: 1 };
  if (words <= SHORT_WORDS) return { rate: 0.94, pitch: 0.98, spread: 0.95, gainDb: 0.3 };
  if (words >= LONG_WORDS) return { rate: 1.05, pitch: 1.01, spread: 1.05, gainDb: 0 };
  return EVEN;
}

/**
 * Cuts a long line into phrases of different delivery, so that it is not monotonous. The form of a sentence decides its
 * delivery; the first phrase is higher, the last one lower and slower, and neighbours differ. A short line is one phrase.
 * Deterministic.
 */
export function phrasesOf(ascii: string): Phrase[] {
  if (countWords(ascii) < MIN_PHRASED_WORDS) return [{ text: ascii, ...(/[!?]["')]*$/.test(ascii) ? shapeOf(ascii) : EVEN), silenceAfterMs: 0 }];
  const pieces = joined(cutAfter(ascii, ENDS_A_SENTENCE), MIN_WORDS).flatMap((sentence) => {
    const clauses = countWords(sentence) >= CLAUSE_WORDS ? joined(cutAfter(sentence, ENDS_A_CLAUSE), SHORT_WORDS) : [sentence];
    return clauses.map((text, index) => ({ text, ends: index === clauses.length - 1 }));
  });
  let before = 0;
  return pieces.map(({ text, ends }, index): Phrase => {
    const shape = { ...shapeOf(text) };
    const [first, last] = [index === 0, index === pieces.length - 1];
    if (pieces.length > 1 && first) shape.pitch *= 1.03;
    if (pieces.length > 1 && last) {
      shape.rate *= 0.96;
      shape.pitch *= 0.97;
    }
    // Makes similar neighbours differ: alternately a little faster and higher, and slower and lower.
    if (Math.abs(shape.rate - before) < 0.03) {
      const up = index % 2 === 1;
      shape.rate *= up ? 1.05 : 0.95;
      shape.pitch *= up ? 1.02 : 0.985;
    }
    before = shape.rate;
    return { text, ...shape, silenceAfterMs: last ? 0 : ends ? SENTENCE_MS : CLAUSE_MS };
  });
}
