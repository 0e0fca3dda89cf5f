import type { BeatRole } from '../../../model.js';
import { rolesFor, sharesOf, spokenIn, type ArrangementRequest } from '../../arrangement/arrangement.js';
import { growthSteps, shrinkingSteps, type Block, type Step } from '../../arrangement/windows.js';
import type { Item, Material } from '../../material/items.js';
import { BRIDGE_WORDS, withIntroductions } from './introductions.js';
import { playedSource, type PlayedPassage, type PlayedSource } from './played-source.js';
import { scenePassage, type PassageRequest } from './windows.js';

const MIN_PASSAGE_WORDS = 60;
/** A first passage that starts within so many words of the source's beginning starts at the beginning. */
const NEAR_OPENING_WORDS = 75;
/** Passages to add in each variant. */
const MORE_PASSAGES = [0, 0, -1, 1, 1];
/** Largest share of introductions in the words of a drama. */
const MAX_BRIDGE_SHARE = 0.14;

/**
 * Passages of a drama in source order: whole exchanges in as few blocks as hold the story's beginning, middle and end,
 * with the words that introduce new voices. Together they are as near to the target as whole exchanges allow.
 */
export function arrangeDrama(materials: readonly Material[], request: ArrangementRequest): Block[] {
  const sources = materials.map((material) => playedSource(material));
  const sizes = sources.map(({ items }) => spokenIn(items, 0, items.length));
  const available = sizes.reduce((sum, size) => sum + size, 0);
  if (available === 0) return [];
  if (available <= request.targetWords * 1.01) {
    return materials.map((_material, index): Block =>
      ({ material: index, from: 0, to: sources[index]!.items.length, role: 'hook' }))
      .filter((block) => block.to > 0);
  }
  const count = Math.max(1, Math.min(request.passages + (MORE_PASSAGES[request.variant] ?? 0),
    Math.floor(available / MIN_PASSAGE_WORDS)));
  const shares = sharesOf(materials, count);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const passages = sources.flatMap((source, index) => {
    const budgetWords = (request.targetWords * shares[index]!) / total;
    return shares[index]! === 0 ? [] : passagesOf(source, index, shares[index]!, budgetWords, {
      first: index === shares.findIndex((share) => share > 0),
      last: index === shares.findLastIndex((share) => share > 0),
      variant: request.variant,
    });
  });
  const introduced = withIntroductions(passages, sources, request.targetWords * MAX_BRIDGE_SHARE);
  const blocks = fitDramaToLength(introduced, sources, request.targetWords);
  const roles = rolesFor(blocks.length);
  return blocks.map(({ material, from, to }, index) => ({ material, from, to, role: roles[index] ?? 'proof' }));
}

interface Place { first: boolean; last: boolean; variant: number }

function passagesOf(
  source: PlayedSource, material: number, count: number, targetWords: number, place: Place,
): PlayedPassage[] {
  const { items } = source;
  const found: PlayedPassage[] = [];
  const known = new Set<string>(source.narrator === null ? [] : [source.narrator]);
  const add = (span: { from: number; to: number }, role: BeatRole, bridge: boolean): void => {
    found.push({ material, ...span, role, bridge });
    for (let at = span.from; at < span.to; at++) for (const id of source.names[at]!) known.add(id);
  };
  const zones = dramaZones(items, count, place.variant);
  zones.forEach((zone, index) => {
    const isFirst = place.first && index === 0;
    const isLast = place.last && index === zones.length - 1;
    const request: PassageRequest = { ...zone, budgetWords: targetWords / zones.length, first: isFirst,
      last: false, known };
    const free = scenePassage(source, request);
    const closing = isLast ? scenePassage(source, { ...request, last: true }) : null;
    const best = closing && (!free || closing.value + CLOSING_WORTH >= free.value) ? closing : free;
    if (isFirst && best && spokenIn(items, 0, best.from) <= NEAR_OPENING_WORDS
      && items.slice(1, best.from + 1).every((item) => item.follows)) {
      best.from = 0;
    }
    if (!best && !isFirst && !isLast) return;
    if (isFirst && (!best || best.from > 0)) {
      const opening = openingBridge(source, best ? best.from : zone.to);
      const meets = opening !== null && best !== null && opening.to >= best.from;
      if (opening) add(meets ? { from: opening.from, to: best.to } : opening, 'hook', !meets);
      if (meets) return;
    }
    if (best) add(best, 'proof', false);
    if (isLast && (!best || !reachesEnd(items, best.to))) {
      const end = closingBridge(source, best ? best.to : zone.from);
      if (end) add(end, 'payoff', true);
    }
  });
  return found;
}

/** A last passage that reaches the end of the source may be worth so much less than the best one. */
const CLOSING_WORTH = 0.5;
const reachesEnd = (items: readonly Item[], to: number): boolean => items[to - 1]!.end >= items.at(-1)!.end * 0.92;

/** The first words of the source, as a short orientation. */
function openingBridge({ items, stops }: PlayedSource, limit: number): { from: number; to: number } | null {
  let words = 0;
  for (let to = 0; to < limit; to++) {
    words += items[to]!.spokenWords;
    if (stops[to] && (words >= BRIDGE_WORDS * 0.5 || items[to + 1] === undefined
      || words + items[to + 1]!.spokenWords > BRIDGE_WORDS)) return { from: 0, to: to + 1 };
    if (words > BRIDGE_WORDS * 2) return { from: 0, to: to + 1 };
  }
  return limit > 0 ? { from: 0, to: limit } : null;
}

/** The last words of the source, from a possible start of a passage or the start of a paragraph. */
function closingBridge({ items, starts }: PlayedSource, floor: number): { from: number; to: number } | null {
  let words = 0;
  let best: number | null = null;
  let fallback = items.length - 1;
  for (let from = items.length - 1; from >= floor; from--) {
    words += items[from]!.spokenWords;
    if (words > BRIDGE_WORDS * 2 && from < items.length - 1) break;
    if (items[from]!.startsParagraph && words <= BRIDGE_WORDS * 1.3) fallback = from;
    if (starts[from] === 'good') best = from;
    if (best !== null && words >= BRIDGE_WORDS * 0.5) break;
    if (!items[from]!.follows) break;
  }
  return floor < items.length ? { from: best ?? fallback, to: items.length } : null;
}

/** Zones of equal size, their borders moved to the start of a scene, else of a paragraph, near by. */
function dramaZones(items: readonly Item[], count: number, variant: number): { from: number; to: number }[] {
  const ends: number[] = [];
  let sum = 0;
  for (const item of items) ends.push(sum += Math.max(1, item.spokenWords));
  const size = sum / count;
  const cuts = [0];
  for (let index = 1; index < count; index++) {
    const shift = variant === 0 ? 0 : ((variant % 3) - 1) * 0.22 + (variant > 2 ? 0.1 : 0);
    const requested = size * (index + shift);
    let best = -1;
    let cost = Infinity;
    for (let at = cuts.at(-1)! + 1; at < items.length; at++) {
      const distance = Math.abs(ends[at - 1]! - requested) / size;
      if (distance > 0.45) continue;
      const changes = items[at]!.scene !== items[at - 1]!.scene ? 0 : items[at]!.startsParagraph ? 0.3 : 0.6;
      if (distance + changes < cost) {
        cost = distance + changes;
        best = at;
      }
    }
    if (best > 0) cuts.push(best);
  }
  return cuts.map((from, index) => ({ from, to: cuts[index + 1] ?? items.length }));
}

/** Largest error of the total length, as a share of the target. */
const MAX_LENGTH_ERROR = 0.015;

/** Grows or shrinks passages by whole exchanges until the words fit; bridges keep their size. */
function fitDramaToLength(
  start: readonly PlayedPassage[], sources: readonly PlayedSource[], targetWords: number,
): PlayedPassage[] {
  const blocks = start.map((block) => ({ ...block }));
  const itemsOf = (material: number): readonly Item[] => sources[material]!.items;
  let words = blocks.reduce((sum, block) => sum + spokenIn(itemsOf(block.material), block.from, block.to), 0);
  for (let round = 0; round < 300; round++) {
    const error = words - targetWords;
    if (Math.abs(error) <= targetWords * MAX_LENGTH_ERROR) break;
    const steps = (error < 0 ? growthSteps(blocks, itemsOf) : shrinkingSteps(blocks, itemsOf))
      .filter((step) => (!blocks[step.block]!.bridge || step.joins) && hasValidEdges(sources, blocks[step.block]!, step)
        && Math.abs(error + step.words) < Math.abs(error));
    const worth = (step: Step): number => stepWorth(sources[blocks[step.block]!.material]!, blocks[step.block]!, step,
      Math.abs(error));
    steps.sort((a, b) => worth(b) - worth(a) || a.block - b.block || a.from - b.from || a.to - b.to);
    const step = steps[0];
    if (!step) break;
    blocks[step.block]!.from = step.from;
    blocks[step.block]!.to = step.to;
    words += step.words;
  }
  return blocks;
}

/** True when the changed block starts and stops where a passage may. */
function hasValidEdges(sources: readonly PlayedSource[], block: PlayedPassage, step: Step): boolean {
  const { starts, stops, items } = sources[block.material]!;
  const startsWell = step.from === block.from || step.from === 0 || starts[step.from] !== 'no' || step.joins;
  return startsWell && (step.to === block.to || step.to === items.length || stops[step.to - 1] === true || step.joins);
}

/** The value of a step: closing a gap counts most, then dialogue, then the length; a new scene costs. */
function stepWorth({ items }: PlayedSource, block: PlayedPassage, step: Step, error: number): number {
  const [from, to] = step.from !== block.from ? [Math.min(step.from, block.from), Math.max(step.from, block.from)]
    : [Math.min(step.to, block.to), Math.max(step.to, block.to)];
  const touched = items.slice(from, to);
  const spoken = Math.max(1, Math.abs(step.words));
  const lines = touched.filter((item) => item.kind === 'line' && item.confidence !== 'weak')
    .reduce((sum, item) => sum + item.words, 0) / spoken;
  const crosses = new Set([...touched, items[step.words > 0 ? block.from : from]!].map((item) =>
    item.scene)).size > 1 ? 0.5 : 0;
  const nearness = 1 - Math.abs(error - spoken) / Math.max(error, spoken);
  return step.words > 0 ? (step.joins ? 1.2 : 0) + lines - crosses + 0.3 * nearness
    : 0.4 * nearness - lines + crosses;
}
