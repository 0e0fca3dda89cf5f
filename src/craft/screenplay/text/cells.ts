const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROW = /^[\u0020-\u02ff\u0370-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e]*$/;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/** True if every UTF-16 unit of the text takes one cell. */
export const isNarrow = (text: string): boolean => NARROW.test(text);

/** Cells of one character on the grid: two for East Asian wide ones, none for combining and invisible ones. */
export const cellsOf = (character: string): 0 | 1 | 2 => (NOTHING.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

export function cellWidth(text: string): number {
  if (isNarrow(text)) return text.length;
  let cells = 0;
  for (const character of text) cells += cellsOf(character);
  return cells;
}
