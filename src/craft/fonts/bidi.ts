import bidiFactory from 'bidi-js';

/** Orders the characters of lines that contain right-to-left text. */

// The types of bidi-js describe an ES module, but Node loads the CommonJS one, whose export is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const isMark = (character: string): boolean => /\p{M}/u.test(character);

/** True if the text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

type Side = 'left' | 'right';
const SIDES: Readonly<Record<string, Side>> = { L: 'left', R: 'right', AL: 'right' };

/** The directions of the letters of a text, without digits and signs. */
const sidesOf = (text: string): Side[] => [...text].map((character) => SIDES[bidi.getBidiCharTypeName(character)]).filter((side) => side !== undefined);
const isMostlyRight = (sides: readonly Side[]): boolean => sides.filter((side) => side === 'right').length * 2 > sides.length;

/** True if the first letter in reading order is written from right to left, which decides the direction of the line. */
export const startsRightToLeft = (text: string): boolean => sidesOf(text)[0] === 'right';

/**
 * Orders the characters of a line as they are printed from left to right (UAX #9), with brackets mirrored where they run the other way. The same steps turn
 * page order back into reading order. Marks stay after their letter.
 */
export function reordered<T extends { character: string }>(line: readonly T[], base: 0 | 1): T[] {
  const clusters: T[][] = [];
  for (const one of line) {
    if (isMark(one.character) && clusters.length > 0) clusters.at(-1)!.push(one);
    else clusters.push([one]);
  }
  // Keys are indexes of first code units, as the library counts.
  const byIndex = new Map<number, T[]>();
  let text = '';
  for (const cluster of clusters) {
    byIndex.set(text.length, cluster);
    text += cluster[0]!.character;
  }
  const embedding = bidi.getEmbeddingLevels(text, base === 1 ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  return bidi.getReorderedIndices(text, embedding).flatMap((index) => {
    const turned = mirrored.get(index);
    const cluster = byIndex.get(index) ?? [];
    return turned === undefined ? cluster : cluster.map((one) => ({ ...one, character: turned }));
  });
}

/** A part of a line that runs in one direction. */
export interface DirectedRun { text: string; isRightToLeft: boolean }

/**
 * The runs of each line in their order on the page, from left to right (UAX #9), each in reading order with brackets mirrored where necessary. `lines` gives
 * the range of each line in the text.
 */
export function runsOnPage(text: string, base: Side, lines: readonly { from: number; to: number }[]): DirectedRun[][] {
  const { levels } = bidi.getEmbeddingLevels(text, base === 'right' ? 'rtl' : 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  return lines.map((line) => lineRuns(text, line, levels, mirrored));
}

function lineRuns(text: string, { from, to }: { from: number; to: number }, levels: Uint8Array, mirrored: ReadonlyMap<number, string>): DirectedRun[] {
  const runs: (DirectedRun & { level: number })[] = [];
  for (let at = from; at < to; at += 1) {
    const character = mirrored.get(at) ?? text[at]!;
    const level = levels[at]!;
    if (runs.at(-1)?.level === level) runs.at(-1)!.text += character;
    else runs.push({ text: character, isRightToLeft: level % 2 === 1, level });
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) turnRuns(runs, level);
  return runs;
}

/** Reverses each sequence of runs of at least this level. */
function turnRuns(runs: { level: number }[], level: number): void {
  for (let from = 0; from < runs.length; from += 1) {
    let end = from;
    while (end < runs.length && runs[end]!.level >= level) end += 1;
    if (end > from + 1) runs.splice(from, end - from, ...runs.slice(from, end).reverse());
    from = Math.max(from, end);
  }
}

const textOf = (line: readonly { character: string }[]): string => line.map(({ character }) => character).join('');
const charactersOf = (text: string): { character: string }[] => Array.from(text, (character) => ({ character }));

/** The page order of a text that a PDF reader has put into reading order. */
export const toPageOrder = (text: string): string => textOf(reordered(charactersOf(text), isMostlyRight(sidesOf(text)) ? 1 : 0));

/** The reading order of a text in page order. */
export function toReadingOrder(text: string): string {
  const sides = sidesOf(text);
  // A line that begins left-to-right and ends right-to-left on the page may be read in both orders; the majority of its letters decides.
  const isRight = sides[0] === 'right' || (sides.at(-1) === 'right' && isMostlyRight(sides));
  return textOf(reordered(charactersOf(text), isRight ? 1 : 0));
}
