/** How far colours extend beyond the edges of shapes, in pixels: as far as sampling and the half-size colour planes look. */
const REACH = 3;

/**
 * Extends the colours of shapes a little into the transparent ground of a drawing. Sampling between pixels mixes colours separately from opacities, so
 * without this every moving edge would have a dark seam. Changes `rgba` and returns it.
 */
export function bledColours(rgba: Buffer, widthPx: number, heightPx: number): Buffer {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, widthPx * heightPx);
  const COLOUR = 0x00_ff_ff_ff;
  const isBare = (at: number): boolean => pixels[at]! >>> 24 === 0;
  let edge: number[] = [];
  for (let at = 0; at < pixels.length; at++) if (!isBare(at)) edge.push(at);
  const done = new Uint8Array(pixels.length);
  for (const at of edge) done[at] = 1;
  for (let round = 0; round < REACH; round++) {
    const next: number[] = [];
    for (const at of edge) {
      const x = at % widthPx;
      for (const beside of [x > 0 ? at - 1 : -1, x < widthPx - 1 ? at + 1 : -1, at - widthPx, at + widthPx]) {
        if (beside < 0 || beside >= pixels.length || done[beside]) continue;
        done[beside] = 1;
        pixels[beside] = pixels[at]! & COLOUR;
        next.push(beside);
      }
    }
    edge = next;
  }
  return rgba;
}
