/** Line rules of Fountain, as predicates over one trimmed line. Every pattern runs in linear time. */

import { englishPrefix, isForeignHeading } from './prefixes.js';

const SCENE_NUMBER = /^[\p{L}\p{N}][\p{L}\p{N}.\-–()]*$/u;
const AUTOMATIC_TRANSITION = /^(?:[^\p{Ll}]*\bTO:|FADE OUT\.|FADE TO BLACK\.|CUT TO BLACK\.)$/u;
const CONTINUED = /^cont['’]?d\.?$/i;
/** True for the mark behind a cue that its speaker goes on: `CONT'D`. */
export const isContinued = (extension: string): boolean => CONTINUED.test(extension.trim());
const MAX_CUE_LINE = 120;
const MAX_CUE_NAME = 60;
/** Longest name of a cue in a script without capitals. */
const MAX_UNCASED_NAME = 12;

const hasLower = (text: string): boolean => /\p{Ll}/u.test(text);
const hasUpper = (text: string): boolean => /\p{Lu}/u.test(text);

export const startsLikeHeading = (line: string): boolean => englishPrefix(line).length > 0 || isForeignHeading(line);

/**
 * True if the words of the line make it a heading. After a lower-case prefix without a dot, a line that ends like a sentence is not a heading (`Est-ce …?`).
 */
export function isHeading(line: string): boolean {
  const { length, hasDot } = englishPrefix(line);
  if (length === 0) return isForeignHeading(line);
  return hasDot || !hasLower(line.slice(0, length)) || !/[.?!]$/.test(line);
}

/** Splits a heading from its `#number#`. Text between the signs that is no scene number stays in the heading. */
export function splitSceneNumber(line: string): { text: string; number?: string } {
  const text = line.trimEnd();
  if (!text.endsWith('#')) return { text };
  const start = text.lastIndexOf('#', text.length - 2);
  const number = text.slice(start + 1, -1);
  return start < 0 || !SCENE_NUMBER.test(number) ? { text } : { text: text.slice(0, start).trimEnd(), number };
}

export const isAutomaticTransition = (line: string): boolean =>
  line.length <= MAX_CUE_LINE && AUTOMATIC_TRANSITION.test(line.replace(/^[*_]+|[*_]+$/g, ''));

export const isPageBreak = (line: string): boolean => /^={3,}$/.test(line);
export const isForcedHeading = (line: string): boolean => /^\.[^\s.]/.test(line);
export const isCentered = (line: string): boolean => line.length > 1 && line.startsWith('>') && line.endsWith('<');
export const isParenthetical = (line: string): boolean => /^[(（]/.test(line) && /[)）]$/.test(line);

/** True if the parser takes the first characters of a paragraph for a mark of Fountain. */
export const startsLikeCommand = (line: string): boolean =>
  /^[!~>#=]/.test(line) || isForcedHeading(line) || (line.startsWith('@') && line.length > 1);

export interface Cue { name: string; extensions: string[]; contd: boolean; dual: boolean; tags: string[] }

/** A tag behind a cue. `#2` and `#TWO` are part of a name. */
const TAG = /\s#(?=[\p{L}\p{N}_-]*\p{Ll})\p{L}[\p{L}\p{N}_-]*$/u;

/** Splits a line into name, extensions and marks as if it were a cue. `isCue` tests whether it is one. */
export function parseCue(line: string): Cue {
  let rest = line.trim();
  const tags: string[] = [];
  for (let tag = TAG.exec(rest); tag && line.length <= MAX_CUE_LINE; tag = TAG.exec(rest)) {
    tags.unshift(tag[0].trim().slice(1));
    rest = rest.slice(0, tag.index).trimEnd();
  }
  const dual = rest.endsWith('^');
  if (dual) rest = rest.slice(0, -1).trimEnd();
  const extensions: string[] = [];
  let contd = false;
  while (/[)）]$/.test(rest)) {
    const open = Math.max(rest.lastIndexOf('('), rest.lastIndexOf('（'));
    if (open < 0 || /[)）]/.test(rest.slice(open, -1))) break;
    const extension = rest.slice(open + 1, -1).trim();
    if (isContinued(extension)) contd = true;
    else extensions.unshift(extension);
    rest = rest.slice(0, open).trimEnd();
  }
  return { name: rest, extensions, contd, dual, tags };
}

/** True for a line in capitals that names a speaker. The caller checks for a blank line above and none below. */
export function isCue(line: string): boolean {
  if (line.length > MAX_CUE_LINE || startsLikeHeading(line)) return false;
  const { name, extensions } = parseCue(line);
  return isCueName(name) && !hasLower(name) && (hasUpper(name) || extensions.some(hasUpper));
}

const isCueName = (name: string): boolean =>
  name !== '' && name.length <= MAX_CUE_NAME && !/[:：<>()（）]$/.test(name) && !/^[(（]/.test(name) && !name.includes('^')
  && /[\p{L}\p{N}]/u.test(name);

/** True for a possible cue in a writing system without capitals (Chinese, Arabic, Hebrew, Thai…). */
export function isUncasedName(line: string): boolean {
  if (line.length > MAX_CUE_LINE) return false;
  const { name } = parseCue(line);
  return isCueName(name) && [...name].length <= MAX_UNCASED_NAME && /\p{Lo}/u.test(name)
    && !/[\p{Lu}\p{Ll}]/u.test(name)
    && !/[。．.!?！？،؟,，、]/u.test(name);
}

/** True if a cue of this name is parsed as a cue only with `@`. */
export const needsForcedCue = (name: string, extensions: readonly string[]): boolean =>
  hasLower(name) || !(hasUpper(name) || extensions.some(hasUpper)) || startsLikeHeading(name) || !isCueName(name)
  || startsLikeCommand(name);
