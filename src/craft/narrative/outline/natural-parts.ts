import { headingWords } from '../analysis/language/titles.js';
import type { Item, Material } from '../writing/material/items.js';
import { partsOf, type PartRange, type TextPart } from '../writing/parts/parts.js';

/** A chapter with fewer words is joined to a neighbour. */
const MIN_PART_WORDS = 80;
/** A text without chapters that has more words is divided into several episodes, each of about a quarter of an hour. */
const MAX_WHOLE_WORDS = 4_500;
const EPISODE_WORDS = 2_250;

/** A part of the sources that makes an episode; `heading` is the heading of its chapter. */
export interface NaturalPart extends TextPart { heading: string | null }

const wordsIn = (items: readonly Item[], from: number, to: number): number => items.slice(from, to).reduce((sum, { words }) => sum + words, 0);

/** The chapters of one material; a single range for the whole when it has fewer than two. */
function chaptersOf({ items, analysis: { text, paragraphs } }: Material, material: number): { range: PartRange; heading: string | null }[] {
  const heads = paragraphs.filter(({ kind }) => kind === 'heading').map(({ start, end }) => ({
    heading: headingWords(text, { start, end }), at: items.findIndex((item) => item.start >= end),
  })).filter(({ at }) => at >= 0);
  const chapters: { range: PartRange; heading: string | null }[] = [];
  for (const [index, { heading, at }] of heads.entries()) {
    const to = heads[index + 1]?.at ?? items.length;
    // Two headings above one text are a number and a title.
    if (to > at && wordsIn(items, at, to) >= MIN_PART_WORDS) chapters.push({ heading, range: { material, from: at, to } });
  }
  if (chapters.length < 2) return [{ heading: null, range: { material, from: 0, to: items.length } }];
  return chapters.map(({ heading, range }, index) => ({
    heading, range: { ...range, from: index === 0 ? 0 : range.from, to: chapters[index + 1]?.range.from ?? items.length },
  }));
}

/**
 * The natural divisions of the sources, without gaps: their chapters, or one part for a source without any. A single long source without chapters is cut at
 * pauses into parts of about equal length.
 */
export function naturalParts(materials: readonly Material[]): NaturalPart[] {
  const found = materials.flatMap((material, index) => chaptersOf(material, index));
  const only = found.length === 1 ? materials[found[0]!.range.material]! : null;
  const words = only ? wordsIn(only.items, 0, only.items.length) : 0;
  if (words > MAX_WHOLE_WORDS) {
    const count = Math.max(2, Math.round(words / EPISODE_WORDS));
    return partsOf(materials, words / count, Infinity).map((part) => ({ ...part, heading: null }));
  }
  return found.map(({ heading, range }, index) => ({
    index: index + 1, heading, ranges: [range], words: wordsIn(materials[range.material]!.items, range.from, range.to),
  }));
}
