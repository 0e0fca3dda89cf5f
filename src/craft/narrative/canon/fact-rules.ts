import { literal } from '../literal.js';
import { namePattern } from './claims.js';
import { contentWords, wordsOf } from './wording.js';
import { matchesOf } from '../../patterns/matches.js';
import { wordTable } from '../../patterns/word-table.js';

/** Decides whether a sentence contradicts a statement about the subject. Returns the reason as a sentence; null without a contradiction. */
export type Rule = (statement: string, sentence: string, names: readonly string[]) => string | null;

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen',
  'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const WORD_NUMBER = new RegExp(`\\b(?:(${TENS.filter(Boolean).join('|')})(?:[- ](${NUMBERS.slice(1, 10).join('|')}))?|(${NUMBERS.join('|')}))\\b`, 'giu');

/** A text with its number words below a hundred in digits. */
const inDigits = (text: string): string => text.replace(WORD_NUMBER, (_all, tens?: string, ones?: string, small?: string) =>
  String(tens ? TENS.indexOf(tens.toLowerCase()) * 10 + Math.max(0, NUMBERS.indexOf(ones?.toLowerCase() ?? 'zero')) : NUMBERS.indexOf(small!.toLowerCase())));

const NOT = /\b(?:not|never|no longer|cannot|nobody|isn['’]t|wasn['’]t|doesn['’]t|don['’]t|didn['’]t|can['’]t|won['’]t|hasn['’]t|haven['’]t|without)\b/iu;
const isNegated = (text: string): boolean => NOT.test(text);

/** A pattern source for the names as the subject of a clause: without a possessive ending or further parts of a name after them. */
export const subject = (names: readonly string[]): string => `(?<![\\p{L}’'])(?:${namePattern(names)})(?!['’]|[\\p{L}-])(?:,[^,.;]{1,40},)?`;
const has = (sentence: string, names: readonly string[]): boolean => new RegExp(`(?<!\\p{L})(?:${namePattern(names)})(?!\\p{L})`, 'u').test(sentence);

const DEAD = /\b(?:is|are|was|lies|lay|has been|had been|shot|found|being|been) (?:already |long |now |quite )?(?:dead|killed|murdered|buried|drowned|hanged|executed)\b/iu;
/** True for a sentence in which the subject dies or is dead. */
export function tellsDeath(sentence: string, names: readonly string[]): boolean {
  if (isNegated(sentence)) return false;
  const who = subject(names);
  return new RegExp(`${who} (?:has |had )?(?:died|dies|drowns|drowned|perishe[sd]|passed away|falls dead)\\b`, 'u').test(sentence)
    || new RegExp(`${who} ${DEAD.source}`, 'u').test(sentence)
    || new RegExp(`(?:${namePattern(names)})['’]s? (?:corpse|dead body|grave|funeral|ghost|killer|murderer|widow|tombstone|death)\\b`, 'u').test(sentence)
    || new RegExp(`\\b(?:killed|murdered|buried|drowned) (?:${namePattern(names)})\\b`, 'u').test(sentence);
}

const AWAY = /\b(?:grave|funeral|body|corpse|ghost|photograph|portrait|picture|statue|letter|diary|recording|voice|memory|late|once|had|ago|will|killed|buried)\b/iu;
const IDLE = /^(?:is|was|has|had|lies|lay|rests|died|dies|haunts|hangs|remains|drowned|perished|drowns|were|who|which|the|and|or|in|on|at|of|to|as|this|his|s|does|across|class)$/u;
const DEED = /(?:s|ed)$|^(?:said|went|took|came|ran|sat|stood|told|gave|found|saw|left|met|brought|held|spoke|fought|wrote|made|got|kept|put|read)$/u;

/** True for a sentence in which the subject acts. */
export function tellsDeed(sentence: string, names: readonly string[]): boolean {
  if (AWAY.test(sentence) || isNegated(sentence)) return false;
  const match = new RegExp(`${subject(names)} (?:\\p{Ll}+ly |still |now |then |also |quickly )?(\\p{Ll}+)`, 'u').exec(sentence);
  return match !== null && !IDLE.test(match[1]!) && DEED.test(match[1]!);
}

const PLACE_VERBS = [
  /\b(?:lives?|lived|living|resides?|resided|dwells?|dwelt|has (?:a |her |his )?(?:home|house)|home is|settled|stays|keeps house)\b/iu,
  /\b(?:was born|born|grew up|was raised|comes from|came from|native of)\b/iu,
  /\b(?:works?|worked|working|teaches|is employed)\b/iu,
  /\b(?:stands?|stood|is located|lies|sits|is (?=in |at |on |near ))/iu,
  /\b(?:buried)\b/iu,
] as const;
const PLACE_NAME = /\b(?:in|at|on|from|of|near|to) (?:the )?(\p{Lu}[\p{L}'’.-]+(?: (?:of (?:the )?)?\p{Lu}[\p{L}'’.-]+)*)/gu;
/** The names of places in a text, in lower case. */
export const placesIn = (text: string): string[] => matchesOf(text, PLACE_NAME).map((match) => match[1]!.toLowerCase().replace(/[.'’-]+$/u, ''));

export const placeRule: Rule = (statement, sentence, names) => {
  if (!has(sentence, names) || isNegated(sentence) || isNegated(statement)) return null;
  const kind = PLACE_VERBS.find((verb) => verb.test(statement));
  if (!kind || !new RegExp(`${subject(names)} (?:\\p{Ll}+ly |still |now |has |had )?(?:${kind.source.replace(/^\\b/u, '')})`, 'iu').test(sentence)) return null;
  const [ours, theirs] = [placesIn(statement), placesIn(sentence)];
  const other = theirs.find((place) => !ours.some((own) => own.includes(place) || place.includes(own)));
  return ours.length > 0 && theirs.length > 0 && other && theirs.every((place) => !ours.includes(place)) ? 'Another place.' : null;
};

const RELATIONS: readonly [string, RegExp, string][] = [
  ['sibling', /^(?:(?:twin |half-|elder |younger |older |little |big )?(?:brother|sister|sibling))$/u, 'sibling'], ['spouse', /^(?:husband|wife|spouse)$/u, 'spouse'],
  ['parent', /^(?:father|mother|parent|dad|mum|mom)$/u, 'child'], ['child', /^(?:son|daughter|child)$/u, 'parent'],
  ['uncle', /^(?:uncle|aunt)$/u, 'nephew'], ['nephew', /^(?:nephew|niece)$/u, 'uncle'], ['cousin', /^cousin$/u, 'cousin'],
  ['grandparent', /^(?:grandfather|grandmother)$/u, 'grandchild'], ['grandchild', /^(?:grandson|granddaughter)$/u, 'grandparent'],
];
const RELATION = '((?:twin |half-|elder |younger |older |little |big )?(?:brother|sister|sibling|husband|wife|spouse|father|mother|parent|dad|mum|mom|son|daughter|child|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|grandson|granddaughter))';
const PERSON = '(\\p{Lu}[\\p{L}]+)';

interface Relation { who: string; of: string; relation: string }

/** The relations that a text states. In each, `who` is the `relation` of `of`; names are in lower case. */
export function relationsIn(text: string): Relation[] {
  const plain = text.replace(/’/gu, "'");
  const found: Relation[] = [];
  const add = (who: string, of: string, word: string): void => {
    const relation = RELATIONS.find(([, words]) => words.test(word.toLowerCase()));
    if (relation) found.push({ who: who.toLowerCase(), of: of.toLowerCase(), relation: relation[0] });
  };
  for (const match of plain.matchAll(new RegExp(`${PERSON}(?: \\p{Lu}\\p{L}+)?,? (?:is|was|,)? ?${PERSON}'s? ${RELATION}\\b`, 'gu'))) add(match[1]!, match[2]!, match[3]!);
  for (const match of plain.matchAll(new RegExp(`${PERSON}(?: \\p{Lu}\\p{L}+)? (?:is|was) the ${RELATION} of ${PERSON}`, 'gu'))) add(match[1]!, match[3]!, match[2]!);
  for (const match of plain.matchAll(new RegExp(`${PERSON}'s? ${RELATION},? ${PERSON}`, 'gu'))) add(match[3]!, match[1]!, match[2]!);
  for (const match of plain.matchAll(new RegExp(`${PERSON} (?:is|was) married to ${PERSON}`, 'gu'))) add(match[1]!, match[2]!, 'wife');
  return found;
}

const turned = ({ who, of, relation }: Relation): Relation => ({ who: of, of: who, relation: RELATIONS.find(([name]) => name === relation)![2] });

export const relationRule: Rule = (statement, sentence) => {
  if (isNegated(sentence) || isNegated(statement)) return null;
  const [ours, theirs] = [relationsIn(statement), relationsIn(sentence)];
  for (const own of ours) {
    for (const other of theirs.flatMap((relation) => [relation, turned(relation)])) {
      if (own.who === other.who && own.of === other.of && own.relation !== other.relation) return 'Another relation between the two.';
    }
  }
  return null;
};

const AGE = /\b(\d{1,2})(?:[- ]years?[- ]old\b| years of age\b)/u;
export function ageOf(sentence: string, names: readonly string[]): number | null {
  const text = inDigits(sentence);
  const named = namePattern(names);
  const found = new RegExp(`(?<!\\p{L})(?:${named}) (?:is|was|turns|turned|has turned|has just turned) (?:only |about |just |already )?(\\d{1,2})(?!\\d|:| (?:minutes|miles|men|feet|steps|pounds|days|o'clock))`, 'u').exec(text)?.[1]
    ?? new RegExp(`(?<!\\p{L})(?:${named}),? \\(?(?:aged? )?(\\d{1,2})(?:\\)|,|\\.)`, 'u').exec(text)?.[1] ?? (has(text, names) ? AGE.exec(text)?.[1] : undefined);
  return found === undefined ? null : Number(found);
}

export const ageRule: Rule = (statement, sentence, names) => {
  const [ours, theirs] = [ageOf(statement, names), ageOf(sentence, names)];
  return ours !== null && theirs !== null && Math.abs(ours - theirs) > 1 && !isNegated(sentence) ? `Another age: ${theirs}, not ${ours}.` : null;
};

const IRREGULAR: Record<string, string> = wordTable({
  swam: 'swim', drank: 'drink', drove: 'drive', spoke: 'speak', wrote: 'write', sang: 'sing', rode: 'ride', ate: 'eat', slept: 'sleep', ran: 'run', flew: 'fly',
  swum: 'swim', drunk: 'drink', driven: 'drive', spoken: 'speak', written: 'write', saw: 'see', sees: 'see', heard: 'hear', kept: 'keep', told: 'tell', lied: 'lie', lies: 'lie',
});
const stemOf = (word: string): string => IRREGULAR[word] ?? word.replace(/(?:ies)$/u, 'y').replace(/([bdgmnprt])\1(?:ed|ing)$/u, '$1').replace(/(?:es|s|ed|ing)$/u, '').replace(/e$/u, '');

/** The verb for what the subject does, and whether it is negated: `cannot swim` gives the stem of `swim`, negated. Null without a verb. */
function deedOf(text: string, names: readonly string[]): { stem: string; negated: boolean } | null {
  const match = new RegExp(`${subject(names)} ((?:(?:has|have|can|will|does|do|did|is|could|always|often|still|never|not|cannot|can['’]t|doesn['’]t|don['’]t|won['’]t|didn['’]t|no longer|unable to|able to|\\p{Ll}+ly) )*)(\\p{Ll}{2,})`, 'u').exec(text);
  if (!match || /^(?:is|was|has|had|the|a|an|and|of|not|never|who)$/u.test(match[2]!)) return null;
  return { stem: stemOf(match[2]!), negated: isNegated(match[1]!) || /unable/u.test(match[1]!) };
}

const PAIRS: readonly (readonly string[])[] = [
  ['left-handed', 'right-handed'], ['tall', 'short'], ['blond', 'dark-haired', 'red-haired', 'bald'], ['married', 'single', 'unmarried', 'a bachelor'], ['rich', 'poor'],
  ['eldest', 'youngest'], ['fat', 'thin', 'stout'], ['deaf', 'sharp-eared'], ['honest', 'a liar'],
];
const FEATURE = /\b(red|blue|green|black|white|grey|gray|yellow|golden|brown|blond|blonde|dark|fair|wooden|glass|left|right) (eyes?|hair|beard|leg|arm|hand|teeth|moustache|coat|hat|dress|skin)\b/giu;
const featuresIn = (text: string): [string, string][] => matchesOf(text.toLowerCase(), FEATURE).map((match) => [match[1]!.replace('gray', 'grey'), match[2]!.replace(/s$/u, '')]);

/** The noun that the subject is stated to be or not to be: `is a doctor`, `is not a doctor`. Null without one. */
function standing(text: string, names: readonly string[]): { noun: string; negated: boolean } | null {
  const match = new RegExp(`${subject(names)} (?:is|was|has been|isn['’]t|wasn['’]t) (not |never |no longer )?(?:an?|the) (?:\\p{Ll}+ ){0,2}?(\\p{Ll}+)(?=[.,;!]|$| (?:of|and|in|on|at|by))`, 'u').exec(text);
  return match && { noun: match[2]!, negated: match[1] !== undefined || /isn|wasn/u.test(match[0]) };
}

export const traitRule: Rule = (statement, sentence, names) => {
  if (!has(sentence, names)) return null;
  const [ours, theirs] = [deedOf(statement, names), deedOf(sentence, names)];
  if (ours && theirs && ours.stem === theirs.stem && ours.negated !== theirs.negated) return theirs.negated ? 'The text denies it.' : 'The text has it happen.';
  const [is, be] = [standing(statement, names), standing(sentence, names)];
  if (is && be && is.noun === be.noun && is.negated !== be.negated) return 'The text says the opposite.';
  const lower = [statement, sentence].map((text) => text.toLowerCase());
  const pair = PAIRS.find((group) => group.some((word) => wordIn(lower[0]!, word)) && group.some((word) => wordIn(lower[1]!, word)
    && !wordIn(lower[0]!, word) && new RegExp(`${subject(names)} (?:is|was) (?:\\p{Ll}+ )?${word}`, 'iu').test(sentence)));
  if (pair && isNegated(statement) === isNegated(sentence)) return 'The text says the opposite.';
  const features = featuresIn(statement);
  const other = featuresIn(sentence).find(([value, thing]) => features.some(([own, same]) => same === thing && own !== value));
  return other && !isNegated(sentence) ? `Another ${other[1]}.` : null;
};

const wordIn = (text: string, word: string): boolean => new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'u').test(text);

/** True when a text contains exactly these words, and not as part of longer words. */
export const namesWhole = (text: string, words: string): boolean => wordIn(text, literal(words));

const YEAR = /\b(1[0-9]\d\d|20\d\d)\b/gu;
const QUANTITY = /\b(\d{1,3}) (years?|months?|weeks?|days?|pounds?|miles?|men|boats?|ships?|children|brothers|sisters)\b/gu;

export const eventRule: Rule = (statement, sentence, names) => {
  if (!has(sentence, names)) return null;
  const own = new Set(names.flatMap(wordsOf));
  const stems = (text: string): Set<string> => new Set(contentWords(text).filter((word) => !own.has(word)).map(stemOf));
  const shared = [...stems(statement)].filter((stem) => stems(sentence).has(stem));
  const years = (text: string): string[] => text.match(YEAR) ?? [];
  if (shared.length > 0 && years(statement).length > 0 && years(sentence).length > 0 && !years(sentence).some((year) => years(statement).includes(year))) return 'Another year.';
  const amounts = (text: string): [string, string][] => matchesOf(inDigits(text), QUANTITY).map((match) => [match[1]!, match[2]!.replace(/s$/u, '')]);
  const mine = amounts(statement);
  if (shared.length > 1 && amounts(sentence).some(([count, unit]) => mine.some(([known, same]) => same === unit && known !== count))) return 'Another number.';
  return traitRule(statement, sentence, names);
};
