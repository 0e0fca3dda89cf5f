import type { Clue } from './facts.js';
import type { Sex } from './names/given-names.js';
import type { Mention } from './mentions.js';
import { matchesOf } from '../patterns/matches.js';

const REACH = 160;
/** Sentence ends are searched only within this many characters of a name, because a text may be one long paragraph. */
const MAX_SENTENCE = 500;
const NEAR_MENTIONS = 40;
const PRONOUN = /\b(he|she|his|her|himself|herself)\b/gi;
/** Words after `her` that show an object pronoun, not a possessive: `gave her the key`, `told her that`. */
const NOT_OWNED = /^(?:\s+(?:to|and|with|in|on|at|from|for|into|by|as|that|if|when|about|up|down|out|off|over|away|back|again|an?|the|his|her|is|was|but|or|not|how|why|what)\b|\s*[.,;:!?)—-]|$)/i;
const OBJECT_BEFORE = /\b(?:of|with|to|at|by|for|from|near|beside|behind|towards?|after|before|about|upon|on|against|into|toward|past|like|than|and|or)\s$/i;
const SENTENCE_END = /(?<!\b(?:Mrs?|Ms|Dr|St|Capt|Col|Prof|Rev|Gen|Lt|Sgt|Insp|Supt|Cpl|Cllr|Det|Gov|Sen|Maj|Adm|Cmdr|Revd|Mme|\p{Lu}))[.!?…]["”’')\]]*\s+|[“”"]/gu;

/** The sex that `he`, `she` or one of their forms tells. */
export const sexOf = (pronoun: string): Sex => (pronoun.toLowerCase().startsWith('h') && /^(?:he|his|himself)$/i.test(pronoun) ? 'male' : 'female');

/** True when the words before a name make it an object: `sent to Tam`. */
export const isObject = (before: string): boolean => OBJECT_BEFORE.test(before);

/** The bounds of the sentence at a place, and the end of the next sentence. */
export function sentencesAround(text: string, at: number): { start: number; end: number; nextEnd: number } {
  const from = Math.max(0, at - MAX_SENTENCE);
  const until = Math.min(text.length, at + MAX_SENTENCE);
  const ends = matchesOf(text.slice(from, until), SENTENCE_END).map((match) => from + match.index + match[0].length);
  const after = ends.filter((end) => end > at);
  return { start: ends.filter((end) => end <= at).at(-1) ?? from, end: after[0] ?? until, nextEnd: after[1] ?? until };
}

/**
 * Clues from pronouns after a name, which mostly mean the person named. Other people in the sentence reduce their weight, unless `sexKnown` gives them the
 * other sex. Object pronouns (`him`, `told her that`) and possessive names do not count.
 */
export function pronounClues(
  text: string, mentions: readonly Mention[], index: number, weight: number, sexKnown: (id: string) => Sex | null,
): Clue[] {
  const mention = mentions[index]!;
  if (mention.possessive) return [];
  const { start, end, nextEnd } = sentencesAround(text, mention.start);
  const near = mentions.slice(Math.max(0, index - NEAR_MENTIONS), index + NEAR_MENTIONS);
  const stranger = near.find((other) => other.start >= mention.end && other.id !== mention.id);
  const until = Math.min(mention.end + REACH, nextEnd, stranger?.start ?? text.length);
  const others = near.filter((other) => other.id !== mention.id && other.start >= start && other.start < mention.start);
  const before = text.slice(start, mention.start);
  const isAnObject = isObject(before);
  const subjects = new Set(matchesOf(before, /\b(he|she)\b/gi).map(([word]) => sexOf(word)));
  const clues: Clue[] = [];
  for (const match of matchesOf(text.slice(mention.end, until), PRONOUN)) {
    const word = match[0].toLowerCase();
    const at = mention.end + match.index;
    const sex = sexOf(word);
    if (word === 'her' && NOT_OWNED.test(text.slice(at + 3, at + 16))) continue;
    const isSubject = word === 'he' || word === 'she';
    const clear = others.every(({ id }) => sexKnown(id) !== null && sexKnown(id) !== sex) && !subjects.has(sex);
    let value = /self$/.test(word) ? 1.5 : isSubject ? (at < end ? 1.2 : 1.5) : at < end ? 1 : 0.4;
    if (!clear) value *= 0.2;
    if (isAnObject) value *= 0.4;
    if (isSubject && at >= end && at > end + 30) value *= 0.5;
    clues.push({ fact: 'gender', value: sex, weight: value * weight, because: `“${word}” after the name`, free: true });
    if (isSubject || clues.length === 2) break;
  }
  return clues;
}
