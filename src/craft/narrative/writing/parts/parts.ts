import type { Item, Material } from '../material/items.js';
import { cutCost, FORBIDDEN } from './cuts.js';

/** The items `[from, to)` of one material that a part holds. */
export interface PartRange { material: number; from: number; to: number }

/**
 * A run of items from one or more materials, in order and without a gap, which begins and ends where scenes do if possible. `index` counts from 1; `words` is
 * the number of spoken words.
 */
export interface TextPart { index: number; ranges: PartRange[]; words: number }

/** Weights of the squared relative error in a part's length. For comparison, a cut at a pause costs about 0.35. */
const TOO_LONG = 14;
const TOO_SHORT = 8;
/** The cost of each further share of the wanted length once the error exceeds `ACCEPTED_ERROR`. */
const ACCEPTED_ERROR = 0.15;
const FAR_OFF = 12;
/** A part exceeds this multiple of the wanted length by its first item at most. */
const MAX_EXCESS = 1.6;

interface Place { material: number; at: number; words: number; cost: number }

/**
 * Divides the materials into consecutive parts of about `partWords` spoken words each, and of at most `maxWords` where the text can be cut. Parts begin and
 * end where scenes do, else at a pause; together they hold every item once. Returns one part when everything fits, none without items.
 */
export function partsOf(materials: readonly Material[], partWords: number, maxWords: number): TextPart[] {
  const places = materials.flatMap(({ items }, material) => placesIn(items, material));
  if (places.length === 0) return [];
  const starts = bestStarts(places, Math.max(1, Math.min(partWords, maxWords)), maxWords);
  return starts.map((start, index): TextPart => {
    const own = places.slice(start, starts[index + 1] ?? places.length);
    return { index: index + 1, ranges: rangesOf(own), words: own.reduce((sum, { words }) => sum + words, 0) };
  });
}

/** The materials cut down to one part, so that a writer sees nothing else. `order` of the items begins at 0 again. */
export function materialsInPart(materials: readonly Material[], part: TextPart): Material[] {
  return part.ranges.map(({ material, from, to }): Material => {
    const whole = materials[material]!;
    if (from === 0 && to === whole.items.length) return whole;
    const { vectors, scores } = whole.salience;
    return {
      ...whole, items: whole.items.slice(from, to).map((item, order) => ({ ...item, order })),
      salience: { ...whole.salience, vectors: vectors.slice(from, to), scores: scores.slice(from, to) },
    };
  });
}

const placesIn = (items: readonly Item[], material: number): Place[] =>
  items.map((item, at) => ({ material, at, words: item.spokenWords, cost: cutCost(items, at) }));

/** The starts of the parts whose lengths and cuts cost least together, by dynamic programming. */
function bestStarts(places: readonly Place[], partWords: number, maxWords: number): number[] {
  const sums = [0];
  for (const { words } of places) sums.push(sums.at(-1)! + words);
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= places.length; end++) {
    costs.push(Infinity);
    starts.push(end - 1);
    const cut = end === places.length ? 0 : places[end]!.cost;
    for (let start = end - 1; start >= 0; start--) {
      const words = sums[end]! - sums[start]!;
      const cost = costs[start]! + cut + lengthCost(words, partWords) + (words > maxWords ? FORBIDDEN * 10 : 0);
      if (cost < costs[end]!) {
        costs[end] = cost;
        starts[end] = start;
      }
      if (words > partWords * MAX_EXCESS) break;
    }
  }
  const found: number[] = [];
  for (let end = places.length; end > 0; end = starts[end]!) found.unshift(starts[end]!);
  return found;
}

function lengthCost(words: number, partWords: number): number {
  const error = words / partWords - 1;
  const far = Math.max(0, Math.abs(error) - ACCEPTED_ERROR) * FAR_OFF;
  return (error > 0 ? TOO_LONG : TOO_SHORT) * error * error * (Math.abs(error) > 0.5 ? 2 : 1) + far;
}

function rangesOf(places: readonly Place[]): PartRange[] {
  const ranges: PartRange[] = [];
  for (const { material, at } of places) {
    const last = ranges.at(-1);
    if (last?.material === material) last.to = at + 1;
    else ranges.push({ material, from: at, to: at + 1 });
  }
  return ranges;
}
