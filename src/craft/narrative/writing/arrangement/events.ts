import { remembered } from '../../remembered.js';
import { PERSON } from '../modes/podcast/question.js';
import { PAST_FORMS } from '../modes/podcast/clauses.js';
import type { Item } from '../material/items.js';
import { surpriseOf } from './turning-points.js';

const ACTOR = '(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|\\p{Lu}\\p{Ll}+|[Tt]he (?:\\p{Ll}+ )?\\p{Ll}+|[Oo]ne of \\p{Ll}+)';
/** A person or group does something: `we anchored`, `the boy had run`, `Falk then took`. */
const DEED = new RegExp(`(?<!\\p{L})${ACTOR}(?: (?:\\p{Ll}+ly|then|soon|now|at once|also|all|had))? (?:\\p{Ll}{2,}ed|${PAST_FORMS.join('|')})(?!\\p{L})`, 'gu');
/** Verbs for states, which are not events. */
const STATES = /\b(?:is|are|has been|have been|may be|seems?|appears?|consists?|contains?|belongs?|inhabits?|occurs?|varies|extends?|measures?)\b/gu;
const FIGURES = /\d[\d,.]*|\b(?:species|genus|genera|latitude|strata|formation|feet|inches|miles|per cent|percent|temperature|analogous|specimens?)\b/gu;
const SPOKEN = /[“"](?=\p{Lu})|\b(?:cried|shouted|asked|answered|told|begged|laughed|wept|screamed)\b/gu;

const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

interface Happening { deeds: number; people: number; spoken: number; surprise: number; against: number }

/** How much happens in a text, whoever says it. Remembered, because a programme is arranged many times from the same words. */
const happeningIn = remembered((text): Happening => ({
  deeds: Math.min(3, count(text, DEED)) * 7,
  people: PERSON.test(text) ? 4 : 0,
  spoken: Math.min(2, count(text, SPOKEN)) * 4,
  surprise: surpriseOf(text) * 12,
  against: Math.min(4, count(text, STATES)) * 3 + Math.min(4, count(text, FIGURES)) * 4,
}));

/** How much happens in each item, on a scale of words of average worth: deeds, people, speech and surprises, less states and figures. */
export function eventfulness(items: readonly Item[]): number[] {
  return items.map(({ kind, text }) => {
    const { deeds, people, spoken, surprise, against } = happeningIn(text);
    return deeds + people + ((kind === 'line' ? 6 : 0) + spoken) + surprise - against;
  });
}
