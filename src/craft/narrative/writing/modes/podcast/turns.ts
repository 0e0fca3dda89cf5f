import { splitSentences } from '../../../analysis/language/sentences.js';
import type { Item, Material } from '../../material/items.js';
import { countWords, spokenForm } from '../../wording/wording.js';
import { questionsAbout } from './questions.js';

/** A host whose turn has fewer words continues with the next paragraph. */
const MIN_TURN_WORDS = 45;

/** A turn of one host without interruption, or a clip: the words of quoted people in their own voices. */
export interface HostTurn {
  items: Item[]; kind: 'answer' | 'clip';
  /** True where another host may take over: at a new paragraph, and where the text itself asks or answers a question. */
  mayChange: boolean;
}

/**
 * How a passage is divided among the hosts. `isClip`: the item is a clip. `begins`: the item starts a turn although it would fit into the turn before.
 * `asks`: another host may take over at the item.
 */
export interface TurnRules { isClip(item: Item): boolean; begins(item: Item): boolean; asks(item: Item): boolean }

/**
 * Divides a passage into turns of the hosts: whole paragraphs, and a question of the text together with its answer. A run of quoted lines is one clip. A
 * paragraph around a clip or a host's question stays with one host.
 */
export function hostTurnsOf(items: readonly Item[], { isClip, begins, asks }: TurnRules): HostTurn[] {
  const turns: (HostTurn & { words: number })[] = [];
  items.forEach((item, at) => {
    const last = turns.at(-1);
    const kind = isClip(item) ? 'clip' : 'answer';
    const before = items[at - 1];
    const open = before !== undefined && (!before.closes || item.continues);
    const fits = last !== undefined && last.kind === kind && !begins(item)
      && (kind === 'clip' || open || !item.startsParagraph || last.words < MIN_TURN_WORDS);
    if (last && fits) {
      last.items.push(item);
      last.words += item.words;
    } else turns.push({ items: [item], kind, words: item.words, mayChange: at === 0 || (item.startsParagraph && !open) || asks(item) });
  });
  return turns;
}

/** Splits an item of several sentences into one item per sentence when one of the sentences is a question or answers one. Other items stay whole. */
export function sentenceItems({ analysis }: Material, items: readonly Item[], isClip: (item: Item) => boolean): Item[] {
  return items.flatMap((item): Item[] => {
    const piece = item.pieces[0];
    const spans = piece ? splitSentences(analysis.text, piece.start, piece.end) : [];
    if (spans.length < 2 || item.pieces.length > 1 || item.edited || isClip(item) || /[“”"]/u.test(item.text)) return [item];
    const forms = spans.map(({ start, end }) => spokenForm(analysis.text, start, end));
    if (!forms.some(({ text }, at) => isOwnQuestion(text) || (at > 0 && questionsAbout(text).length > 0))) return [item];
    return forms.map((form, at): Item => ({
      ...item, ...form, words: countWords(form.text), spokenWords: countWords(form.text),
      start: spans[at]!.start, end: spans[at]!.end, startsParagraph: item.startsParagraph && at === 0,
      endsParagraph: item.endsParagraph && at === forms.length - 1, closes: at < forms.length - 1 ? !form.text.endsWith('?') : item.closes,
      continues: item.continues && at === 0, follows: at > 0 || item.follows, opens: item.opens && at === 0,
    }));
  });
}

const MIN_QUESTION_WORDS = 4;
const isOwnQuestion = (text: string): boolean => text.endsWith('?') && countWords(text) >= MIN_QUESTION_WORDS && !/[“”"]/u.test(text);

/**
 * The items that begin a turn because the text itself asks: one host says the question, the other what follows. A question at the beginning or end of a
 * passage, or next to a clip, begins no turn.
 */
export function ownQuestions(items: readonly Item[], isClip: (item: Item) => boolean): Set<Item> {
  const begins = new Set<Item>();
  const asks = items.map((item) => !isClip(item) && !item.continues && isOwnQuestion(item.text));
  items.forEach((item, at) => {
    const end = asks.indexOf(false, at);
    if (!asks[at] || asks[at - 1] || at === 0 || end < 0 || isClip(items[end]!) || isClip(items[at - 1]!)) return;
    begins.add(item).add(items[end]!);
  });
  return begins;
}
