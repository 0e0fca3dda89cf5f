import { isQuestion } from '../material/passage-limits.js';
import type { Item } from '../material/items.js';

/** The cost of a cut that no listener would choose: in the middle of a paragraph or an exchange. */
export const FORBIDDEN = 6;

const LONG_NARRATION_WORDS = 25;

/**
 * What it costs a listener when a part ends before `items[at]`: nothing at the start of a scene, little at a pause, and
 * `FORBIDDEN` inside an exchange, so that such a cut is made only where a text offers no other.
 */
export function cutCost(items: readonly Item[], at: number): number {
  const item = items[at]!;
  const before = items[at - 1];
  if (!before) return 0;
  if (item.scene !== before.scene) return isAnswered(items, at) ? 0 : FORBIDDEN / 2;
  if (!item.startsParagraph || item.continues) return isInLongNarration(items, at) ? INSIDE_PARAGRAPH : FORBIDDEN * 2;
  if (before.kind === 'line' && item.kind === 'line') return exchangeCost(before, item);
  if (!isAnswered(items, at)) return FORBIDDEN;
  if (item.kind === 'line') return before.words < LONG_NARRATION_WORDS ? FORBIDDEN : 2;
  const dangling = item.opens ? 0 : 0.5;
  if (before.kind === 'narration') return (before.follows && isLeadIn(before) ? 0.7 : 0.35) + dangling;
  return (narrationWords(items, at) >= LONG_NARRATION_WORDS ? 0.45 : 0.8) + dangling;
}

/** The cost of a cut between two sentences of narration when their paragraph is too long to be taken or left out whole. */
const INSIDE_PARAGRAPH = 1.2;
const LONG_PARAGRAPH_WORDS = 140;

function isInLongNarration(items: readonly Item[], at: number): boolean {
  const item = items[at]!;
  const before = items[at - 1]!;
  if (item.kind !== 'narration' || before.kind !== 'narration' || item.continues || !item.opens || !before.closes) return false;
  let words = 0;
  for (let from = at; items[from]?.paragraph === item.paragraph && items[from]!.kind === 'narration'; from--) words += items[from]!.words;
  for (let to = at + 1; items[to]?.paragraph === item.paragraph && items[to]!.kind === 'narration'; to++) words += items[to]!.words;
  return words >= LONG_PARAGRAPH_WORDS;
}

/** The cost of a cut inside an exchange, after a statement and before a remark that is clear on its own. */
const BETWEEN_REMARKS = 2.5;
const MIN_STATEMENT_WORDS = 12;

/** The cost of a cut between two lines: low where the teller of a long tale begins a paragraph, moderate after a statement in an exchange, else `FORBIDDEN`. */
function exchangeCost(before: Item, item: Item): number {
  const goesOn = before.speaker !== null && before.speaker === item.speaker && before.toldBy === item.toldBy;
  if (goesOn && before.utterance === item.utterance) return before.words > 20 ? 0.5 : FORBIDDEN;
  const isStatement = before.words >= MIN_STATEMENT_WORDS && !isQuestion(before.text) && before.closes;
  return isStatement && item.opens && item.utterance !== before.utterance ? BETWEEN_REMARKS : FORBIDDEN;
}

const isLeadIn = (item: Item): boolean => /[:,]$/u.test(item.text);

/** True when no question is left open before `at`. */
function isAnswered(items: readonly Item[], at: number): boolean {
  const before = items.slice(Math.max(0, at - 3), at).reverse();
  const line = before.find((item) => item.kind === 'line');
  if (!line || !isQuestion(line.text)) return true;
  const since = before.slice(0, before.indexOf(line)).reduce((sum, item) => sum + item.words, 0);
  return since >= LONG_NARRATION_WORDS;
}

/** Words of narration from `at` up to the next line. */
function narrationWords(items: readonly Item[], at: number): number {
  let words = 0;
  for (let index = at; items[index]?.kind === 'narration' && words < LONG_NARRATION_WORDS; index++) {
    words += items[index]!.words;
  }
  return words;
}
