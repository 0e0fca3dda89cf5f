import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { drawBody, drawSheet } from '../../src/craft/images/person/figure.js';
import { EXPRESSIONS, GARMENTS, HAIR_STYLES, HATS, type Look } from '../../src/craft/images/person/look.js';
import { drawBust, drawFace } from '../../src/craft/images/person/portrait.js';
import { ERAS } from '../../src/craft/images/period.js';
import { CATEGORIES } from '../../src/craft/images/places/place-words.js';
import { parsePlace, type Place } from '../../src/craft/images/places/place.js';
import { TIMES, WEATHERS, type Side } from '../../src/craft/images/places/place-terms.js';
import { drawScene } from '../../src/craft/images/scenes/index.js';
import { RENDERER_VERSION } from '../../src/craft/images/version.js';
import { SAMPLE_CAST, SAMPLE_HEADINGS, VARIANT_HEADINGS } from '../../src/main/pictures/samples.js';

const FORBIDDEN = /<script|<foreignObject|<image|<text|<style|href=|\son\w+=|NaN|undefined|Infinity|url\((?!#)/i;
const MAX_BYTES = 60_000;

/** Throws when a picture is not well-formed SVG or holds something forbidden. */
function check(svg: string): void {
  expect(svg).not.toMatch(FORBIDDEN);
  new Resvg(svg, { font: { loadSystemFonts: false } });
}

function pixels(svg: string, width: number): { data: Buffer; width: number; height: number } {
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
  return { data: drawn.pixels, width: drawn.width, height: drawn.height };
}

describe('a scene', () => {
  it.each(CATEGORIES)('%s is drawn in every light and weather, within and without', (category) => {
    for (const side of ['in', 'out'] as Side[]) {
      for (const time of TIMES) {
        for (const weather of WEATHERS) {
          const era = ERAS[(TIMES.indexOf(time) + WEATHERS.indexOf(weather)) % ERAS.length]!;
          const place: Place = { side, category, time, weather, era, name: `PLACE ${time}` };
          const svg = drawScene({ place, seed: 'every', palette: ['#2f6f8f', '#e8d7b0', '#7a2f35'] });
          check(svg);
          expect({ side, time, weather, bytes: Math.min(svg.length, MAX_BYTES) === svg.length ? 'fits' : svg.length }).toMatchObject({ bytes: 'fits' });
        }
      }
    }
  });

  it('is the same picture for the same place, and at another hour the same room in another light', () => {
    const day = { place: parsePlace('INT. MARA\'S PARLOUR - DAY'), seed: 'p' };
    expect(drawScene(day)).toBe(drawScene(day));
    const shapes = (svg: string) => [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)"/g)].slice(0, 8).map(([all]) => all);
    expect(shapes(drawScene({ ...day, place: parsePlace('INT. MARA\'S PARLOUR - DAWN') }))).toEqual(shapes(drawScene(day)));
  });

  it('has more than one composition of common places', () => {
    for (const category of ['living', 'street', 'forest', 'office', 'kitchen', 'library'] as const) {
      const shapes = new Set<number>();
      for (let name = 0; name < 12; name++) {
        const place: Place = { side: category === 'street' || category === 'forest' ? 'out' : 'in', category, name: `N${name}`, time: 'day', weather: 'clear', era: 'modern' };
        shapes.add(Math.round((drawScene({ place, seed: 'c' }).match(/<(path|rect|ellipse)/g) ?? []).length / 12));
      }
      expect({ category, several: shapes.size > 1 }).toEqual({ category, several: true });
    }
  });

  it('refuses a palette entry that is not a hex colour', () => {
    const place = parsePlace('INT. BAR - DAY');
    for (const bad of ['red', '#fff', '#12345g', '#fff"/><script>']) expect(() => drawScene({ place, seed: 's', palette: [bad] })).toThrow(RangeError);
  });

  it('keeps rooms at night light enough, and has fewer edges in its lower part', () => {
    const light = (data: Buffer, from: number, to: number): number => {
      let sum = 0;
      for (let at = from * 4; at < to * 4; at += 4) sum += 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
      return sum / (to - from) / 255;
    };
    for (const heading of ['INT. LIVING ROOM - NIGHT', 'INT. KITCHEN - NIGHT', 'INT. OFFICE - NIGHT', 'INT. CASTLE - NIGHT', 'INT. PRISON CELL - NIGHT',
      'INT. LIBRARY - NIGHT']) {
      const { data, width, height } = pixels(drawScene({ place: parsePlace(heading), seed: 'l' }), 320);
      expect({ heading, lit: light(data, 0, width * Math.floor(height * 0.62)) >= 0.12 }).toEqual({ heading, lit: true });
    }
    const edges = (data: Buffer, width: number, from: number, to: number): number => {
      let sum = 0;
      for (let y = from; y < to; y++) for (let x = 1; x < width; x++) sum += Math.abs(data[(y * width + x) * 4 + 1]! - data[(y * width + x - 1) * 4 + 1]!);
      return sum / (to - from);
    };
    const quiet = SAMPLE_HEADINGS.filter((heading) => {
      const { data, width, height } = pixels(drawScene({ place: parsePlace(heading), seed: 'l' }), 320);
      return edges(data, width, Math.floor(height * 0.8), height) < edges(data, width, 0, Math.floor(height * 0.62));
    });
    expect(quiet.length / SAMPLE_HEADINGS.length).toBeGreaterThan(0.75);
  });
});

const looks = castLooks('contact-sheet', SAMPLE_CAST);

describe('a person', () => {
  it('is drawn with every hair, hat and garment, in every mood and framing', () => {
    const base = looks[0]!;
    for (const hair of HAIR_STYLES) check(drawBust({ ...base, hair }));
    for (const hat of HATS) check(drawFace({ ...base, hat }, { facing: 1 }));
    for (const garment of GARMENTS) check(drawBody({ ...base, garment }));
    for (const expression of EXPRESSIONS) for (const facing of [-1, 0, 1] as const) check(drawBust(looks[3]!, { expression, facing }));
    check(drawSheet(looks[1]!));
  });

  it('is nothing but shapes, whatever the name', () => {
    const [look] = castLooks('s', [{ name: '<script>alert(1)</script>"', description: '"/><image href="file:///etc/passwd"/>' }]);
    check(drawBust(look!));
    expect(() => drawBust({ ...look!, cloth: '#fff"/><script>' })).toThrow(RangeError);
  });

  it('turns its head: left, ahead and right are different drawings', () => {
    const [left, ahead, right] = ([-1, 0, 1] as const).map((facing) => drawBust(looks[4]!, { facing }));
    expect(new Set([left, ahead, right]).size).toBe(3);
  });
});

/** The golden hashes: a change of a drawing must raise the renderer's version. Written anew with UPDATE_PICTURES=1. */
const GOLDEN = new URL('./golden.json', import.meta.url);
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('drawings', () => {
  it('are those of this renderer version', () => {
    const now: Record<string, string> = { version: RENDERER_VERSION };
    for (const heading of [...SAMPLE_HEADINGS, ...VARIANT_HEADINGS]) now[heading] = hash(drawScene({ place: parsePlace(heading), seed: 'golden' }));
    looks.forEach((look: Look) => { now[look.name] = hash(drawBust(look, { facing: 1 }) + drawBody(look)); });
    if (process.env.UPDATE_PICTURES) writeFileSync(GOLDEN, `${JSON.stringify(now, null, 1)}\n`);
    expect(now).toEqual(JSON.parse(readFileSync(GOLDEN, 'utf8')));
  });
});
