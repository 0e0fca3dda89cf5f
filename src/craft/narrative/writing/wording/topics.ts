import { literal } from '../../literal.js';
import { remembered, rememberedSource } from '../../remembered.js';
import type { TextAnalysis } from '../../model.js';
import { stemsOf, type Salience } from './salience.js';
import { tagWords, type TaggedWord } from '../../analysis/language/tagger.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { countWords } from './wording.js';

/** A phrase of the source that says what a passage is about, in two forms: for use in a sentence and as a title. `plural`: the phrase takes a plural verb. */
export interface Topic { spoken: string; title: string; plural: boolean }

/** Words that make a phrase too vague to be a topic. */
export const NO_TOPIC = new RegExp('\\b(?:this|that|these|those|such|same|others?|own|several|many|numerous|various|certain|few|some|any|'
  + 'each|every|one|two|three|way|manner|case|kind|sort|things?|fact|facts|course|times?|days?|number|parts?|rest|degrees?|instance|'
  + 'respect|view|places?|sides?|account|extent|reason|means|orders?|first|second|last|next|former|latter|whole|deal|lot|end|'
  + 'beginning|heads?|hands?|points?|morning|evening|night|years?|notes?|words?|question|moment|guidance|feet|miles|yards|inches|'
  + 'majority|remainder|latter|circumstance|circumstances|thanks|sake|kinds|sorts|hour|hours|minutes|weeks?|months?|use|'
  + 'present|usual|following|length|party|everything|nothing|something|anything|everyone|nobody|someone|everybody|somebody|none|'
  + 'thank|good|welcome|average|Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\\b', 'iu');

/** Past tenses that the tagger takes for nouns: a phrase that ends with one is not a noun phrase. */
export const MISTAKEN_VERB = new RegExp('\\b(?:shone|rose|fell|lay|stood|came|went|ran|sat|met|led|grew|flew|drew|blew|threw|knew|sank|sang|rang|began|'
  + 'spoke|broke|woke|wore|tore|bore|swore|drove|rode|wrote|arose|chose|froze|stole|held|kept|slept|crept|swept|wept|left|felt|'
  + 'built|sent|spent|lost|made|paid|said|laid|heard|told|sold|found|hung|swung|clung|struck|stuck|dug|won|shot|got|hit|shut|'
  + 'burst|spread|looked|seemed|states?|says?)$', 'iu');

interface Phrase { words: TaggedWord[]; from: number; to: number }

/** The best phrase of two to four words in a sentence, or null when the sentence names no clear subject. */
export function topicOf(sentence: string, salience: Salience, taken: (topic: string) => boolean): Topic | null {
  const tagged = tagWords(sentence);
  const verb = tagged.findIndex((word) => word.pos === 'VERB' || word.pos === 'AUX');
  const presents = /^There\b/u.test(sentence);
  const listed = tagged.slice(0, Math.max(0, verb)).filter((word) => word.text === ',').length >= 3;
  if (listed || opensWithReporter(sentence)) return null;
  let best: { topic: Topic; value: number } | null = null;
  for (const phrase of phrasesOf(tagged)) {
    // Only the subject: words before the verb, or after `There is`.
    if (presents ? phrase.from > verb + 4 : verb >= 0 && phrase.from > verb) break;
    const topic = asTopic(phrase, tagged);
    if (!topic || taken(topic.spoken)) continue;
    const core = phrase.words.filter((word) => word.pos !== 'DET');
    const rarity = stemsOf(core.map((word) => word.text).join(' '))
      .reduce((sum, one) => sum + salience.rarity(one), 0);
    const early = 1.3 - 0.5 * (phrase.from / tagged.length);
    const value = (rarity / Math.sqrt(core.length)) * (core.length >= 2 ? 1.25 : 1) * early;
    if (!best || value > best.value) best = { topic, value };
  }
  return best?.topic ?? null;
}

function* phrasesOf(tagged: readonly TaggedWord[]): Generator<Phrase> {
  let at = 0;
  while (at < tagged.length) {
    if (!isNominal(tagged[at]!)) {
      at++;
      continue;
    }
    let to = at;
    while (to < tagged.length && to - at < 6 && isNominal(tagged[to]!)
      && !(to > at && tagged[to]!.pos === 'DET')) to++;
    const words = tagged.slice(at, to);
    while (words.length > 0 && !isNoun(words.at(-1)!)) words.pop();
    if (words.length > 0) yield { words, from: at, to: at + words.length };
    at = Math.max(to, at + 1);
  }
}

const isNoun = (word: TaggedWord): boolean => word.pos === 'NOUN' || word.pos === 'PROPN';
const isNominal = (word: TaggedWord): boolean => isNoun(word) || word.pos === 'DET' || word.pos === 'ADJ';

function asTopic(phrase: Phrase, tagged: readonly TaggedWord[]): Topic | null {
  const { words } = phrase;
  const raw = words.map((word) => word.text).join(' ');
  const first = words[0]!;
  const last = words.at(-1)!;
  const article = first.pos === 'DET' ? first.text.toLowerCase() : '';
  const core = article ? words.length - 1 : words.length;
  const beside = [tagged[phrase.from - 1]?.text, tagged[phrase.to]?.text];
  if (words.length > 4 || core < (article === 'the' ? 1 : 2) || (article !== '' && article !== 'the')) return null;
  if (NO_TOPIC.test(raw) || MISTAKEN_VERB.test(raw) || !/^[\p{L}][\p{L} ’'.-]*$/u.test(raw) || beside.includes('-')
    || beside.includes('’')) return null;
  if (words.filter(isNoun).some((word) => word.text.length < 3)) return null;
  // `The wind drops,` is a sentence, not a thing.
  if (article && core === 2 && phrase.from === 0 && isPlural(last.text) && beside[1] === ',') return null;
  if (core === 1 && last.text.length < 5) return null;
  const plural = isPlural(last.text);
  if (!article && !plural && last.pos !== 'PROPN') return null;
  if (beside[0] && /^(?:of|by|in|at|with|to|from|for|on|upon)$/iu.test(beside[0]!) && phrase.from > 3) return null;
  const whole = `${raw}${complementAfter(phrase.to, tagged)}`;
  const spoken = asSpoken(whole, phrase.from === 0);
  return { spoken, title: titleCase(spoken), plural };
}

/** A phrase as it stands in the middle of a sentence: with a small first letter, unless the phrase is a name. `heads`: the phrase begins its sentence. */
function asSpoken(phrase: string, heads: boolean): string {
  const [first, ...rest] = phrase.split(' ');
  const named = /^\p{Lu}/u.test(phrase) && !/^(?:the|a|an)$/iu.test(first!)
    && (!heads || rest.length === 0 || rest.some((word) => /^\p{Lu}/u.test(word)) || /\.$/u.test(first!));
  return named ? phrase : phrase[0]!.toLowerCase() + phrase.slice(1);
}

/** A complement of one to three plain words after a phrase, such as ` of birds`; else an empty string. */
function complementAfter(at: number, tagged: readonly TaggedWord[]): string {
  if (tagged[at]?.text !== 'of') return '';
  const words: TaggedWord[] = [];
  for (let next = at + 1; next < tagged.length && isNominal(tagged[next]!)
    && words.length < 4; next++) words.push(tagged[next]!);
  const last = words.at(-1);
  const text = words.map((word) => word.text).join(' ');
  const unfit = !last || !isNoun(last) || words.length > 3 || NO_TOPIC.test(text) || !/^[\p{L} ’-]+$/u.test(text)
    || ['-', '’', 'of'].includes(tagged[at + 1 + words.length]?.text ?? '');
  return unfit ? '' : ` of ${text}`;
}

/** True for a noun that takes a plural verb. */
export function isPlural(noun: string): boolean {
  return (/s$/iu.test(noun) && !/(?:ss|us|is|ics|[A-Z][a-z]+s)$/u.test(noun))
    || /^(?:people|men|women|children|natives|sheep|cattle|gentlemen|mice|feet|geese|police|fish)$/iu.test(noun);
}

const SMALL = /^(?:a|an|and|at|but|by|for|in|of|on|or|the|to|with|from|into|upon)$/u;

/** The phrase in title case: capitals on all but the small words inside. */
export function titleCase(phrase: string): string {
  return phrase.replace(/\s+/gu, ' ').trim().split(' ').map((word, index) =>
    index > 0 && SMALL.test(word) ? word : word[0]!.toUpperCase() + word.slice(1)).join(' ');
}

const REPORTER = new RegExp('^(?:The |M\\. |Mr\\. |Dr\\. |Captain |Professor |Sir )?[A-Z]?[\\w-]+(?: [A-Z][\\w-]+){0,2} (?:has |have )?'
  + '(?:also |well )?(?:informs?|informed|assures?|assured|told|says|said|states?|stated|remarks|remarked|asserts?|believes?|thinks|'
  + 'considers|observes|observed|described|relates?)\\b', 'u');

/** True when the sentence begins with the person who reports what follows: `Mr. Smith informs me that …`; false for a pronoun. */
export const opensWithReporter = (text: string): boolean => REPORTER.test(text)
  && !/^(?:I|We|You|He|She|They|It)\b/u.test(text);

/** The subject of a sentence, when a question can safely name it; else null. */
export function subjectOf(sentence: string): Topic | null {
  const tagged = tagWords(sentence);
  let at = 0;
  if (/^(?:ADP|SCONJ)$/u.test(tagged[0]?.pos ?? '')) {
    const comma = tagged.findIndex((word) => word.text === ',');
    if (comma < 0 || comma > 12) return null;
    at = comma + 1;
  }
  const from = at;
  while (at < tagged.length && isNominal(tagged[at]!) && at - from < 6
    && !(at > from && tagged[at]!.pos === 'DET')) at++;
  let words = tagged.slice(from, at);
  while (words.length > 0 && !isNoun(words.at(-1)!)) words = words.slice(0, -1);
  if (words.length === 0 || words.length !== at - from) return null;
  const verb = tagged.slice(at, at + 2).find((word) => word.pos === 'VERB' || word.pos === 'AUX');
  if (!verb || /ing$/iu.test(verb.text)
    || /^(?:said|says|asked|answered|replied|cried|remarked)$/iu.test(verb.text)) return null;
  const article = words[0]!.pos === 'DET' ? words[0]!.text.toLowerCase() : '';
  if (article !== '' && article !== 'the') return null;
  const raw = words.map((word) => word.text).join(' ');
  const plural = isPlural(words.at(-1)!.text);
  if (NO_TOPIC.test(raw) || MISTAKEN_VERB.test(raw) || !/^[\p{L}][\p{L} ’'.-]*$/u.test(raw)
    || countWords(raw) > 5) return null;
  if (!article && !plural && words.at(-1)!.pos !== 'PROPN') return null;
  if (/^(?:I|all|most|both|no|God|Oh|Ah)\b/iu.test(raw)) return null;
  // A capital at the start of a sentence is not always a name: `Residents`, `Shopkeepers`.
  if (from === 0 && words.length === 1 && /s$/u.test(raw)) return null;
  const spoken = words[0]!.pos === 'PROPN' && !article ? asSpoken(raw, from === 0)
    : raw[0]!.toLowerCase() + raw.slice(1);
  return { spoken, title: titleCase(spoken), plural };
}

/** The author's own outline: the items of a contents line; empty without one. */
export function contentsItems(analysis: TextAnalysis): string[] {
  return analysis.paragraphs.filter((paragraph) => paragraph.kind === 'contents')
    .flatMap((paragraph) => analysis.text.slice(paragraph.start, paragraph.end).split(/\s*(?:—|--)\s*/u))
    .map((item) => item.replace(/\.$/u, '').split(',')[0]!.trim())
    .filter((item) => countWords(item) >= 2 && countWords(item) <= 7);
}

/** True when the text uses the words inside a sentence. Results are kept, because every variant of a script asks about the same text. */
const isInside = rememberedSource((text) => remembered((words) => new RegExp(`[\\p{Ll},;] ${literal(words)}\\b`, 'u').test(text)));

/**
 * Matches outline items to passages in order; null for a passage without an item. An item fits when the first words of a passage hold at least half of its
 * stems, including its main noun; of a name, all words.
 */
export function alignedTopics(items: readonly string[], heads: readonly string[], text: string): (Topic | null)[] {
  const prepared = items.map((item) => ({
    stems: stemsOf(item), main: stemsOf(item.split(/ (?:of|in|on|at|from|to|with) /u)[0]!).at(-1),
    least: isInside(text)(item) ? 1 : 0.5,
  }));
  const headStems = heads.map((head) => new Set(stemsOf(head)));
  const firstStems = heads.map((head) =>
    new Set(stemsOf(splitSentences(head).slice(0, 1).map((span) => head.slice(span.start, span.end)).join(''))));
  const likeness = (row: number, column: number): number => {
    const { stems, main, least } = prepared[column - 1]!;
    const own = headStems[row - 1]!;
    const share = stems.length === 0 ? 0 : stems.filter((one) => own.has(one)).length / stems.length;
    const named = main !== undefined && own.has(main) && (GENERIC.test(main)
      ? heads[row - 1]!.toLowerCase().includes(items[column - 1]!.toLowerCase())
      : share === 1 || firstStems[row - 1]!.has(main));
    return named && share >= least ? share : 0;
  };
  const rows = heads.length;
  const best = Array.from({ length: rows + 1 }, () => new Array<number>(items.length + 1).fill(0));
  for (let row = 1; row <= rows; row++) for (let column = 1; column <= items.length; column++) {
    const value = likeness(row, column);
    best[row]![column] = Math.max(best[row - 1]![column]!, best[row]![column - 1]!,
      best[row - 1]![column - 1]! + value);
  }
  const topics: (Topic | null)[] = new Array<Topic | null>(rows).fill(null);
  for (let row = rows, column = items.length; row > 0 && column > 0;) {
    const value = likeness(row, column);
    if (value > 0 && best[row]![column] === best[row - 1]![column - 1]! + value) {
      topics[row - 1] = outlineTopic(items[column - 1]!, text);
      row--;
      column--;
    } else if (best[row]![column] === best[row]![column - 1]) column--;
    else row--;
  }
  return topics;
}

/** Main nouns that say nothing without the rest of the outline item. */
const GENERIC = /^(?:number|origin|cause|effect|manner|habit|kind|nature?|change|account|difference|size|remark)/u;

/** A heading or outline item as a topic. Words keep a capital only where the text has one; a singular thing gets an article. */
export function outlineTopic(item: string, text: string): Topic {
  const named = isInside(text)(item) && !text.includes(item.toLowerCase());
  const spoken = named ? item : item.split(' ').map((word) => {
    const low = word.toLowerCase();
    const proper = isInside(text)(word)
      && !new RegExp(`\\b${literal(low)}\\b`, 'u').test(text);
    return proper ? word : low;
  }).join(' ');
  const plural = isPlural(spoken.split(/ of | in | on /u)[0]!.split(' ').at(-1)!);
  const startsProper = /^\p{Lu}/u.test(spoken);
  const withArticle = !plural && !startsProper
    && !/^(?:the|a|an|what|how|why|when|where|who|which|[a-z]+ing|my|our|your|his|her|their)\b/u.test(spoken);
  return { spoken: withArticle ? `the ${spoken}` : spoken, title: titleCase(spoken), plural };
}
