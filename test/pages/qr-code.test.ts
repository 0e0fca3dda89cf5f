import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { qrModules, qrSvg } from '../../src/pages/qr-code.js';

/** A fingerprint of the modules; these codes were read back by an independent reader (ZXing). */
const printOf = (text: string): string =>
  createHash('sha256').update(qrModules(text).map((row) => row.map(Number).join('')).join('\n')).digest('hex').slice(0, 16);

describe('a QR code', () => {
  it.each<[string, number, string]>([['hi', 21, 'c479624d5b62be58'], ['https://proscenium.example/share/table-read/abc', 29, '06e7d83097637a36'],
    ['x'.repeat(300), 61, 'd7800c87eac801b0'], ['Ünïcode ✓ zzzz', 25, '9f754ef4f7125788'], ['w'.repeat(1100), 113, '73d1175e231d11b6']])('of %j is the one that was read back', (text, size, print) => {
    expect([qrModules(text).length, printOf(text)]).toEqual([size, print]);
  });

  it('is a square document with a free margin, and refuses what does not fit', () => {
    expect(qrSvg('hi')).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 29 29"/);
    expect(() => qrSvg('w'.repeat(2_000))).toThrow('too long');
  });
});
