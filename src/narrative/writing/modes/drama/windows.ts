import type { Item } from '../../material/items.js';
import type { PlayedSource } from './played-source.js';

/** The zone of a passage (`to` is exclusive) and what the passage is for. */
export interface PassageRequest {
  from: number;
  to: number;
  budgetWords: number;
  /** The passage opens the play: it must begin early in the source. */
  first: boolean;
  /** The passage closes the play: it must reach the end of the source. */
  last: boolean;
  /** Cast ids of the people named before. */
  known: ReadonlySet<string>;
}

const LONG_TURN_WORDS = 110;
const SOFT_START_COST = 0.4;
/** Cost of a start inside a told story: its speakers are not introduced yet. */
const TOLD_STORY_COST = 0.6;
const LONG_NARRATION_WORDS = 70;

/** The best run of whole exchanges of a zone near its budget; null when the zone has no place to start and stop. */
export function scenePassage(
  source: PlayedSource, request: PassageRequest,
): { from: number; to: number; value: number } | null {
  const { items, starts, stops } = source;
  const length = items.at(-1)?.end ?? 1;
  let best: { from: number; to: number; value: number } | null = null;
  for (let from = request.from; from < request.to; from++) {
    if (starts[from] === 'no') continue;
    if (request.first && from > 0 && items[from]!.start > length * 0.3) continue;
    const tally = new Tally(source, request.known);
    for (let to = from; to < request.to; to++) {
      const item = items[to]!;
      if (to > from && !item.follows) break;
      if (tally.words > 0 && tally.words + item.spokenWords > request.budgetWords * 1.35) break;
      tally.add(item, to);
      if (!stops[to] || (request.last && item.end < length * 0.92)) continue;
      const value = tally.value(request.budgetWords) + edgeValue(items, from, to, request)
        - (starts[from] === 'soft' ? SOFT_START_COST : 0);
      if (!best || value > best.value) best = { from, to: to + 1, value };
    }
  }
  return best;
}

function edgeValue(items: readonly Item[], from: number, to: number, request: PassageRequest): number {
  const head = items[from]!;
  const before = items[from - 1];
  let value = head.startsParagraph ? 0.1 : 0;
  if (before && before.scene !== head.scene) value += 0.25;
  if (head.kind === 'narration') value += 0.1;
  if (head.toldBy !== null) value -= TOLD_STORY_COST;
  value += items[to]!.endsParagraph ? 0.12 : 0;
  if (items[to + 1] && items[to + 1]!.scene !== items[to]!.scene) value += 0.15;
  if (request.first) value += from === 0 ? 0.6 : from < 6 ? 0.3 : from < 14 ? 0.12 : 0;
  if (request.last) value += to === items.length - 1 ? 0.5 : 0.2;
  return value;
}

/** Counts what a growing passage holds. */
class Tally {
  words = 0;
  readonly #source: PlayedSource;
  readonly #known: Set<string>;
  readonly #lines = new Map<string, number>();
  readonly #scenes = new Set<number>();
  #salience = 0;
  #roots = 0;
  #lineWords = 0;
  #weakWords = 0;
  #turns = 0;
  #changes = 0;
  #unnamed = 0;
  #lastSpeaker: string | null = null;
  #turnWords = 0;
  #longTurns = 0;
  #narration = 0;
  #longNarration = 0;
  #exclaimed = false;

  constructor(source: PlayedSource, known: ReadonlySet<string>) {
    this.#source = source;
    this.#known = new Set(known);
  }

  add(item: Item, at: number): void {
    const root = Math.sqrt(item.words);
    this.words += item.spokenWords;
    this.#roots += root;
    this.#salience += item.salience * root;
    this.#scenes.add(item.scene);
    for (const id of this.#source.names[at]!) this.#known.add(id);
    if (item.kind === 'line') this.#addLine(item, at);
    else {
      this.#narration += item.spokenWords;
      if (this.#narration > LONG_NARRATION_WORDS) this.#longNarration += item.spokenWords;
      if (item.words > 30) this.#lastSpeaker = null;
    }
  }

  #addLine(item: Item, at: number): void {
    const { speaker } = item;
    this.#narration = 0;
    this.#lineWords += item.words;
    if (item.confidence === 'weak' || speaker === null) {
      this.#weakWords += item.words;
      return;
    }
    if (item.text.includes('!')) this.#exclaimed = true;
    this.#lines.set(speaker, (this.#lines.get(speaker) ?? 0) + 1);
    if (speaker === this.#lastSpeaker) {
      this.#turnWords += item.words;
      if (this.#turnWords > LONG_TURN_WORDS) this.#longTurns += item.words;
    } else {
      this.#turns++;
      if (this.#lastSpeaker !== null) this.#changes++;
      this.#turnWords = item.words;
    }
    this.#lastSpeaker = speaker;
    if (this.#known.has(speaker)) return;
    const soon = this.#source.names.slice(at + 1, at + 3).some((ids) => ids.includes(speaker));
    if (!soon && !this.#source.people.isNameless(speaker)) this.#unnamed++;
    this.#known.add(speaker);
  }

  value(budgetWords: number): number {
    const words = this.words + 1;
    const once = [...this.#lines.values()].filter((count) => count === 1).length;
    let value = (this.#salience / (this.#roots || 1)) * 0.6;
    value -= Math.abs(this.words - budgetWords) / budgetWords;
    value += this.#turns === 0 ? -0.9 : this.#turns === 1 ? -0.45 : 0;
    value += 0.5 * Math.sqrt(Math.min(1, this.#lineWords / words));
    value += this.#lines.size >= 2 ? 0.3 : 0;
    value += Math.min(0.3, this.#changes * 0.035);
    value += this.#exclaimed ? 0.06 : 0;
    value -= (0.9 * this.#weakWords + 0.5 * this.#longTurns + 1.1 * this.#longNarration) / words;
    value -= 0.2 * this.#unnamed + 0.08 * once;
    return value - 0.4 * (this.#scenes.size - 1);
  }
}
