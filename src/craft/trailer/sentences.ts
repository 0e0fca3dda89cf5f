import { splitSentences } from '../narrative/analysis/index.js';
import { spread, type WordTime } from '../speech/times/line-times.js';
import { leaningsOf } from './leaning.js';

/** A word of a line as printed, with the time at which it is heard, in milliseconds from the start of the line. */
export interface HeardWord extends WordTime {
  /** The word's loudness; absent if it was not measured. */
  levelDb?: number;
}

/** A stretch of a line that can be heard alone: its words `[first, last]`, and where it is cut from the line's audio. */
export interface Stretch { text: string; first: number; last: number; fromMs: number; toMs: number }

/** A smaller gap cannot be cut, so two sentences without a pause stay together. */
const MIN_GAP_MS = 40;
/** A longer sentence is split at punctuation within it. */
const LONG_MS = 5_200;
const MARKED_GAP_MS = 90;
const [MIN_PART_WORDS, MIN_PART_MS] = [3, 1_000];
/** Neighbours that belong together are joined up to this total length and across a pause of at most this length. */
const JOINED = { mostMs: 4_600, pauseMs: 900, fewWords: 2, shortMs: 2_600, shortWords: 5 };
/** How far into the silence around its words a stretch reaches. */
const AIR = { beforeMs: 120, afterMs: 200 };

interface Line { text: string; words: readonly HeardWord[]; durationMs: number; isMeasured: boolean }
interface Piece { first: number; last: number }

const gapAfter = ({ words }: Line, at: number): number => words[at + 1]!.startMs - words[at]!.endMs;
const msOf = ({ words }: Line, { first, last }: Piece): number => words[last]!.endMs - words[first]!.startMs;
const wordCount = ({ first, last }: Piece): number => last - first + 1;
const rawText = ({ text, words }: Line, { first, last }: Piece): string => text.slice(words[first]!.from, words[last]!.to);

/** The words of a piece without the punctuation that only joins it to its surroundings. */
const plainText = (line: Line, piece: Piece): string => rawText(line, piece).replace(/\s+/gu, ' ').trim()
  .replace(/^(?:[—–-]+|\.{3}|…)\s*/u, '').replace(/[\s;:,]+$/u, '').replace(/(?<=[.!?…])\s*[—–-]+$/u, '').trim();

function bySentence(line: Line): Piece[] {
  const spans = splitSentences(line.text);
  const pieces: Piece[] = [];
  let span = 0;
  let before = -1;
  line.words.forEach((word, at) => {
    while (span < spans.length - 1 && word.from >= spans[span]!.end) span += 1;
    const last = pieces.at(-1);
    if (last && span === before) last.last = at;
    else pieces.push({ first: at, last: at });
    before = span;
  });
  return pieces;
}

/** Splits a long piece at the mark nearest to its middle, again and again until the parts are short; a piece without a usable mark stays whole. */
function inParts(line: Line, piece: Piece): Piece[] {
  if (msOf(line, piece) <= LONG_MS) return [piece];
  const middle = (line.words[piece.first]!.startMs + line.words[piece.last]!.endMs) / 2;
  const places: { at: number; off: number }[] = [];
  for (let at = piece.first + MIN_PART_WORDS - 1; at <= piece.last - MIN_PART_WORDS; at += 1) {
    const { to, endMs } = line.words[at]!;
    const isMarked = /[;:—–]["”’)]*\s*$/u.test(line.text.slice(line.words[at]!.from, to)) || /^\s*[—–]/u.test(line.text.slice(to));
    const [left, right] = [{ first: piece.first, last: at }, { first: at + 1, last: piece.last }];
    const isLong = Math.min(msOf(line, left), msOf(line, right)) >= MIN_PART_MS;
    if (isMarked && isLong && (!line.isMeasured || gapAfter(line, at) >= MARKED_GAP_MS)) places.push({ at, off: Math.abs(endMs - middle) });
  }
  const best = places.sort((one, other) => one.off - other.off)[0];
  if (!best) return [piece];
  return [...inParts(line, { first: piece.first, last: best.at }), ...inParts(line, { first: best.at + 1, last: piece.last })];
}

/** Joins pieces between which the sound cannot be cut. */
const cuttable = (line: Line, pieces: readonly Piece[]): Piece[] => {
  const cut: Piece[] = [];
  for (const piece of pieces) {
    const last = cut.at(-1);
    if (last && line.isMeasured && gapAfter(line, last.last) < MIN_GAP_MS) last.last = piece.last;
    else cut.push({ ...piece });
  }
  return cut;
};

/** True for two short neighbours of which one says nothing without the other: "Run! He is behind you." */
function belong(line: Line, one: Piece, next: Piece): boolean {
  const joined = { first: one.first, last: next.last };
  if (msOf(line, joined) > JOINED.mostMs || gapAfter(line, one.last) > JOINED.pauseMs) return false;
  const [few, other] = [Math.min(wordCount(one), wordCount(next)), Math.max(wordCount(one), wordCount(next))];
  if (few <= JOINED.fewWords) return other <= JOINED.fewWords * 2 || !/\?["”’)]*$/u.test(rawText(line, one));
  if (msOf(line, one) > JOINED.shortMs || msOf(line, next) > JOINED.shortMs || few > JOINED.shortWords) return false;
  return leaningsOf(plainText(line, next)).some(({ weight }) => weight >= 0.5);
}

function joinedPieces(line: Line, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && belong(line, last, piece)) last.last = piece.last;
    else joined.push({ ...piece });
  }
  return joined;
}

/**
 * The stretches of a line, in order: its sentences, cut in the gaps between words. A long sentence is split at a mark within it, and short neighbours that
 * belong together are joined. Without word times, the length of the line is spread evenly over its letters.
 */
export function stretchesOf(text: string, heard: readonly HeardWord[], durationMs: number): Stretch[] {
  const words = heard.length > 0 ? heard : spread(text, durationMs);
  const line: Line = { text, words, durationMs, isMeasured: words.some((word, at) => at > 0 && word.startMs - words[at - 1]!.endMs >= MIN_GAP_MS) };
  const pieces = joinedPieces(line, cuttable(line, bySentence(line).flatMap((piece) => inParts(line, piece))));
  return pieces.map((piece) => {
    const { first, last } = piece;
    const [before, after] = [words[first - 1]?.endMs, words[last + 1]?.startMs];
    const { startMs } = words[first]!;
    const { endMs } = words[last]!;
    return {
      text: plainText(line, piece), first, last,
      fromMs: Math.round(Math.max(startMs - AIR.beforeMs, before === undefined ? 0 : (before + startMs) / 2)),
      toMs: Math.round(Math.min(endMs + AIR.afterMs, after === undefined ? durationMs : (endMs + after) / 2)),
    };
  }).filter((stretch) => stretch.text !== '');
}
