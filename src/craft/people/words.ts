import type { AgeRange } from './facts.js';
import type { Sex } from './names/given-names.js';
import { wordTable } from '../patterns/word-table.js';

/** Titles as they stand before names, without full stops. */
const FEMALE_TITLES = ('mrs miss ms lady dame madam madame mme mlle mademoiselle mother sister aunt auntie granny grandma nana countess ' +
  'princess queen duchess baroness marchioness empress señora señorita senora senorita doña frau fräulein signora signorina mistress ' +
  'abbess nun stewardess').split(' ');
const MALE_TITLES = ('mr sir lord monsieur father brother uncle grandpa grandad count prince king duke baron marquis marquess earl emperor ' +
  'señor senor don herr signor squire friar monk mister').split(' ');
/** Titles of both sexes; in most texts they lean a little to men. */
const OPEN_TITLES = ('dr doctor captain capt colonel col major general gen lieutenant lt sergeant sgt corporal private admiral commander ' +
  'inspector detective constable officer chief professor prof reverend rev judge justice senator governor president mayor sheriff deputy ' +
  'agent coach nurse cousin master deacon parson bishop dean comrade police-constable pc dci di ds bosun boatswain skipper pilot chancellor ' +
  'minister ambassador marshal cadet ensign pastor insp supt superintendent cpl cllr councillor det gov sen maj adm cmdr revd st').split(' ');

const femaleTitles = new Set(FEMALE_TITLES);
const maleTitles = new Set(MALE_TITLES);
const openTitles = new Set(OPEN_TITLES);

export const isTitle = (word: string): boolean => femaleTitles.has(word) || maleTitles.has(word) || (openTitles.has(word) && word !== 'st');

/** The sex that a title suggests, given in lower case and without full stop; null for a word that is not a title. */
export function sexOfTitle(title: string): { sex: Sex; weight: number } | null {
  if (femaleTitles.has(title)) return { sex: 'female', weight: 14 };
  if (maleTitles.has(title)) return { sex: 'male', weight: 14 };
  if (title === 'nurse') return { sex: 'female', weight: 0.4 };
  return openTitles.has(title) && title !== 'st' ? { sex: 'male', weight: 0.4 } : null;
}

interface Noun { sex: Sex | null; age: AgeRange | null; ageWeight: number }

const NOUNS = new Map<string, Noun>();
const nouns = (sex: Sex | null, age: AgeRange | null, ageWeight: number, words: string): void => {
  for (const word of words.split(' ')) NOUNS.set(word, { sex, age, ageWeight });
};
nouns('female', null, 0, 'woman lady wife mum mummy mom mommy mama mamma mother maid nanny daughter sister niece aunt auntie landlady queen ' +
  'housekeeper hostess governess waitress mistress heroine actress princess duchess countess stepmother stewardess sister-in-law ' +
  'mother-in-law daughter-in-law ayah charwoman washerwoman chambermaid goddess witch widow businesswoman policewoman spokeswoman chairwoman ' +
  'fisherwoman frenchwoman englishwoman irishwoman scotswoman spinster matron nun girlfriend fiancee fiancée saleswoman congresswoman ' +
  'headmistress schoolmistress abbess priestess lass barmaid milkmaid seamstress bridesmaid servant-girl maidservant sorceress');
nouns('male', null, 0, 'man gentleman husband father dad daddy papa papá son brother nephew uncle king butler landlord fellow chap bloke guy ' +
  'policeman fireman businessman fisherman boatman coachman footman postman milkman salesman foreman cabman sportsman nobleman clergyman ' +
  'frenchman englishman irishman scotsman scotchman welshman dutchman workman craftsman stepfather father-in-law brother-in-law son-in-law ' +
  'widower bachelor schoolmaster headmaster monk friar priest duke baron count prince knight lord earl emperor sultan wizard boyfriend ' +
  'fiancé fiance congressman spokesman chairman anchorman waiter actor-manager steward valet blacksmith squire gaffer barman');
nouns('female', 'child', 5, 'girl schoolgirl');
nouns('male', 'child', 5, 'boy schoolboy choirboy newsboy cabin-boy');
nouns(null, 'child', 5, 'child kid infant toddler urchin youngster baby babe');
nouns('male', 'teen', 3, 'lad youth stripling page-boy');
nouns('female', 'teen', 3, 'lass');
nouns(null, 'teen', 4, 'teenager teen adolescent');
nouns('female', 'senior', 5, 'grandmother grandma granny gran nana great-aunt crone');
nouns('male', 'senior', 5, 'grandfather grandpa grandad granddad great-uncle greybeard');
nouns(null, 'senior', 4, 'pensioner octogenarian septuagenarian grandparent');
nouns('female', 'young_adult', 2, 'bride maiden mademoiselle');
nouns('male', 'young_adult', 2, 'bridegroom groom');
nouns(null, 'young_adult', 2, 'student apprentice undergraduate trainee graduate intern');
nouns('female', 'adult', 1, 'mother wife widow housekeeper landlady matron stepmother mum mom');
nouns('male', 'adult', 1, 'father husband butler landlord clergyman schoolmaster stepfather dad policeman');
nouns(null, 'adult', 1, 'captain doctor surgeon engineer lawyer professor inspector detective judge sergeant manager teacher banker');

/** The sex and age that a noun for a person tells; null for other words, including plural and possessive forms. */
export const nounOf = (word: string): Noun | null => NOUNS.get(word) ?? null;

const alternatives = [...NOUNS.keys()].sort((a, b) => b.length - a.length).join('|');
/** Nouns for people, as alternatives for a regular expression. */
export const PERSON_WORD = `(?:${alternatives})`;

/** Adjectives that tell an age, and how much they weigh beside a person's name. */
const AGE_ADJECTIVES: readonly [RegExp, AgeRange, number][] = [
  [/^(?:elderly|aged|white-haired|grey-haired|gray-haired|ancient|wizened|retired|silver-haired|grizzled|white-bearded|wrinkled|venerable)$/, 'senior', 4],
  [/^old$/, 'senior', 3],
  [/^(?:middle-aged|fortyish|mid-forties)$/, 'adult', 4],
  [/^young$/, 'young_adult', 3],
  [/^(?:teenage|teenaged|adolescent)$/, 'teen', 4],
  [/^little$/, 'child', 1],
];

/** The age that an adjective tells, or null. Callers ignore `young` next to a noun for a child. */
export function ageOfAdjective(word: string): { age: AgeRange; weight: number } | null {
  const found = AGE_ADJECTIVES.find(([words]) => words.test(word));
  return found ? { age: found[1], weight: found[2] } : null;
}

/** The sex that an adjective of a description states: `female doctor`, `male nurse`. */
export const sexOfAdjective = (word: string): Sex | null => (word === 'female' || word === 'male' ? word : null);

/** True for a word before a name that tells at which age a person is seen: `YOUNG PETER` and `PETER` are two parts. */
export const isOfAnAge = (word: string): boolean => ageOfAdjective(word) !== null || /^(?:younger|older|teen|kid|baby|adult)$/.test(word);

/** True for a word that describes a person and is no part of a name: `OLD` of `OLD BEN`, `FEMALE` of `FEMALE COP`. */
export const isAdjective = (word: string): boolean => isOfAnAge(word) || sexOfAdjective(word) !== null;

const COUNTED = ('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
  'nineteen').split(' ');
const TENS: Readonly<Record<string, number>> =
  wordTable({ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 });

/** Number words, as alternatives for a regular expression. */
export const NUMBER_WORD = `(?:(?:${Object.keys(TENS).join('|')})(?:[- ](?:${COUNTED.slice(0, 9).join('|')}))?|${COUNTED.join('|')})`;

/** The number that digits or English words name; null for anything else. */
export function numberOf(words: string): number | null {
  if (/^\d+$/.test(words)) return Number(words);
  const parts = words.toLowerCase().split(/[- ]/);
  const values = parts.map((part) => TENS[part] ?? (COUNTED.indexOf(part) + 1 || null));
  return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + value!, 0);
}

/** The age range of an age in years. */
export function rangeOfYears(years: number): AgeRange {
  if (years < 13) return 'child';
  if (years < 18) return 'teen';
  if (years < 30) return 'young_adult';
  return years < 60 ? 'adult' : 'senior';
}
