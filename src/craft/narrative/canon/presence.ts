import type { CheckedLine } from './claims.js';
import { namesWhole, placesIn, subject } from './fact-rules.js';

/** The places to which a statement confines a person (`keeps` is true), or from which it excludes the person (`keeps` is false). */
export interface Whereabouts { keeps: boolean; places: readonly string[] }

const KEPT = '(?:is|remains|stays)(?: still| now| always)?(?: (?:held|kept|locked up|imprisoned|jailed|interned|confined|detained|exiled|marooned|stranded|stationed|trapped))?'
  + '(?: prisoner| captive)? (?:in|at|on|aboard)|never leaves|cannot leave|has never left';
const BARRED = 'has never been (?:to|in|at|on)|never (?:goes|comes|returns) to|(?:has )?never sets? foot (?:in|on|at)|is banned from|is banished from|may not enter|must not enter';

/**
 * The places where a statement says that the subject always is or never is, for as long as the statement holds; null when it says neither. A residence does
 * not count, because people leave it.
 */
export function whereaboutsIn(statement: string, names: readonly string[]): Whereabouts | null {
  for (const [keeps, words] of [[false, BARRED], [true, KEPT]] as const) {
    const match = new RegExp(`${subject(names)} (?:${words}) `, 'u').exec(statement);
    const places = match ? placesIn(`in ${statement.slice(match.index + match[0].length)}`) : [];
    if (places.length > 0) return { keeps, places };
  }
  return null;
}

const TRAVELS = '(?:leaves|left|escapes|escaped|returns|returned|arrives|arrived|comes (?:home|back|ashore)|came (?:home|back|ashore)|sails|sailed|is released|was released|is freed|was freed|'
  + 'is brought|was brought|is taken|was taken|travels|travelled|walks free)';

/** True for a sentence in which the subject travels. */
export const tellsTravel = (sentence: string, names: readonly string[]): boolean => new RegExp(`${subject(names)} ${TRAVELS}\\b`, 'u').test(sentence);

/** The place in a heading where the person cannot be, judged by the places of the ledger; null when the person may be there. */
export function wrongPlace(heading: CheckedLine, { keeps, places }: Whereabouts, known: readonly string[]): string | null {
  const named = (place: string): boolean => namesWhole(heading.text.toLowerCase(), place);
  if (!keeps) return places.find(named) ?? null;
  if (places.some(named)) return null;
  return known.find((place) => named(place) && !places.some((own) => own.includes(place) || place.includes(own))) ?? null;
}
