import type { AgeRange, Clue } from './facts.js';
import type { Mention } from './mentions.js';
import { accentIn } from './origins.js';
import { ageOfAdjective, nounOf, NUMBER_WORD, numberOf, PERSON_WORD, rangeOfYears, sexOfAdjective } from './words.js';
import { wordTable } from '../patterns/word-table.js';

const REACH = 150;
const BEFORE = 70;
const AGED: readonly RegExp[] = [
  new RegExp(`^\\s*[,(–—-]\\s*(?:aged?\\s+)?(?:about\\s+)?(\\d{1,3}|${NUMBER_WORD})(?=\\s*(?:[,.;)]|years|-year|$))`, 'iu'),
  new RegExp(`^[^.]{0,70}?[,(]\\s*(\\d{2}|${NUMBER_WORD})(?=\\s*[,.;)]|\\s*$)`, 'iu'),
  new RegExp(`\\b(?:aged|age of|girl of|boy of|child of|man of|woman of|lad of|lady of|gentleman of|widow of|widower of)\\s+(?:about\\s+|some\\s+)?(\\d{1,3}|${NUMBER_WORD})\\b(?!\\s+(?:years’|pounds|shillings|dollars))`, 'iu'),
  new RegExp(`\\b(\\d{1,3}|${NUMBER_WORD})[- ]years?[- ]old\\b`, 'iu'),
  new RegExp(`\\b(?:is|was|looks|looked)\\s+(?:about\\s+|only\\s+|nearly\\s+|barely\\s+)?(\\d{1,2}|${NUMBER_WORD})(?=\\s*[,.;)]|\\s+(?:and|but)\\b)`, 'iu'),
];
/** Where a sentence turns to another person: `Ann, and the youngest, who was nine`. */
const ANOTHER = /(?:,|;)?\s(?:and|but|while|whereas)\s(?:the|an?|his|her|their|my|our|another|one)\s/iu;
/** An age just before the name: `the youngest, who was only nine years old, was called Ann`. */
const AGED_BEFORE = new RegExp(`\\bwho\\s(?:is|was)\\s(?:only\\s|just\\s|about\\s|nearly\\s)?(\\d{1,2}|${NUMBER_WORD})(?:\\syears\\sold)?,?\\s(?:(?:is|was)\\s)?(?:called|named)\\s$`, 'iu');
const DECADE = /\b(?:(early|mid|late)[- ]?)?((?:1|2|3|4|5|6|7|8|9)0)[’']?s\b/iu;
const DECADE_WORD = /\bin (his|her|their) (?:(?:early|mid|late)[- ]?|middle )?(teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|\d0[’']?s)\b/iu;
const DECADES: Readonly<Record<string, AgeRange>> = wordTable({
  teens: 'teen', twenties: 'young_adult', thirties: 'adult', forties: 'adult', fifties: 'adult', sixties: 'senior', seventies: 'senior',
  eighties: 'senior', nineties: 'senior',
});
const KIN = /\b(?:his|her|my|our|their|your|\p{Lu}\p{L}+’s)\s+(?:[\p{Ll}-]+\s+){0,2}?([\p{Ll}-]+),?\s$/u;
const APPOSITION = new RegExp(`^\\s*[,(–—:-]\\s*(?:\\d[^,]{0,12},\\s*)?(?!\\s*(?:that|this|it|he|she|there|who|you|I|where|what|we|they|is|was)\\b)(?:an?|the|our|my|his|her|their|your|one of the|\\p{Lu}\\p{L}+’s)?\\s*((?:[\\p{L}’'-]+\\s+){0,4}?${PERSON_WORD})(?![\\p{L}’'-])`, 'u');
const COPULA = new RegExp(`^\\s(?:is|was|seemed|looked like|became)\\s(?:now\\s|only\\s|just\\s|still\\s)?(?:an?|the|his|her|my|your|our)\\s((?:[\\p{L}’'-]+\\s+){0,4}?${PERSON_WORD})(?![\\p{L}-])`, 'u');
const CALLED = new RegExp(`((?:[\\p{L}’'-]+\\s+){0,3}?${PERSON_WORD})(?:,)?\\s(?:named|called|by the name of|known as|whose name was)\\s$`, 'u');
/** Words that show that the phrase before a noun is more than a noun phrase: `said the girl`, `folding the fainting girl`. */
const OTHER_WORDS = /\b(?:the|an?|my|his|her|our|their|this|that|and|but|of|to|in|on|with|as|for|was|were|is|are|had|has|said|says|cried|asked|replied|there|you)\s/iu;
const ENDEARING = /^(?:\p{L}+ )*(?:dear|dearest|good|poor|old|foolish|silly|imprudent) (?:\p{L}+ )?(?:boy|girl|lad|child|fellow|baby)$/iu;
const NAMED = /\b(his|her) name(?: is| was|’s|'s)\s$/iu;
const ADJECTIVE_BEFORE = /\b(old|elderly|aged|young|little|teenage|white-haired|grey-haired|gray-haired|retired|middle-aged)\s(?:[\p{L}-]+,?\s)?$/iu;
const ADJECTIVE_AFTER = /^\s*[,(–—-]\s*(?:an?\s)?(?:[\p{L}-]+,?\s){0,2}?(old|elderly|young|middle-aged|teenaged?|white-haired|grey-haired|gray-haired|retired|aged)\b/iu;
const LONG_AGO = /\b(?:when|since|until|till|before)\s$/iu;
const ORIGIN_BEFORE = /((?:\p{L}+,?\s){0,2})$/u;

const clue = (fact: Clue['fact'], value: string, weight: number, because: string): Clue => ({ fact, value, weight, because });

/** Sex and age that the words of a noun phrase tell: `ship's captain`, `little girl`, `elderly widow`. */
export function phraseClues(phrase: string, weight: number, because: string): Clue[] {
  const words = phrase.toLowerCase().replaceAll('’', '\'').split(/[\s,]+/).filter((word) => word !== '');
  const noun = nounOf(words.at(-1) ?? '');
  const clues: Clue[] = [];
  const stated = noun?.sex ?? words.map(sexOfAdjective).find((sex) => sex !== null);
  if (stated) clues.push(clue('gender', stated, weight, because));
  const isChild = noun?.age === 'child' || noun?.age === 'teen';
  // `young girl` means a teenager rather than a child.
  if (noun?.age === 'child' && noun.sex === 'female' && words.at(-2) === 'young') clues.push(clue('ageRange', 'teen', noun.ageWeight * (weight / 5), because));
  else if (noun?.age) clues.push(clue('ageRange', noun.age, noun.ageWeight * (weight / 5), because));
  for (const word of words.slice(0, -1)) {
    if (noun && nounOf(word)?.age === 'child') clues.push(clue('ageRange', 'child', weight, because));
    const age = ageOfAdjective(word);
    if (age?.age === 'teen') clues.splice(0, clues.length, ...clues.filter(({ fact }) => fact !== 'ageRange'));
    if (!age || (isChild && age.age !== 'senior' && age.age !== 'teen') || (age.age === 'child' && noun && !isChild)) continue;
    clues.push(clue('ageRange', age.age, age.weight * (weight / 5), because));
  }
  return clues;
}

/** Clues to age (and sex, for `in his forties`) from the words after a name. */
export function ageClues(after: string): Clue[] {
  const clues: Clue[] = [];
  const years = numberOf(AGED.map((pattern) => pattern.exec(after)?.[1]).find((found) => found !== undefined) ?? '');
  if (years !== null && years > 0 && years < 120) clues.push(clue('ageRange', rangeOfYears(years), 8, `aged ${years}`));
  const decade = DECADE.exec(after);
  if (decade && decade.index < 60) clues.push(clue('ageRange', rangeOfYears(Number(decade[2]) + (decade[1]?.toLowerCase() === 'late' ? 8 : 3)), 8, `“${decade[0]}”`));
  const inWords = DECADE_WORD.exec(after);
  if (inWords) {
    const range = DECADES[inWords[2]!.toLowerCase()] ?? rangeOfYears(Number(inWords[2]!.slice(0, 2)) + 3);
    clues.push(clue('ageRange', range, 8, inWords[0]));
    const owner = inWords[1]!.toLowerCase();
    if (owner !== 'their') clues.push(clue('gender', owner === 'his' ? 'male' : 'female', 6, inWords[0]));
  }
  return clues;
}

/** What is directly around a name: age, apposition, kinship, nationality. */
export function descriptionClues(text: string, mention: Mention, until: number, weight: number): Clue[] {
  if (mention.possessive) return [];
  const after = text.slice(mention.end, Math.min(mention.end + REACH, until)).replace(/\b(St|Mr|Mrs|Ms|Dr)\./gu, '$1 ');
  const sentence = /^[^.;!?“”]*/u.exec(after)![0];
  const before = text.slice(Math.max(0, mention.start - BEFORE), mention.start);
  // `when Helen was five` states an age of long ago.
  const clues = LONG_AGO.test(before) ? [] : ageClues(sentence.split(ANOTHER, 1)[0]!);
  const agedBefore = AGED_BEFORE.exec(before)?.[1];
  if (agedBefore) clues.push(...ageClues(`, ${agedBefore}.`));
  const add = (phrase: string | undefined, value: number): void => {
    const words = phrase?.trim();
    if (!words || OTHER_WORDS.test(words)) return;
    const found = phraseClues(words, value, `called ${words}`);
    // In speech, grown men call each other `my dear boy`, so it tells no age.
    clues.push(...(weight < 1 && ENDEARING.test(words) ? found.filter(({ fact }) => fact !== 'ageRange') : found));
  };
  add(APPOSITION.exec(sentence)?.[1], 5);
  add(COPULA.exec(sentence)?.[1], 4);
  add(CALLED.exec(before)?.[1], 5);
  add(KIN.exec(before)?.[1], 5);
  const owner = NAMED.exec(before)?.[1]?.toLowerCase();
  if (owner) clues.push(clue('gender', owner === 'his' ? 'male' : 'female', 6, `“${owner} name is”`));
  for (const [where, found] of [[before, ADJECTIVE_BEFORE.exec(before)?.[1]], [sentence, ADJECTIVE_AFTER.exec(sentence)?.[1]]] as const) {
    const age = found ? ageOfAdjective(found.toLowerCase()) : null;
    if (age) clues.push(clue('ageRange', age.age, where === before ? age.weight / 2 : age.weight, `called ${found!.toLowerCase()}`));
  }
  const chunk = /^\s*[,(–—-][^.;)]{0,70}|^\s(?:is|was|comes?|came)\s[^.;,)]{0,50}/u.exec(sentence)?.[0] ?? '';
  const origin = accentIn(chunk) ?? accentIn(ORIGIN_BEFORE.exec(before)?.[1] ?? '');
  if (origin) clues.push(clue('accent', origin.accent, 4, `“${origin.words}”`));
  return clues.map((found) => ({ ...found, weight: found.weight * weight }));
}

/** Words for a child in a passage that names only one person, and so probably mean that person: `the child`, `this little girl`. */
const AS_CHILD = /\b(?:the|this|that|our|poor)\s(?:[\p{Ll}-]+\s){0,2}(?:child|little (?:girl|boy|fellow)|baby)\b(?!’s|-)/giu;

/** Clues that the only person whom a passage names is a child. Each weighs little, since the passage may speak of another child. */
export const childClues = (text: string): Clue[] =>
  (text.match(AS_CHILD) ?? []).map((words) => ({ ...clue('ageRange', 'child', 0.5, `“${words.toLowerCase()}”`), free: true as const }));
