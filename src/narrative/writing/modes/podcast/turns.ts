import { tagWords } from '../../../analysis/language/tagger.js';
import type { Item, Material } from '../../material/items.js';
import { countWords, spokenForm } from '../../wording/wording.js';

/** Longest answer before the other host speaks again; longer in a short script, where questions cost words. */
const ANSWER_WORDS = 48;
const SHORT_SCRIPT_ANSWER_WORDS = 66;
const SHORT_SCRIPT_WORDS = 380;
const LONG_SENTENCE_WORDS = 35;
const MIN_HALF_WORDS = 8;
const REACTION_WORDS = 14;
const WORDS_BEFORE_REACTION = 8;

/**
 * What one host says at once: an answer, a clip of quoted turns, or a short sentence that the asking host takes over.
 */
export interface HostTurn { items: Item[]; kind: 'answer' | 'clip' | 'reaction' }

/**
 * A passage as turns: long sentences are cut at a semicolon when both halves are sentences, answers stay short, and the
 * asking host takes over at most one short sentence. A run of quoted turns is one clip without interruption.
 */
export function hostTurnsOf(material: Material, items: readonly Item[], longest: number): HostTurn[] {
  const pieces = items.flatMap((item) => halvesOf(material, item));
  const turns: (HostTurn & { words: number })[] = [];
  let reacted = false;
  pieces.forEach((item, at) => {
    const last = turns.at(-1);
    const clip = item.kind === 'line';
    if (!reacted && last?.kind === 'answer' && isReaction(item, pieces[at - 1], pieces[at + 1])
      && last.words >= WORDS_BEFORE_REACTION) {
      reacted = true;
      turns.push({ items: [item], kind: 'reaction', words: 0 });
      return;
    }
    const previous = last?.items.at(-1);
    const talking = previous?.kind === 'line' || clip;
    const extendsTurn = last !== undefined && last.kind !== 'reaction'
      && (talking || last.words + item.words <= longest || previous?.closes === false || item.continues);
    if (last && extendsTurn) {
      last.items.push(item);
      if (clip) last.kind = 'clip';
      last.words = talking ? 0 : last.words + item.words;
    } else turns.push({ items: [item], kind: clip ? 'clip' : 'answer', words: item.words });
  });
  return turns;
}

/** Most words that one host says at once, by the length of the script. */
export const answerWords = (scriptWords: number): number => isShort(scriptWords) ? SHORT_SCRIPT_ANSWER_WORDS
  : ANSWER_WORDS;

/** True for a script in which the hosts' own words leave too little room for the text. */
export const isShort = (scriptWords: number): boolean => scriptWords < SHORT_SCRIPT_WORDS;

/** True for a short plain sentence in the third person that continues the one before and is not the last. */
function isReaction(item: Item, before: Item | undefined, after: Item | undefined): boolean {
  if (item.kind === 'line' || item.firstPerson || item.continues || !item.follows || !item.closes) return false;
  if (!before || before.kind !== 'narration' || !before.closes || after?.kind !== 'narration') return false;
  return item.words >= 3 && item.words <= REACTION_WORDS && /[\p{L}\p{N}%][.!]$/u.test(item.text)
    && !/[“”"‘():]/u.test(item.text)
    && !/\b(?:we|us|our|you|your)\b/iu.test(item.text) && !/^(?:Let|Ask|Do|Never|Come|See)\b/u.test(item.text);
}

/** A long sentence of narration cut in two at its semicolon, or the item itself. */
function halvesOf(material: Material, item: Item): Item[] {
  if (item.kind !== 'narration' || item.words <= LONG_SENTENCE_WORDS || !item.text.includes(';')) return [item];
  const source = material.analysis.text;
  const raw = source.slice(item.start, item.end);
  for (const match of raw.matchAll(/;\s/gu)) {
    const at = item.start + match.index;
    const [first, second] = [spokenForm(source, item.start, at), spokenForm(source, at + 1, item.end)];
    if (!isWhole(first.text) || !isWhole(second.text) || opensBracket(first.text)) continue;
    const half = (form: typeof first): Item =>
      ({ ...item, text: form.text, pieces: form.pieces, edited: true, words: countWords(form.text) });
    return [{ ...half(first), end: at, closes: true },
      { ...half(second), start: at + 1, opens: false, startsParagraph: false, follows: true }];
  }
  return [item];
}

const opensBracket = (text: string): boolean => (text.match(/[(“]/gu) ?? []).length !== (text.match(/[)”]/gu)
  ?? []).length;

/** True for words with a subject before a verb: they are a sentence of their own. */
function isWhole(text: string): boolean {
  if (countWords(text) < MIN_HALF_WORDS
    || /^(?:and|or|nor|which|who|whose|while|whilst|as|not|with|for|than|though|although)\b/iu.test(text)) return false;
  const tagged = tagWords(text);
  const verb = tagged.findIndex((word) => word.pos === 'AUX' || word.pos === 'VERB');
  return verb > 0 && tagged.slice(0, verb).some((word) => /^(?:NOUN|PROPN|PRON)$/u.test(word.pos)
    || /^(?:it|they|he|she|there|this|these|some|others?)$/iu.test(word.text));
}
