import { BEAT_ROLES, type BeatRole } from '../../model.js';
import type { Item, Material } from '../material/items.js';
import { bestWindow, growthSteps, shrinkingSteps, type Block, type Step } from './windows.js';
import { zonesOf } from './zones.js';

export interface ArrangementRequest {
  /** Number of passages; small sources give fewer. */
  passages: number;
  /** Source words that all passages together should hold. */
  targetWords: number;
  dramatic: boolean;
  /** 0 for the first variant; others move the borders of zones and windows. */
  variant: number;
}

/** The roles of the beats of a plan, in order, for a number of beats. */
export function rolesFor(beats: number): BeatRole[] {
  const roles: Record<number, BeatRole[]> = {
    1: ['hook'], 2: ['hook', 'payoff'], 3: ['hook', 'context', 'payoff'], 4: ['hook', 'context', 'turn', 'payoff'],
    5: ['hook', 'context', 'proof', 'turn', 'payoff'], 6: ['hook', 'context', 'conflict', 'proof', 'turn', 'payoff'],
    7: [...BEAT_ROLES],
  };
  if (beats <= 7) return roles[Math.max(1, beats)]!;
  return ['hook', 'context', ...Array.from({ length: beats - 4 }, (_v, i): BeatRole => i % 2 ? 'proof' : 'conflict'),
    'turn', 'payoff'];
}

/** Shortest passage in words; small sources get fewer passages. */
const MIN_PASSAGE_WORDS = 22;

/** Passages in source order, one per zone. Together they are as near to the target as whole sentences allow. */
export function arrange(materials: readonly Material[], request: ArrangementRequest): Block[] {
  const available = materials.reduce((sum, material) => sum + spokenIn(material.items, 0, material.items.length), 0);
  if (available === 0) return [];
  const passages = Math.min(request.passages, Math.floor(available / MIN_PASSAGE_WORDS));
  const shares = sharesOf(materials, Math.max(1, passages));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const roles = rolesFor(total);
  const everything = available <= request.targetWords * 1.01;
  const blocks: Block[] = [];
  materials.forEach((material, index) => {
    const count = shares[index]!;
    if (count === 0) return;
    const isFirst = index === shares.findIndex((share) => share > 0);
    const isLast = index === shares.findLastIndex((share) => share > 0);
    const zones = zonesOf(material.items.map((item, at) => ({
      words: item.spokenWords || 1, vector: material.salience.vectors[at]!, group: item.paragraph,
    })), Math.max(1, count + (request.variant % 2 === 1 && count > 2 ? 1 : 0)));
    const chosen = zones.length > count ? mergedZones(zones, request.variant) : zones;
    chosen.forEach((zone, at) => {
      const role = roles[blocks.length] ?? 'proof';
      const first = isFirst && at === 0;
      const last = isLast && at === chosen.length - 1;
      const window = everything ? zone
        : passageIn(material, zone, request, { role, first, last }, request.targetWords / total);
      if (window) blocks.push({ material: index, ...window, role });
    });
  });
  const itemsOf = (material: number): readonly Item[] => materials[material]!.items;
  return everything ? blocks : fitted(blocks, itemsOf, request.targetWords);
}

function mergedZones<Z extends { from: number; to: number }>(zones: Z[], variant: number): Z[] {
  const at = 1 + (variant % Math.max(1, zones.length - 2));
  return zones.flatMap((zone, index) => index === at ? [] : index === at - 1 ? [{ ...zone, to: zones[at]!.to }]
    : [zone]);
}

/** Number of passages per source by size; each source gets one while there are enough. */
export function sharesOf(materials: readonly Material[], passages: number): number[] {
  const sizes = materials.map((material) => spokenIn(material.items, 0, material.items.length));
  const shares = sizes.map(() => 0);
  const bySize = sizes.map((_size, index) => index).filter((index) => sizes[index]! > 0)
    .sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  for (const index of bySize.slice(0, passages)) shares[index] = 1;
  for (let left = passages - bySize.length; left > 0; left--) {
    let best = -1;
    for (const index of bySize) {
      const room = materials[index]!.items.length > shares[index]!;
      if (room && (best < 0 || sizes[index]! / (shares[index]! + 1) > sizes[best]! / (shares[best]!
        + 1))) best = index;
    }
    if (best < 0) break;
    shares[best]!++;
  }
  return shares;
}

/** Number of spoken words in the items from `from` up to, without, `to`. */
export function spokenIn(items: readonly Item[], from: number, to: number): number {
  let words = 0;
  for (let at = from; at < to; at++) words += items[at]!.spokenWords;
  return words;
}

function passageIn(material: Material, zone: { from: number; to: number }, request: ArrangementRequest,
  place: { role: BeatRole; first: boolean; last: boolean },
    budgetWords: number): { from: number; to: number } | null {
  const { items } = material;
  for (const scale of [1, 0.6, 0.3]) {
    const found = bestWindow(items, { ...zone, ...place, budgetWords: budgetWords * scale,
      dramatic: request.dramatic });
    if (found) return found;
  }
  if (place.first) return { from: zone.from, to: closingAt(items, zone.from, zone.to, budgetWords) };
  if (!place.last) return null;
  let from = zone.to - 1;
  let words = items[from]!.spokenWords;
  while (from > zone.from && !items[from]!.opens && items[from]!.follows
    && words < budgetWords) words += items[--from]!.spokenWords;
  return { from, to: zone.to };
}

function closingAt(items: readonly Item[], from: number, limit: number, budgetWords: number): number {
  let words = 0;
  for (let to = from; to < limit; to++) {
    words += items[to]!.spokenWords;
    if (items[to]!.closes || items[to + 1]?.follows === false || words > budgetWords) return to + 1;
  }
  return limit;
}

/** Largest error of the total length, as a share of the target. */
const MAX_LENGTH_ERROR = 0.02;

/**
 * Lengthens or shortens passages until their words are within `maxError` of the target or no step helps. A step for which `keeps` returns false is not taken.
 */
export function fitted(start: readonly Block[], itemsOf: (material: number) => readonly Item[],
  targetWords: number, keeps: (block: Block, step: Step) => boolean = () => true, maxError = MAX_LENGTH_ERROR): Block[] {
  const blocks = start.map((block) => ({ ...block }));
  const wordsOf = (block: Block): number => spokenIn(itemsOf(block.material), block.from, block.to);
  let words = blocks.reduce((sum, block) => sum + wordsOf(block), 0);
  for (let round = 0; round < 400; round++) {
    const error = words - targetWords;
    if (Math.abs(error) <= targetWords * maxError) break;
    const steps = error < 0 ? growthSteps(blocks, itemsOf) : shrinkingSteps(blocks, itemsOf);
    const helping = steps.filter((step) => Math.abs(error + step.words) < Math.abs(error)
      && keeps(blocks[step.block]!, step));
    if (helping.length === 0) break;
    const size = (step: Step): number => wordsOf(blocks[step.block]!) * (error < 0 ? 1 : -1);
    helping.sort((a, b) => Number(b.joins) - Number(a.joins) || size(a) - size(b) || a.block - b.block || a.to - b.to
      || a.from - b.from);
    const step = helping[0]!;
    blocks[step.block]!.from = step.from;
    blocks[step.block]!.to = step.to;
    words += step.words;
  }
  return blocks;
}
