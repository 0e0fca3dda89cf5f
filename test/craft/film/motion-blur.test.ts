import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Film, FilmFormat, HeldShot, Picture, View } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { planFilm } from '../../../src/craft/film/plan.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, filmOf, FolderPieces, formatOf, framesOf, held, HEIGHT, outputOf, PACKET_MS, pixel, WIDTH, type ShownFrame } from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'film-blur-'));
  await mkdir(path.join(root, 'pieces'));
});
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

async function framesFor(shots: Film['shots'], format: Partial<FilmFormat>): Promise<ShownFrame[]> {
  const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
  const film = filmOf('cinema', shots, clicks(packets * PACKET_MS, [], [packets]), { format: formatOf('cinema', format) });
  const made = await makeFilm(ffmpeg, film, { folder: root, pieces: new FolderPieces(path.join(root, 'pieces')), outputPath: path.join(root, 'film.mp4') });
  return framesOf(ffmpeg, made.path);
}

const EDGE: Picture = {
  key: 'edge', draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#202020"/>`
    + `<rect x="${WIDTH / 2}" width="${WIDTH / 2}" height="${HEIGHT}" fill="#d0d0d0"/></svg>`,
};
const at = (x: number): View => ({ x, y: 0.5, zoom: 2 });
const pan = (durationMs: number, more: Partial<HeldShot> = {}): HeldShot => held(EDGE, durationMs, { from: at(0.3), to: at(0.7), ...more });

/** How wide the change from dark to light is along the middle row, and where its middle is, in pixels. */
function edge(frame: ShownFrame): { wide: number; x: number } {
  const line = Array.from({ length: WIDTH }, (_, x) => (pixel(frame, x, 90)[1] - 32) / (208 - 32));
  return { wide: line.filter((share) => share > 0.04 && share < 0.96).length, x: line.reduce((sum, share) => sum + (1 - share), 0) };
}

describe('motion blur', () => {
  // The picture moves 256 pixels in 16 frames, about 17 from one frame to the next.
  const fast = pan(667);

  it('is as wide as the picture moves while the shutter is open, and does not shift the picture', async () => {
    const [sharp, subtle, standard] = [await framesFor([fast], {}), await framesFor([fast], { motionBlur: 'subtle' }), await framesFor([fast], { motionBlur: 'standard' })];
    expect([subtle.length, standard.length]).toEqual([sharp.length, sharp.length]);
    for (const frame of [4, 8, 12]) {
      const [none, little, much] = [sharp, subtle, standard].map((frames) => edge(frames[frame]!));
      expect({ frame, none: none!.wide <= 4, little: little!.wide - none!.wide, much: much!.wide - none!.wide })
        .toMatchObject({ none: true, little: expect.closeTo(4, -0.7), much: expect.closeTo(8.5, -0.7) });
      expect(much!.wide).toBeGreaterThan(little!.wide);
      expect(Math.abs(much!.x - none!.x)).toBeLessThan(1);
    }
    expect(standard.map(({ atMs }) => Math.round(atMs))).toEqual(sharp.map(({ atMs }) => Math.round(atMs)));
  });

  it('leaves pieces unchanged in which nothing moves, or only slowly', () => {
    const keyed = (shot: HeldShot, format: Partial<FilmFormat>) => planFilm({ format: formatOf('cinema', format), shots: [shot] }, 'x').placed[0]!.piece.key;
    for (const shot of [held(EDGE, 2_000), pan(30_000)]) expect(keyed(shot, { motionBlur: 'standard' })).toBe(keyed(shot, {}));
    expect(new Set([keyed(fast, {}), keyed(fast, { motionBlur: 'subtle' }), keyed(fast, { motionBlur: 'standard' })]).size).toBe(3);
    for (const grade of ['still', 'draft'] as const) expect(keyed(fast, { grade, motionBlur: 'standard' })).toBe(keyed(fast, { grade }));
  });

  it('mixes frames of footage with their neighbours where something moves', async () => {
    const file = path.join(root, 'footage.mp4');
    // A light square that moves 8 pixels a frame over a dark ground, and one that stays.
    await outputOf(ffmpeg, [
      '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', `color=c=0x202020:s=${WIDTH}x${HEIGHT}:r=24:d=1,format=rgb24`, '-f', 'lavfi', '-i', 'color=c=0xd0d0d0:s=40x40:r=24:d=1',
      '-filter_complex', '[0][1]overlay=x=20+8*n:y=20[a];[a][1]overlay=x=100:y=120', '-c:v', 'libx264', '-crf', '8', '-pix_fmt', 'yuv420p', file, '-f', 'null',
    ]);
    const shot = held(EDGE, 667, { footage: { film: { key: 'square', fromMs: 0, fetch: async () => file }, people: null } });
    const [sharp, blurred] = [await framesFor([shot], {}), await framesFor([shot], { motionBlur: 'standard' })];
    // The square was here one frame ago, but is not any more.
    const [before, after] = [pixel(sharp[10]!, 103, 40)[1], pixel(blurred[10]!, 103, 40)[1]];
    expect({ before, after, mixed: after - before > 20 && after < 160 }).toMatchObject({ mixed: true });
    expect(Math.abs(pixel(sharp[10]!, 120, 140)[1] - pixel(blurred[10]!, 120, 140)[1])).toBeLessThan(3);
  });
});
