import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FINISH_INTENSITIES, FINISH_LOOKS, GRADES, type Film, type FilmFormat, type Finish, type FinishLook, type Picture } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { planFilm } from '../../../src/craft/film/plan.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, coloured, crossFade, filmOf, FolderPieces, formatOf, framesOf, held, HEIGHT, PACKET_MS, pixel, WIDTH, type ShownFrame } from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'film-finish-'));
  await mkdir(path.join(root, 'pieces'));
});
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

async function made(shots: Film['shots'], format: Partial<FilmFormat>) {
  const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
  const film = filmOf('still', shots, clicks(packets * PACKET_MS, [], [packets]), { format: formatOf('still', format) });
  const { path: file, encoded } = await makeFilm(ffmpeg, film, { folder: root, pieces: new FolderPieces(path.join(root, 'pieces')), outputPath: path.join(root, 'film.mp4') });
  return { frames: await framesOf(ffmpeg, file), encoded: encoded.shots };
}

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
/** Dark, middle and light greys, and a lamp in the middle of the dark. */
const GREYS: Picture = {
  key: 'greys', draw: () => svg(['#4c4c4c', '#808080', '#e4e4e4'].map((grey, at) => `<rect x="${at * 107}" width="107" height="${HEIGHT}" fill="${grey}"/>`).join('')
    + '<circle cx="53" cy="90" r="10" fill="#fffdf4"/>'),
};
type Colour = readonly [number, number, number];
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean colour around a place. */
function around(frame: ShownFrame, x: number, y: number): Colour {
  const all = Array.from({ length: 100 }, (_, at) => pixel(frame, x - 5 + (at % 10), y - 5 + Math.floor(at / 10)));
  return [0, 1, 2].map((part) => mean(all.map((one) => one[part]!))) as unknown as Colour;
}
const light = ([red, green, blue]: Colour): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
/** By how much the red of a colour exceeds its blue. */
const warmth = ([red, , blue]: Colour): number => red - blue;

/** Measures colours, contrast, grain and movement in a film of `GREYS`. */
function figures(frames: readonly ShownFrame[]) {
  const frame = frames[4]!;
  const [dark, middle, bright] = [around(frame, 20, 90), around(frame, 160, 90), around(frame, 250, 90)];
  const flat = Array.from({ length: 200 }, (_, at) => pixel(frame, 130 + (at % 20), 85 + Math.floor(at / 20))[1]);
  const usual = mean(flat);
  const green = (at: number, place: number): number => pixel(frames[at]!, 120 + (place % 80), 60 + Math.floor(place / 80))[1];
  const moved = Array.from({ length: 400 }, (_, place) => Math.abs(green(4, place) - green(8, place)));
  return {
    dark, middle, bright, contrast: light(bright) - light(dark), corner: light(around(frame, 160, 8)), halo: around(frame, 53, 74),
    grain: Math.sqrt(mean(flat.map((value) => (value - usual) ** 2))), moves: mean(moved),
  };
}

const looked = async (finish?: Finish) => figures((await made([held(GREYS, 500)], finish ? { finish } : {})).frames);
async function byIntensity(look: FinishLook) {
  const all = [await looked()];
  for (const intensity of FINISH_INTENSITIES) all.push(await looked({ look, intensity }));
  return all;
}
/** Expects that each value exceeds the one before it by at least `least`. */
function expectRising(values: readonly number[], least: number): void {
  const steps = values.slice(1).map((value, at) => value - values[at]!);
  expect({ values, rises: steps.every((step) => step >= least) }).toEqual({ values, rises: true });
}

describe('the finish of a film', () => {
  it('of a camera adds contrast, dark edges and grain, the more the stronger it is', async () => {
    const all = await byIntensity('camera');
    expectRising(all.map(({ contrast }) => contrast), 1);
    expectRising(all.map(({ corner, middle }) => light(middle) - corner), 0.5);
    expectRising([all[0]!.grain, all[1]!.grain, all[3]!.grain], 0.3);
    expect([all[0]!.moves < 0.05, all[3]!.moves > 0.3]).toEqual([true, true]);
  });

  it('of an old print has warm lights, lifted blacks, a glow and grain', async () => {
    const all = await byIntensity('period-35mm');
    expectRising(all.map(({ bright }) => warmth(bright)), 3);
    expectRising(all.map(({ grain }) => grain), 0.2);
    expectRising(all.map(({ halo }) => warmth(halo)), 0.5);
    expect(all[2]!.grain).toBeGreaterThan((await looked({ look: 'camera', intensity: 'standard' })).grain);
    const black = async (finish?: Finish): Promise<number> =>
      light(around((await made([held(coloured('black', '#000000'), 500)], finish ? { finish } : {})).frames[4]!, 160, 90));
    const blacks = [await black()];
    for (const intensity of FINISH_INTENSITIES) blacks.push(await black({ look: 'period-35mm', intensity }));
    expectRising(blacks, 1);
  });

  it('of a night has darker midtones, blue shadows and warm lights', async () => {
    const all = await byIntensity('night-interior');
    expectRising(all.map(({ middle }) => -light(middle)), 3);
    expectRising(all.map(({ dark }) => -warmth(dark)), 3);
    expectRising(all.map(({ bright }) => warmth(bright)), 1);
    // Around a lamp it is warmer than elsewhere in the dark.
    expect(all.slice(1).map(({ halo, dark }) => warmth(halo) - warmth(dark) > 0.8)).toEqual([true, true, true]);
    expect(all[3]!.moves).toBeLessThan(0.05);
  });

  it('leaves words over the picture as they are, and covers both pictures of a cross-fade', async () => {
    const words: Picture = { key: 'words', draw: () => svg('<rect x="140" y="70" width="40" height="40" fill="#f0f0f0"/>') };
    const white = coloured('plain grey', '#808080');
    const finish: Finish = { look: 'night-interior', intensity: 'strong' };
    const passing = [{ shown: words, fromMs: 0, untilMs: 250, fadeInMs: 0, fadeOutMs: 0, rise: 0 }];
    const shots = [held(white, 250, { over: words }), held(white, 250, { passing }), crossFade(white, white, 250)];
    const { frames } = await made(shots, { finish });
    const plain = (await made(shots, {})).frames;
    for (const at of [3, 9]) {
      expect(Math.abs(light(around(frames[at]!, 160, 90)) - light(around(plain[at]!, 160, 90)))).toBeLessThan(2);
      expect(light(around(plain[at]!, 220, 90)) - light(around(frames[at]!, 220, 90))).toBeGreaterThan(15);
    }
    expect(light(around(plain[15]!, 220, 90)) - light(around(frames[15]!, 220, 90))).toBeGreaterThan(15);
  });

  it('is encoded once for each look and intensity, and to the same bytes each time', async () => {
    const keys = FINISH_LOOKS.flatMap((look) => FINISH_INTENSITIES.map((intensity) => ({ look, intensity })))
      .map((finish) => planFilm({ format: formatOf('still', { finish }), shots: [held(GREYS, 500)] }, 'x').placed[0]!.piece.key);
    expect(new Set(keys).size).toBe(9);
    const finish: Finish = { look: 'period-35mm', intensity: 'standard' };
    const first = await made([held(GREYS, 750)], { finish });
    const again = await made([held(GREYS, 750)], { finish });
    expect([first.encoded, again.encoded]).toEqual([1, 0]);
    await rm(path.join(root, 'pieces'), { recursive: true });
    await mkdir(path.join(root, 'pieces'));
    const anew = await made([held(GREYS, 750)], { finish });
    expect([anew.encoded, anew.frames.every(({ rgb }, at) => rgb.equals(first.frames[at]!.rgb))]).toEqual([1, true]);
  });

  it('moves the picture in the gate by at most half a pixel', async () => {
    const edge: Picture = { key: 'edge', draw: () => svg(`<rect width="160" height="${HEIGHT}" fill="#202020"/><rect x="160" width="160" height="${HEIGHT}" fill="#d0d0d0"/>`) };
    const { frames } = await made([held(edge, 2_000)], { finish: { look: 'period-35mm', intensity: 'strong' } });
    // The sum of the pixels across the edge gives its place to a fraction of a pixel.
    const places = frames.map((frame) => mean(Array.from({ length: 60 }, (_, row) => {
      const line = Array.from({ length: 24 }, (_, at) => pixel(frame, 148 + at, 60 + row)[1]);
      const [low, high] = [mean(line.slice(0, 6)), mean(line.slice(-6))];
      return line.reduce((sum, value) => sum + (value - low) / (high - low), 0);
    })));
    const middle = mean(places);
    const most = Math.max(...places.map((place) => Math.abs(place - middle)));
    expect({ most, isWithin: most <= 0.5, isSeen: most >= 0.1 }).toMatchObject({ isWithin: true, isSeen: true });
  });
});

describe('a film without a finish and without blur', () => {
  it('keeps the keys of its pieces from before there were any', () => {
    const whole = { x: 0.5, y: 0.5, zoom: 1 };
    const of = (key: string): Picture => ({ key, draw: () => '' });
    const shot = (key: string, more = {}) => held(of(key), 2_000, more);
    const via = [{ atMs: 500, view: { x: 0.5, y: 0.5, zoom: 1.6 } }];
    const passing = [{ shown: of('p'), fromMs: 100, untilMs: 900, fadeInMs: 200, fadeOutMs: 200, rise: 0.02 }];
    const shots: Film['shots'] = [
      shot('a'), shot('b', { from: { x: 0.4, y: 0.5, zoom: 1.5 }, to: { x: 0.6, y: 0.5, zoom: 1.5 }, via, over: of('o'), fadeInMs: 300 }),
      shot('c', { behind: of('d'), passing, footage: { film: { key: 'f', fromMs: 40, fetch: async () => '' }, people: null } }),
      { kind: 'fade', durationMs: 500, from: { picture: of('a'), view: whole }, to: { picture: of('b'), view: whole } },
    ];
    // The keys of drafts are newer, because drafts have been encoded with one thread since then.
    const keys = GRADES.map((grade) => planFilm({ format: formatOf(grade), shots }, '9').placed.map(({ piece }) => piece.key.slice(0, 12)));
    expect(keys).toEqual([
      ['c765204338ff', '277fc1698208', 'b16b700a065c', '7610a9e9430a'], ['bb57c12ae044', '6592acc024ce', '6c52efecdc18', '0d0fafee4d3b'],
      ['bb57c12ae044', '21ef91a6a8c5', '6c52efecdc18', '0d0fafee4d3b'],
    ]);
  });
});
