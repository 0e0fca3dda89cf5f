import { ageClues, phraseClues } from '../../../people/descriptions.js';
import type { AgeRange, Evidence } from '../../../people/facts.js';
import { accentIn } from '../../../people/origins.js';
import { ageOfAdjective } from '../../../people/words.js';
import type { CastFacts, Gender } from '../../../screenplay/model.js';
import { matchesOf } from '../../../patterns/matches.js';

/** A character of the Series Bible; null for a field that the bible does not set. */
export interface BiblePerson { name: string; aliases: string[]; role: string | null; voice: string | null }

/** What a Series Bible says about one person; null for what it leaves open. */
export interface BibleFacts { gender: Gender | null; ageRange: AgeRange | null; accent: string | null; evidence: Evidence[] }

/** A member of a cast, of a script or of a plan. */
interface Member extends CastFacts { character: string; gender: Gender; description: string }

/** The words that end the noun phrase which says who someone is: ` of …` in `mother of the boy`, ` who …` in `woman who lost a ship`. */
const PHRASE_END = new RegExp('\\s(?:of|in|at|with|without|who|whom|whose|that|which|from|on|by|to|for|they|he|she|we|named|called|behind|under|over|near|'
  + 'is|was|has|had|as|like|than|an?|the|his|her|their|my|our|its)\\s.*$', 'iu');
const OWNER = /^.*['’]s\s+(?=\p{L})/u;
const ARTICLE = /^(?:an?|the|his|her|their|my|our)\s+/iu;
const COMPARED = /^(?:like|as|speaks|talks|sounds|loves|hates|fears|wants|hunts|plays)\b/iu;
const OWNED_VOICE = /['’]s\s+(?:voice|accent|tone)$/iu;
const SEXES: readonly (readonly [Gender, RegExp])[] = [
  ['female', /\b(?:female|feminine)\b/iu], ['male', /\b(?:male|masculine)\b/iu], ['neutral', /\b(?:non-?binary|genderless)\b/iu],
];
/** Nouns before which `old` says nothing about age: an old friend may be young. */
const KNOWN_LONG = /\b(?:friend|colleague|enemy|rival|flame|hand|acquaintance|lover|partner|mate|boss|master|school|guard)$/iu;
const OWN_PRONOUN = new RegExp('\\b(?:(he|himself)|(she|herself)|(his)(?=\\s+(?:\\p{L}+\\s+)?VOICED)|(her)(?=\\s+(?:\\p{L}+\\s+)?VOICED))\\b'
  .replaceAll('VOICED', '(?:voice|words|sentences?|breath|teeth|throat|tongue|mouth|vowels|consonants|accent|speech)\\b'), 'giu');
/** Clues below this weight leave the age open: that a captain is grown up, for example. */
const MIN_AGE_WEIGHT = 2;

/** The value that all items of a list share; null when they differ or the list is empty. */
function only<V>(values: readonly V[]): V | null {
  const [first, ...others] = [...new Set(values)];
  return first !== undefined && others.length === 0 ? first : null;
}

const phrasesOf = (text: string): string[] =>
  text.split(/[,;:.()/–—]|\s-\s|\band\b|\bbut\b/u).map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');

interface Found { genders: Gender[]; ages: AgeRange[] }

/** Sex and age that one phrase states: `an old man`, `female lead`, `elderly`. */
function inPhrase(phrase: string): Found {
  const stated = SEXES.filter(([, words]) => words.test(phrase)).map(([gender]) => gender);
  if (COMPARED.test(phrase)) return { genders: stated, ages: [] };
  const bare = phrase.replace(ARTICLE, '');
  // `an old woman's voice` tells about her; `the old woman's son` does not.
  const own = OWNED_VOICE.test(bare) ? bare.replace(OWNED_VOICE, '') : bare.replace(OWNER, '');
  const head = own.replace(ARTICLE, '').replace(PHRASE_END, '');
  const clues = phraseClues(head, 5, '').filter(({ fact, weight }) => fact === 'gender' || weight >= MIN_AGE_WEIGHT);
  const alone = ageOfAdjective(head.toLowerCase())?.age;
  return {
    genders: [...stated, ...clues.filter(({ fact }) => fact === 'gender').map(({ value }) => value as Gender)],
    ages: KNOWN_LONG.test(head) ? [] : [...clues.filter(({ fact }) => fact === 'ageRange').map(({ value }) => value as AgeRange), ...(alone ? [alone] : [])],
  };
}

/** The sex and age that one field of the bible states. Ages in numbers outrank adjectives; contradictory words give null. */
function inField(text: string): { gender: Gender | null; ageRange: AgeRange | null } {
  const found = phrasesOf(text).map(inPhrase);
  const counted = ageClues(`, ${text}`);
  const genders = [...found.flatMap(({ genders: each }) => each), ...counted.filter(({ fact }) => fact === 'gender').map(({ value }) => value as Gender)];
  const years = counted.find(({ fact }) => fact === 'ageRange')?.value as AgeRange | undefined;
  return { gender: only(genders), ageRange: years ?? only(found.flatMap(({ ages }) => ages)) };
}

/** The sex that the pronouns of a voice description tell: `laughs before he answers`; null without such a pronoun, and when they contradict one another. */
const byPronoun = (voice: string): Gender | null =>
  only(matchesOf(voice, OWN_PRONOUN).map((match): Gender => (match[1] || match[3] ? 'male' : 'female')));

/**
 * The sex, age and accent that the role and voice of a character in the Series Bible state. For sex and age the role outranks the voice; for the accent the
 * voice outranks the role.
 */
export function factsOfBible({ role, voice }: Pick<BiblePerson, 'role' | 'voice'>): BibleFacts {
  const [byRole, byVoice] = [inField(role ?? ''), inField(voice ?? '')];
  const gender = byRole.gender ?? byVoice.gender ?? byPronoun(voice ?? '');
  const ageRange = byRole.ageRange ?? byVoice.ageRange;
  const accent = accentIn(voice ?? '')?.accent ?? accentIn(role ?? '')?.accent ?? null;
  const says = (fact: Evidence['fact'], told: string | null): Evidence[] =>
    [{ fact, confidence: 1, because: `the Series Bible: “${(told ?? '').slice(0, 80)}”` }];
  return {
    gender, ageRange, accent,
    evidence: [
      ...(gender ? says('gender', byRole.gender ? role : voice) : []), ...(ageRange ? says('ageRange', byRole.ageRange ? role : voice) : []),
      ...(accent ? says('accent', accentIn(voice ?? '') ? voice : role) : []),
    ],
  };
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1).replace(/[\s.]+$/u, '')}.`;

/** The member of a cast with the facts of the Series Bible, which outrank what the text suggests. Unchanged when `person` is null. */
export function withBiblePerson<M extends Member>(member: M, person: BiblePerson | null): M {
  if (!person) return member;
  const { gender, ageRange, accent, evidence } = factsOfBible(person);
  const decided = new Set(evidence.map(({ fact }) => fact));
  const kept = [...evidence, ...(member.evidence ?? []).filter(({ fact }) => !decided.has(fact))];
  const said = [...(person.role ? [sentence(person.role)] : []), ...(person.voice ? [`Voice: ${person.voice.replace(/[\s.]+$/u, '')}.`] : [])].join(' ');
  return {
    ...member, description: said || member.description, ...(gender ? { gender } : {}), ...(ageRange ? { ageRange } : {}),
    ...(accent ? { accent } : {}), ...(kept.length > 0 ? { evidence: kept } : {}),
  };
}

const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase();

/** The character of the Series Bible with this cue as name or alias, or null. */
export const biblePerson = (cue: string, people: readonly BiblePerson[]): BiblePerson | null =>
  people.find(({ name, aliases }) => [name, ...aliases].some((each) => nameKey(each) === nameKey(cue))) ?? null;
