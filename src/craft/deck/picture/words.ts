import { LINE_HEIGHT } from '../../images/letter-size.js';
import { box, drawableText, type Box } from '../../images/lettering.js';
import { SPACE, wordWidth } from './letter-widths.js';

/** Longer texts are cut, because no picture holds more. */
const MOST_CHARACTERS = 1_200;

/** A text in the letters that can be drawn. */
export const drawn = (text: string): string => drawableText(text, MOST_CHARACTERS);

/** The words of a text as pictures show them. Ranges of words count these. */
export const wordsIn = (text: string): string[] => drawn(text).split(' ').filter((word) => word !== '');

/** A word, or a piece of a word that is wider than its line, with the number of the word in the text. */
interface Piece { text: string; word: number }

/** A typeset text: its font size and its lines. */
export interface SetText { size: number; lines: readonly (readonly Piece[])[] }

export interface Room { width: number; height: number }

const ELLIPSIS = '…';

/** Splits a word into parts that are no wider than a line. */
function broken(word: string, width: number): string[] {
  if (wordWidth(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && wordWidth(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/** Breaks words into lines; `width` is a multiple of the font size. */
function inLines(words: readonly string[], width: number): Piece[][] {
  const lines: Piece[][] = [];
  let room = 0;
  for (const [word, whole] of words.entries()) {
    for (const text of broken(whole, width)) {
      const wide = wordWidth(text);
      if (lines.length > 0 && SPACE + wide <= room) {
        lines.at(-1)!.push({ text, word });
        room -= SPACE + wide;
      } else {
        lines.push([{ text, word }]);
        room = width - wide;
      }
    }
  }
  return lines;
}

/** The first `count` lines, at least one; the last of them ends with an ellipsis if others were cut. */
function cut(lines: readonly Piece[][], count: number, width: number): Piece[][] {
  if (lines.length <= count) return [...lines];
  const kept = lines.slice(0, Math.max(1, count)).map((line) => [...line]);
  const last = kept.at(-1)!;
  const wide = (): number => last.reduce((sum, { text }) => sum + wordWidth(text) + SPACE, 0) - SPACE + wordWidth(ELLIPSIS);
  while (last.length > 1 && wide() > width) last.pop();
  const end = last.at(-1)!;
  let text = end.text.replace(/[,;:.–—-]+$/, '');
  while (text.length > 1 && wordWidth(text + ELLIPSIS) > width) text = text.slice(0, -1);
  last[last.length - 1] = { ...end, text: text + ELLIPSIS };
  return kept;
}

/** Breaks words into the same number of lines, but of about equal length. */
function evened(words: readonly string[], width: number): Piece[][] {
  const count = inLines(words, width).length;
  let narrow = width;
  while (narrow > width / 2 && inLines(words, narrow * 0.97).length === count && !words.some((word) => wordWidth(word) > narrow * 0.97)) narrow *= 0.97;
  return inLines(words, narrow);
}

/**
 * Sets a text in a room at the largest size between `max` and `min` at which all of it fits. A text that is too long even for `min` is cut with an ellipsis.
 * `most` limits the number of lines.
 */
export function setText(text: string, { width, height }: Room, { max, min, most = Infinity, lineHeight = LINE_HEIGHT, isEven = false }: Setting): SetText {
  const words = wordsIn(text);
  const linesFor = (size: number): number => Math.min(most, Math.floor(height / (size * lineHeight)));
  for (let size = max; size > min; size -= 2) {
    const lines = inLines(words, width / size);
    const isBroken = lines.flat().length > words.length;
    if (lines.length <= linesFor(size) && !isBroken) return { size, lines: isEven ? evened(words, width / size) : lines };
  }
  return { size: min, lines: cut(inLines(words, width / min), linesFor(min), width / min) };
}

/** The largest and smallest font size, the most lines, and whether the lines get about equal lengths. */
export interface Setting { max: number; min: number; most?: number; lineHeight?: number; isEven?: boolean }

type Style = Record<string, string | number>;

/** The lines of a typeset text below one another. Only the words in `seen` are visible; the others keep their places. */
export function lettersOf({ size, lines }: SetText, style: Style, { align = 'flex-start', lineHeight = LINE_HEIGHT, seen = [0, Infinity] }: {
  align?: 'flex-start' | 'center'; lineHeight?: number; seen?: readonly [from: number, until: number];
} = {}): Box {
  const [from, until] = seen;
  return box({ flexDirection: 'column', alignItems: align, fontSize: size, lineHeight, ...style }, lines.map((line) => box({ height: size * lineHeight }, line.map(
    ({ text, word }, at) => box({
      whiteSpace: 'nowrap', ...at < line.length - 1 ? { marginRight: size * SPACE } : {}, ...word >= from && word < until ? {} : { opacity: 0 },
    }, text),
  ))));
}

/** The height of a typeset text. */
export const heightOf = ({ size, lines }: SetText, lineHeight = LINE_HEIGHT): number => lines.length * size * lineHeight;
