import { writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { drawBody } from '../../src/craft/images/person/figure.js';
import type { Look } from '../../src/craft/images/person/look.js';
import { drawBust } from '../../src/craft/images/person/portrait.js';
import { toLch } from '../../src/craft/images/colour.js';
import { SAMPLE_CAST } from '../../src/main/pictures/samples.js';

const [WIDE, HIGH] = [48, 64];
const GREY = '<rect width="100%" height="100%" fill="#808790"/>';

interface Head { pixels: Buffer }
interface Print { colours: Map<string, number>; shape: boolean[] }

/**
 * Scales the head of a picture to 48×64 on a grey background, by picking single pixels. `box` is the place of the head, in units of a drawing that is `width`
 * wide.
 */
function headOf(svg: string, width: number, [x, y, w, h]: readonly [number, number, number, number]): Head {
  const scale = 0.5;
  const drawn = new Resvg(svg.replace('</defs>', `</defs>${GREY}`), { fitTo: { mode: 'width', value: width * scale } }).render();
  const source = drawn.pixels;
  const pixels = Buffer.alloc(WIDE * HIGH * 4);
  for (let row = 0; row < HIGH; row++) {
    for (let column = 0; column < WIDE; column++) {
      const [left, top] = [Math.floor((x + ((column + 0.5) * w) / WIDE) * scale), Math.floor((y + ((row + 0.5) * h) / HIGH) * scale)];
      source.copy(pixels, (row * WIDE + column) * 4, (top * drawn.width + left) * 4, (top * drawn.width + left) * 4 + 4);
    }
  }
  return { pixels };
}

function printOf({ pixels }: Head): Print {
  const colours = new Map<string, number>();
  const light: number[] = [];
  for (let at = 0; at < WIDE * HIGH; at++) {
    const [r, g, b] = [pixels[at * 4]!, pixels[at * 4 + 1]!, pixels[at * 4 + 2]!];
    const [lightness, chroma, hue] = toLch(`#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`);
    const [a, c] = [chroma * Math.cos(hue * Math.PI / 180), chroma * Math.sin(hue * Math.PI / 180)];
    const bin = `${Math.floor(lightness * 8)},${Math.floor((a + 0.2) * 15)},${Math.floor((c + 0.2) * 15)}`;
    colours.set(bin, (colours.get(bin) ?? 0) + 1 / (WIDE * HIGH));
    light.push(lightness);
  }
  const shape: boolean[] = [];
  const cell = (x: number, y: number): number => {
    let sum = 0;
    for (let dy = 0; dy < 5; dy++) for (let dx = 0; dx < 3; dx++) sum += light[Math.min(HIGH - 1, y * 5 + dy) * WIDE + Math.min(WIDE - 1,
      Math.floor(x * 3.69) + dx)]!;
    return sum;
  };
  for (let y = 0; y < 12; y++) for (let x = 0; x < 12; x++) shape.push(cell(x, y) > cell(x + 1, y));
  return { colours, shape };
}

function distance(one: Print, two: Print): number {
  let shared = 0;
  for (const [bin, share] of one.colours) shared += Math.min(share, two.colours.get(bin) ?? 0);
  const flipped = one.shape.filter((bit, at) => bit !== two.shape[at]).length / one.shape.length;
  return 0.6 * (1 - shared) + 0.8 * flipped;
}

/** A figure without the wall, the disc and the floor behind it. */
const withoutWall = (svg: string): string => svg.replace(/<\/defs>(?:<[^>]+>){3}/, '</defs>');

/** Six pictures of one person: four moods, a turned head, and the whole figure. */
function picturesOf(look: Look): Print[] {
  const head = [120, 60, 360, 440] as const;
  // Where the figure carries its bust: scale and offset as measured on the drawing.
  const [scale, left, top] = look.age === 'child' ? [0.552, 233.4, 58.6] : [0.496, 251.2, 22];
  const body = [left + head[0] * scale, top + head[1] * scale, head[2] * scale, head[3] * scale] as const;
  return [
    ...(['neutral', 'happy', 'sad', 'angry'] as const).map((expression) => headOf(drawBust(look, { expression }), 600, head)),
    headOf(drawBust(look, { expression: 'speaking', facing: 1 }), 600, head), headOf(withoutWall(drawBody(look)), 800, body),
  ].map(printOf);
}

describe('the same person in other pictures', () => {
  const prints = castLooks('contact-sheet', SAMPLE_CAST).map(picturesOf);
  const same: number[] = [];
  const different: number[] = [];
  prints.forEach((mine, person) => mine.forEach((print, at) => {
    mine.slice(at + 1).forEach((other) => same.push(distance(print, other)));
    prints.slice(person + 1).forEach((others) => others.forEach((other) => different.push(distance(print, other))));
  }));
  const sorted = [...different].sort((a, b) => a - b);
  same.sort((a, b) => a - b);

  it('is nearer to itself than to anybody else', () => {
    const others = prints.flatMap((mine, person) => mine.slice(1).map((print) => ({ person, print })));
    const right = others.filter(({ person, print }) => {
      const nearest = prints.map((mine, at) => ({ at, far: distance(mine[0]!, print) })).sort((a, b) => a.far - b.far)[0]!;
      return nearest.at === person;
    });
    expect(others).toHaveLength(120);
    expect(right.length / others.length).toBeGreaterThanOrEqual(0.95);
  });

  it('is told from others by one threshold (AUC), and strangers differ more than 95 percent of its pictures', () => {
    let below = 0;
    let at = 0;
    for (const far of sorted) {
      while (at < same.length && same[at]! < far) at++;
      below += at;
    }
    const quantile = (list: number[], share: number) => list[Math.floor((list.length - 1) * share)]!.toFixed(3);
    const figures = {
      same: [0.5, 0.95, 1].map((share) => quantile(same, share)), different: [0, 0.05, 0.5].map((share) => quantile(sorted, share)),
      auc: (below / same.length / sorted.length).toFixed(5),
    };
    if (process.env.SHOW_FIGURES) writeFileSync(process.env.SHOW_FIGURES, JSON.stringify(figures));
    expect(below / same.length / sorted.length).toBeGreaterThanOrEqual(0.995);
    expect(sorted[0]!).toBeGreaterThan(same[Math.floor((same.length - 1) * 0.95)]!);
  });
});

describe('a complexion that somebody saw', () => {
  it('never overlaps with the next one: light skin is always lighter than olive', () => {
    const skins = (complexion: 'light' | 'olive'): number[] => Array.from({ length: 24 }, (_, at) =>
      castLooks(`seed ${at}`, [{ name: `P${at}`, description: '', voice: 'female', seen: { complexion } }])[0]!.skin);
    expect(Math.max(...skins('light'))).toBeLessThan(Math.min(...skins('olive')));
  });
});
