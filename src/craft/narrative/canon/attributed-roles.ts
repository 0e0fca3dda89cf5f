import { literal } from '../literal.js';
import { isTitle, PERSON_WORD } from '../../people/words.js';

/** A role that words give to a person: `Thorne, the harbour commissioner`, `Captain Verrin`. */
export interface AttributedRole { name: string; role: string; quote: string }

/** What people are called by their work, beside the words for kin and age. */
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
/** A name as it is written: up to three words with capitals. */
export const NAME = '(?<![\\p{L}])\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,2}';

/** Titles that say what somebody is; those of politeness say the sex only. */
const TITLE = '(?:Captain|Professor|Inspector|Colonel|Major|Doctor|Dr|Sergeant|Commander|Father|Sister|Mr|Mrs|Miss|Ms|Sir|Lady|Lord)';

const SAME: Record<string, string> = { dr: 'doctor', physician: 'doctor', surgeon: 'doctor', skipper: 'captain', watchmaker: 'clockmaker', ms: 'miss', mrs: 'miss', sir: 'mr', lord: 'mr' };
const roleKey = (role: string): string => SAME[role.toLowerCase()] ?? role.toLowerCase();

/** The last words of a role phrase that name it: `clerk of the customs house` and `the young clerk` are both a clerk. */
export function rolesNamedIn(phrase: string): string[] {
  const head = phrase.split(/[,;:(]|\b(?:of|with|who|that|which|in|at|for|from|to|and|whose)\b/u)[0]!;
  const found = [...head.matchAll(new RegExp(`\\b(${ROLE})\\b`, 'giu'))].map((match) => roleKey(match[1]!));
  return found.slice(-1);
}

const ADJECTIVES = '(?:\\p{Ll}[\\p{Ll}’\'-]* ){0,3}?';

/** Patterns with the name before the role, and after it. */
function patternsFor(name: string): { nameFirst: RegExp[]; roleFirst: RegExp[] } {
  return {
    nameFirst: [
      new RegExp(`(?<!\\p{L})(${name}), (?:(?:who )?(?:is|was) )?(?:${GIVER} )?${ADJECTIVES}(${ROLE})\\b`, 'gu'),
      new RegExp(`(?<!\\p{L})(${name}) (?:is|was|had been|has been|became|becomes|works as|worked as) ${GIVER} ${ADJECTIVES}(${ROLE})\\b`, 'gu'),
    ],
    roleFirst: [
      new RegExp(`\\b(${ROLE})(?: called| named)? ${HONORIFIC}(${name})`, 'gu'),
      new RegExp(`\\b(?:${GIVER}|The|A|An) ${ADJECTIVES}(${ROLE}),? ${HONORIFIC}(${name})(?=,)`, 'gu'),
      new RegExp(`\\b(${TITLE})\\.? (${name})`, 'gu'),
    ],
  };
}

/** The roles that a text gives to the people of these names, each with the words that do. */
export function rolesOf(text: string, names: readonly string[]): AttributedRole[] {
  if (names.length === 0) return [];
  const { nameFirst, roleFirst } = patternsFor(`${[...names].sort((left, right) => right.length - left.length).map(literal).join('|')}(?!['’]s\\b|[\\p{L}])`);
  return [
    ...nameFirst.flatMap((pattern) => [...text.matchAll(pattern)].map(([quote, name, role]) => ({ name: name!, role: roleKey(role!), quote }))),
    ...roleFirst.flatMap((pattern) => [...text.matchAll(pattern)].map(([quote, role, name]) => ({ name: name!, role: roleKey(role!), quote }))),
  ];
}

const GENERAL = patternsFor('\\p{Lu}\\p{L}+(?: \\p{Lu}\\p{L}+){0,2}(?![’\']s\\b|[\\p{L}])');

/** Every role that a text gives to anybody with a name. */
export function attributedRoles(text: string): AttributedRole[] {
  return [
    ...GENERAL.nameFirst.flatMap((pattern) => [...text.matchAll(pattern)].map(([quote, name, role]) => ({ name: name!, role: roleKey(role!), quote }))),
    ...GENERAL.roleFirst.flatMap((pattern) => [...text.matchAll(pattern)].map(([quote, role, name]) => ({ name: name!, role: roleKey(role!), quote }))),
  ];
}

/** Every form of a name under which a text may have the person: `Mr. Hector Tansley` is `Hector Tansley` and `Tansley`. */
export function nameForms(name: string): string[] {
  const words = name.replace(/[^\p{L}\p{M}'’ -]+/gu, ' ').split(/\s+/u).filter((word) => /^\p{Lu}/u.test(word) && !isTitle(word.toLowerCase().replace(/\./gu, '')));
  return words.length === 0 ? [] : [...new Set([words.join(' '), words.at(-1)!, words[0]!])].filter((form) => form.length > 2);
}
