import { nameClues } from './called.js';
import { childClues, descriptionClues, phraseClues } from './descriptions.js';
import { factsFrom, type Clue, type PersonFacts } from './facts.js';
import { laterAgeClues } from './later-sentences.js';
import { Naming, type Mention, type Somebody } from './mentions.js';
import type { Sex } from './names/given-names.js';
import { accentIn, scotsIn } from './origins.js';
import { pronounClues } from './pronouns.js';
import { addressClues, ownClues, type Speech } from './spoken.js';

/** A piece of text about people: narration, words that someone says, or a direction for how to say them. */
export type Passage =
  /** `tag` is the pronoun that the narration uses for `speaker`; `teller` is a first-person narrator. */
  | { kind: 'narration'; text: string; speaker?: string; tag?: 'he' | 'she'; teller?: string }
  | { kind: 'speech' | 'direction'; text: string; speaker: string };

const IN_SPEECH = 0.5;
const MIN_SCOTS = 2;
const MIN_KNOWN = 2.5;
const NEAR_MENTIONS = 10;

interface Place { text: string; isTold: boolean; mentions: Mention[] }

/** What clues in a place weigh: those of narration in full. */
const weightOf = ({ isTold }: Place): number => (isTold ? 1 : IN_SPEECH);

/** The sex that the clues found so far suggest, before the pronouns after names are counted; null when they are too weak or contradict one another. */
function sexBy(clues: readonly Clue[]): Sex | null {
  const sum = clues.reduce((total, { fact, value, weight }) => total + (fact !== 'gender' ? 0 : value === 'male' ? weight : -weight), 0);
  return Math.abs(sum) >= MIN_KNOWN ? (sum > 0 ? 'male' : 'female') : null;
}

/** What a direction such as `(rubbing his eyes)` tells about the speaker. */
function directionClues(text: string): Clue[] {
  const clues: Clue[] = [...phraseClues(text, 3, `direction “${text}”`)];
  const found = /\b(?:(he|himself|his)|(she|herself|her(?=\s+(?!to\b|and\b|with\b|in\b|on\b|at\b)\p{Ll})))\b/iu.exec(text);
  if (found) clues.push({ fact: 'gender', value: found[1] ? 'male' : 'female', weight: /self$/i.test(found[0]) ? 2 : 0.8, because: `direction “${text}”` });
  const origin = accentIn(text);
  if (origin) clues.push({ fact: 'accent', value: origin.accent, weight: 4, because: `direction “${text}”` });
  return clues;
}

/** True for a person whom the text shows to be grown up: by a title, a role in the family or an age. */
const isGrown = (clues: readonly Clue[]): boolean => clues.some(({ fact, value, because }) =>
  (fact === 'ageRange' && value !== 'child' && value !== 'teen') || /^title (?!miss|master)/u.test(because) || /\b(?:wife|husband|mother|father)\b/u.test(because));

/**
 * Finds sex, age and accent of the people in a text, by id. Clues are what the text calls people, the words around their names, pronouns, and what they and
 * others say. Titles count more than pronouns, pronouns more than first names.
 */
export function identify(people: readonly Somebody[], passages: readonly Passage[]): Map<string, PersonFacts> {
  const naming = new Naming(people);
  const places = passages.flatMap((passage): Place[] => (passage.kind === 'direction' ? []
    : [{ text: passage.text, isTold: passage.kind === 'narration', mentions: naming.mentionsIn(passage.text) }]));
  const mentionsOf = new Map<string, Mention[]>(people.map(({ id }) => [id, []]));
  for (const { mentions } of places) for (const mention of mentions) mentionsOf.get(mention.id)!.push(mention);
  const clues = new Map(people.map(({ id, names }) => [id, nameClues(names, mentionsOf.get(id)!)]));
  const add = (id: string | undefined, found: readonly Clue[]): void => { if (id !== undefined) clues.get(id)?.push(...found); };
  for (const place of places) {
    const { text, mentions } = place;
    mentions.forEach((mention, at) => add(mention.id, descriptionClues(text, mention,
      mentions.slice(at + 1, at + NEAR_MENTIONS).find(({ possessive }) => !possessive)?.start ?? text.length, weightOf(place))));
  }
  for (const { text, mentions } of places) {
    const named = new Set(mentions.map(({ id }) => id));
    const [only] = named;
    if (named.size === 1 && !isGrown(clues.get(only!)!)) add(only, childClues(text));
  }
  const speeches = passages.flatMap((passage): Speech[] => (passage.kind === 'speech' ? [passage] : []));
  addressClues(speeches, clues);
  const said = new Map<string, string[]>();
  for (const { speaker, text } of speeches) {
    const known = said.get(speaker);
    if (known) known.push(text);
    else said.set(speaker, [text]);
  }
  for (const [id, texts] of said) {
    const own = texts.join('\n');
    add(id, ownClues(own));
    const scots = scotsIn(own);
    if (scots >= MIN_SCOTS) add(id, [{ fact: 'accent', value: 'Scottish', weight: scots, because: `${scots} words of Scots` }]);
  }
  for (const passage of passages) {
    if (passage.kind === 'direction') add(passage.speaker, directionClues(passage.text));
    if (passage.kind === 'narration') add(passage.teller, ownClues(passage.text));
    if (passage.kind === 'narration' && passage.tag && passage.speaker) {
      add(passage.speaker, [{ fact: 'gender', value: passage.tag === 'he' ? 'male' : 'female', weight: 0.7, because: `“${passage.tag} said”`, free: true }]);
    }
  }
  const known = new Map([...clues].map(([id, found]) => [id, sexBy(found)]));
  for (const place of places) {
    const { text, isTold, mentions } = place;
    const sexKnown = (id: string): Sex | null => known.get(id) ?? null;
    mentions.forEach((mention, at) => {
      add(mention.id, pronounClues(text, mentions, at, weightOf(place), sexKnown));
      // A name in speech addresses somebody, and the pronouns after it mean others.
      if (isTold) add(mention.id, laterAgeClues(text, mentions, at, sexKnown));
    });
  }
  return new Map([...clues].map(([id, found]) => [id, factsFrom(hasGrownTitle(found) ? found.filter(isOfGrown) : found)]));
}

const GROWN = /^title (?:mr|mrs|dr|doctor|sir|lady|lord|captain|capt|colonel|col|major|general|professor|prof|inspector|sergeant|madame|mme|monsieur|signor|signora|reverend|rev|judge|father|mother|aunt|uncle|nurse|count|countess|duke|duchess)$/;

/** True for a person with a title that only adults have. A stated age outranks the title, so the result is then false. */
const hasGrownTitle = (clues: readonly Clue[]): boolean => clues.some(({ because }) => GROWN.test(because)) && !clues.some(({ because }) => /^aged /.test(because));

const isOfGrown = ({ fact, value }: Clue): boolean => fact !== 'ageRange' || (value !== 'child' && value !== 'teen');
