import { findEra, type Era, type FoundEra } from '../../../craft/images/period.js';
import { literal } from '../../../craft/narrative/literal.js';
import { matchesOf } from '../../../craft/patterns/matches.js';
import { PERSON_WORD } from '../../../craft/people/words.js';

const ERA_WORDS: readonly (readonly [Era, RegExp])[] = [
  ['antiquity', /\b(antiquity|ancient (rome|greece|egypt)|roman empire|classical age|bronze age)\b/i],
  ['medieval', /\b(medi[ae]+val|middle ages|dark ages|feudal|arthurian|viking age)\b/i],
  ['georgian', /\b(georgian|regency|baroque|rococo|restoration (?:era|period|comedy|drama|england)|elizabethan|jacobean|renaissance|age of (?:enlightenment|sail))\b/i],
  ['victorian', /\b(victorian|edwardian|gilded age|belle [eé]poque|gaslit|wild west|old west|steampunk|fin de si[eè]cle)\b/i],
  ['midcentury', /\b(mid-?century|art deco|interwar|post-?war|wartime|jazz age|film noir|roaring twenties|great depression)\b/i],
  ['future', /\b(futuristic|cyberpunk|far future|near future|space opera|dystopian future|science[- ]fiction|sci-?fi)\b/i],
  ['modern', /\b(contemporary|present[- ]day|modern[- ]day|today|twenty-first century)\b/i],
];

/** The era that words about the look of pictures name or suggest; null when they do neither. */
export function statedEra(words: string): FoundEra | null {
  const named = ERA_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
  return named ? { era: named, isSure: true } : findEra(words);
}

const HEX = /#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-f])/gi;
const MAX_COLOURS = 8;

const NAMED: Readonly<Record<string, string>> = {
  black: '#22201f', charcoal: '#36393f', white: '#efece4', ivory: '#efe6d0', bone: '#e6dcc6', cream: '#efe2c4', grey: '#868a8f', gray: '#868a8f',
  slate: '#56646f', silver: '#b9bcc2', red: '#a8332f', crimson: '#96203a', scarlet: '#c03a2b', burgundy: '#6b1f2f', maroon: '#66232a', rust: '#a4552f',
  terracotta: '#b8653f', orange: '#c8722f', amber: '#d8962f', ochre: '#b98a3a', gold: '#c79a3a', golden: '#c79a3a', mustard: '#c79c2e', yellow: '#dcb936',
  sand: '#d8c096', beige: '#d3c2a0', brown: '#6f4d34', umber: '#5c4632', sepia: '#7a5c3c', green: '#3f7350', olive: '#6f7138', moss: '#5f6f3c',
  emerald: '#1f7a58', sage: '#8a9a78', teal: '#24707a', turquoise: '#3a9a9a', cyan: '#3f9fb4', blue: '#35608c', navy: '#27375f', indigo: '#37356f',
  cobalt: '#2f4fa0', azure: '#4a86c0', purple: '#65468a', violet: '#6a4a96', lilac: '#9a86b4', mauve: '#8a6a86', pink: '#c76a8a', rose: '#c26a76',
  copper: '#a86438', bronze: '#8a6a3a', petrol: '#1f5560', steel: '#6a7f92', brass: '#b3924a', coral: '#d8735a', peach: '#e0a886', lavender: '#a79cc4',
};
const NAMES = new RegExp(`\\b(?:${Object.keys(NAMED).join('|')})\\b`, 'gi');
/** A colour that is excluded does not belong to the palette. */
const WITHOUT = /\b(?:no|never|without|avoid(?:ing)?|not)\s+(?:[a-z]+\s+){0,2}$/i;

const long = (hex: string): string => (hex.length === 7 ? hex : `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}`).toLowerCase();

/** The colours that words name, as `#rrggbb`: codes first, otherwise names of colours; at most 8. */
export function coloursIn(words: string): string[] {
  const codes = matchesOf(words, HEX).map(([code]) => long(code));
  const named = matchesOf(words, NAMES).filter(({ index }) => !WITHOUT.test(words.slice(Math.max(0, index - 40), index)))
    .map(([name]) => NAMED[name.toLowerCase()]!);
  return [...new Set(codes.length > 0 ? codes : named)].slice(0, MAX_COLOURS);
}

/** Splits a text into sentences, lines and the parts between semicolons. */
export const piecesOf = (text: string): string[] => text
  .split(/(?<=[.!?])\s+|[\n;]+/).map((piece) => piece.replace(/^[\s•*–-]+/, '').trim()).filter(Boolean);

const TITLES = new Set(['the', 'mr', 'mrs', 'miss', 'ms', 'dr', 'lady', 'lord', 'sir', 'captain', 'old', 'young', 'aunt', 'uncle', 'of', 'and', 'a']);

/** Keeps a name from matching within the name of a place: Baker Street is no person. */
const NO_PLACE = '(?!\\s+(?:Street|Road|Lane|Row|Avenue|Square|Place|Court|Terrace|Gate|Hall|House|Manor|Castle|Inn|Bridge|Park|Hill|Wharf|Station|Island|Bay)(?![\\p{L}]))';

/** A pattern for a person in running text: the whole name, or one capitalized word of it. */
function namePattern(names: readonly string[]): RegExp {
  const wholes = names.map((name) => literal(name.trim()).replace(/\s+/g, '\\s+'));
  const parts = names.flatMap((name) => name.split(/[^\p{L}’'-]+/u))
    .filter((word) => word.length > 2 && !TITLES.has(word.toLowerCase()))
    .flatMap((word) => [word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()]);
  const whole = `(?:${wholes.flatMap((name) => [name, name.toUpperCase()]).join('|')})`;
  return new RegExp(`(?<![\\p{L}])(?:${whole}${parts.length > 0 ? `|${parts.map(literal).join('|')}` : ''})(?![\\p{L}])${NO_PLACE}`, 'u');
}

/** A person with every name that texts use for them. */
export interface Named { names: readonly string[] }

/** Somebody without a name at the beginning of a piece: `An old woman`, `The girl`. */
const SOMEBODY = new RegExp(`^(?:an?|the|one|another|some|this|that|his|her|their|my|our)\\s+(?:[\\p{L}-]+,?\\s+){0,4}?${PERSON_WORD}(?![\\p{L}’'-])`, 'iu');
/** Words between a description and the name of the person described: `The girl is Mara`, `An old woman with a lamp, Mara`. */
const CALLED = /^\s*$|\b(?:named|called|is|was)\s+$/iu;
const APPOSED = /[,:(—–]\s*$/u;
const ACTS = /\b(?:is|was|has|had|sat|sits|stood|stands|lay|lies|came|comes|went|goes|held|holds|kept|keeps|saw|sees|looked|looks|turned|turns|walked|walks|waited|waits|opened|opens|watched|watches)\b/iu;

/**
 * True for a piece about somebody without a name rather than about the person whose name begins at `at`: `An old woman looked at Finn`. `at` is null for a
 * piece that names nobody.
 */
export function isOfAnother(piece: string, at: number | null): boolean {
  const somebody = SOMEBODY.exec(piece)?.[0];
  if (somebody === undefined || at === null) return somebody !== undefined;
  const between = piece.slice(somebody.length, at);
  return at > somebody.length && !CALLED.test(between) && !(APPOSED.test(between) && !ACTS.test(between));
}

/**
 * Divides a text among people: `about` has what the text says about each of them, `nobody` the pieces that name none of them. A piece that names several
 * people is cut where the next name begins. Pieces for which `leavesOut` is true are in neither; it gets the position of the first name, null for none.
 */
export function wordsByPerson(
  text: string, people: readonly Named[], leavesOut: (piece: string, at: number | null) => boolean = () => false,
): { about: string[][]; nobody: string[] } {
  const patterns = people.map(({ names }) => namePattern(names));
  const about = people.map((): string[] => []);
  const nobody: string[] = [];
  for (const piece of piecesOf(text)) {
    const found = patterns.flatMap((pattern, person) => {
      const match = pattern.exec(piece);
      return match ? [{ person, at: match.index, end: match.index + match[0].length }] : [];
    }).sort((a, b) => a.at - b.at);
    if (leavesOut(piece, found[0]?.at ?? null)) continue;
    if (found.length === 0) nobody.push(piece);
    found.forEach(({ person, at }, index) => {
      about[person]!.push(piece.slice(index === 0 ? 0 : at, found[index + 1]?.at ?? piece.length).trim());
    });
  }
  return { about, nobody };
}
