import type { TextAnalysis, Utterance } from '../../model.js';
import type { Item } from './items.js';
import { REPLY_HEAD } from '../wording/phrases.js';

/**
 * Lowers confidence for a drama: an untagged turn in its own paragraph, directly after a turn of the same speaker, is only a guess (50 % right on labelled
 * novels).
 */
export function withAdjustedConfidence(analysis: TextAnalysis): Utterance[] {
  const outer = analysis.utterances.filter((turn) => turn.toldBy === null);
  const placeOf = new Map(outer.map((turn, at) => [turn.index, at]));
  return analysis.utterances.map((turn) => {
    const before = outer[(placeOf.get(turn.index) ?? 0) - 1];
    return turn.confidence === 'inferred' && turn.tag === null && before && repliesToItself(analysis.text, before, turn)
      ? { ...turn, confidence: 'weak' } : turn;
  });
}

/** True for a new paragraph by the same speaker after a closed quotation with no narration between. */
function repliesToItself(text: string, before: Utterance, turn: Utterance): boolean {
  const end = before.quotes.at(-1)!.end;
  if (turn.speaker !== before.speaker || turn.paragraph <= before.paragraph) return false;
  const closed = /[”"’»]\s*$/u.test(text.slice(before.quotes.at(-1)!.start, end));
  return closed && !/\p{L}/u.test(text.slice(end, turn.quotes[0]!.start).replace(/^[^\n]*\n/u, ''));
}

/** True for a question, which must not be separated from its answer. */
export const isQuestion = (text: string): boolean => /\?["”’)]*$/u.test(text);

/** Tells for each item whether a passage may stop after it: never between a question and its answer, even with narration between them. */
export function stopsOf(items: readonly Item[]): boolean[] {
  let openQuestion: Item | null = null;
  return items.map((item, at) => {
    if (item.kind === 'line') openQuestion = isQuestion(item.text) ? item : null;
    const next = items[at + 1];
    if (!next) return true;
    if (!item.closes) return false;
    const pending: Item | null = openQuestion;
    if (pending !== null && item.kind === 'narration') {
      const answers = items.slice(at + 1, at + 3).find((later) => later.kind === 'line');
      if (answers && next.follows && answers.speaker !== (pending as Item).speaker) return false;
    }
    return true;
  });
}

/** A line that only responds to what was said. */
const AGREES = new RegExp([
  String.raw`^(?:(?:you|he|she|they) (?:may|might|must|are|is|were|was) (?:be )?(?:quite )?(?:right|wrong|`,
  String.raw`mistaken|joking|jesting)|I (?:see|agree|understand|know it|think so|hope (?:so|not)|suppose so|`,
  String.raw`dare say|daresay|beg your pardon|should (?:think|hope) so)|so (?:I|you|he|she|it|they|we) (?:am|is|`,
  String.raw`are|do|does|did|was|were|have|has|had|will|would|should)|as you (?:please|like|wish)|with pleasure|`,
  String.raw`my own|what for|what of)\b`,
].join(''), 'iu');

/** True when a scene may start with the item: it is not an answer and not in the middle of a turn. */
export function canStartAt(items: readonly Item[], at: number): boolean {
  const item = items[at]!;
  const before = items[at - 1];
  if (!before) return true;
  if (before.kind === 'line' && item.follows && isQuestion(before.text)) return false;
  if (item.kind !== 'line') return item.opens;
  const earlier = items.slice(Math.max(0, at - 2), at).reverse().find((other) => other.kind === 'line');
  const free = !earlier || !item.follows
    || (earlier.utterance !== item.utterance && !(isQuestion(earlier.text) && earlier.speaker !== item.speaker));
  return free && !AGREES.test(item.text) && (item.opens || (!item.continues && item.words >= 4 && !REPLY_HEAD.test(item.text)));
}
