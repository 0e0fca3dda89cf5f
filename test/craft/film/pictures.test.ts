import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Film, Grade } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import {
  clicks, coloured, crossFade, filmOf, FolderPieces, formatOf, FPS, framesOf, held, HEIGHT, PACKET_MS, pixel, WIDTH, type ShownFrame,
} from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let number = 0;
beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'film-pictures-')); });
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

const newStore = async (): Promise<FolderPieces> => {
  const folder = path.join(root, `pieces-${++number}`);
  await mkdir(folder);
  return new FolderPieces(folder);
};

const [RED, GREEN, BLUE] = [coloured('red', '#c00000', { mark: '#ffffff' }), coloured('green', '#00a000'), coloured('blue', '#0000c0')];
const silence = (shots: Film['shots']): Film['sound'] => {
  const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
  return clicks(packets * PACKET_MS, [], [packets]);
};

async function made(grade: Grade, shots: Film['shots'], { pieces, ...more }: Partial<Film> & { pieces?: FolderPieces } = {}) {
  const film = filmOf(grade, shots, silence(shots), more);
  const result = await makeFilm(ffmpeg, film, { folder: root, pieces: pieces ?? await newStore(), outputPath: path.join(root, `film-${++number}.mp4`) });
  return { ...result, frames: await framesOf(ffmpeg, result.path, { width: film.format.widthPx, height: film.format.heightPx }) };
}

/** The frame that a player shows at a time. */
const shownAt = (frames: readonly ShownFrame[], ms: number): ShownFrame => frames.findLast(({ atMs }) => atMs <= ms + 0.1)!;

function nameOf(frame: ShownFrame): string {
  const [red, green, blue] = pixel(frame, 20, 20);
  if (red > 150 && green < 40 && blue < 40) return 'red';
  if (green > 120 && red < 40 && blue < 40) return 'green';
  if (blue > 150 && red < 40 && green < 40) return 'blue';
  return `${red} ${green} ${blue}`;
}

/** Where the marks of a frame are, from left to right: the middle of each run of light in the row through them, in pixels. */
function marksOf(frame: ShownFrame, y = HEIGHT / 2): number[] {
  const found: number[] = [];
  let [weight, moment] = [0, 0];
  for (let x = 0; x <= WIDTH; x++) {
    const light = x < WIDTH ? Math.max(0, pixel(frame, x, y)[1] - 20) : 0;
    if (light > 0) [weight, moment] = [weight + light, moment + light * x];
    else if (weight > 0) {
      found.push(moment / weight + 0.5);
      [weight, moment] = [0, 0];
    }
  }
  return found;
}

describe('the pictures of a film', () => {
  it.each(['still', 'cinema'] as const)('begin and end at their exact frames, in the grade %s', async (grade) => {
    // Lengths that are no whole number of frames, and shots of one and two frames.
    const shots = [held(RED, 1_010), held(BLUE, 45), held(GREEN, 100), held(RED, 30), held(BLUE, 777.7), held(GREEN, 1_037.3)];
    const { frames, durationMs } = await made(grade, shots);
    const counts = shots.map((shot) => Math.max(1, Math.floor((shot.durationMs * FPS) / 1_000)));
    expect(frames.length).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(Math.abs(durationMs - 3_000)).toBeLessThan(1_000 / FPS);
    let startMs = 0;
    for (const { durationMs: length, ...shot } of shots) {
      const wanted = shot.kind === 'held' ? shot.picture.key : '';
      expect(frames.some(({ atMs }) => Math.abs(atMs - startMs) < 0.1)).toBe(true);
      for (const ms of [startMs, startMs + length / 2, startMs + length - 0.5]) expect(`${ms} ${nameOf(shownAt(frames, ms))}`).toBe(`${ms} ${wanted}`);
      startMs += length;
    }
  });

  it('have one frame a second in a draft, and one more at the exact time of each change', async () => {
    const shots = [held(RED, 2_600, { fadeInMs: 500, to: { x: 0.7, y: 0.5, zoom: 1.2 } }), crossFade(RED, BLUE, 500), held(GREEN, 400), held(BLUE, 3_000)];
    const { frames, durationMs, encoded } = await made('draft', shots);
    expect(frames.map(({ atMs }) => Math.round(atMs))).toEqual([0, 1_000, 2_600, 3_100, 3_500, 4_500, 5_500]);
    expect(frames.map(nameOf)).toEqual(['red', 'red', 'blue', 'green', 'blue', 'blue', 'blue']);
    expect(Math.abs(durationMs - 6_500)).toBeLessThan(1_000 / FPS);
    expect(encoded.shots).toBe(4);
  });

  it('are seen by a camera that moves evenly between two views, in fractions of a pixel', async () => {
    const [from, to] = [{ x: 0.5, y: 0.5, zoom: 1.05 }, { x: 0.55, y: 0.48, zoom: 1.25 }];
    const { frames } = await made('cinema', [held(RED, 4_000, { from, to })]);
    expect(frames).toHaveLength(96);
    // Where the mark in the middle should be seen in each frame, with the view interpolated between the two.
    const wanted = frames.map((_, frame) => {
      const share = frame / 95;
      const edge = ({ x, zoom }: typeof from): [number, number] => [x - 0.5 / zoom, x + 0.5 / zoom];
      const [left, right] = [0, 1].map((side) => edge(from)[side]! + (edge(to)[side]! - edge(from)[side]!) * share) as [number, number];
      return ((0.5 - left) / (right - left)) * WIDTH;
    });
    const seen = frames.map((frame, index) => {
      const row = HEIGHT / 2 + ((0.5 - (0.5 - 0.02 * (index / 95))) * HEIGHT * (1.05 + 0.2 * (index / 95)));
      return marksOf(frame, row).reduce((best, mark) => (Math.abs(mark - wanted[index]!) < Math.abs(best - wanted[index]!) ? mark : best));
    });
    for (const [index, place] of seen.entries()) expect(Math.abs(place - wanted[index]!)).toBeLessThan(0.6);
    const steps = seen.slice(1).map((place, index) => place - seen[index]!);
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(Math.sqrt(steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length)).toBeLessThan(0.15);
  });

  it('stay at the first view of the camera in a grade without camera moves', async () => {
    const view = { x: 0.6, y: 0.5, zoom: 1.3 };
    for (const grade of ['draft', 'still'] as const) {
      const { frames } = await made(grade, [held(RED, 2_000, { from: view, to: { x: 0.2, y: 0.2, zoom: 1 } })]);
      for (const frame of [frames[0]!, frames.at(-1)!]) {
        const [middle] = marksOf(frame).filter((mark) => Math.abs(mark - WIDTH / 2) < 15);
        expect(middle).toBeCloseTo(WIDTH / 2, 0);
        expect(marksOf(frame)[2]! - marksOf(frame)[1]!).toBeCloseTo(32 * 1.3, 0);
      }
    }
  });

  it('fade in from black and out to black', async () => {
    const { frames } = await made('still', [held(RED, 2_000, { fadeInMs: 500, fadeOutMs: 500 })]);
    const light = frames.map((frame) => pixel(frame, 20, 20)[0]);
    expect(light[0]).toBeLessThan(20);
    expect(light[6]).toBeGreaterThan(70);
    expect(light[6]).toBeLessThan(120);
    for (const bright of light.slice(12, 36)) expect(bright).toBeGreaterThan(180);
    expect(light[42]).toBeLessThan(120);
    expect(light.at(-1)).toBeLessThan(30);
  });

  it('cross-fade into one another', async () => {
    const { frames } = await made('still', [held(RED, 500), crossFade(RED, BLUE, 1_000), held(BLUE, 500)]);
    expect(frames).toHaveLength(48);
    const [red, blue] = [0, 2].map((channel) => frames.map((frame) => pixel(frame, 20, 20)[channel]!));
    expect([nameOf(frames[11]!), nameOf(frames[36]!)]).toEqual(['red', 'blue']);
    expect(Math.abs(red![24]! - 96)).toBeLessThan(12);
    expect(Math.abs(blue![24]! - 96)).toBeLessThan(12);
    for (let frame = 13; frame < 36; frame++) expect(blue![frame]).toBeGreaterThanOrEqual(blue![frame - 1]!);
  });

  it('lie below an overlay, which the camera does not move', async () => {
    const strip = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect y="140" width="${WIDTH}" height="20" fill="#ffff00"/>`
      + `<rect y="160" width="${WIDTH}" height="20" fill="#ffffff" opacity="0.5"/></svg>`;
    const { frames } = await made('cinema', [held(BLUE, 1_500, { to: { x: 0.5, y: 0.3, zoom: 1.6 }, over: { key: 'strip', draw: () => strip } })]);
    for (const frame of frames) {
      const [red, green, blue] = pixel(frame, 100, 150);
      expect(Math.min(red, green)).toBeGreaterThan(235);
      expect(blue).toBeLessThan(20);
      // White at half opacity over #0000c0.
      for (const [channel, wanted] of [[0, 128], [1, 128], [2, 224]] as const) expect(Math.abs(pixel(frame, 100, 172)[channel] - wanted)).toBeLessThan(8);
      expect(nameOf(frame)).toBe('blue');
    }
  });

  it.each([[180, 320, 30], [426, 240, 25]])('have any even size: %i × %i at %i frames a second', async (widthPx, heightPx, framesPerSecond) => {
    const tall = coloured('tall', '#c00000', { mark: '#ffffff', width: widthPx, height: heightPx });
    const shots = [held(tall, 1_000, { to: { x: 0.5, y: 0.5, zoom: 1.2 } }), held(tall, 500)];
    const { frames } = await made('cinema', shots, { format: formatOf('cinema', { widthPx, heightPx, framesPerSecond }) });
    expect(frames).toHaveLength(framesPerSecond + Math.floor(framesPerSecond / 2));
    expect(pixel(frames.at(-1)!, widthPx / 2, heightPx / 2, widthPx)[1]).toBeGreaterThan(200);
  });

  it('are drawn once in each size, and not at all when their pieces are stored', async () => {
    const pieces = await newStore();
    const picture = coloured('once', '#804020');
    const near = { x: 0.5, y: 0.5, zoom: 1.1 };
    const shots = [held(picture, 600), held(picture, 700), held(picture, 600), held(picture, 600, { from: near, to: near })];
    const first = await made('still', shots, { pieces });
    expect(first.encoded.shots).toBe(3);
    expect(new Set(first.pieces.shots).size).toBe(3);
    expect(picture.drawn).toBe(2);
    const second = await made('still', [...shots, held(picture, 700)], { pieces });
    expect([second.encoded.shots, picture.drawn]).toEqual([0, 2]);
  });

  it('are encoded again only where a shot changed', async () => {
    const pieces = await newStore();
    const shots = [held(RED, 800), held(BLUE, 900), held(GREEN, 1_000), held(RED, 700)];
    const first = await made('cinema', shots, { pieces });
    const kept = await Promise.all(first.pieces.shots.map((key) => readFile(pieces.pathOf(key))));
    const second = await made('cinema', shots.with(1, held(BLUE, 1_310)), { pieces });
    expect(second.encoded.shots).toBe(1);
    expect(second.pieces.shots.map((key, at) => key === first.pieces.shots[at])).toEqual([true, false, true, true]);
    for (const [at, key] of first.pieces.shots.entries()) expect((await readFile(pieces.pathOf(key))).equals(kept[at]!)).toBe(true);
    expect(nameOf(shownAt(second.frames, 2_300))).toBe('green');
  });
});
