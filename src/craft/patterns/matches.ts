const BEYOND_BMP = 0xffff;

/** The number of code units of the character at `at`: 2 beyond the Basic Multilingual Plane, else 1. */
const stepAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > BEYOND_BMP ? 2 : 1);

/**
 * All matches of a global pattern in a text, in order. Faster than `matchAll`, which copies its pattern and compiles the copy again after each garbage
 * collection; for a pattern of many words that takes much longer than the search. Throws a `TypeError` for a pattern that is not global.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) throw new TypeError(`${String(pattern)} is not global`);
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex += pattern.unicode ? stepAt(text, pattern.lastIndex) : 1;
  }
  return found;
}
