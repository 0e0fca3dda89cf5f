import { describe, expect, it } from '@jest/globals';
import jsqr from 'jsqr';
import { qrModules, qrSvg } from '../../src/pages/qr-code.js';

const SCALE = 3;
const MARGIN = 4;

/** What an independent reader of QR codes finds in the code; null when it finds none. */
function readBack(modules: boolean[][]): string | null {
  const side = (modules.length + 2 * MARGIN) * SCALE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  modules.forEach((row, y) => row.forEach((dark, x) => {
    if (!dark) return;
    for (let at = 0; at < SCALE * SCALE; at++) {
      const [px, py] = [(x + MARGIN) * SCALE + (at % SCALE), (y + MARGIN) * SCALE + Math.floor(at / SCALE)];
      pixels.fill(0, (py * side + px) * 4, (py * side + px) * 4 + 3);
    }
  }));
  return jsqr.default(pixels, side, side)?.data ?? null;
}

describe('a QR code', () => {
  it.each(['hi', 'https://proscenium.example/share/table-read/abc', 'x'.repeat(300), 'Ünïcode ✓ zzzz', 'w'.repeat(1_100)])('of %j is read back', (text) => {
    expect(readBack(qrModules(text))).toBe(text);
  });

  it('is a square SVG with a margin, and a text that is too long is refused', () => {
    expect(qrSvg('hi')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
    expect(() => qrSvg('w'.repeat(3_000))).toThrow('too long');
  });
});
