import { matchesOf } from '../../patterns/matches.js';
import type { Aside, Styled } from '../script.js';
import { styled } from '../text/marks.js';
import { longestRising } from './similarity.js';
import { oneLine } from './spoken.js';

type Words = Styled & { asides?: Aside[] };
interface Word { text: string; start: number; end: number }

/** Pairs of equal words above which two texts are not compared. */
const MAX_PAIRS = 200_000;

/** The words of a printed text, as `oneLine` has them. */
function wordsIn(text: string): Word[] {
  return matchesOf(text, /(?:\S|\ufeff)+/gu).map(({ 0: found, index }) => ({ text: oneLine({ text: found }), start: index, end: index + found.length }))
    .filter((word) => word.text !== '');
}

/** How many words a printed text has on one line. */
export const countPrintedWords = (text: string): number => wordsIn(text).length;

/** The printed text of the words `from` to `to` (exclusive). */
export function printedWords(text: string, from: number, to: number): string {
  const words = wordsIn(text).slice(from, to);
  return words.length === 0 ? '' : text.slice(words[0]!.start, words.at(-1)!.end);
}

/** For each new word the index of the old word that it is, or -1. */
function sourcesOf(old: readonly Word[], now: readonly Word[]): number[] {
  const places = new Map<string, number[]>();
  // The last place comes first, so that a word is never paired twice.
  for (let at = now.length - 1; at >= 0; at -= 1) {
    const known = places.get(now[at]!.text);
    if (known) known.push(at);
    else places.set(now[at]!.text, [at]);
  }
  const pairs: [number, number][] = [];
  old.forEach(({ text }, at) => { if (pairs.length <= MAX_PAIRS) for (const place of places.get(text) ?? []) pairs.push([at, place]); });
  const sources = now.map(() => -1);
  if (pairs.length <= MAX_PAIRS) for (const [at, place] of longestRising(pairs)) sources[place] = at;
  return sources;
}

/**
 * Puts `text` in place of the words `from` to `to` (exclusive) of a printed text. Words that stay keep their emphasis, and so do words between them. Notes stay
 * behind the words that they follow. The line ends are those of `text`; when it has none, those beside words that stay.
 */
export function reword(old: Words, from: number, to: number, text: string): Words {
  const before = wordsIn(old.text);
  const own = before.slice(from, to);
  const [start, end] = own.length === 0 ? [0, old.text.length] : [own[0]!.start, own.at(-1)!.end];
  const sources = sourcesOf(own, wordsIn(text));
  const middle = text.includes('\n') ? text : withLineEnds(old.text, own, text, sources);
  const printed = old.text.slice(0, start) + middle + old.text.slice(end);
  const after = wordsIn(printed);
  const shift = after.length - before.length;
  // Words outside the part are the same words as before.
  const placeOf = new Map<number, Word>();
  before.forEach((_, at) => { if (at < from) placeOf.set(at, after[at]!); else if (at >= to) placeOf.set(at, after[at + shift]!); });
  sources.forEach((source, at) => { if (source >= 0) placeOf.set(from + source, after[from + at]!); });
  const marks = (old.marks ?? []).flatMap((mark) => {
    const kept = before.flatMap((word, at) => {
      const place = mark.start < word.end && mark.end > word.start ? placeOf.get(at) : undefined;
      return place ? [{ start: place.start + Math.max(0, mark.start - word.start), end: Math.min(place.end, place.start + mark.end - word.start) }] : [];
    });
    return kept.length === 0 ? [] : [{ start: kept[0]!.start, end: kept.at(-1)!.end, style: mark.style }];
  });
  const asides = old.asides?.map((aside) => ({ ...aside, at: placeOfAside(aside.at, before, placeOf) }));
  return { ...styled(printed, marks), ...(asides ? { asides } : {}) };
}

/** The new words with the white space of the old ones between words that stay beside each other, and with the old line ends beside words that stay. */
function withLineEnds(printed: string, old: readonly Word[], text: string, sources: readonly number[]): string {
  const used = new Set<number>();
  const gapBehind = (at: number): string => printed.slice(old[at]!.end, old[at + 1]!.start);
  const lineEndBehind = (at: number): string | null => {
    if (at < 0 || at + 1 >= old.length || used.has(at) || !gapBehind(at).includes('\n')) return null;
    used.add(at);
    return gapBehind(at);
  };
  let line = '';
  wordsIn(text).forEach((word, at) => {
    const [last, own] = [sources[at - 1] ?? -1, sources[at]!];
    if (at > 0 && last >= 0 && own === last + 1) {
      used.add(last);
      line += gapBehind(last);
    } else if (at > 0) line += (own >= 0 ? lineEndBehind(own - 1) : null) ?? (last >= 0 ? lineEndBehind(last) : null) ?? ' ';
    line += text.slice(word.start, word.end);
  });
  return line;
}

/** Where a note stands now: before or in the word that it stood at, else behind the nearest word before it that stays. */
function placeOfAside(at: number, before: readonly Word[], placeOf: ReadonlyMap<number, Word>): number {
  const next = before.findIndex(({ end }) => end > at);
  const place = next >= 0 && at >= before[next]!.start ? placeOf.get(next) : undefined;
  if (place) return Math.min(place.end, place.start + at - before[next]!.start);
  for (let word = (next < 0 ? before.length : next) - 1; word >= 0; word -= 1) {
    const found = placeOf.get(word);
    if (found) return found.end;
  }
  return 0;
}
