import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ffmpeg } from '../../../src/craft/ffmpeg/run.js';
import type { Film, HeldShot, Picture, View } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { likeness } from '../../../src/craft/film/opening-frame.js';
import { rasterise } from '../../../src/craft/images/raster.js';
import { opensAsDrawn } from '../../../src/domain/storyboards/takes/measures.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, filmOf, FolderPieces, held, HEIGHT, PACKET_MS, WIDTH, WHOLE } from './small-films.js';

/** A house under a sky, on one side or the other. */
const house = (x: number): Picture => ({
  key: `house ${x}`,
  draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#9fb8d0"/>`
    + `<rect y="120" width="${WIDTH}" height="60" fill="#3a4a2c"/><rect x="${x}" y="50" width="90" height="80" fill="#e8dcc0"/><rect x="${x + 30}" y="85" width="24" height="45" fill="#2a1c14"/></svg>`,
});
const black: Picture = { key: 'black', draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}"/></svg>` };
/** A face from near: another framing of the same scene. */
const face: Picture = {
  key: 'face',
  draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#3a4a2c"/>`
    + '<ellipse cx="190" cy="95" rx="70" ry="85" fill="#e8c8a8"/><rect x="120" width="140" height="40" fill="#2a1c14"/></svg>',
};
const NEAR: View = { x: 0.45, y: 0.5, zoom: 1.2 };
const signal = new AbortController().signal;

let ffmpeg: Ffmpeg;
let folder: string;
let still: Uint8Array;
let made = 0;

beforeAll(async () => {
  ffmpeg = await ffmpegForTests();
  folder = await mkdtemp(path.join(tmpdir(), 'opening-'));
  still = await rasterise(ffmpeg, { svg: await house(40).draw(), widthPx: WIDTH, format: 'jpeg', signal });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opens(seen: HeldShot, planned = seen, more: Partial<Film['format']> = {}): Promise<boolean> {
  const packets = 48;
  const film = filmOf('cinema', [seen], clicks(packets * PACKET_MS, [], [packets]));
  const outputPath = path.join(folder, `${made += 1}.mp4`);
  await makeFilm(ffmpeg, { ...film, format: { ...film.format, ...more } }, { folder, pieces: new FolderPieces(folder), outputPath, signal });
  return opensAsDrawn(ffmpeg, outputPath, { shots: [planned] }, still, signal);
}
const shot = (picture: Picture, more: Partial<HeldShot> = {}): HeldShot => held(picture, 48 * PACKET_MS, more);

describe('a film opens with its picture', () => {
  it('as it was drawn, as its camera sees it, as an old print, and after a planned fade from black', async () => {
    expect(await opens(shot(house(40)))).toBe(true);
    expect(await opens(shot(house(40), { from: NEAR, to: WHOLE }))).toBe(true);
    expect(await opens(shot(house(40)), shot(house(40)), { finish: { look: 'period-35mm', intensity: 'strong' } })).toBe(true);
    expect(await opens(shot(house(40), { fadeInMs: 400 }))).toBe(true);
  });

  it('but not when it begins black, with another picture, or with a fade that was not planned', async () => {
    expect(await opens(shot(black), shot(house(40)))).toBe(false);
    expect(await opens(shot(face), shot(house(40)))).toBe(false);
    expect(await opens(shot(house(40), { fadeInMs: 400 }), shot(house(40)))).toBe(false);
  });
});

describe('likeness', () => {
  const steps = Uint8Array.from({ length: 60 }, (_, at) => (at % 10) * 20);
  it('compares structure and ignores tone, and counts two plain pictures as alike', () => {
    expect(likeness(steps, steps.map((value) => 40 + value / 2))).toBeGreaterThan(0.98);
    expect(likeness(steps, steps.toReversed())).toBeLessThan(-0.5);
    expect([likeness(steps, new Uint8Array(60).fill(9)), likeness(new Uint8Array(60).fill(200), new Uint8Array(60).fill(9))]).toEqual([0, 1]);
  });
});
