import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { cardSvg, coverLines, coverSvg, nameOverSvg, posterSvg, titleOverSvg } from '../../src/craft/images/compose.js';
import { drawableText } from '../../src/craft/images/cover-text.js';
import { fittedSize } from '../../src/craft/images/lettering.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { parsePlace } from '../../src/craft/images/places/place.js';
import { smallPng } from '../../src/craft/images/raster.js';
import { SAMPLE_HEADINGS, VARIANT_HEADINGS } from '../../src/main/pictures/samples.js';

const looks = castLooks('cover', [{ name: 'Mara', description: 'red coat' }, { name: 'Okoro', description: 'uniform' }, { name: 'Pell', description: '80' }]);
const scene = { place: parsePlace('EXT. STATION PLATFORM - DUSK'), seed: 'cover' };
const spec = (title: string, more: object = {}) => ({ title, kicker: 'A table read', scene, looks, ...more });

describe('the cover', () => {
  it('has the same bytes every time, and differs with title, place and cast', async () => {
    const svg = await coverSvg(spec('The Lamp'));
    expect(await coverSvg(spec('The Lamp'))).toBe(svg);
    expect(await coverSvg(spec('The Lamps'))).not.toBe(svg);
    expect(await coverSvg(spec('The Lamp', { looks: looks.slice(0, 2) }))).not.toBe(svg);
    expect(await coverSvg(spec('The Lamp', { scene: { ...scene, seed: 'other' } }))).not.toBe(svg);
  });

  it.each([
    'I', 'Supercalifragilisticexpialidocious'.repeat(4), 'a '.repeat(100), 'word '.repeat(80), 'Đường về nhà — Ærø', '東京の夜', '🎭', '',
    '<script>alert("x")</script> & <image href="file:///etc/passwd"/>', 'a\u0000b\u202ec',
  ])('draws %j', async (title) => {
    const svg = await coverSvg(spec(title, { byline: title }));
    // Letters are paths: no text, no reference and no markup of the title is in the drawing.
    expect(svg).not.toMatch(/<text|<image|<script|href|NaN|undefined/i);
    expect(smallPng(svg, 300).readUInt32BE(16)).toBe(300);
  });

  it('draws letters where there are any, and the scene alone otherwise', async () => {
    expect(await coverSvg(spec('東京'))).toBe(await coverSvg(spec('')));
    expect((await coverSvg(spec('Tokyo'))).length).toBeGreaterThan((await coverSvg(spec(''))).length + 1_000);
  });

  it('is drawn for nobody, one, two and more people', async () => {
    for (const count of [0, 1, 2, 3]) expect(smallPng(await coverSvg(spec('Alone', { looks: looks.slice(0, count) })), 64).length).toBeGreaterThan(500);
  });

  it.each([...SAMPLE_HEADINGS, ...VARIANT_HEADINGS])('can be rasterised over %s, although the sides of the place lie outside the picture', async (heading) => {
    const place = parsePlace(heading);
    expect(smallPng(await coverSvg(spec('X', { scene: { ...scene, place } })), 120).readUInt32BE(16)).toBe(120);
  });

  it('stays legible when it is small: the title is bright on dark', async () => {
    const [plain, titled] = [await coverSvg(spec('')), await coverSvg(spec('Last Train'))].map((svg) => smallPng(svg, 64));
    expect(titled!.equals(plain!)).toBe(false);
    expect(titled!.length).toBeGreaterThan(plain!.length);
  });

  it('breaks a long title into more lines before its letters become too small to read at 64 pixels', () => {
    expect([coverLines('Home'), coverLines('The Lamp at the End of the Pier')]).toEqual([2, 2]);
    const long = 'The Adventure of the Long Way Home Through the Night, and of the Lamp at the End of It';
    expect(coverLines(long)).toBeGreaterThan(2);
    expect(fittedSize(long, 1_260, 190, 60, coverLines(long))).toBeGreaterThan(fittedSize(long, 1_260, 190, 60, 2));
  });

  it('draws only letters of its font', () => {
    expect(drawableText('  Café\u0000 “Noir”\n東京 ')).toBe('Café “Noir”');
    expect(drawableText('— … !')).toBe('');
    expect([...drawableText('x'.repeat(500))]).toHaveLength(200);
    expect(fittedSize('Hi', 1_200, 190, 60, 2)).toBe(190);
    expect(fittedSize('A very much longer title than that one by far, and then some', 1_200, 190, 60, 2)).toBeLessThan(120);
  });

  it('refuses invalid colours and sizes', async () => {
    await expect(coverSvg(spec('x', { scene: { ...scene, palette: ['#fff"/><script>'] } }))).rejects.toThrow(RangeError);
    expect(() => smallPng('<svg/>', 20_000)).toThrow(RangeError);
  });
});

describe('cards and titles', () => {
  it.each([[1_920, 1_080], [1_280, 720], [1_200, 630]])('a card of %i×%i has that shape', async (width, height) => {
    const png = smallPng(await cardSvg(spec('The Lamp', { byline: 'by Nobody' }), { width, height }), width);
    expect(png.readUInt32BE(16)).toBe(width);
    expect(Math.abs(png.readUInt32BE(20) - height)).toBeLessThanOrEqual(1);
  });

  it.each([1, 2, 3])('a card with %i people has no letter over one of them', async (count) => {
    const pixelsOf = async (title: string, shown: typeof looks): Promise<Uint8Array> => {
      const svg = await cardSvg(spec(title, { kicker: '', looks: shown }), { width: 1_280, height: 720 });
      return new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 400 } }).render().pixels;
    };
    const people = looks.slice(0, count);
    const [titled, untitled, empty] = [await pixelsOf('MMMMMMMM MMMMMMMM MMMMMMMM', people), await pixelsOf('', people), await pixelsOf('', [])];
    const changed = (one: Uint8Array, other: Uint8Array): boolean[] =>
      Array.from({ length: one.length / 4 }, (_, at) => Math.abs(one[at * 4]! - other[at * 4]!) > 24);
    const [letters, bodies] = [changed(titled, untitled), changed(untitled, empty)];
    expect([letters, bodies].map((mask) => mask.filter(Boolean).length > 2_000)).toEqual([true, true]);
    expect(letters.filter((isLetter, at) => isLetter && bodies[at]).length).toBe(0);
  });

  it.each([[1_080, 1_920], [720, 1_280]])('a poster of %i×%i has that shape', async (width, height) => {
    const png = smallPng(await posterSvg(spec('The Lamp', { byline: 'by Nobody' }), { width, height }), width);
    expect(Math.abs(png.readUInt32BE(20) - height)).toBeLessThanOrEqual(1);
  });

  it.each([0.2, 0.5, 0.8])('a name stands below the person at %f', async (x) => {
    const svg = await nameOverSvg('Mara <b>', x, { width: 1_280, height: 720 });
    expect(svg).not.toContain('<b>');
    const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 800 } }).render();
    const isGold = (at: number): boolean => pixels[at * 4]! > 200 && pixels[at * 4 + 2]! < 140 && pixels[at * 4 + 3]! > 200;
    const gold = Array.from({ length: pixels.length / 4 }, (_, at) => at).filter(isGold).map((at) => (at % 800) / 800);
    expect(gold.length).toBeGreaterThan(5);
    expect(Math.abs((Math.min(...gold) + Math.max(...gold)) / 2 - x)).toBeLessThan(0.02);
    expect(await nameOverSvg('東京', x, { width: 1_280, height: 720 })).not.toContain('<path');
  });

  it('a title over a picture leaves its upper part clear', async () => {
    const svg = await titleOverSvg({ title: 'A <b>Lamp</b>', kicker: 'A table read' }, { width: 1_280, height: 720 });
    expect(svg).not.toContain('<b>');
    const drawn = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 160 } }).render();
    const alphaOf = (rows: [number, number]) => Math.max(...drawn.pixels.subarray(rows[0] * 160 * 4, rows[1] * 160 * 4).filter((_, at) => at % 4 === 3));
    expect(alphaOf([0, 20])).toBe(0);
    expect(alphaOf([60, 90])).toBeGreaterThan(200);
  });
});
