import type { SeriesEpisode } from '../model.js';
import type { Material } from '../writing/material/items.js';
import { placeScenes } from '../writing/draft/places.js';
import { cutCost } from '../writing/parts/cuts.js';
import { materialsInPart, type PartRange } from '../writing/parts/parts.js';
import type { Block } from '../writing/arrangement/windows.js';
import { naturalParts, type NaturalPart } from './natural-parts.js';

/** A position in the items of all materials in sequence. */
interface Place { material: number; at: number; words: number; cost: number }

const placesOf = (materials: readonly Material[]): Place[] => materials.flatMap(({ items }, material) =>
  items.map((item, at) => ({ material, at, words: item.words, cost: cutCost(items, at) })));

/** Weight of a cut's distance from the middle of its gap: at the edge of the gap it costs a quarter of a cut inside an exchange. */
const OFF_CENTRE = 3;

/** The best cut between the passages of two episodes: at a pause, and near the middle. */
function cutBetween(places: readonly Place[], from: number, to: number): number {
  const words = (start: number, end: number): number => places.slice(start, end).reduce((sum, place) => sum + place.words, 0);
  const gap = Math.max(1, words(from, to));
  let best = { at: to, cost: Infinity };
  let before = 0;
  for (let at = from; at <= to; at++) {
    const cost = (places[at]?.cost ?? 0) + OFF_CENTRE * Math.abs(before / gap - 0.5);
    if (cost < best.cost) best = { at, cost };
    before += places[at]?.words ?? 0;
  }
  return best.at;
}

type Passages = readonly (Block | null)[];

/** Where the part of each episode begins; an episode without a passage begins where the next one does. */
function startsOf(places: readonly Place[], blocks: Passages): number[] {
  const indexOf = (material: number, at: number): number => places.findIndex((place) => place.material === material && place.at === at);
  const starts: (number | null)[] = [];
  let end: number | null = null;
  for (const block of blocks) {
    starts.push(block && (end === null ? 0 : cutBetween(places, end, indexOf(block.material, block.from))));
    if (block) end = indexOf(block.material, block.to - 1) + 1;
  }
  return starts.map((start, index) => start ?? starts.slice(index).find((later) => later !== null) ?? places.length);
}

/** The natural parts, when there is one for each episode and nearly all episodes match theirs; else null. */
function ownParts(materials: readonly Material[], blocks: Passages): NaturalPart[] | null {
  const parts = naturalParts(materials);
  if (parts.length !== blocks.length) return null;
  const agreeing = blocks.filter((block, index) => block !== null && parts[index]!.ranges.some(({ material, from, to }) =>
    block.material === material && block.from < to && block.to > from));
  return agreeing.length * 8 >= blocks.length * 7 ? parts : null;
}

/** The surroundings of each passage, cut at pauses; together the shares cover everything. A missing passage gets nothing. */
export function sharesAround(materials: readonly Material[], blocks: Passages): PartRange[][] {
  const places = placesOf(materials);
  const starts = startsOf(places, blocks);
  return blocks.map((_block, index) => rangesOf(places.slice(starts[index] ?? places.length, starts[index + 1] ?? places.length)));
}

function rangesOf(places: readonly Place[]): PartRange[] {
  const ranges: PartRange[] = [];
  for (const { material, at } of places) {
    const open = ranges.at(-1);
    if (open?.material === material) open.to = at + 1;
    else ranges.push({ material, from: at, to: at + 1 });
  }
  return ranges;
}

/**
 * The part of the sources that one episode of a series tells. The episodes share the sources in their order: each gets its chapter when they follow the
 * chapters, else the surroundings of the passage that best matches its summary. Everything, when the series has one episode or does not contain this one,
 * when any episode has no summary, and when no part of the sources falls to this episode.
 */
export function materialsOfEpisode(materials: readonly Material[], episodes: readonly SeriesEpisode[], index: number): Material[] {
  if (episodes.length <= 1 || index < 0 || episodes.some(({ summary }) => summary.trim() === '')) return [...materials];
  const blocks = placeScenes(materials, episodes.map(({ title, summary }) => ({ heading: title, summary, characters: [] })));
  const own = ownParts(materials, blocks)?.[index];
  if (own) return materialsInPart(materials, own);
  const ranges = sharesAround(materials, blocks)[index]!;
  if (ranges.length === 0) return [...materials];
  const words = ranges.flatMap(({ material, from, to }) => materials[material]!.items.slice(from, to)).reduce((sum, item) => sum + item.words, 0);
  return materialsInPart(materials, { index: index + 1, ranges, words });
}
