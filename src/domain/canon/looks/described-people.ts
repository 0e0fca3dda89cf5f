import { analyseSource } from '../../../craft/narrative/writing/material/source-analysis.js';
import { castKey } from '../cast-canon.js';
import { literal } from '../../../craft/narrative/literal.js';
import type { Person } from '../../../craft/narrative/model.js';
import { nounOf, NUMBER_WORD, numberOf, PERSON_WORD } from '../../../craft/people/words.js';
import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';
import { passagesOf } from './scene-places.js';
import { matchesOf } from '../../../craft/patterns/matches.js';

const MAX_PHRASES = 8;
const MAX_CHARS = 700;
/** How many sentences before an introduction ("This is Mrs. Pell") may describe who is introduced. */
const INTRODUCED_WITHIN = 3;

/**
 * A person with the names that texts use. `exact` matches the names in their own case, so that the flower is not taken for `Rose`. `shared` has the last
 * names that several people have.
 */
interface Named { names: readonly string[]; exact: boolean; female: boolean | null; shared: ReadonlySet<string> }

const ARTICLE = /^(?:the|an?|our|my|his|her|their)\s/iu;

/** A pattern for a name as texts print it: `MRS PELL` for `Mrs. Pell`, or the last name alone. Descriptions and shared last names match only in full. */
function formPattern(name: string, shared: ReadonlySet<string>): string {
  const words = name.split(/[^\p{L}\p{N}’'-]+/u).filter(Boolean);
  const full = words.map((word) => `${literal(word)}\\.?`).join('\\s+');
  const last = words.at(-1) ?? '';
  return words.length > 1 && last.length > 2 && !shared.has(last.toLowerCase()) && !ARTICLE.test(name) ? `(?:${full}|${literal(last)})` : full;
}

/** The longest form first, because a pattern takes the first that fits. */
const namePattern = ({ names, shared }: Named): string =>
  `(?:${[...names].sort((one, other) => other.length - one.length).map((name) => formPattern(name, shared)).join('|')})`;

const isNamedBy = ({ exact }: Named, pattern: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${pattern})(?![\\p{L}])`, exact ? 'u' : 'iu');

const sentencesOf = (text: string): string[] => text.replace(/\b(Mrs?|Ms|Dr|St|Mme|Prof|Capt|Lt|Sgt|Rev)\./g, '$1').split(/(?<=[.!?]["”’')]?)\s+/);

const INTRODUCTION = (name: string) => new RegExp(`\\b(?:this is|here is|it is|it was|meet|his name was|her name was|called herself|called himself|i am|my name is)\\s+(?:the\\s+|old\\s+|Mrs?\\s+|Miss\\s+|Dr\\s+|Captain\\s+)?${name}`, 'iu');
const STRANGER = new RegExp(`\\b(?:an?|the|one)\\s+(?:[\\p{L}-]+,?\\s+){0,4}?(?:${PERSON_WORD}|stranger|figure|visitor)(?![\\p{L}-])[^.;]*`, 'iu');
/** Verb phrases that introduce how a person looks: "was a tall man", "wore grey", "had red hair". */
const BODY = `(?:was|is)\\s+(?:(?:only |about |nearly |barely )?${NUMBER_WORD}|an?\\s|aged|about|nearly|barely|only|clad|dressed|in\\s|wearing|lounging|tall|short|old|young|thin|stout|bald|grey|gr[ae]y-haired|still)|wore|wears|(?:had|has)\\s+(?:an?\\s|long|short|red|black|white|gr[ae]y|dark|fair|no\\s+hair|been)`;
const AGE_WORDS = new RegExp(`\\b(?:aged?|(?:was|is|looked|turned|nearly|barely|about)|(?:man|woman|boy|girl|lad|lady|gentleman|youth|fellow|child) of)\\s+(?:only\\s+|about\\s+|some\\s+|nearly\\s+|barely\\s+|just\\s+)?(${NUMBER_WORD})(?=\\s*(?:[,.;:!?)—]|$)|\\s+(?:and|but|when|years?|in|with|who|whose)\\b)`, 'giu');
const IS_OR_HAS = new RegExp(`^["“]?\\S+\\s+(?:${BODY}|was|looked)`, 'u');
/** Turns "He was nineteen" into "He was aged 19", the form that the search for looks expects. */
const withDigits = (text: string): string => text.replace(AGE_WORDS, (whole, words: string) => {
  const years = numberOf(words.toLowerCase());
  return years !== null && years > 2 && years < 110 ? `aged ${years}` : whole;
});

/** Parts of a person and clothes that pictures show. */
const SHOWN = 'hair|locks|curls|ringlets|braids?|plaits?|beard|moustache|mustache|whiskers|spectacles|glasses|eye-?glass(?:es)?|pince-nez|lorgnette|freckles'
  + '|bonnet|hat|cap|gown|dress|frock|coat|cloak|apron|suit|shawl|uniform|shoulders|figure';
const OWN = `(?:[\\p{L}-]+,?\\s+(?:and\\s+)?){0,5}?(?:${SHOWN})(?![\\p{L}-])[^.;,!?]{0,60}`;
/** Words that pictures follow; phrases with such a word come first. */
const TELLING = new RegExp(`(?<![\\p{L}])(?:${SHOWN}|single|bald(?:-headed)?|shaved|shaven|stout(?:ly)?|plump|fat|thin|slim|slender|lean|gaunt|burly|tall|short|elderly|aged|years|temples|blonde?|wore|dressed|[\\p{L}]+-haired|old|young)(?![\\p{L}])`, 'iu');
/** Limit of phrases with `his` or `her` from one sentence. */
const MAX_OWN = 3;
/** How many sentences after one that names a person may go on about them. */
const GOES_ON = 4;

/** The phrases that say how a person looks: appositions, states and clothes, and introductions. */
function phrasesAbout(person: Named, others: readonly Named[], sentences: readonly string[]): string[] {
  const { female } = person;
  const [strangers, known] = [others.filter(({ exact }) => !exact), others.filter(({ exact }) => exact)].map((some) =>
    (some.length > 0 ? isNamedBy(some[0]!, some.map(namePattern).join('|')) : /$^/));
  const namesAnother = (sentence: string): boolean => strangers!.test(sentence) || known!.test(sentence);
  const name = `(?<![\\p{L}])${namePattern(person)}(?![\\p{L}])`;
  const mentioned = isNamedBy(person, namePattern(person));
  const apposition = new RegExp(`${name}(?:\\s*[,—–-]\\s*|\\s*\\(|:\\s*)((?:an?|the|our|my|his|her|who|whose|wearing|dressed|in|with|aged|about|now|still|thin|stout|tall|short|slim|slender|lean|fat|plump|bald|old|young|elderly|\\d)[^.;:!?"“”]{2,160}|\\d{1,2}s?\\b[^.;]{0,160})`, 'iu');
  const state = new RegExp(`${name}(?:,[^,.;!?]{2,60},|\\s\\([^).]{2,60}\\)|[,)])?\\s+((?:${BODY})[^.;!?"“”]{2,140})`, 'iu');
  const title = new RegExp(`\\b((?:old|young|little|elderly|aged|poor old|big|fat|tall|thin)\\s+(?:[\\p{L}]+\\s+)?)${name}`, 'iu');
  const before = new RegExp(`\\b((?:an?|the|my|his|her|our)\\s+(?:[\\p{L}-]+,?\\s+){0,4}${PERSON_WORD})[,]?\\s+(?:named\\s+|called\\s+)?${name}`, 'iu');
  const pronoun = female === null ? /^["“]?(?:He|She|His|Her)\s/ : female ? /^["“]?(?:She|Her)\s/ : /^["“]?(?:He|His)\s/;
  const introduction = INTRODUCTION(name);
  const his = female === null ? '(?:his|her)' : female ? 'her' : 'his';
  const owned = new RegExp(`${name}(?:['’]s?)\\s+(?:own\\s+)?(${OWN})`, 'iu');
  const own = new RegExp(`(?<![\\p{L}])${his}\\s+(${OWN})`, 'giu');
  const ofPerson = new RegExp(`(?:the|an?)\\s+((?:[\\p{L}-]+,?\\s+){0,4}?(?:${SHOWN}|eye))\\s+of\\s+${name}`, 'iu');
  const phrases = firstSeen(person, sentences, { pronoun, female });
  sentences.forEach((sentence, at) => {
    if (!mentioned.test(sentence)) return;
    if (!namesAnother(sentence)) {
      phrases.push(...matchesOf(sentence, own).slice(0, MAX_OWN).map(([, found = '']) => found));
    }
    for (const pattern of [apposition, state, title, before, owned, ofPerson]) {
      const found = pattern.exec(sentence)?.[1];
      if (found) phrases.push(found);
    }
    const introduced = introduction.test(sentence);
    // A pronoun after a sentence about two people may be either of them.
    if (introduced || !namesAnother(sentence)) phrases.push(...goingOn(sentences.slice(at + 1, at + 1 + GOES_ON), { pronoun, female }));
    if (introduced) {
      const stranger = sentences.slice(Math.max(0, at - INTRODUCED_WITHIN), at).reverse().map((earlier) => STRANGER.exec(earlier)?.[0]).find(Boolean);
      if (stranger) phrases.push(stranger.slice(0, 160));
    }
  });
  return phrases;
}

/**
 * What is said where a person without a name is first seen: `A tall man in a wet coat came out. He had a narrow face` of `the man`. Empty where the text
 * introduces several such people.
 */
function firstSeen({ names }: Named, sentences: readonly string[], by: { pronoun: RegExp; female: boolean | null }): string[] {
  const description = names.find((name) => ARTICLE.test(name));
  const noun = description && /[\p{L}-]+$/u.exec(description)?.[0];
  if (noun === undefined) return [];
  const seen = new RegExp(`(?<![\\p{L}])an?\\s+((?:[\\p{L}-]+,?\\s+){0,4}?${literal(noun)}(?![\\p{L}-])(?:\\s+(?:in|with|wearing)\\s+[^.;,!?“”]{2,90})?)`, 'iu');
  const found = sentences.flatMap((sentence, at) => { const words = seen.exec(sentence)?.[1]; return words === undefined ? [] : [{ words, at }]; });
  const [first] = found;
  // The words of a read are mostly those of its source, so the same introduction may come twice.
  if (!first || found.some(({ words }) => words !== first.words)) return [];
  return [first.words, ...goingOn(sentences.slice(first.at + 1, first.at + 1 + GOES_ON), by)];
}

/** What stands before the pronoun of a sentence and says how the person looks: `Forty-one years old, grey at the temples, she had run the boat`. */
const FRONTED = /^["“]?([^.;!?"“”]{3,120}?),\s(he|she)\s/iu;

/** An opening that tells of a time, a place or another person: `After the old man had gone`, `Of all the bald men in the room`. */
const OF_OTHERS = new RegExp('^(?:after|when|while|whenever|as|if|in|on|at|of|for|with|without|under|over|behind|before|beside|since|because|although|though|by|from|to|until|once|like|unlike|'
  + `and|but|so|then|now)\\b|\\b(?:an?|the|his|her|their|my|our)\\s(?:[\\p{L}-]+\\s){0,3}?(?:${PERSON_WORD}|men|women|people|children)(?![\\p{L}-])`, 'iu');

function fronted(sentence: string, female: boolean | null): string | null {
  const [, words, pronoun] = FRONTED.exec(sentence) ?? [];
  const fits = words !== undefined && (female === null || (pronoun!.toLowerCase() === 'she') === female);
  return fits && TELLING.test(words) && !OF_OTHERS.test(words) ? words : null;
}

/** The following sentences about the same person that begin with `He` or `Her`, or with a description before it, and say how the person looks. */
function goingOn(sentences: readonly string[], { pronoun, female }: { pronoun: RegExp; female: boolean | null }): string[] {
  const end = sentences.findIndex((sentence) => !pronoun.test(sentence) && fronted(sentence, female) === null);
  const own = end < 0 ? sentences : sentences.slice(0, end);
  return own.flatMap((sentence) => {
    const before = fronted(sentence, female);
    if (before) return [before];
    return IS_OR_HAS.test(sentence) || /^["“]?(?:His|Her)\s/.test(sentence) && TELLING.test(sentence) ? [sentence.slice(0, 160)] : [];
  });
}

const OLD_THING = /(?<=(?<![\p{L}])(?:an?|the|his|her|its|their|some|this|that|my|our)\s+)old\s+(?=((?:[\p{Ll}-]+\s+){0,2}[\p{Ll}-]+))/giu;
/** Endings of trades; no list has all trades. */
const TRADE = /(?:man|woman|maker|keeper|smith|wright|monger|herd|ler|ster|eer|ist)$/u;
/** Removes `old` before things: "retuning an old guitar" says nothing about a person's age. */
const withoutOldThings = (text: string): string =>
  text.replace(OLD_THING, (old: string, behind: string) => (behind.toLowerCase().split(/\s+/u).some((word) => nounOf(word) !== null || TRADE.test(word)) ? old : ''));

/** Joins the phrases; those that pictures can follow come first. */
function told(phrases: readonly string[]): string {
  const all = [...new Set(phrases)];
  const first = all.filter((phrase) => TELLING.test(phrase));
  return withoutOldThings(withDigits([...first, ...all.filter((phrase) => !TELLING.test(phrase))].slice(0, MAX_PHRASES).join('. '))).slice(0, MAX_CHARS);
}

/**
 * What a text says about the looks of some people, in the order of `names`: phrases of the text with ages in digits. Empty for a person whose looks are not
 * described.
 */
export function toldOfNames(names: readonly string[], text: string): string[] {
  const sentences = sentencesOf(text);
  const people = namedIn(names.map((name) => ({ character: name, gender: 'neutral' as const })), text);
  return people.map((person) => told(phrasesAbout(person, people.filter((other) => other !== person), sentences)));
}

/** The people with all names that the text uses for them; a person unknown to the text has only the given name. */
function namedIn(people: readonly Pick<CastMember, 'character' | 'gender'>[], text: string): Named[] {
  const cast = text.trim() === '' ? [] : analyseSource({ sourceId: '', label: null, text, digest: null })?.analysis.cast ?? [];
  const isCalled = (character: string) => ({ cue, name, aliases }: Person): boolean =>
    [cue, name, ...aliases].some((form) => castKey(form) === castKey(character));
  const known = people.map(({ character }) => cast.find(isCalled(character)));
  const names = people.map(({ character }, at) => {
    const person = known[at];
    return person ? [...new Set([person.name, ...person.aliases, person.cue])] : [character];
  });
  const lastNames = names.map((forms) => new Set(forms.map((form) => form.split(/\s+/u).at(-1)!.toLowerCase())));
  const shared = new Set(lastNames.flatMap((own, at) => [...own].filter((last) => lastNames.some((others, other) => other !== at && others.has(last)))));
  return people.map(({ gender }, at) => {
    const sex = gender === 'neutral' ? known[at]?.gender ?? 'neutral' : gender;
    return { names: names[at]!, exact: known[at] !== undefined, female: sex === 'neutral' ? null : sex === 'female', shared };
  });
}

/**
 * What a read and its source text say about the looks of the cast, by seat: phrases of the text with ages in digits. Empty for narrators, readers and hosts.
 */
export function toldOfPeople(screenplay: Screenplay, source = ''): string[] {
  const sentences = [...passagesOf(screenplay, screenplay.entries).map(({ text }) => text), source].flatMap(sentencesOf);
  const seen = screenplay.cast.filter(({ role }) => role === 'character');
  const people = namedIn(seen, source);
  return screenplay.cast.map((member) => {
    const person = people[seen.indexOf(member)];
    return person ? told(phrasesAbout(person, people.filter((other) => other !== person), sentences)) : '';
  });
}
