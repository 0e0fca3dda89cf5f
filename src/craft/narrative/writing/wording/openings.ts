import { splitSentences } from '../../analysis/language/sentences.js';
import { standsAlone } from '../../analysis/digest/standalone.js';
import { REPLY_HEAD } from './phrases.js';
import { isPlural } from './topics.js';
import { countWords } from './wording.js';

const IGNORED_FAULTS = /^(?:short|long)/u;
const IGNORED_FAULTS_OF_SPEECH = /^(?:short|long|no verb|open end)/u;
const REFERENCE_FAULTS = /^(?:connective|pronoun|demonstrative|reference)/u;

/** True when a passage may begin with this narration: its first sentence stands alone, given the known words. */
export function canOpen(text: string, known: ReadonlySet<string>): boolean {
  return standsAlone(firstSentence(text), { known }).reasons.every((reason) => IGNORED_FAULTS.test(reason));
}

/** True when a scene may begin with this line of dialogue: it is no reply and refers to nothing before. */
export function canOpenLine(text: string): boolean {
  const sentences = splitSentences(text).slice(0, 2).map((span) => text.slice(span.start, span.end));
  if (sentences.slice(0, countWords(sentences[0] ?? '') < 4 ? 2 : 1)
    .some((sentence) => REPLY_HEAD.test(sentence))) return false;
  const { reasons } = standsAlone(firstSentence(text));
  if (reasons.includes('short') && reasons.includes('no verb')) return false;
  return reasons.every((reason) => IGNORED_FAULTS_OF_SPEECH.test(reason));
}

/** What the first sentence refers to that was not said (`pronoun:he`), or null when it stands alone. */
export function findDanglingReference(text: string, known: ReadonlySet<string>): string | null {
  return standsAlone(firstSentence(text), { known }).reasons.find((reason) => REFERENCE_FAULTS.test(reason)) ?? null;
}

/** The words of a text as `standsAlone` expects them: lower case, singular. */
export function knownWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}’-]*/gu) ?? [];
  return new Set(words.map((word) => word.replace(/ies$/u, 'y').replace(/([^s])s$/u, '$1')));
}

/** True when the phrase takes `are`. */
export function isPluralPhrase(phrase: string): boolean {
  return isPlural(phrase.split(/ (?:of|in|on|at|with) /u)[0]!.split(' ').at(-1)!);
}

function firstSentence(text: string): string {
  const first = splitSentences(text)[0];
  return first ? text.slice(first.start, first.end) : text;
}
