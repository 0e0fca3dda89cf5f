import { readFileSync } from 'node:fs';
import path from 'node:path';
import { storyText } from '../stack/story.js';

/** A text in lines, and the voices that speak the lines in turn. */
export interface CaptionRead { name: string; lines: string[]; voices: readonly string[] }

/** The number of words that take about ninety seconds. */
const WORDS = 230;
const MAX_LINE_CHARS = 240;
const QUICK_PARAGRAPHS = 2;

/** Three texts that served to develop no rule of the voices, each with its own voices. */
const READS: readonly (readonly [file: string, voices: readonly string[]])[] = [
  ['inaugural-1961', ['neural-onyx', 'neural-michael', 'neural-bella']],
  ['the-time-machine-8', ['neural-daniel', 'neural-alice', 'neural-edmund']],
  ['voyage-of-the-beagle-20', ['neural-fable', 'neural-sophie', 'neural-kore']],
];

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Joins sentences to lines of the length that people say at once. */
function linesOf(text: string, words: number): string[] {
  const lines: string[] = [];
  let count = 0;
  for (const sentence of text.replace(/\s+/g, ' ').match(/[^.!?]+[.!?]+["”’)]*/g) ?? []) {
    if (count >= words) break;
    count += countWords(sentence);
    const last = lines.at(-1);
    if (last !== undefined && last.length + sentence.length < MAX_LINE_CHARS) lines[lines.length - 1] = `${last} ${sentence.trim()}`;
    else lines.push(sentence.trim());
  }
  return lines;
}

/** The reads of a folder of texts. */
export const captionReads = (folder: string): CaptionRead[] => READS.map(([name, voices]) =>
  ({ name, voices, lines: linesOf(readFileSync(path.join(folder, `${name}.txt`), 'utf8'), WORDS) }));

/** A short read that needs no folder. */
export const quickRead = (): CaptionRead => ({ name: 'quick', voices: READS[0]![1], lines: storyText(QUICK_PARAGRAPHS, 7, true).split('\n\n').slice(2, 3) });
