import { literal } from '../../literal.js';
import { remembered } from '../../remembered.js';
import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { tagWords, type TaggedWord } from '../../analysis/language/tagger.js';
import { stem, stemsOf, type Salience } from './salience.js';
import { MISTAKEN_VERB, NO_TOPIC, titleCase } from './topics.js';
import { countWords, pairedQuotes } from './wording.js';

/** Nouns that are too vague to be the subject of a passage. */
const NO_TITLE = new RegExp('\\b(?:eyes?|face|hand|arms?|feet|foot|fingers?|shoulders?|knees?|lips|mouth|nose|hair|back|voice|'
  + 'air|sort|matter|moment|instant|while|bit|pair|couple|half|quarter|dozen|hundreds?|thousands?|millions?|somebody|everybody|'
  + 'nobody|anybody|fellow|ease|truth|mind|appearance|sight|idea|feelings?|inference|same|animals?|change|problem|smaller|larger|innumerable|interesting|second|third|twelfth|drops?|question|answer|ones?|'
  + 'something|everything|nothing|anything|someone|everyone|more|most|much|lots?|good|evening|thank|sir|madam|'
  + 'mine|yours|right|left|top|bottom|front|middle|corner|edge|surface|portion|piece|none|all|both|us|it|opinion|mention)\\b', 'iu');
const MAX_PHRASE_WORDS = 5;
const MAX_QUOTE_WORDS = 7;

/** Finds a capitalised word inside a sentence, where its capital marks a name. */
const insideSentence = remembered((word) => new RegExp(`[\\p{Ll},;] ${literal(word)}(?![\\p{L}-])`, 'u'));

interface PhraseCandidate { words: string; key: string; value: number; opens: boolean }

/** The factor for a title of one word, mostly a name: passages are less often about a person than about a thing. */
const NAME_ALONE = 0.6;

const isNoun = (word: TaggedWord): boolean => word.pos === 'NOUN' || word.pos === 'PROPN';

/**
 * A noun phrase of some sentences as a title: `The Lamp Room`, `A Celebration of Freedom`. It prefers early phrases
 * whose words recur in `about` and are rare elsewhere. Null when no phrase is safe to print.
 */
export function titlePhrase(sentences: readonly string[], salience: Salience,
  taken: (words: string) => boolean, about: readonly string[] = sentences): string | null {
  const counts = new Map<string, number>();
  for (const one of about.flatMap((sentence) => stemsOf(sentence))) counts.set(one, (counts.get(one) ?? 0) + 1);
  let best: PhraseCandidate | null = null;
  sentences.forEach((sentence, order) => {
    for (const phrase of phrasesIn(sentence)) {
      if (taken(phrase.words)) continue;
      // A capital at the head of a sentence proves no name: `Cast off!`, `Halfway across`.
      if (phrase.opens && !about.some((other) => insideSentence(phrase.words).test(other))) continue;
      const stems = stemsOf(phrase.words);
      const weight = stems.reduce((sum, one) => sum + salience.rarity(one) ** 0.7 * Math.sqrt(counts.get(one) ?? 1), 0);
      const value = (weight / Math.sqrt(stems.length + 0.5)) * phrase.value * (1.15
        - 0.25 * (order / sentences.length));
      if (!best || value > best.value) best = { ...phrase, value };
    }
  });
  if (best === null) return null;
  const { words } = best as PhraseCandidate;
  return titleCase(/\p{Ll}/u.test(words.replace(/^(?:the|an?) /u, '')) ? words : words.toLowerCase());
}

/** Noun phrases that make sense without their sentence; `value` is highest for the subject. */
const phrasesIn = remembered((sentence): readonly PhraseCandidate[] => {
  const tagged = tagWords(sentence);
  const verb = tagged.findIndex((word) => word.pos === 'VERB' || word.pos === 'AUX');
  const listed = tagged.slice(0, Math.max(0, verb)).filter((word) => word.text === ',').length >= 3;
  const found: PhraseCandidate[] = [];
  for (let at = listed ? verb : 0; at < tagged.length; at++) {
    const length = phraseLength(tagged, at);
    if (length === 0) continue;
    const whole = withComplement(tagged, at, length);
    const words = whole.map((word) => word.text).join(' ').replace(/ ’s\b/gu, '’s').replace(/ 's\b/gu, "'s");
    if (isSuitable(words, whole)) {
      const subject = at <= 1 || (verb >= 0 && at < verb && !/^(?:ADP|SCONJ)$/u.test(tagged[at - 1]?.pos ?? ''));
      const object = /^(?:VERB|AUX)$/u.test(tagged[at - 1]?.pos ?? '');
      const core = whole.filter((word) => word.pos !== 'DET').length;
      const alone = whole.length === 1;
      found.push({ words, key: stem(whole.at(-1)!.lower), opens: alone && opensClause(tagged, at),
        value: (alone ? NAME_ALONE : 1) * (/^(?:his|her|their|our|my|its)$/iu.test(whole[0]?.text ?? '') ? 0.6 : 1) * (subject ? 1.35
          : object ? 1.1 : 0.9) * (core > 1 ? 1.2 : 1) });
    }
    at += length - 1;
  }
  return found;
});

/** True for a word whose capital comes only from its place: at the head of a sentence, or of a quotation in it. */
const opensClause = (tagged: readonly TaggedWord[], at: number): boolean => at === 0 || /^[“"‘—:.!?]/u.test(tagged[at - 1]!.text);

/** Length in words of the noun phrase that begins here: article, modifiers, noun; 0 when none begins. */
function phraseLength(tagged: readonly TaggedWord[], at: number): number {
  const head = tagged[at]!;
  const before = tagged[at - 1];
  const owned = /^(?:his|her|their|our|my|its)$/iu.test(head.text);
  const article = owned || /^(?:the|a|an)$/iu.test(head.text);
  if (before && (/^[-’'–]/u.test(before.text) || (/^(?:ADJ|DET|NUM)$/u.test(before.pos) && !article))) return 0;
  if (!article && before && isNoun(before)) return 0;
  let to = article ? at + 1 : at;
  let last = -1;
  while (to < tagged.length && to - at < MAX_PHRASE_WORDS && /^(?:ADJ|NOUN|PROPN)$/u.test(tagged[to]!.pos)) {
    if (isNoun(tagged[to]!)) last = to;
    to++;
  }
  if (last < 0 || last !== to - 1) return 0;
  const next = tagged[to];
  if (next && (/^[-’'–/]/u.test(next.text) || /^(?:NUM|PART)$/u.test(next.pos)
    || /^(?:who|whose)$/iu.test(next.text))) return 0;
  const noun = tagged[last]!;
  // `The cab humming`, `the breaking up`: an action, not a thing.
  if (/ing$/u.test(noun.lower) && (isNoun(tagged[last - 1] ?? noun) && last > at
    || /^(?:up|out|off|down|in|on|away)$/u.test(next?.lower ?? ''))) return 0;
  const plural = /s$/iu.test(noun.text) && !/ss$/iu.test(noun.text);
  const core = last - at + (article ? 0 : 1);
  if (!article && noun.pos !== 'PROPN' && !plural) return 0;
  if (!article && core < 2 && noun.pos !== 'PROPN') return 0;
  // `The wind drops,` is a sentence, not a thing.
  if (/^the$/iu.test(head.text) && at === 0 && core === 2 && plural && next?.text === ',') return 0;
  // `Consciousness moves along` may be a subject and its verb.
  if (!article && core === 2 && plural && tagged[at]!.pos === 'NOUN'
    && /^(?:ADP|ADV|PRON)$/u.test(next?.pos ?? '')) return 0;
  if (owned && core < 2) return 0;
  if (/^an?$/iu.test(head.text) && core < 2 && next?.text !== 'of') return 0;
  return last + 1 - at;
}

/** The phrase with a complement ` of …` of one to four plain words, if it has one. */
function withComplement(tagged: readonly TaggedWord[], at: number, length: number): TaggedWord[] {
  const own = tagged.slice(at, at + length);
  const from = at + length;
  if (tagged[from]?.text !== 'of') return own;
  let to = from + 1;
  if (/^(?:the|a|an|our|its|his|her|their)$/iu.test(tagged[to]?.text ?? '')) to++;
  const start = to;
  while (to < tagged.length && to - start < 3 && /^(?:ADJ|NOUN|PROPN)$/u.test(tagged[to]!.pos)) to++;
  const complete = to > start && isNoun(tagged[to - 1]!) && !/^[-’'–]/u.test(tagged[to]?.text ?? '')
    && !/^of$|ing$/u.test(tagged[to]?.text ?? '')
    && !/^(?:our|its|his|her|their)$/iu.test(tagged[from + 1]?.text ?? '');
  return complete ? [...own, ...tagged.slice(from, to)] : /^an?$/iu.test(own[0]!.text) && own.length < 3 ? [] : own;
}

function isSuitable(words: string, tagged: readonly TaggedWord[]): boolean {
  const last = tagged.at(-1);
  if (!last || NO_TOPIC.test(words) || NO_TITLE.test(words) || MISTAKEN_VERB.test(words)) return false;
  if (!/^[\p{L}][\p{L} ’'.-]*$/u.test(words) || countWords(words) > 6 || /\.$/u.test(words)) return false;
  return tagged.filter(isNoun).every((word) => word.text.length > 2)
    && (tagged.some((word) => word.lower === 'of') || last.text.length > 3);
}

/** A clause that continues what came before or only names a speaker makes a poor title: `And no bread either`, `Added Rosalind`. */
const POOR_QUOTE = new RegExp(`^(?:and|but|or|nor|so|then|yes|no|oh|well|${SPEECH_VERB})\\b`
  + '|^(?:I|he|she|we|they|you|it)\\s\\S+(?:\\s(?:it|him|her|them|that|so))?$', 'iu');
const BEST_QUOTES = [[MAX_QUOTE_WORDS, false], [9, false], [MAX_QUOTE_WORDS, true], [9, true]] as const;

/** A short sentence or clause of the passage in quotation marks, for a passage without a suitable noun phrase. */
export function quotedTitle(sentences: readonly string[], taken: (words: string) => boolean): string | null {
  for (const [most, poor] of BEST_QUOTES) for (const sentence of sentences) {
    const clause = sentence.replace(/[“”"«»„]/gu, '').split(/[.,;:!?—…。，；：！？]/u)[0]!.trim();
    const count = countWords(clause);
    if (count < 2 || count > most || clause.length > 60 || (!poor && POOR_QUOTE.test(clause)) || taken(clause)) continue;
    if (/(?:\s(?:and|or|but|of|to|the|a|an|in|on|at|with|for|that|is|was|are|were|has|had|have|be))$/iu.test(clause)) continue;
    return `“${pairedQuotes(clause)}”`;
  }
  const all = (sentences.find((sentence) => !POOR_QUOTE.test(sentence)) ?? sentences[0] ?? '').replace(/[“”"«»„]/gu, '').split(' ');
  for (const count of [5, 6, 7]) {
    const words = all.slice(0, count).join(' ').slice(0, 60).replace(/[,;:.]$/u, '');
    if (words !== '' && !taken(words)) return `“${pairedQuotes(words)}…”`;
  }
  return null;
}
