import { tagWords, type TaggedWord } from '../../../analysis/language/tagger.js';
import { COUNTING } from '../../wording/number-words.js';
import { isPlural, MISTAKEN_VERB, NO_TOPIC } from '../../wording/topics.js';

const MAX_WORDS = 5;
/** Words whose meaning changes with the speaker. */
const SPEAKER_DEPENDENT = new RegExp('^(?:my|our|your|his|her|its|their|this|that|these|those|such|same|another|other|own|any|each|every|no|what|which|whose|'
  + 'little|rather|quite|very|too|so|more|most|less|least|all|both|half|enough|much|ones?)$', 'iu');
const COUNT = new RegExp(`^(?:\\d[\\d,.]*|${COUNTING.join('|')}|hundred|thousand|million|billion)$`, 'iu');
/** Signs of something denied, asked or supposed, which a listener must not repeat as a fact. */
const NOT_ASSERTED = /^(?:not|no|never|nor|neither|none|nothing|without|hardly|scarcely|if|unless|whether|were|would|could|might|instead)$/iu;
const WORDS_AROUND = 7;

/**
 * Words of a sentence that a listener would repeat, such as `volcanic rocks` or `the coast of America`: the last
 * suitable phrase at the end of a clause, verbatim. Null when no phrase is suitable.
 */
export function echoOf(sentence: string): string | null {
  if (!/[\p{L}][.!]$/u.test(sentence)) return null;
  const tagged = tagWords(sentence);
  for (let end = tagged.length - 1; end > 0; end -= 1) {
    if (!/^[.!;:,–—]$/u.test(tagged[end]!.text)) continue;
    const phrase = phraseBefore(tagged, end);
    if (phrase && sentence.includes(phrase)) return phrase;
  }
  return null;
}

function phraseBefore(tagged: readonly TaggedWord[], end: number): string | null {
  const from = phraseStart(tagged, end);
  const words = tagged.slice(from, end);
  const before = tagged[from - 1];
  if (!before || words.length < 2 || words.length > MAX_WORDS || !/^(?:ADP|VERB|AUX)$/u.test(before.pos)) return null;
  if (tagged.slice(Math.max(0, from - WORDS_AROUND), from).some(({ text }) => NOT_ASSERTED.test(text))) return null;
  // `made of stone` can be repeated; `one of the stones` can not.
  if (before.text === 'of' && tagged[from - 2]?.pos !== 'VERB') return null;
  // The last part of a compound (`well-known`), or a part of a set phrase (`in search of`).
  if (tagged[from - 2]?.text === '-' || (words[1]!.text === 'of' && !isPlural(words[0]!.text))) return null;
  // The first item of a list does not end the clause.
  if (tagged[end]!.text === ',' && /^(?:NOUN|ADJ|PROPN|NUM|CCONJ|DET)$/u.test(tagged[end + 1]?.pos ?? '')) return null;
  const text = words.map((word) => word.text).join(' ');
  const plain = words.filter(({ pos }) => pos !== 'DET' && pos !== 'ADP');
  const vague = MISTAKEN_VERB.test(text) || plain.some((word) => !COUNT.test(word.text) && NO_TOPIC.test(word.text));
  const last = words.at(-1)!;
  const named = (last.pos === 'NOUN' || last.pos === 'PROPN') && last.text.length > 2;
  return !vague && named && plain.length > 1 && /^[\p{L}\d][\p{L}\d ’'-]*$/u.test(text) ? text : null;
}

const isNominal = ({ pos, text }: TaggedWord): boolean => pos === 'NOUN' || pos === 'PROPN' || pos === 'ADJ'
  || pos === 'NUM' || COUNT.test(text);

/** Start of the phrase that ends before `end`: nouns with their modifiers, with at most one `of`. */
function phraseStart(tagged: readonly TaggedWord[], end: number): number {
  let from = end;
  let joined = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    const word = tagged[at]!;
    if (isNominal(word) && !SPEAKER_DEPENDENT.test(word.text)) from = at;
    else if (word.pos === 'DET' && from === at + 1 && !SPEAKER_DEPENDENT.test(word.text)) {
      from = at;
      if (tagged[at - 1]?.text !== 'of' || joined) break;
    } else if (word.text === 'of' && from === at + 1 && !joined) joined = true;
    else break;
  }
  return from;
}
