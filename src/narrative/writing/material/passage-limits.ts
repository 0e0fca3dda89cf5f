import type { TextAnalysis, Utterance } from '../../model.js';
import type { Item } from './items.js';
import { NamedPeople } from './named-people.js';
import { REPLY_HEAD } from '../wording/phrases.js';

/** The people whom the words of every item name, a speaker's own name included. */
export function namesByItem(items: readonly Item[], people: NamedPeople): string[][] {
  return items.map((item) => people.namedIn(item.text));
}

const NEAR_TURNS = 4;
/** A wrong guess is usually wrong for the whole conversation. */
const SAME_TALK_TURNS = 12;

/**
 * Adjusts confidence for a drama. Between two people a guess is as good as an inference (90 % right on labelled
 * novels), unless one of the guesses would make somebody speak of themselves by name. An untagged turn in a paragraph
 * of its own, right after one of the same speaker, is only a guess (50 % right). All other turns keep their confidence.
 */
export function withAdjustedConfidence(analysis: TextAnalysis): Utterance[] {
  const people = new NamedPeople(analysis.cast);
  const outer = analysis.utterances.filter((turn) => turn.toldBy === null);
  const placeOf = new Map(outer.map((turn, at) => [turn.index, at]));
  const namesItself = ({ quotes, speaker }: Utterance): boolean =>
    quotes.some((quote) => people.namedIn(analysis.text.slice(quote.start, quote.end)).includes(speaker));
  return analysis.utterances.map((turn) => {
    const at = placeOf.get(turn.index);
    if (at === undefined) return turn;
    const before = outer[at - 1];
    if (turn.confidence === 'inferred' && turn.tag === null && before && repliesToItself(analysis.text, before, turn)) {
      return { ...turn, confidence: 'weak' };
    }
    if (turn.confidence !== 'weak') return turn;
    const near = outer.slice(Math.max(0, at - NEAR_TURNS), at + NEAR_TURNS + 1);
    const saysOwnName = outer.slice(Math.max(0, at - SAME_TALK_TURNS), at + SAME_TALK_TURNS + 1).some((other) => (
      other.speaker === turn.speaker && other.confidence !== 'hard' && namesItself(other)));
    const certain = !saysOwnName && near.some((other) => other.confidence !== 'weak');
    return certain && new Set(near.map((other) => other.speaker)).size === 2
      ? { ...turn, confidence: 'inferred' } : turn;
  });
}

/** True for a new paragraph by the same speaker after a closed quotation with no narration between. */
function repliesToItself(text: string, before: Utterance, turn: Utterance): boolean {
  const end = before.quotes.at(-1)!.end;
  if (turn.speaker !== before.speaker || turn.paragraph <= before.paragraph) return false;
  const closed = /[”"’»]\s*$/u.test(text.slice(before.quotes.at(-1)!.start, end));
  return closed && !/\p{L}/u.test(text.slice(end, turn.quotes[0]!.start).replace(/^[^\n]*\n/u, ''));
}

/** True for a question: its answer belongs to it. */
export const isQuestion = (text: string): boolean => /\?["”’)]*$/u.test(text);

/**
 * Whether a passage may stop after each item: not between a question and its answer, even with narration between them.
 */
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

/** Whether a passage may start with an item; `soft` starts are worth less than `good` ones. */
export type Start = 'no' | 'soft' | 'good';

/** A line that only responds to what was said. */
const AGREES = new RegExp([
  String.raw`^(?:(?:you|he|she|they) (?:may|might|must|are|is|were|was) (?:be )?(?:quite )?(?:right|wrong|`,
  String.raw`mistaken|joking|jesting)|I (?:see|agree|understand|know it|think so|hope (?:so|not)|suppose so|`,
  String.raw`dare say|daresay|beg your pardon|should (?:think|hope) so)|so (?:I|you|he|she|it|they|we) (?:am|is|`,
  String.raw`are|do|does|did|was|were|have|has|had|will|would|should)|as you (?:please|like|wish)|with pleasure|`,
  String.raw`my own|what for|what of)\b`,
].join(''), 'iu');

/** Whether a passage may start with each item: not with an answer, nor in the middle of a turn. */
export function startsOf(items: readonly Item[]): Start[] {
  return items.map((item, at): Start => {
    if (at === 0) return 'good';
    const before = items[at - 1]!;
    if (before.kind === 'line' && item.follows && isQuestion(before.text)) return 'no';
    if (item.kind !== 'line') return item.opens ? 'good' : 'no';
    const earlier = items.slice(Math.max(0, at - 2), at).reverse().find((other) => other.kind === 'line');
    const free = !earlier || !item.follows
      || (earlier.utterance !== item.utterance && !(isQuestion(earlier.text) && earlier.speaker !== item.speaker));
    if (item.opens) return free && !AGREES.test(item.text) ? 'good' : 'no';
    return free && !item.continues && item.words >= 4 && !REPLY_HEAD.test(item.text) && !AGREES.test(item.text)
      ? 'soft' : 'no';
  });
}
