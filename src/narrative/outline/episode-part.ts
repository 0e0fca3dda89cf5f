import type { SeriesEpisode } from '../model.js';
import type { Material } from '../writing/material/items.js';
import { placeScenes } from '../writing/draft/places.js';
import { cutCost } from '../writing/parts/cuts.js';
import { materialsInPart, type PartRange } from '../writing/parts/parts.js';

/** A position in the items of all materials, one after the other. */
interface Place { material: number; at: number; words: number; cost: number }

const placesOf = (materials: readonly Material[]): Place[] => materials.flatMap(({ items }, material) =>
  items.map((item, at) => ({ material, at, words: item.words, cost: cutCost(items, at) })));

/** A cut at the edge of its gap costs a quarter of one inside an exchange. */
const OFF_CENTRE = 3;

/** The place between two episodes' own passages where a listener would cut: at a pause, near the middle. */
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

/** Where the part of each episode begins; an episode that no passage is left for begins where the next one does. */
function startsOf(materials: readonly Material[], places: readonly Place[], episodes: readonly SeriesEpisode[]): number[] {
  const wanted = episodes.map(({ title, summary }) => ({ heading: title, summary, characters: [] }));
  const blocks = placeScenes(materials, wanted);
  const indexOf = (material: number, at: number): number => places.findIndex((place) => place.material === material && place.at === at);
  const starts: number[] = [];
  let last: { end: number } | null = null;
  for (const block of blocks) {
    const from: number = block ? indexOf(block.material, block.from) : places.length;
    starts.push(last === null ? 0 : block ? cutBetween(places, last.end, from) : places.length);
    if (block) last = { end: indexOf(block.material, block.to - 1) + 1 };
  }
  return starts;
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
 * The part of the sources that one episode of a series tells. The episodes share the sources in their order: each gets what lies around
 * the passage that is most like its summary. Everything, when the series has one episode, when an episode has no summary, and when the
 * sources are too short to be shared.
 */
export function materialsOfEpisode(materials: readonly Material[], episodes: readonly SeriesEpisode[], index: number): Material[] {
  if (episodes.length <= 1 || index < 0 || episodes.some(({ summary }) => summary.trim() === '')) return [...materials];
  const places = placesOf(materials);
  const starts = startsOf(materials, places, episodes);
  const own = places.slice(starts[index] ?? places.length, starts[index + 1] ?? places.length);
  if (own.length === 0) return [...materials];
  return materialsInPart(materials, { index: index + 1, ranges: rangesOf(own), words: own.reduce((sum, { words }) => sum + words, 0) });
}
