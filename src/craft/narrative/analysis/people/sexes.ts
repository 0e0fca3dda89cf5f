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
/** A woman named within this many items may be the `she` instead. */
const ITEMS_BEFORE = 4;

/**
 * Women whom a text calls by an occupation: in `The clerk looked up. She had a pencil behind each ear`, the clerk is a woman. Counts sentences that follow one
 * about the clerk and begin with a pronoun; a single `He` leaves the noun as it is. The result goes to `figures` before any description becomes a figure.
 */
export function noteWomenByOccupation(items: readonly Item[], figures: Figures): void {
  const men = new Set<string>();
  const women = new Set<string>();
  items.forEach(({ narration }, at) => {
    const sentences = splitSentences(narration).map(({ start, end }) => narration.slice(start, end));
    sentences.forEach((sentence, place) => {
      const noun = SUBJECT.exec(sentence)?.[1];
      const pronoun = GOES_ON.exec(sentences[place + 1] ?? '')?.[1];
      if (noun === undefined || pronoun === undefined) return;
      if (pronoun === 'He') men.add(noun);
      else if (!isWomanNear(items, at)) women.add(noun);
    });
  });
  for (const noun of women) if (!men.has(noun)) figures.callWoman(noun);
}

function isWomanNear(items: readonly Item[], at: number): boolean {
  return items.slice(Math.max(0, at - ITEMS_BEFORE), at + 1).some(({ narration, mentions }) =>
    mentions.some(({ figure }: { figure: Figure }) => figure.gender === 'female') || describedIn(narration).some(({ noun }) => WOMAN.test(noun)));
}

const WOMAN = /^(?:woman|lady|girl|wife|mother|daughter|sister|aunt|widow|grandmother)$/;
