import { literal } from '../../../craft/narrative/literal.js';
import { NUMBER_WORD, numberOf, PERSON_WORD } from '../../../craft/people/words.js';
import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';
import { passagesOf } from './scene-places.js';

const MAX_PHRASES = 8;
const MAX_CHARS = 700;
/** How many sentences before an introduction ("This is Mrs. Pell") may describe who is introduced. */
const INTRODUCED_WITHIN = 3;

/** A pattern for a cue as texts print it: `MRS PELL` for `Mrs. Pell`, and its last name alone. */
function namePattern(cue: string): string {
  const words = cue.split(/[^\p{L}\p{N}’'-]+/u).filter(Boolean);
  const full = words.map((word) => `${literal(word)}\\.?`).join('\\s+');
  const last = words.at(-1) ?? '';
  return words.length > 1 && last.length > 2 ? `(?:${full}|${literal(last)})` : full;
}

const sentencesOf = (text: string): string[] => text.replace(/\b(Mrs?|Ms|Dr|St|Mme|Prof|Capt|Lt|Sgt|Rev)\./g, '$1').split(/(?<=[.!?]["”’')]?)\s+/);

const INTRODUCTION = (name: string) => new RegExp(`\\b(?:this is|here is|it is|it was|meet|his name was|her name was|called herself|called himself|i am|my name is)\\s+(?:the\\s+|old\\s+|Mrs?\\s+|Miss\\s+|Dr\\s+|Captain\\s+)?${name}`, 'iu');
const STRANGER = new RegExp(`\\b(?:an?|the|one)\\s+(?:[\\p{L}-]+,?\\s+){0,4}?(?:${PERSON_WORD}|stranger|figure|visitor)(?![\\p{L}-])[^.;]*`, 'iu');
/** Verbs that lead to how someone looks: "was a tall man", "wore grey", "had red hair". */
const BODY = `(?:was|is)\\s+(?:(?:only |about |nearly |barely )?${NUMBER_WORD}|an?\\s|aged|about|nearly|barely|only|clad|dressed|in\\s|wearing|lounging|tall|short|old|young|thin|stout|bald|grey|gr[ae]y-haired|still)|wore|wears|(?:had|has)\\s+(?:an?\\s|long|short|red|black|white|gr[ae]y|dark|fair|no\\s+hair|been)`;
const AGE_WORDS = new RegExp(`\\b(?:aged?|(?:was|is|looked|turned|nearly|barely|about)|(?:man|woman|boy|girl|lad|lady|gentleman|youth|fellow|child) of)\\s+(?:only\\s+|about\\s+|some\\s+|nearly\\s+|barely\\s+|just\\s+)?(${NUMBER_WORD})(?=\\s*(?:[,.;:!?)—]|$)|\\s+(?:and|but|when|years?|in|with|who|whose)\\b)`, 'giu');
/** "He was nineteen" becomes "He was aged 19", which is how descriptions are searched. */
const withDigits = (text: string): string => text.replace(AGE_WORDS, (whole, words: string) => {
  const years = numberOf(words.toLowerCase());
  return years !== null && years > 2 && years < 110 ? `aged ${years} ` : whole;
});

/** What passages say about how someone looks: appositions, what they were and wore, and how they were introduced. */
function phrasesAbout(cue: string, others: readonly string[], female: boolean | null, sentences: readonly string[]): string[] {
  const somebodyElse = others.length > 0 ? new RegExp(`(?<![\\p{L}])(?:${others.map(namePattern).join('|')})(?![\\p{L}])`, 'iu') : /$^/;
  const name = `(?<![\\p{L}])${namePattern(cue)}(?![\\p{L}])`;
  const mentioned = new RegExp(name, 'iu');
  const apposition = new RegExp(`${name}(?:\\s*[,—–-]\\s*|\\s*\\(|:\\s*)((?:an?|the|our|my|his|her|who|whose|wearing|dressed|in|with|aged|about|now|still|\\d)[^.;:!?]{2,160}|\\d{1,2}s?\\b[^.;]{0,160})`, 'iu');
  const state = new RegExp(`${name}[,)]?\\s+((?:${BODY})[^.;!?]{2,140})`, 'iu');
  const title = new RegExp(`\\b((?:old|young|little|elderly|aged|poor old|big|fat|tall|thin)\\s+(?:[\\p{L}]+\\s+)?)${name}`, 'iu');
  const before = new RegExp(`\\b((?:an?|the|my|his|her|our)\\s+(?:[\\p{L}-]+,?\\s+){0,4}${PERSON_WORD})[,]?\\s+(?:named\\s+|called\\s+)?${name}`, 'iu');
  const pronoun = female === null ? /^["“]?(?:He|She)\s/ : female ? /^["“]?She\s/ : /^["“]?He\s/;
  const introduction = INTRODUCTION(name);
  const phrases: string[] = [];
  sentences.forEach((sentence, at) => {
    if (!mentioned.test(sentence)) return;
    for (const pattern of [apposition, state, title, before]) {
      const found = pattern.exec(sentence)?.[1];
      if (found) phrases.push(found);
    }
    const next = sentences[at + 1] ?? '';
    const introduced = introduction.test(sentence);
    // A pronoun after a sentence about two people may be either of them.
    if ((introduced || !somebodyElse.test(sentence)) && pronoun.test(next) && new RegExp(`^["“]?\\S+\\s+(?:${BODY}|was|looked)`, 'u').test(next)) phrases.push(next.slice(0, 160));
    if (introduced) {
      const stranger = sentences.slice(Math.max(0, at - INTRODUCED_WITHIN), at).reverse().map((earlier) => STRANGER.exec(earlier)?.[0]).find(Boolean);
      if (stranger) phrases.push(stranger.slice(0, 160));
    }
  });
  return phrases;
}

const told = (phrases: readonly string[]): string => withDigits([...new Set(phrases)].slice(0, MAX_PHRASES).join('. ')).slice(0, MAX_CHARS);

/** What a text says about the looks of some people, by name: phrases of the text with ages in digits. */
export function toldOfNames(names: readonly string[], text: string): string[] {
  const sentences = sentencesOf(text);
  return names.map((name) => told(phrasesAbout(name, names.filter((other) => other !== name), null, sentences)));
}

/**
 * What a read, and the text it was made of, say about the looks of its cast, by seat: phrases of the text with ages in digits. Empty
 * for narrators, readers and hosts.
 */
export function toldOfPeople(screenplay: Screenplay, source = ''): string[] {
  const sentences = [...passagesOf(screenplay, screenplay.entries).map(({ text }) => text), source].flatMap(sentencesOf);
  const cues = screenplay.cast.filter(({ role }) => role === 'character').map(({ character }) => character);
  return screenplay.cast.map((member: CastMember) => {
    if (member.role !== 'character') return '';
    const female = member.gender === 'neutral' ? null : member.gender === 'female';
    return told(phrasesAbout(member.character, cues.filter((cue) => cue !== member.character), female, sentences));
  });
}
