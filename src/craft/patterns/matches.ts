const BEYOND_BMP = 0xffff;

/** So many code units further is the next character. */
const stepAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > BEYOND_BMP ? 2 : 1);

/**
 * All matches of a global pattern in a text, in order. `matchAll` searches with a copy of its pattern, and compiles that anew whenever memory
 * was cleaned up in between: for a pattern of many words this takes much longer than the search. Throws for a pattern that is not global.
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
