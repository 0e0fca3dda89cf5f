import { englishPrefix, isForeignHeading } from './prefixes.js';
import { isHeading, splitSceneNumber } from './rules.js';

/** A number in the margin of a printed page, before a heading. */
const MARGIN_NUMBER = /^\d{1,4}[A-Z]{0,2}[.)]?\s+(?=\p{L})/u;

/**
 * A line of a screenplay as a scene heading in the standard form: `INT. FERRY CABIN - NIGHT`, without its number. Null for a line that is no heading, and
 * for a heading that names no place.
 */
export function standardHeading(line: string): string | null {
  const margin = MARGIN_NUMBER.exec(line)?.[0] ?? '';
  const { text } = splitSceneNumber(line.slice(margin.length).trim());
  if (!isHeading(text)) return null;
  const { length, hasDot } = englishPrefix(text);
  if (length === 0) return isForeignHeading(text) ? text.toUpperCase() : null;
  const setting = text.slice(0, length);
  // A lower-case word without a dot begins a sentence: `Est venu le jour`.
  if (!hasDot && /\p{Ll}/u.test(setting)) return null;
  const behind = text.slice(length).trim().toUpperCase();
  const place = margin === '' ? behind : withoutNumber(behind, margin.trim());
  if (!/[\p{L}\p{N}]/u.test(place)) return null;
  return `${/[/]/u.test(setting) ? 'INT./EXT.' : /^in/iu.test(setting) ? 'INT.' : 'EXT.'} ${place}`;
}

/** A heading without the number that a printed page repeats in its right margin. */
const withoutNumber = (heading: string, number: string): string =>
  (heading.endsWith(` ${number}`) ? heading.slice(0, -number.length).trimEnd() : heading);
