import { MONTH_NAMES } from '../../../patterns/calendar.js';
import { wordTable } from '../../../patterns/word-table.js';

/** Months, days and states as print abbreviates them before a full stop, each with its whole word. */
export const SHORT_MONTHS = wordTable({
  Jan: 'January', Feb: 'February', Mar: 'March', Apr: 'April', Jun: 'June', Jul: 'July', Aug: 'August', Sept: 'September', Sep: 'September', Oct: 'October',
  Nov: 'November', Dec: 'December',
});
export const SHORT_DAYS = wordTable({
  Mon: 'Monday', Tues: 'Tuesday', Tue: 'Tuesday', Wed: 'Wednesday', Thurs: 'Thursday', Thur: 'Thursday', Thu: 'Thursday', Fri: 'Friday',
  Sat: 'Saturday', Sun: 'Sunday',
});
/** American states. `IN_TOWN` tells them from ordinary words. */
export const SHORT_STATES = wordTable({
  Ala: 'Alabama', Ariz: 'Arizona', Ark: 'Arkansas', Calif: 'California', Colo: 'Colorado', Conn: 'Connecticut', Del: 'Delaware', Fla: 'Florida', Ga: 'Georgia',
  Ill: 'Illinois', Ind: 'Indiana', Kan: 'Kansas', Ky: 'Kentucky', La: 'Louisiana', Md: 'Maryland', Mass: 'Massachusetts', Mich: 'Michigan', Minn: 'Minnesota',
  Miss: 'Mississippi', Mo: 'Missouri', Mont: 'Montana', Neb: 'Nebraska', Nev: 'Nevada', Okla: 'Oklahoma', Ore: 'Oregon', Pa: 'Pennsylvania', Tenn: 'Tennessee',
  Tex: 'Texas', Va: 'Virginia', Vt: 'Vermont', Wash: 'Washington', Wis: 'Wisconsin', Wyo: 'Wyoming',
});

/** States whose short form is nothing else: a comma before them is enough. */
const ONLY_STATES = 'Ala|Ariz|Calif|Colo|Fla|Ga|Md|Minn|Neb|Okla|Tenn|Va|Vt|Wis|Wyo';
const NOUN_STATES = 'Ark|Ill|Ind|Mass|Ore|Wash';
/** States that are also names, and forms of address such as `Pa` and `Miss`. */
const NAME_STATES = 'Conn|Del|Kan|Ky|La|Mich|Mo|Mont|Nev|Tex';
const PERSON = '(?:M(?:rs?|s|iss|aster)|Dr|Captain|Colonel|Doctor|Lady|Lord|Sir|Uncle|Aunt)\\b';
const TOWN = `(?!${PERSON})(?:\\p{Lu}[\\p{L}.’'-]*\\s){0,2}\\p{Lu}[\\p{L}.’'-]*,\\s`;
/** Source of a pattern for a short state, without its full stop, that stands after its town: `in Salem, Ore`, `PORT LINDEN, Ore`. `Oh, Pa` has none. */
export const IN_TOWN = `(?<=\\p{L},\\s)(?:${ONLY_STATES})|(?<=\\b(?:[Tt]o|[Aa]t|[Oo]f|[Ff]rom|[Ii]n|[Nn]ear|[Oo]utside)\\s${TOWN})(?:${NOUN_STATES})`
  + `|(?<=\\b(?:[Aa]t|[Oo]f|[Ff]rom|[Ii]n|[Nn]ear|[Oo]utside)\\s${TOWN})(?:${NAME_STATES})|(?<=\\b(?:[Ii]n|[Nn]ear|[Oo]utside)\\s${TOWN})Pa`
  + `|(?<=(?<!\\p{L})\\p{Lu}{4,}(?:[ -]\\p{Lu}{2,}){0,2},\\s)(?:${NOUN_STATES})`;

/** The keys of a table as alternatives of a pattern. */
export const anyOf = (table: Readonly<Record<string, string>>): string => Object.keys(table).join('|');

/** The names of the months as alternatives of a pattern. */
export const MONTHS = MONTH_NAMES.join('|');
export const DAYS = [...new Set(Object.values(SHORT_DAYS))].join('|');

/** Words that begin a sentence far more often than they continue one after an abbreviation. */
export const STARTERS = 'He|She|It|They|We|I|You|The|A|An|But|And|In|On|At|His|Her|Its|Their|Then|There|This|These|That|Those|No|Yes'
  + '|What|When|Where|Who|Why|How|After|Before|As|If|For|So';
