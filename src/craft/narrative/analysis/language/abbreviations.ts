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
/** American states. Some are ordinary words too, so they count only after the name of a town and a comma. */
export const SHORT_STATES = wordTable({
  Ala: 'Alabama', Ariz: 'Arizona', Ark: 'Arkansas', Calif: 'California', Colo: 'Colorado', Conn: 'Connecticut', Del: 'Delaware', Fla: 'Florida', Ga: 'Georgia',
  Ill: 'Illinois', Ind: 'Indiana', Kan: 'Kansas', Ky: 'Kentucky', La: 'Louisiana', Md: 'Maryland', Mass: 'Massachusetts', Mich: 'Michigan', Minn: 'Minnesota',
  Miss: 'Mississippi', Mo: 'Missouri', Mont: 'Montana', Neb: 'Nebraska', Nev: 'Nevada', Okla: 'Oklahoma', Ore: 'Oregon', Pa: 'Pennsylvania', Tenn: 'Tennessee',
  Tex: 'Texas', Va: 'Virginia', Vt: 'Vermont', Wash: 'Washington', Wis: 'Wisconsin', Wyo: 'Wyoming',
});

/** The keys of a table as alternatives of a pattern. */
export const anyOf = (table: Readonly<Record<string, string>>): string => Object.keys(table).join('|');

/** The months in their order. */
export const MONTH_NAMES = 'January February March April May June July August September October November December'.split(' ');
export const MONTHS = MONTH_NAMES.join('|');
export const DAYS = [...new Set(Object.values(SHORT_DAYS))].join('|');

/** Words that begin a sentence far more often than they continue one after an abbreviation. */
export const STARTERS = 'He|She|It|They|We|I|You|The|A|An|But|And|In|On|At|His|Her|Its|Their|Then|There|This|These|That|Those|No|Yes'
  + '|What|When|Where|Who|Why|How|After|Before|As|If|For|So';
