import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Film, Grade, HeldShot, Picture, View } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, filmOf, FolderPieces, framesOf, held, HEIGHT, PACKET_MS, pixel, WIDTH, type ShownFrame } from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let store: FolderPieces;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'film-path-'));
  await mkdir(path.join(root, 'pieces'));
  store = new FolderPieces(path.join(root, 'pieces'));
});
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

async function made(grade: Grade, shots: Film['shots']) {
  const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
  const result = await makeFilm(ffmpeg, filmOf(grade, shots, clicks(packets * PACKET_MS, [], [packets])), { folder: root, pieces: store, outputPath: path.join(root, 'film.mp4') });
  return { encoded: result.encoded.shots, frames: await framesOf(ffmpeg, result.path) };
}

/** Dark, with a white square in its middle. */
const SQUARE: Picture = {
  key: 'square', draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#101010"/>`
    + `<rect x="${WIDTH / 2 - 10}" y="${HEIGHT / 2 - 10}" width="20" height="20" fill="#ffffff"/></svg>`,
};
const at = (x: number, y: number, zoom = 1.5): View => ({ x, y, zoom });

/** The middle of the white square in a frame, and its width, in pixels. */
function seen(frame: ShownFrame): { x: number; y: number; wide: number } {
  const white = Array.from({ length: WIDTH * HEIGHT }, (_, place) => place).filter((place) => pixel(frame, place % WIDTH, Math.floor(place / WIDTH))[2] > 128);
  const mean = (of: (place: number) => number): number => white.reduce((sum, place) => sum + of(place), 0) / white.length;
  return { x: mean((place) => place % WIDTH), y: mean((place) => Math.floor(place / WIDTH)), wide: Math.sqrt(white.length) };
}

/** The middle and the width, in pixels, that the white square must have in a view. */
const wanted = ({ x, y, zoom }: View) => ({ x: (0.5 + (0.5 - x) * zoom) * WIDTH - 0.5, y: (0.5 + (0.5 - y) * zoom) * HEIGHT - 0.5, wide: 20 * zoom });

describe('a camera path over several views', () => {
  const views = [at(0.4, 0.5), at(0.6, 0.5), at(0.6, 0.6, 1.8), at(0.45, 0.45, 1.6)] as const;
  const shot = (more: Partial<HeldShot> = {}): HeldShot =>
    held(SQUARE, 2_000, { from: views[0], via: [{ atMs: 500, view: views[1] }, { atMs: 1_250, view: views[2] }], to: views[3], ...more });

  it('reaches each view in its frame, moves evenly between them, and stands still in other grades', async () => {
    const { frames } = await made('cinema', [shot()]);
    const half = { x: 0.5, y: 0.5, zoom: 1.5 };
    for (const [frame, view] of [[0, views[0]], [6, half], [12, views[1]], [30, views[2]], [47, views[3]]] as const) {
      const [is, should] = [seen(frames[frame]!), wanted(view)];
      expect(Math.max(Math.abs(is.x - should.x), Math.abs(is.y - should.y), Math.abs(is.wide - should.wide))).toBeLessThan(1.2);
    }
    const still = (await made('still', [shot()])).frames;
    expect(seen(still[47]!).x).toBeCloseTo(seen(still[0]!).x, 1);
  });

  it('has a piece of its own for each path, which is encoded once', async () => {
    await made('cinema', [shot()]);
    expect((await made('cinema', [shot()])).encoded).toBe(0);
    expect((await made('cinema', [shot({ via: [{ atMs: 500, view: views[1] }] })])).encoded).toBe(1);
    expect((await made('cinema', [shot({ via: [{ atMs: 600, view: views[1] }, { atMs: 1_250, view: views[2] }] })])).encoded).toBe(1);
  });

  it('moves the background behind a picture, but neither the picture nor its details', async () => {
    const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
    const people: Picture = { key: 'people', draw: () => svg('<rect x="20" y="100" width="60" height="60" fill="#c00000"/>') };
    const box = { x: 40 / WIDTH, y: 120 / HEIGHT, width: 20 / WIDTH, height: 20 / HEIGHT };
    const mouth: Picture = { key: 'mouth', draw: () => svg('<rect x="40" y="120" width="20" height="20" fill="#00a000"/>') };
    const details = [{ box, steps: [{ atMs: 0, picture: null }, { atMs: 1_000, picture: mouth }] }];
    const { frames } = await made('cinema', [shot({ picture: people, behind: SQUARE, details })]);
    for (const [frame, view] of [[0, views[0]], [12, views[1]], [47, views[3]]] as const) {
      expect(Math.abs(seen(frames[frame]!).x - wanted(view).x)).toBeLessThan(1.2);
      const [red, green] = pixel(frames[frame]!, 25, 105);
      expect([red > 150, green < 40]).toEqual([true, true]);
    }
    const greenAt = (frame: number): boolean => pixel(frames[frame]!, 50, 130)[1] > 110;
    expect([greenAt(22), greenAt(26), pixel(frames[26]!, 62, 130)[1] < 60]).toEqual([false, true, true]);
    const plain = (await made('cinema', [shot({ picture: people, details })])).encoded;
    expect(plain).toBe(1);
  });

  it('follows two hundred views, as a camera in a hand does', async () => {
    const to = (step: number): View => at(0.5 + 0.05 * Math.sin(step / 9), 0.5 + 0.04 * Math.cos(step / 7));
    const via = Array.from({ length: 200 }, (_, step) => ({ atMs: (step + 1) * 125, view: to(step + 1) }));
    const { frames } = await made('cinema', [held(SQUARE, 25_125, { from: to(0), via, to: to(201) })]);
    for (const step of [3, 100, 190]) {
      const [is, should] = [seen(frames[step * 3]!), wanted(to(step))];
      expect(Math.max(Math.abs(is.x - should.x), Math.abs(is.y - should.y))).toBeLessThan(1.2);
    }
  });

  it('is refused when it leaves the picture', async () => {
    await expect(made('cinema', [shot({ via: [{ atMs: 500, view: at(0.5, 0.5, 0.5) }] })])).rejects.toThrow(RangeError);
  });
});
