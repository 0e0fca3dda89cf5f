import { genderOfFirstName } from './first-names.js';
import {
  ABBREVIATED_TITLE, ENDS_IN_PERSON, FEMALE_NOUN, FEMALE_TITLE, HONORIFIC, KIN, MALE_NOUN, MALE_TITLE, NO_NAME, OPEN_TITLE,
} from '../language/lexicon.js';
import { matchesOf } from '../../../patterns/matches.js';

const CAP = "(?:Mc|Mac|O’|D’|L’|St\\.\\s)?\\p{Lu}\\p{Ll}+(?:[’-](?!s\\b)\\p{Lu}?\\p{Ll}+)*";
const TITLED = `(?:(?:${HONORIFIC})\\s+)`;
/** Lower-case words that belong to the last name after them, alone or after a title: `van Helsing`, `Madame de Vries`. */
const PARTICLE = '(?:van\\s(?:der|den)|de\\sla|de|von|van|du|del)';
/** A name: an honorific and capitalised words, or capitalised words alone. */
export const NAME = `(?!\\p{Lu}\\p{Ll}+\\s+(?:${ABBREVIATED_TITLE})\\.)${TITLED}{0,2}(?:${PARTICLE}\\s+)?${CAP}(?:\\s+(?:(?:${PARTICLE}|la)\\s+)?(?:${CAP}|\\p{Lu}\\.)){0,5}`;
/** A role in capitals with its article: `the Time Traveller`. */
export const ROLE = `[Tt]he(?!\\s+(?:${ABBREVIATED_TITLE})\\.)(?:\\s+${CAP}){1,3}`;
const TITLE_HEAD = new RegExp(`^(${HONORIFIC})\\s+(?=(?:${PARTICLE}\\s)?\\p{Lu})`, 'u');
/** A particle before a last name, which some texts also capitalise: `Van Helsing`. */
const PARTICLES = new RegExp(`(?<!\\S)(?:(?:[Vv]an(?:\\s[Dd]e[rn])?|[Vv]on|[Dd]e(?:\\s[Ll]a)?|[Dd]u|del|la)\\s){1,2}(?=\\p{Lu})`, 'gu');

/** `the Countess Quill` is Countess Quill. */
const NOBLE = new RegExp(`^[Tt]he (?:Count|Countess|Marquis|Marchioness|Baron|Baroness|Duke|Duchess|Prince|Princess|Reverend|Rev\\.)\\s(?!of\\b)\\p{Lu}`, 'u');

/** A name in parts, without particles: `Mrs. Ada de Quill` has title `Mrs.` and parts `Ada`, `Quill`. */
export interface Name { title: string | null; parts: string[] }

/** Titles of rank that follow a name: `Ada Begum` is the lady Ada. */
const TITLES_AFTER = ['Begum', 'Khanum', 'Bibi'];
const TITLE_AFTER = new RegExp(`^(.+) (${TITLES_AFTER.join('|')})$`, 'u');
export const isTitleAfter = (title: string | null): boolean => title !== null && TITLES_AFTER.includes(title);

/** Title and words of a form that `cleanForm` returned. */
export function parseName(clean: string): Name {
  const [, before, after] = TITLE_AFTER.exec(clean) ?? [];
  if (before !== undefined && after !== undefined) return { title: after, parts: parseName(before).parts };
  const title = TITLE_HEAD.exec(clean)?.[1] ?? null;
  let rest = title ? clean.slice(title.length).trim() : clean;
  for (let next = TITLE_HEAD.exec(rest)?.[1]; title !== null && next !== undefined; next = TITLE_HEAD.exec(rest)?.[1]) rest = rest.slice(next.length).trim();
  return { title, parts: rest.replace(PARTICLES, '').split(/(?<!\bSt\.) /) };
}

/** The last name with the particle that stands before it in the full name: `van Helsing`. */
export function lastNameIn(full: string, last: string): string {
  const particle = matchesOf(full, PARTICLES).find(({ index, 0: words }) => full.slice(index + words.length) === last);
  return `${particle?.[0] ?? ''}${last}`;
}

/**
 * Collapses white space, drops leading words that are not names and a possessive ending; `The Doctor` becomes `the
 * Doctor`.
 */
export function cleanForm(form: string): string {
  const collapsed = form.replace(/\s+/g, ' ').trim().replace(/’s?$/, '').replace(/^(\S+\.) (?=\1 )/, '');
  if (NOBLE.test(collapsed)) return collapsed.slice('the '.length);
  if (/^[Tt]he /.test(collapsed)) return `the ${collapsed.slice(4)}`;
  return collapsed.slice(lengthBeforeName(collapsed));
}

/** Characters of the leading words that are not part of the name. */
export function lengthBeforeName(form: string): number {
  let skipped = 0;
  for (const match of matchesOf(form, /(\S+)\s+/g)) {
    if (!NO_NAME.has(match[1] ?? '') || new RegExp(`^(?:${HONORIFIC})$`).test(match[1] ?? '')) break;
    skipped = match.index + match[0].length;
  }
  return skipped;
}

/** True for a title of women and men, such as `Dr.` or `Captain`. */
export const isOpenTitle = (title: string | null): boolean => title !== null && OPEN_TITLE.test(title);

/** The class of a title. One person may have two titles of the same class (`Dr.`, `Sir`), but not of different classes (`Mrs.`, `Miss`). */
export function titleClass(title: string | null): string | null {
  if (title === null) return null;
  if (/^Mrs/.test(title)) return 'mrs';
  if (/^(?:Miss|Ms|Mademoiselle)/.test(title)) return 'miss';
  return FEMALE_TITLE.test(title) ? 'lady' : 'sir';
}

/** Orders forms of a name: first and last name before title and name, then by length. */
export function fullness(form: string): number {
  return parseName(form).parts.length * 100 + form.length;
}

/** The gender that the last word of a noun phrase implies, or null. */
export function genderOfNoun(phrase: string): 'female' | 'male' | null {
  if (FEMALE_NOUN.test(phrase)) return 'female';
  return MALE_NOUN.test(phrase) ? 'male' : null;
}

/** The gender that a title, a first name or a noun implies, or null. */
export function genderOfForm(form: string): 'female' | 'male' | null {
  const { title, parts } = parseName(form);
  return genderBy(title, parts[0] ?? '', form);
}

/** The gender that a title implies, else a first name, else the last noun of the form; null without any. */
export function genderBy(title: string | null, first: string, form: string): 'female' | 'male' | null {
  if (title && FEMALE_TITLE.test(title)) return 'female';
  if (title && MALE_TITLE.test(title)) return 'male';
  // In `Dr. Rose`, Rose is the last name.
  if (isOpenTitle(title)) return parseName(form).parts.length > 1 ? genderOfFirstName(first) : null;
  return genderOfFirstName(first) ?? genderOfNoun(form.toLowerCase());
}

/** True when a single capitalised word is a title or kin word used as a name (`Mother`, `the Doctor`). */
export function isKinName(word: string): boolean {
  return KIN.test(word) || ENDS_IN_PERSON.test(word.toLowerCase());
}
