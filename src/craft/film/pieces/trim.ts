import type { Size } from '../camera.js';

/** The part of a picture that is not transparent, from an even corner and with even sides; for an empty picture, its upper left corner. */
export function trimmed(rgba: Buffer, { widthPx, heightPx }: Size): { pixels: Buffer; drawn: Size; at: { x: number; y: number } } {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx * 4 + 3;
    let [first, last] = [0, widthPx - 1];
    while (first < widthPx && rgba[row + first * 4] === 0) first++;
    if (first === widthPx) continue;
    while (rgba[row + last * 4] === 0) last--;
    [left, right, top, bottom] = [Math.min(left, first), Math.max(right, last + 1), Math.min(top, y), y + 1];
  }
  const x = right === 0 ? 0 : left - (left % 2);
  const y = right === 0 ? 0 : top - (top % 2);
  const even = (length: number, most: number): number => Math.min(most - (most % 2), Math.max(2, length + (length % 2)));
  const drawn = { widthPx: Math.min(even(right - x, widthPx), widthPx - x), heightPx: Math.min(even(bottom - y, heightPx), heightPx - y) };
  const pixels = Buffer.alloc(drawn.widthPx * drawn.heightPx * 4);
  for (let line = 0; line < drawn.heightPx; line++) {
    const from = ((y + line) * widthPx + x) * 4;
    rgba.copy(pixels, line * drawn.widthPx * 4, from, from + drawn.widthPx * 4);
  }
  return { pixels, drawn, at: { x, y } };
}
