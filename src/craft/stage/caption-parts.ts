import { matchesOf } from '../patterns/matches.js';

/** A word of a line: offsets in its text, milliseconds from the start of the line. */
export interface TimedWord { from: number; to: number; startMs: number; endMs: number }

/** A part of a spoken line that fits a caption, with the time it is shown from. */
export interface CaptionPart {
  text: string;
  fromMs: number;
  /** The words of the part, with offsets in its text and times on the clock of the read; empty when their times are unknown. */
  words: TimedWord[];
}

/** A line with its times on the clock of the read. */
export interface CaptionLine { text: string; startMs: number; endMs: number; words?: readonly TimedWord[] | null }

/** The most characters of a caption: two lines on a wide page. */
export const MAX_CAPTION = 84;
/** No part is shorter, unless the whole line is. */
const MIN_PART = 14;

/** The value of a break after text that ends this way: at the end of a sentence, of a clause, or after a comma. */
const BREAKS: readonly [after: RegExp, worth: number][] = [
  [/[.!?…]["'”’)\]]*$/, 60], [/[;:—–]["'”’)\]]*$/, 45], [/,["'”’)\]]*$/, 32],
];
const OPENS = /^(?:and|but|or|nor|so|yet|because|although|though|while|when|where|which|who|whom|whose|that|than|if|unless|until|since|as|after|before)\b/i;
const OPENS_PHRASE = /^(?:for|in|on|at|by|with|without|from|into|upon|over|under|through|between|against|about|to|of)\b/i;
/** A word that belongs to the next one. */
const CLINGS = /(?:^|\s)(?:a|an|the|this|these|those|my|your|his|her|its|our|their|some|any|no|every|each|of|to|in|on|at|by|with|from|into|for|and|but|or|not|very|so|as|than|is|are|was|were|be|been|has|have|had|will|would|shall|should|can|could|may|might|must|mr|mrs|ms|dr|st)\.?$/i;

/** The value of a break of `text` at this space. */
function worthOf(text: string, at: number): number {
  const before = text.slice(0, at);
  const rest = text.slice(at).trimStart();
  if (CLINGS.test(before)) return -40;
  const marked = BREAKS.find(([pattern]) => pattern.test(before))?.[1];
  if (marked !== undefined) return marked;
  if (OPENS.test(rest)) return 26;
  return OPENS_PHRASE.test(rest) ? 8 : 0;
}

/**
 * The best position to break a text that is longer than one part: between clauses and near an even division; within a word only when there is no suitable
 * space.
 */
function breakOf(text: string, most: number): number {
  const even = text.length / Math.ceil(text.length / most);
  let best = -1;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const { index } of matchesOf(text.slice(0, most + 1), /\s/g)) {
    if (index < MIN_PART || text.length - index < MIN_PART) continue;
    const worth = worthOf(text, index) - (Math.abs(index - even) / even) * 60;
    if (worth > bestWorth) [best, bestWorth] = [index, worth];
  }
  return best > 0 ? best : most;
}

/** How many visible characters precede a place: a part and its line have the same ones, whatever spaces lie between. */
const visible = (text: string, to: number): number => text.slice(0, to).replace(/\s/g, '').length;

/**
 * The words of a part. `before` is the number of visible characters in the line before the part; the offsets of `words` count visible characters of the line.
 */
function wordsOf(part: string, before: number, words: readonly TimedWord[]): TimedWord[] {
  const places = matchesOf(part, /\S/g).map(({ index }) => index);
  return words.flatMap(({ from, to, ...time }) => {
    const first = from - before;
    return first < 0 || first >= places.length ? [] : [{ ...time, from: places[first]!, to: places[Math.min(to - before, places.length) - 1]! + 1 }];
  });
}

/**
 * Splits a line at clauses into parts of at most `most` characters. A part begins at the time of its first word, or, when words have no times, in proportion
 * to the characters before it. A short line is one part.
 */
export function captionParts(line: CaptionLine, most = MAX_CAPTION): CaptionPart[] {
  const parts: string[] = [];
  let rest = line.text.replace(/\s+/g, ' ').trim();
  while (rest.length > most) {
    const cut = breakOf(rest, most);
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  if (rest || parts.length === 0) parts.push(rest);
  const said = (line.words ?? []).map(({ from, to, startMs, endMs }) =>
    ({ from: visible(line.text, from), to: visible(line.text, to), startMs: line.startMs + startMs, endMs: line.startMs + endMs }));
  const total = parts.join('').length || 1;
  let [before, seen, fromMs] = [0, 0, line.startMs];
  return parts.map((text) => {
    const words = wordsOf(text, seen, said);
    const share = line.startMs + ((line.endMs - line.startMs) * before) / total;
    // A part without a word of its own lies within one.
    fromMs = Math.max(fromMs, before === 0 ? fromMs : words[0]?.startMs ?? share);
    before += text.length;
    seen += visible(text, text.length);
    return { text, fromMs, words };
  });
}
