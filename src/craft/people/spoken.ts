import { ageClues, phraseClues } from './descriptions.js';
import type { Clue } from './facts.js';
import { accentIn } from './origins.js';
import { PERSON_WORD } from './words.js';
import { matchesOf } from '../patterns/matches.js';

/** One speech of one person; speeches are in the order of the text. */
export interface Speech { text: string; speaker: string }

const MALE_ADDRESS = /\b(?:sir|mister|my (?:dear )?(?:fellow|boy|lad|lord)|old (?:man|chap|fellow|boy)|young man|dad|daddy|papa|grandpa|granddad|grandad|father)\b/i;
const FEMALE_ADDRESS = /\b(?:ma[’']am|madam|miss|my (?:dear )?(?:lady|girl|good woman)|young lady|mum|mummy|mom|mommy|mamma|grandma|granny|gran|nan)\b/i;
const ADDRESS_PLACE = /(?:^|[,.!?—]\s*)(?:(?:yes|no|oh|ah|well|now|but|please|thank you|thanks|good (?:morning|evening|night|day))[, ]\s*)?([\p{L}’' ]{2,22}?)(?=[,.!?—]|$)/giu;
const ELDER = /\b(?:grandma|granny|gran|nan|grandpa|granddad|grandad)\b/i;
/** Forms of address that adults use for the young. `my dear boy` is missing, because adults use it among themselves. */
const YOUNG_ADDRESS = [
  [/^(?:(?:my )?little (?:one|boy|girl|man|maid|fellow|lady)|sonny|kid|baby|small boy)$/i, 'child'],
  [/^(?:(?:my )?(?:boy|lad|lass|lassie|laddie)|(?:my )?young (?:man|fellow|lady|shaver)|youngster)$/i, 'teen'],
] as const;
/** Grandmothers also call the grown `my child`, so that these words alone make nobody a child. */
const CHILD_TO_ELDERS = /^(?:my )?(?:dear )?child$/i;
const CHILD_TO_ELDERS_WEIGHT = 0.3;
/** Statements about oneself, such as `I am a widower`. An age in the past or denied (`I was never a young man`) does not count as the speaker's age. */
const OWN_WORDS = new RegExp(`\\bI(?:[’']m| am| (was))(?: (not|never|no longer))?(?: just| only| but)? (?:an? |the |his |her |your )((?:[\\p{L}-]+ ){0,3}?${PERSON_WORD})(?![\\p{L}-])`, 'giu');
/** Words for a child that adults use about themselves: `I’m a single girl`, `I am a boy at heart`. */
const GROWN_GIRL = /(?:single|grown|working|honest|plain|respectable|married|lonely|foolish|silly|bad|wicked|lucky|unhappy|modern|sensible)\s(?:\p{L}+\s)?(?:girl|boy|lad|child)$|^(?:girl|boy|child|lad|baby)$/iu;
const OWN_AGE = /\bI(?:[’']m| am) (?:only |nearly |almost )?(\d{1,3}|[a-z]+(?:-[a-z]+)?)(?: years old|(?=[.,!?]))/giu;
const FROM = /\b(?:I(?:[’']m| am)|I come) (?:an? )?(from \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?|\p{Lu}\p{L}+)/gu;
const LONG_LIFE = /\b(?:for|these|last|past) (?:the (?:last|past) )?((?:sixty|seventy|eighty|ninety)(?:[- ]\w+)? years)\b/i;
const SPOUSE = /\bmy (wife|husband)\b/i;

/**
 * Adds clues from forms of address, such as `sir` or `Grandma`, to the person who spoke before, else after. They count less when different people speak
 * before and after.
 */
export function addressClues(speeches: readonly Speech[], clues: ReadonlyMap<string, Clue[]>): void {
  speeches.forEach(({ text, speaker }, at) => {
    const [before, after] = [speeches[at - 1]?.speaker, speeches[at + 1]?.speaker];
    const addressee = before ?? after;
    const sure = before === undefined || after === undefined || before === after;
    if (!addressee || addressee === speaker) return;
    for (const [, address = ''] of matchesOf(text, ADDRESS_PLACE)) {
      const young = YOUNG_ADDRESS.find(([words]) => words.test(address))?.[1];
      if (young) clues.get(addressee)?.push({ fact: 'ageRange', value: young, weight: sure ? 0.8 : 0.4, because: `addressed as “${address.trim()}”` });
      if (CHILD_TO_ELDERS.test(address)) {
        const weight = sure ? CHILD_TO_ELDERS_WEIGHT : CHILD_TO_ELDERS_WEIGHT / 2;
        clues.get(addressee)?.push({ fact: 'ageRange', value: 'child', weight, because: 'addressed as “child”' });
      }
      const value = MALE_ADDRESS.test(address) ? 'male' : FEMALE_ADDRESS.test(address) ? 'female' : null;
      if (value === null || address.split(' ').length > 4) continue;
      clues.get(addressee)?.push({ fact: 'gender', value, weight: sure ? 0.8 : 0.4, because: `addressed as “${address.trim()}”` });
      if (ELDER.test(address)) clues.get(addressee)?.push({ fact: 'ageRange', value: 'senior', weight: sure ? 2 : 1, because: `addressed as “${address.trim()}”` });
    }
  });
}

/** Clues from what people say about themselves, including where they come from. */
export function ownClues(speech: string): Clue[] {
  const clues: Clue[] = [];
  for (const [words, past, denied, phrase = ''] of matchesOf(speech, OWN_WORDS)) {
    const isOwnAge = !(past ?? denied) && !GROWN_GIRL.test(phrase);
    clues.push(...phraseClues(phrase, 3, `says “${words}”`).filter(({ fact }) => fact !== 'ageRange' || isOwnAge));
  }
  for (const [, age = ''] of matchesOf(speech, OWN_AGE)) clues.push(...ageClues(`, ${age}.`));
  for (const [, place = ''] of matchesOf(speech, FROM)) {
    const found = accentIn(place);
    if (found) clues.push({ fact: 'accent', value: found.accent, weight: 3, because: `says “I am ${place}”` });
  }
  const years = LONG_LIFE.exec(speech)?.[1];
  if (years) clues.push({ fact: 'ageRange', value: 'senior', weight: 2, because: `says “${years}”` });
  const spouse = SPOUSE.exec(speech)?.[1]?.toLowerCase();
  if (spouse) clues.push({ fact: 'gender', value: spouse === 'wife' ? 'male' : 'female', weight: 1, because: `says “my ${spouse}”` });
  return clues;
}
