import { tagWords } from '../../../narrative/analysis/language/tagger.js';
import type { Token } from './tokens.js';

/** Part of speech in the dictionary's terms: NOUN, VERB, VBD (past), ADJ, ADV, or the tagger's own for other words. */
export type PartOfSpeech = string;

const SAME: Record<string, string> = { PROPN: 'NOUN', AUX: 'VERB' };
const MAKES_PARTICIPLE = /^(?:have|has|had|having|'ve|been|be|being|is|was|were|are|am|'s|'re|get|got|never|already|just|once|has|hadn't|haven't|hasn't)$/i;
const MAKES_INFINITIVE = /^(?:to|will|would|can|could|shall|should|may|might|must|do|does|did|don't|didn't|doesn't|can't|cannot|couldn't|won't|wouldn't|let|please|'ll|i'll|you'll|we'll|he'll|she'll|they'll|let's)$/i;
const PAST = /^(?:was|were|had|said|did|went|came|saw|took|found|knew|thought|told|[a-z]{2,}ed)$/i;
/** The number of words before a verb that may decide its form: "has never quite read". */
const REACH = 3;

/** Returns a function that gives the tag of the token at an index. The line is tagged at the first call. */
export function taggerOf(tokens: readonly Token[]): (index: number) => PartOfSpeech {
  let tags: string[] | null = null;
  return (index) => {
    tags ??= tagAll(tokens);
    const token = tokens[index]!;
    const lower = token.text.toLowerCase();
    const tag = tags[index]!;
    if (token.kind === 'word' && /^(?:re)?read$/.test(lower)) return isPast(tokens, index, tag) ? 'VBD' : 'VERB';
    if (lower === 'used') return tokens[index + 1]?.text.toLowerCase() === 'to' ? 'VBD' : 'VERB';
    if (lower === 'wound' && tag === 'VERB') return isInfinitive(tokens, index) ? 'VERB' : 'VBD';
    if (/^(?:close|use|excuse|abuse|refuse|record|present|increase)$/.test(lower) && tokens[index + 1]?.text === 'of') return 'NOUN';
    if (tag !== 'VERB' && isOrder(tokens, index)) return 'VERB';
    if (lower === 'that') return isDemonstrative(tokens, index, tag) ? 'DT' : 'IN';
    return tag;
  };
}

/** A word with a pronunciation of its own counts as a name. */
const taggable = (text: string): string => text.replaceAll('·', '').replace(/^[\ue000-\uefff]/, 'Name');

function tagAll(tokens: readonly Token[]): string[] {
  const words = tagWords(tokens.map(({ text }) => taggable(text)).join(' '));
  let next = 0;
  return tokens.map(({ text }) => {
    const whole = taggable(text);
    let tag = '';
    // The tagger cuts "don't" and "well-known" into pieces; the first piece that is no mark gives the tag.
    for (let length = 0; length < whole.length && next < words.length; next++) {
      const { pos, text: piece } = words[next]!;
      if (tag === '' || tag === 'PUNCT') tag = pos;
      length += piece.length;
    }
    return SAME[tag] ?? tag;
  });
}

const wordsBefore = (tokens: readonly Token[], index: number): string[] => {
  const before: string[] = [];
  for (let at = index - 1; at >= 0 && before.length < REACH; at--) {
    if (tokens[at]!.kind === 'mark') break;
    before.push(tokens[at]!.text);
  }
  return before;
};

function isInfinitive(tokens: readonly Token[], index: number): boolean {
  return wordsBefore(tokens, index).some((word) => MAKES_INFINITIVE.test(word));
}

/** True for a verb that the tagger takes for another word, as in "Close the door" or "please use it". */
function isOrder(tokens: readonly Token[], index: number): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const starts = before === undefined || before.kind === 'mark' || /^(?:please|and|then|don't|to|never|always|not|just|i|you|we|they|will|would|can|could|shall|should|may|might|must|let's|'ll)$/i.test(before.text)
    || (/s$/.test(tokens[index]!.text) && /^(?:he|she|it|who|which)$/i.test(before.text));
  return starts && after?.kind === 'word' && /^(?:the|a|an|it|this|that|these|those|my|your|his|her|its|our|their|me|him|them|us|one's|every|all|no|some|any)$/i.test(after.text);
}

/** True for "read" in the past: "He read", "has read", "was read", and "I read" in a line about the past. */
function isPast(tokens: readonly Token[], index: number, tag: string): boolean {
  const before = wordsBefore(tokens, index);
  for (const word of before) {
    if (MAKES_INFINITIVE.test(word)) return false;
    if (MAKES_PARTICIPLE.test(word) || /'(?:ve|d)$/i.test(word)) return true;
  }
  if (tag === 'NOUN' && /^(?:a|the|good|this)$/i.test(before[0] ?? '')) return false;
  if (/^(?:he|she|it|who|[A-Z][a-z]+)$/.test(before[0] ?? '') && !/^(?:I|You|We|They)$/.test(before[0] ?? '')) return true;
  return before.length > 0 && tokens.some(({ text }) => PAST.test(text));
}

/** True for a demonstrative ("That man", "that is"), false for a conjunction ("said that he"). */
function isDemonstrative(tokens: readonly Token[], index: number, tag: string): boolean {
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  if (!after || after.kind === 'mark') return true;
  if (!before || before.kind === 'mark') return !/^(?:he|she|it|they|we|i|you)$/i.test(after.text);
  if (/^(?:is|was|'s|will|would|makes?|of|in|at|on|by|for|from|after|about|like|all)$/i.test(after.text) && /^(?:and|but|if|is|was|of|to|for|with|at|about)$/i.test(before.text)) return true;
  return tag === 'DET' && /^(?:at|in|on|of|to|from|for|with|by|after|upon)$/i.test(before.text);
}
