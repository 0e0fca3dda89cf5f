/** Approximate advance of a character as a share of the font size. */
function advance(character: string): number {
  if (/[mwMW]/.test(character)) return 0.84;
  if (/\p{Lu}/u.test(character)) return 0.7;
  return /[iljtfr.,'!|]/.test(character) ? 0.35 : 0.56;
}

/** The largest font size from `max` down to `min` at which the text needs at most `lines` lines of this width; `min` if none does. */
export function fittedSize(text: string, width: number, max: number, min: number, lines: number): number {
  const words = text.split(/\s+/).map((word) => [...word].reduce((sum, character) => sum + advance(character), 0));
  for (let size = max; size > min; size -= 2) {
    let [count, line] = [1, 0];
    for (const word of words) {
      if (line > 0 && (line + 0.27 + word) * size > width) [count, line] = [count + 1, word];
      else line += word + (line > 0 ? 0.27 : 0);
    }
    if (count <= lines && words.every((word) => word * size <= width)) return size;
  }
  return min;
}

/** Height of a line, as a share of the font size. */
export const LINE_HEIGHT = 1.22;
const MOST_LINES = 6;

/** The largest font size from `max` down to `min` at which the text fits into a box; `min` if none does. */
export function sizeInBox(text: string, { width, height }: { width: number; height: number }, max: number, min: number): number {
  const sizes = Array.from({ length: MOST_LINES }, (_, at) => fittedSize(text, width, Math.min(max, height / ((at + 1) * LINE_HEIGHT)), min, at + 1));
  return Math.max(...sizes);
}
