import { matchesOf } from '../../../patterns/matches.js';

/** Positions of closing single quotation marks that stand after punctuation and have no opening mark: leftovers of a quotation inside a quotation. */
export function strayClosers(text: string): number[] {
  const stray: number[] = [];
  let open = 0;
  for (const { 0: mark, index } of matchesOf(text, /[‘’]/gu)) {
    const before = text[index - 1] ?? ' ';
    if (mark === '‘') open++;
    else if (/[.,;:!?…—]/u.test(before) && /^(?:[\s—–”"]|$)/u.test(text.slice(index + 1))) {
      if (open > 0) open--;
      else stray.push(index);
    } else if (open > 0 && /^(?:[\s.,;:!?…—)]|$)/u.test(text.slice(index + 1))) open--;
  }
  return stray;
}

/** The text without stray closing marks. */
export function withoutStrayClosers(text: string): string {
  const stray = new Set(strayClosers(text));
  return stray.size === 0 ? text : [...text.split('')].filter((_character, at) => !stray.has(at)).join('').replace(/\s+/gu, ' ').trim();
}
