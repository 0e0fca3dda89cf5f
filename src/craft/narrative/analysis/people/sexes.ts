import type { Figure, Figures } from '../names/figures.js';
import { splitSentences } from '../language/sentences.js';
import type { Item } from '../speech/turns.js';
import { describedIn } from './descriptions.js';

/** Occupations of women and men, which count as a man's unless the text says `she`. */
const OF_EITHER_SEX = 'visitor|client|detective|director|banker|lawyer|inspector|prisoner|colonel|traveller|traveler|psychologist|mayor|editor|journalist|' +
  'doctor|captain|sailor|clerk|governor|farmer|officer|vicar|rector|curate|priest|bishop|minister|surgeon|physician|driver|soldier|' +
  'sergeant|lieutenant|major|general|judge|magistrate|constable|tutor|gardener|carpenter|tailor|barber|ranger|manager|conductor|' +
  'drummer|poet|philosopher|rabbi|chief|miller|grocer|butcher|baker|consul|courier|sheriff|superintendent|corporal|warder|' +
  'commissioner|porter|convict|undertaker|boatman';
const SUBJECT = new RegExp(`^(?:Then |But |And |So |Now )?[Tt]he (?:\\p{Ll}+ )?(${OF_EITHER_SEX})\\s(?!of\\b|and\\b)`, 'u');
const GOES_ON = /^(?:Then |But |And |So |Now )?(She|He)\s/;
/** A person of the same sex within this many items may be the one whom a pronoun means instead. */
const ITEMS_BEFORE = 4;
const HIMSELF = /\bhimself\b/;

type Sex = 'female' | 'male';
const SIGNS: Readonly<Record<Sex, { noun: RegExp; pronoun: RegExp }>> = {
  female: { noun: /^(?:woman|lady|girl|wife|mother|daughter|sister|aunt|widow|grandmother)$/, pronoun: /\b(?:she|hers?|herself)\b/i },
  male: { noun: /^(?:man|gentleman|boy|husband|father|son|brother|uncle|widower|grandfather)$/, pronoun: /\b(?:he|him|his|himself)\b/i },
};

/** A sentence of the narration, with the occupation that is its subject. */
interface Sentence { text: string; noun: string | undefined }

/**
 * Women whom a text calls by an occupation: in `The clerk looked up. She had a pencil behind each ear`, the clerk is a woman. Counts sentences that follow one
 * about the clerk and begin with a pronoun; a single `He`, or `The clerk shook his head` where no other man can be meant, leaves the noun as it is. The
 * result goes to `figures` before any description becomes a figure.
 */
export function noteWomenByOccupation(items: readonly Item[], figures: Figures): void {
  const men = new Set<string>();
  const women = new Set<string>();
  const told = items.map(({ narration }) => splitSentences(narration).map(({ start, end }): Sentence => {
    const text = narration.slice(start, end);
    return { text, noun: SUBJECT.exec(text)?.[1] };
  }));
  told.forEach((sentences, at) => sentences.forEach(({ text, noun }, place) => {
    if (noun === undefined) return;
    const mayBeAnother = (sex: Sex): boolean => isNear(items, at, sex) || isSpokenOf(told, { at, place, noun }, sex);
    const pronoun = GOES_ON.exec(sentences[place + 1]?.text ?? '')?.[1];
    if (pronoun === 'He' || HIMSELF.test(text) || (!men.has(noun) && SIGNS.male.pronoun.test(text) && !mayBeAnother('male'))) men.add(noun);
    else if (pronoun === 'She' && !women.has(noun) && !mayBeAnother('female')) women.add(noun);
  }));
  for (const noun of women) if (!men.has(noun)) figures.callWoman(noun);
}

/** True when somebody of that sex is named or described in the item or the few before it. */
function isNear(items: readonly Item[], at: number, sex: Sex): boolean {
  return items.slice(Math.max(0, at - ITEMS_BEFORE), at + 1).some(({ narration, mentions }) =>
    mentions.some(({ figure }: { figure: Figure }) => figure.gender === sex) || describedIn(narration).some(({ noun }) => SIGNS[sex].noun.test(noun)));
}

/** True when an earlier sentence of these items, about somebody other than `noun`, has a pronoun of that sex: a story may call its heroine only `she`. */
function isSpokenOf(told: readonly (readonly Sentence[])[], { at, place, noun }: { at: number; place: number; noun: string }, sex: Sex): boolean {
  return told.slice(Math.max(0, at - ITEMS_BEFORE), at + 1).some((sentences, from, those) =>
    (from === those.length - 1 ? sentences.slice(0, place) : sentences).some((other) => other.noun !== noun && SIGNS[sex].pronoun.test(other.text)));
}
