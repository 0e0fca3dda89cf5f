import { cosine, summed, type StemVector } from '../wording/salience.js';

/** Half-open range of item positions. */
export interface Zone { from: number; to: number }

export interface ZoneItem { words: number; vector: StemVector; group: number }

const MAX_BLOCKS = 240;

/**
 * Cuts a sequence into `count` zones of about equal length with borders where the vocabulary changes. A border splits a
 * group (a paragraph) only when there are too few groups. Dynamic programming over at most 240 blocks.
 */
export function zonesOf(items: readonly ZoneItem[], count: number): Zone[] {
  let blocks = blocksOf(items, (item) => item.group);
  // A short text gets fewer zones rather than zones that split its paragraphs.
  if (blocks.length < Math.min(3, count)) blocks = items.map((_item, index) => ({ from: index, to: index + 1 }));
  const step = Math.ceil(blocks.length / MAX_BLOCKS);
  if (step > 1) blocks = blocks.filter((_block, index) => index % step === 0)
    .map((block, index, kept) => ({ from: block.from, to: kept[index + 1]?.from ?? items.length }));
  const zones = Math.min(count, blocks.length);
  if (zones <= 1) return items.length > 0 ? [{ from: 0, to: items.length }] : [];
  const cuts = bestCuts(items, blocks, zones);
  return cuts.slice(0, -1).map((cut, index) => ({ from: blocks[cut]!.from, to: blocks[cuts[index + 1]! - 1]!.to }));
}

function blocksOf(items: readonly ZoneItem[], key: (item: ZoneItem) => number): Zone[] {
  const blocks: Zone[] = [];
  items.forEach((item, index) => {
    const last = blocks.at(-1);
    if (last && key(items[last.from]!) === key(item)) last.to = index + 1;
    else blocks.push({ from: index, to: index + 1 });
  });
  return blocks;
}

function bestCuts(items: readonly ZoneItem[], blocks: readonly Zone[], zones: number): number[] {
  const n = blocks.length;
  const vectors = blocks.map((block) => summed(items.slice(block.from, block.to).map((item) => item.vector)));
  const before = [0];
  for (const block of blocks) {
    before.push(before.at(-1)! + items.slice(block.from, block.to).reduce((sum, item) => sum + item.words, 0));
  }
  const target = (before[n]! / zones) || 1;
  const reach = Math.max(2, Math.min(4, Math.round(n / zones / 3)));
  const joint = blocks.map((_block, index) => index === 0 ? 0
    : cosine(summed(vectors.slice(Math.max(0, index - reach), index)), summed(vectors.slice(index, index + reach))));
  const cost = Array.from({ length: zones + 1 }, () => new Float64Array(n + 1).fill(Infinity));
  const back = Array.from({ length: zones + 1 }, () => new Int32Array(n + 1));
  cost[0]![0] = 0;
  for (let k = 1; k <= zones; k++) {
    for (let to = k; to <= n - (zones - k); to++) {
      for (let from = k - 1; from < to; from++) {
        const length = (before[to]! - before[from]!) / target - 1;
        const value = cost[k - 1]![from]! + length * length * 0.35 + joint[from]!;
        if (value < cost[k]![to]!) {
          cost[k]![to] = value;
          back[k]![to] = from;
        }
      }
    }
  }
  const cuts = [n];
  for (let k = zones, to = n; k > 0; k--) {
    to = back[k]![to]!;
    cuts.unshift(to);
  }
  return cuts;
}
