import { sexOfTitle } from '../../people/words.js';
import { literal } from '../literal.js';
import { attributedRoles, nameForms, NAME, rolesNamedIn, rolesOf, titlesOf, WORK, type AttributedRole } from './attributed-roles.js';
import { claimsGenre, genreEvidence, isLongEnough } from './genres.js';
import { sentencesIn, wordsOf } from './wording.js';

/** The parts of a Series Bible that are compared with sources. */
export interface ComparedBible { logline: string; premise: string; genre: string; characters: readonly { id: string; name: string; role: string }[] }

/** A statement of a Series Bible that its sources contradict, with the words of the source that do. */
export interface Denied { field: 'logline' | 'premise' | 'characters'; characterId?: string; quote: string; message: string }

/** The evidence of a project's sources against its Series Bible, and what could not be compared. */
export interface SourceEvidence {
  denied: Denied[];
  /** The part of the logline that is copied from a source; null for an original logline. */
  copiedLogline: string | null;
  /** Why the genre is not that of the sources; null when nothing speaks against it. */
  otherGenre: string | null;
  /** What was not compared, as full sentences. */
  notJudged: string[];
}

/** The most characters of the sources that are compared, counted from their beginning. */
const MAX_COMPARED = 300_000;
const MIN_COPIED_WORDS = 6;
/** The smallest share of the logline's words that makes a copied sentence count. */
const MIN_COPIED_SHARE = 0.6;

const QUOTED = /“[^”]*”?|"[^"]*"?/gu;
const lettersOf = (text: string): string => wordsOf(text.replace(/[’']/gu, "'")).join(' ');

interface Source { text: string; letters: string; words: number; roles: AttributedRole[]; narration: string[] }

function readSource(texts: readonly string[]): Source {
  const text = texts.join('\n\n').slice(0, MAX_COMPARED);
  const flat = text.replace(/\s+/gu, ' ');
  const narration = text.split(/\n\s*\n/u).flatMap((paragraph) => sentencesIn(paragraph.replace(QUOTED, ' ').replace(/\s+/gu, ' ')));
  return { text: flat, letters: ` ${lettersOf(text)} `, words: wordsOf(text).length, roles: attributedRoles(flat), narration };
}

const isOf = ({ name }: AttributedRole, forms: readonly string[]): boolean =>
  forms.some((form) => form.split(' ').every((part) => name.split(' ').includes(part)) || name.split(' ').every((part) => form.split(' ').includes(part)));

/** A sentence of narration in which the person appears by name next to another person called by the role, such as `the clockmaker`. */
const besideIn = ({ narration }: Source, forms: readonly string[], role: string): string | undefined => {
  const name = `(?<!\\p{L})(?:${forms.map(literal).join('|')})(?![\\p{L}])`;
  const before = '(?:behind|to|at|with|from|by|for|after|beside|before|past)';
  const both = new RegExp(`\\b${before} the ${role}\\b, ${name} \\p{Ll}|${name} [^,.;:]*\\b${before} the ${role}\\b`, 'u');
  return narration.find((sentence) => both.test(sentence));
};

/** Above this number of words, a single mention of a role's holder does not rule out further holders. */
const SHORT_TEXT = 30_000;
const IS_WORK = new RegExp(`^${WORK}$`, 'iu');

/** A quote that gives the role to another person, when the text gives it to nobody else; else null. */
function otherHolder({ roles, words }: Source, forms: readonly string[], role: string): string | null {
  const holders = roles.filter((attributed) => attributed.role === role);
  if (holders.length < (words > SHORT_TEXT ? 2 : 1) || holders.some((attributed) => isOf(attributed, forms))) return null;
  const [first] = holders;
  return holders.every((attributed) => isOf(attributed, nameForms(first!.name))) ? `“${first!.quote}”` : null;
}

/** The words of the source that deny a person a role; null when the source does not say. */
function denialOf(source: Source, name: string, role: string): string | null {
  const forms = nameForms(name);
  if (forms.length === 0 || !forms.some((form) => source.text.includes(form))) return null;
  if (IS_WORK.test(role)) {
    const own = [...source.roles.filter((attributed) => isOf(attributed, forms)), ...titlesOf(source.text, forms)];
    if (own.some((attributed) => attributed.role === role)) return null;
    const beside = source.words > SHORT_TEXT ? undefined : besideIn(source, forms, role);
    return otherHolder(source, forms, role) ?? (beside === undefined ? null : `“${beside}”`);
  }
  const sex = sexOfTitle(role);
  if (!sex || sex.weight <= 1) return null;
  const titles = titlesOf(source.text, forms).filter(({ role: title }) => (sexOfTitle(title)?.weight ?? 0) > 1);
  return titles.length > 0 && titles.every(({ role: title }) => sexOfTitle(title)!.sex !== sex.sex) ? `“${titles[0]!.quote}”` : null;
}

function deniedIn(source: Source, field: 'logline' | 'premise', text: string): Denied[] {
  const names = [...text.matchAll(new RegExp(NAME, 'gu'))].flatMap(([name]) => nameForms(name));
  return rolesOf(text, [...new Set(names)]).flatMap(({ name, role, quote }) => {
    const because = denialOf(source, name, role);
    return because ? [{ field, quote, message: `“${quote}”: the source says otherwise: ${because}.` }] : [];
  });
}

function deniedRoles(source: Source, characters: ComparedBible['characters']): Denied[] {
  return characters.flatMap(({ id, name, role }) => rolesNamedIn(role).flatMap((named) => {
    const because = denialOf(source, name, named);
    return because ? [{ field: 'characters' as const, characterId: id, quote: role, message: `${name} as “${role}”: the source says otherwise: ${because}.` }] : [];
  }));
}

/** The sentence that makes up most of the logline and also stands in a source; null when there is none. */
function copiedFrom({ letters }: Source, logline: string): string | null {
  const all = wordsOf(logline).length;
  const pieces = [...sentencesIn(logline), ...logline.split(/:\s/u).slice(1)];
  return pieces.find((piece) => {
    const words = wordsOf(piece).length;
    return words >= MIN_COPIED_WORDS && words >= all * MIN_COPIED_SHARE && letters.includes(` ${lettersOf(piece)} `);
  }) ?? null;
}

/**
 * Compares a Series Bible with the texts of its sources: roles that they give to other people, a logline copied from them, and a genre without support in
 * their words. `notJudged` names what texts alone cannot decide. The same texts always give the same evidence.
 */
export function againstSources(bible: ComparedBible, texts: readonly string[]): SourceEvidence {
  if (texts.every((text) => text.trim() === '')) {
    return { denied: [], copiedLogline: null, otherGenre: null, notJudged: ['Roles, names and genre: the project has no source with a text to compare them with.'] };
  }
  const source = readSource(texts);
  const { logline, premise, genre, characters } = bible;
  return {
    denied: [...deniedIn(source, 'logline', logline), ...deniedIn(source, 'premise', premise), ...deniedRoles(source, characters)],
    copiedLogline: copiedFrom(source, logline), otherGenre: genreEvidence(genre, source.text),
    notJudged: [
      ...(genre !== '' && !claimsGenre(genre) ? [`The genre “${genre}”: its words are not known here.`] : []),
      ...(claimsGenre(genre) && !isLongEnough(source.text) ? [`The genre “${genre}”: the sources are too short to tell.`] : []),
      'What happens in the source: who does what is compared only where a role or a title says it.',
    ],
  };
}
