import { countWords } from '../../src/craft/narrative/writing/wording/wording.js';
import { seededRandom } from '../../src/craft/narrative/writing/stock/seed.js';
import type { LabelledNovel, LabelledQuotation } from './novels.js';

/** One chapter of a labelled novel as a text of its own. Offsets of its quotations count characters of `text`. */
export interface Chapter { work: string; number: number; text: string; quotations: LabelledQuotation[] }

const HEADING = /^[ \t]*(?:(?:chapter|book|part|volume)[ \t]+(?:[ivxlc]+|\d+|[a-z]+)\b.{0,70}|[IVXLC]+\.?)[ \t]*$/gimu;
/** A chapter must be longer than a read of five minutes, and people must speak in it. */
const MIN_WORDS = 1_200;
const MIN_QUOTATIONS = 12;

/** All chapters of a novel that are long enough for a short read, in order. */
export function chaptersOf({ work, text, quotations }: LabelledNovel): Chapter[] {
  const starts = [...text.matchAll(HEADING)].map(({ index }) => index);
  return starts.flatMap((start, at): Chapter[] => {
    const end = starts[at + 1] ?? text.length;
    const own = quotations.filter((one) => one.start >= start && one.end <= end);
    const words = text.slice(start, end);
    if (own.length < MIN_QUOTATIONS || countWords(words) < MIN_WORDS) return [];
    return [{ work, number: at + 1, text: words, quotations: own.map((one) => ({ ...one, start: one.start - start, end: one.end - start })) }];
  });
}

/** A chapter with the title of its novel above it, as people send texts. */
export function titled({ work, text, quotations, ...rest }: Chapter): Chapter {
  const title = `${work.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}\n\n`;
  return { ...rest, work, text: title + text, quotations: quotations.map((one) => ({ ...one, start: one.start + title.length, end: one.end + title.length })) };
}

/** Up to `count` chapters of a novel, chosen by the seed. */
export function chosenChapters(novel: LabelledNovel, count: number, seed: string): Chapter[] {
  const random = seededRandom(`${seed}:${novel.work}`);
  const left = chaptersOf(novel);
  const chosen: Chapter[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen.sort((a, b) => a.number - b.number).map(titled);
}
