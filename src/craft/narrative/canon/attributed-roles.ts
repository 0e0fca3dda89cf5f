import { literal } from '../literal.js';
import { isTitle, PERSON_WORD } from '../../people/words.js';
import { matchesOf } from '../../patterns/matches.js';
import { wordTable } from '../../patterns/word-table.js';

/** A role that words give to a person: `Thorne, the harbour commissioner`, `Captain Verrin`. */
export interface AttributedRole { name: string; role: string; quote: string }

/** Nouns for people by their work; nouns for kin and age are separate. */
export const WORK = '(?:clerk|commissioner|surveyor|captain|skipper|manager|inspector|detective|engineer|doctor|physician|surgeon|professor|teacher|clockmaker|watchmaker|'
  + 'assistant|secretary|banker|lawyer|solicitor|judge|keeper|innkeeper|shopkeeper|housekeeper|baker|butcher|carpenter|miller|ferryman|fisherman|sailor|soldier|'
  + 'officer|colonel|major|general|sergeant|lieutenant|admiral|commander|governor|mayor|minister|priest|vicar|parson|curate|nurse|governess|servant|maid|cook|'
  + 'butler|gardener|coachman|driver|pilot|mate|boatswain|squire|landlord|landlady|merchant|trader|thief|pirate|poet|painter|author|writer|journalist|editor|'
  + 'reporter|scientist|statistician|botanist|astronomer|geologist|naturalist|biologist|chemist|physicist|economist|historian|musician|singer|actor|actress|'
  + 'dancer|farmer|shepherd|hunter|tailor|smith|blacksmith|mechanic|technician|apprentice|student|pupil|volunteer|tuner|founder|ringer|king|queen|prince|princess|'
  + 'pawnbroker|stationmaster|porter|policeman|constable|warden|steward|treasurer|chairman|president)';
const ROLE = `(?:${WORK}|${PERSON_WORD})`;
const HONORIFIC = '(?:(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Captain|Professor|Inspector|Colonel|Major|Doctor|Father|Sister)\\.? )?';
const GIVER = '(?:the|an?|our|my|his|her|its|their|young|old)';
/** A name in running text: up to three capitalised words. */
export const NAME = '(?<![\\p{L}])\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,2}';

/** Titles before a name. Some name an occupation; those of politeness show only the sex. */
const TITLE = '(?:Captain|Professor|Inspector|Colonel|Major|Doctor|Dr|Sergeant|Commander|Father|Sister|Mr|Mrs|Miss|Ms|Sir|Lady|Lord)';

const SAME: Record<string, string> = wordTable({ dr: 'doctor', physician: 'doctor', surgeon: 'doctor', skipper: 'captain', watchmaker: 'clockmaker', ms: 'miss', mrs: 'miss', sir: 'mr', lord: 'mr' });
const roleKey = (role: string): string => SAME[role.toLowerCase()] ?? role.toLowerCase();

/**
 * The last role that the head of a phrase names, as a list of one: `clerk of the customs house` and `the young clerk` both give `clerk`. Empty when it names
 * none.
 */
export function rolesNamedIn(phrase: string): string[] {
  const head = phrase.split(/[,;:(]|\b(?:of|with|who|that|which|in|at|for|from|to|and|whose)\b/u)[0]!;
  const found = [...head.matchAll(new RegExp(`\\b(${ROLE})\\b`, 'giu'))].map((match) => roleKey(match[1]!));
  return found.slice(-1);
}

const ADJECTIVES = '(?:\\p{Ll}[\\p{Ll}’\'-]* ){0,3}?';
/** What may follow a complete role: `the manager, who`, `clerk of the house`. */
const ENDS = '(?=[,.;:!?)”"—]|$| (?:of|to|in|at|who|from|with|on|and|whose|that|is|was|has|had)\\b)';

/** Patterns for these names with these roles, in both orders: name first and role first. */
function patternsFor(name: string, role: string): { nameFirst: RegExp[]; roleFirst: RegExp[] } {
  return {
    nameFirst: [
      new RegExp(`(?<!\\p{L})(${name}), (?:(?:who )?(?:is|was) )?(?:${GIVER} ${ADJECTIVES})?(${role})\\b${ENDS}`, 'gu'),
      new RegExp(`(?<!\\p{L})(${name}) (?:is|was|had been|has been|became|becomes|works as|worked as) ${GIVER} ${ADJECTIVES}(${role})\\b${ENDS}`, 'gu'),
    ],
    roleFirst: [
      new RegExp(`(?<![\\p{L}-])(${role})(?: called| named)? ${HONORIFIC}(${name})`, 'gu'),
      new RegExp(`\\b(?:${GIVER}|The|A|An) ${ADJECTIVES}(${role}),? ${HONORIFIC}(${name})(?=,)`, 'gu'),
    ],
  };
}

function matches(text: string, { nameFirst, roleFirst }: ReturnType<typeof patternsFor>): AttributedRole[] {
  return [
    ...nameFirst.flatMap((pattern) => matchesOf(text, pattern).map(([quote, name, role]) => ({ name: name!, role: roleKey(role!), quote }))),
    ...roleFirst.flatMap((pattern) => matchesOf(text, pattern).map(([quote, role, name]) => ({ name: name!, role: roleKey(role!), quote }))),
  ];
}

const oneOf = (names: readonly string[]): string => `(?:${[...names].sort((left, right) => right.length - left.length).map(literal).join('|')})(?!['’]s\\b|[\\p{L}])`;

/** The roles that a text gives to the people with these names, including titles, each with the words as `quote`. */
export function rolesOf(text: string, names: readonly string[]): AttributedRole[] {
  return names.length === 0 ? [] : [...matches(text, patternsFor(oneOf(names), ROLE)), ...titlesOf(text, names)];
}

/** The titles before these names: `Miss Calloway`, `Captain Verrin`. */
export function titlesOf(text: string, names: readonly string[]): AttributedRole[] {
  if (names.length === 0) return [];
  return [...text.matchAll(new RegExp(`(?<!\\p{L})(${TITLE})\\.? (${oneOf(names)})`, 'gu'))].map(([quote, role, name]) => ({ name: name!, role: roleKey(role!), quote }));
}

/** Titles that name work, as they are written before names. */
const WORK_TITLE = '(?:Captain|Professor|Inspector|Colonel|Major|Doctor|Dr|Sergeant|Commander|Admiral|Lieutenant|Constable)';
const ANY_NAME = '\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,2}(?![’\']s\\b|[\\p{L}])';
const GENERAL = patternsFor(ANY_NAME, WORK);
GENERAL.roleFirst.push(new RegExp(`(?<!\\p{L})(${WORK_TITLE})\\.? (${ANY_NAME})`, 'gu'));
const WORK_WORD = new RegExp(`(?<![\\p{L}-])(?:${WORK}|dr)(?![\\p{L}-])`, 'giu');
/** Characters on each side of a word for work that are searched for a name. */
const REACH = 70;
/** Capitalised words at the head of a sentence that are not names. */
const NO_NAME = /^(?:I|He|She|It|They|We|You|This|That|These|Those|There|Here|Now|Then|Only|The|An?|And|But|Or|So|For|If|When|What|Who|How|Why|Where|Yes|No|Oh|Ah|Well|Mr|Mrs|Miss|Dr|My|Your|His|Her|Its|Our|Their|Sir|Madam|Lord|Lady|God)\b/u;

/** Every role of work that a text gives to anybody with a name. */
export function attributedRoles(text: string): AttributedRole[] {
  const found = new Map<string, AttributedRole>();
  let covered = 0;
  for (const { index, 0: word } of matchesOf(text, WORK_WORD)) {
    const from = Math.max(0, index - REACH);
    for (const role of matches(text.slice(from, index + word.length + REACH), GENERAL)) {
      if (!NO_NAME.test(role.name)) found.set(`${index < covered ? '' : index}${role.quote}`, role);
    }
    covered = index + word.length + REACH;
  }
  return [...found.values()];
}

/** The forms under which a text may name the person: `Mr. Hector Tansley` gives `Hector Tansley`, `Tansley` and `Hector`. */
export function nameForms(name: string): string[] {
  const words = name.replace(/[^\p{L}\p{M}'’ -]+/gu, ' ').split(/\s+/u).filter((word) => /^\p{Lu}/u.test(word) && !isTitle(word.toLowerCase().replace(/\./gu, '')));
  return words.length === 0 ? [] : [...new Set([words.join(' '), words.at(-1)!, words[0]!])].filter((form) => form.length > 2);
}
