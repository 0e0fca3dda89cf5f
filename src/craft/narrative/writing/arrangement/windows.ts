import type { BeatRole } from '../../model.js';
import { ROLE_CUES } from '../wording/phrases.js';
import type { Item } from '../material/items.js';

/** A run of consecutive items, as positions in the item list of its material; `to` is exclusive. */
export interface Block { material: number; from: number; to: number; role: BeatRole }

/** The zone of a passage (`to` is exclusive) and what the passage is for. */
export interface WindowRequest {
  from: number;
  to: number;
  budgetWords: number;
  role: BeatRole;
  /** The passage must begin within the first 12 % of the source. */
  first: boolean;
  /** The passage must reach the last 8 % of the source. */
  last: boolean;
  /** True to prefer passages with two voices to narration. */
  dramatic: boolean;
}

/** Longer sentences are hard to follow when heard. */
const LONG_SENTENCE_WORDS = 35;

/**
 * The best contiguous passage of a zone near its budget. It starts where a listener needs nothing from before and ends
 * where nothing is left open. Null when the zone has no such start.
 */
export function bestWindow(items: readonly Item[], request: WindowRequest): { from: number; to: number } | null {
  let best: { from: number; to: number; value: number } | null = null;
  const length = items.at(-1)?.end ?? 1;
  for (let from = request.from; from < request.to; from++) {
    const head = items[from]!;
    if (!head.opens || (request.first && from > 0 && head.start > length * 0.12)) continue;
    const sums = new WindowSums();
    for (let to = from; to < request.to; to++) {
      const item = items[to]!;
      if (to > from && !item.follows) break;
      if (sums.words > 0 && sums.words + item.spokenWords > request.budgetWords * 1.3) break;
      sums.add(item);
      const last = request.last && to === items.length - 1;
      if (!item.closes && !last) continue;
      if (request.last && item.end < length * 0.92) continue;
      const value = windowValue(items, from, to, sums, request);
      if (!best || value > best.value) best = { from, to: to + 1, value };
    }
  }
  return best && { from: best.from, to: best.to };
}

class WindowSums {
  words = 0;
  roots = 0;
  longWords = 0;
  score = 0;
  lines = 0;
  lineWords = 0;
  cues = '';
  readonly voices = new Set<string>();
  readonly paragraphs = new Set<number>();
  readonly scenes = new Set<number>();
  exclaimed = false;

  add(item: Item): void {
    const root = Math.sqrt(item.words);
    this.words += item.spokenWords;
    this.roots += root;
    if (item.kind === 'narration' && item.words > LONG_SENTENCE_WORDS) {
      this.longWords += item.words - LONG_SENTENCE_WORDS;
    }
    this.score += item.salience * root;
    this.paragraphs.add(item.paragraph);
    this.scenes.add(item.scene);
    if (item.kind === 'line') {
      this.lines++;
      this.lineWords += item.words;
      if (item.speaker) this.voices.add(item.speaker);
      if (item.text.includes('!')) this.exclaimed = true;
    }
  }
}

function windowValue(
  items: readonly Item[], from: number, to: number, sums: WindowSums, request: WindowRequest,
): number {
  const head = items[from]!;
  const tail = items[to]!;
  const prose = sums.lines === 0 || !request.dramatic;
  let value = sums.score / (sums.roots || 1);
  value += head.startsParagraph ? 0.26 : items[from - 1]?.startsParagraph ? 0.08 : 0;
  value += tail.endsParagraph ? 0.12 : 0;
  if (prose) value -= 0.06 * (sums.paragraphs.size - 1);
  value -= Math.abs(sums.words - request.budgetWords) / request.budgetWords;
  const text = items.slice(from, Math.min(to + 1, from + 6)).map((item) => item.text).join(' ');
  value += 0.05 * Math.min(3, (text.match(ROLE_CUES[request.role]) ?? []).length);
  if (request.first) value += from === 0 ? 0.55 : from < 6 ? 0.3 : from < 14 ? 0.12 : 0;
  if (request.last) value += to >= items.length - 2 ? request.dramatic ? 0.9 : 0.45 : 0;
  value -= 0.5 * (sums.longWords / (sums.words + 1));
  if (request.dramatic) value += dramaticValue(sums);
  return value;
}

function dramaticValue(sums: WindowSums): number {
  let value = sums.lines === 0 ? -0.9 : sums.lines === 1 ? -0.45 : 0;
  value += 0.5 * (sums.lineWords / (sums.words + 1)) ** 0.5;
  value += sums.voices.size >= 2 ? 0.3 : 0;
  value += sums.exclaimed ? 0.08 : 0;
  return value - 0.6 * (sums.scenes.size - 1);
}

/**
 * A change of a block by whole items that keeps its start and end possible. `words` is negative when the block shrinks; `joins` is true when the block closes
 * the gap to the next one.
 */
export interface Step { block: number; from: number; to: number; words: number; joins: boolean }

/** The smallest steps by which blocks can grow. Blocks of one material keep their order and never overlap. */
export function growthSteps(blocks: readonly Block[], itemsOf: (material: number) => readonly Item[]): Step[] {
  const steps: Step[] = [];
  blocks.forEach((block, index) => {
    const items = itemsOf(block.material);
    const next = blocks[index + 1];
    const previous = blocks[index - 1];
    const limit = next && next.material === block.material ? next.from : items.length;
    const floor = previous && previous.material === block.material ? previous.to : 0;
    for (let to = block.to, words = 0; to < limit; to++) {
      const item = items[to]!;
      if (!item.follows && to > 0) {
        break;
      }
      words += item.spokenWords;
      if ((item.closes || to + 1 === items.length) && words > 0) {
        steps.push({ block: index, from: block.from, to: to + 1, words, joins: to + 1 === limit
          && next !== undefined });
        break;
      }
    }
    for (let from = block.from - 1, words = 0; from >= floor && items[from + 1]!.follows; from--) {
      words += items[from]!.spokenWords;
      if ((items[from]!.opens || from === floor) && words > 0) {
        if (items[from]!.opens || (floor > 0 && items[from]!.follows)) {
          steps.push({ block: index, from, to: block.to, words, joins: from === floor && previous !== undefined });
        }
        break;
      }
    }
  });
  return steps;
}

/** The smallest steps by which blocks can shrink; a block keeps at least one item. */
export function shrinkingSteps(blocks: readonly Block[], itemsOf: (material: number) => readonly Item[]): Step[] {
  const steps: Step[] = [];
  blocks.forEach((block, index) => {
    const items = itemsOf(block.material);
    const isLast = index === blocks.length - 1;
    const isFirst = index === 0;
    for (let to = block.to - 1, words = items[to]!.spokenWords; !isLast && to > block.from; to--) {
      if (items[to - 1]!.closes && words > 0) {
        steps.push({ block: index, from: block.from, to, words: -words, joins: false });
        break;
      }
      words += items[to - 1]!.spokenWords;
    }
    for (let from = block.from + 1, words = items[block.from]!.spokenWords; !isFirst && from < block.to; from++) {
      if (items[from]!.opens && words > 0) {
        steps.push({ block: index, from, to: block.to, words: -words, joins: false });
        break;
      }
      words += items[from]!.spokenWords;
    }
  });
  return steps;
}
