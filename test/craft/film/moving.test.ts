import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Film, Footage, Grade, Picture, Veil } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import {
  clicks, coloured, crossFade, filmOf, FolderPieces, FPS, framesOf, held, HEIGHT, outputOf, PACKET_MS, pixel, WIDTH, type ShownFrame,
} from './small-films.js';

const ffmpeg = await ffmpegForTests();
let root: string;
let number = 0;
beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'film-moving-')); });
afterAll(async () => { await rm(root, { recursive: true, force: true }); });

async function newStore(): Promise<FolderPieces> {
  const folder = path.join(root, `pieces-${++number}`);
  await mkdir(folder);
  return new FolderPieces(folder);
}

async function made(grade: Grade, shots: Film['shots'], pieces?: FolderPieces) {
  const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
  const film = filmOf(grade, shots, clicks(packets * PACKET_MS, [], [packets]));
  const result = await makeFilm(ffmpeg, film, { folder: root, pieces: pieces ?? await newStore(), outputPath: path.join(root, `film-${++number}.mp4`) });
  return { ...result, frames: await framesOf(ffmpeg, result.path) };
}

const BLUE = coloured('blue', '#0000c0');
const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;
const drawn = (key: string, inside: string): Picture => ({ key, draw: () => svg(inside) });

/** `W`, `R`, `G` or `B` for a white, red, green or blue pixel; any other by its values. */
function nameAt(frame: ShownFrame, x: number, y: number): string {
  const [red, green, blue] = pixel(frame, x, y);
  if (Math.min(red, green, blue) > 180) return 'W';
  if (red > 150 && green < 60 && blue < 60) return 'R';
  if (green > 110 && red < 60 && blue < 60) return 'G';
  if (blue > 150 && red < 60 && green < 60) return 'B';
  return `(${red} ${green} ${blue})`;
}

/** The names of a pixel in all frames, runs of one name as `name×count`. */
function runs(frames: readonly ShownFrame[], x: number, y: number): string {
  const names: [string, number][] = [];
  for (const frame of frames) {
    const name = nameAt(frame, x, y);
    if (names.at(-1)?.[0] === name) names.at(-1)![1] += 1;
    else names.push([name, 1]);
  }
  return names.map(([name, count]) => `${name}×${count}`).join(' ');
}

describe('parts of a picture that change', () => {
  // The box begins and ends between pixels.
  const box = { x: 0.4017, y: 0.3029, width: 0.2041, height: 0.2513 };
  const patch = (key: string, fill: string): Picture =>
    drawn(key, `<rect x="${box.x * WIDTH}" y="${box.y * HEIGHT}" width="${box.width * WIDTH}" height="${box.height * HEIGHT}" fill="${fill}"/>`);
  const RED = patch('mouth-red', '#c00000');
  const GREEN = patch('mouth-green', '#00a000');
  const middle = [(box.x + box.width / 2) * WIDTH, (box.y + box.height / 2) * HEIGHT] as const;
  const steps = [{ atMs: 0, picture: RED }, { atMs: 500, picture: null }, { atMs: 750, picture: GREEN }, { atMs: 1_250, picture: RED }];

  it('show each picture in its frames, and nothing outside of the box', async () => {
    const { frames } = await made('still', [held(BLUE, 2_000, { details: [{ box, steps }] })]);
    expect(runs(frames, ...middle)).toBe('R×12 B×6 G×12 R×18');
    expect(runs(frames, 110, 90)).toBe('B×48');
    expect(runs(frames, middle[0], 120)).toBe('B×48');
  });

  it('are moved by the camera together with the picture', async () => {
    // Much of the picture lies outside of what the camera ever sees.
    const views = { from: { x: 0.56, y: 0.48, zoom: 1.7 }, to: { x: 0.5, y: 0.45, zoom: 2 } };
    const green = (GREEN.draw() as string).replace(/^<svg[^>]*>|<\/svg>$/g, '');
    const whole = drawn('with-mouth', `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0000c0"/>${green}`);
    const patched = await made('cinema', [held(BLUE, 1_500, { ...views, details: [{ box, steps: [{ atMs: 0, picture: GREEN }] }] })]);
    const plain = await made('cinema', [held(whole, 1_500, views)]);
    const greenOf = (frame: ShownFrame): number[] =>
      Array.from({ length: (WIDTH * HEIGHT) / 4 }, (_, at) => pixel(frame, (2 * at) % WIDTH, 2 * Math.floor((2 * at) / WIDTH))[1]);
    const differences = patched.frames.map((frame, at) => {
      const wanted = greenOf(plain.frames[at]!);
      return Math.max(...greenOf(frame).map((value, place) => Math.abs(value - wanted[place]!)));
    });
    // A patch that is a pixel off differs at its edges by 160.
    expect(Math.max(...differences)).toBeLessThan(60);
    expect(nameAt(patched.frames.at(-1)!, WIDTH / 2 + 2, HEIGHT / 2)).toBe('G');
  });

  it('are drawn once for each piece, encoded again when they change, and left out of drafts', async () => {
    const pieces = await newStore();
    const shot = (atMs: number) => held(BLUE, 1_000, { details: [{ box, steps: [{ atMs: 0, picture: RED }, { atMs, picture: null }] }] });
    await made('still', [shot(500), held(BLUE, 700)], pieces);
    const again = await made('still', [shot(500), held(BLUE, 700)], pieces);
    const changed = await made('still', [shot(600), held(BLUE, 700)], pieces);
    expect([again.encoded.shots, changed.encoded.shots]).toEqual([0, 1]);
    const draft = await made('draft', [held(BLUE, 3_000, { details: [{ box, steps }] })]);
    expect(runs(draft.frames, ...middle)).toBe('B×3');
  });

  it('refuse a box outside of the picture', async () => {
    await expect(made('still', [held(BLUE, 500, { details: [{ box: { ...box, x: 0.9 }, steps }] })])).rejects.toThrow(RangeError);
  });
});

describe('what passes over a picture', () => {
  const strip = drawn('strip', '<rect x="21" y="31" width="99" height="51" fill="#c00000"/>');

  it('is seen in its frames only, above the picture and below the overlay', async () => {
    const over = drawn('corner', '<rect x="20" y="30" width="40" height="20" fill="#ffffff"/>');
    const passing = [{ shown: strip, fromMs: 500, untilMs: 1_250, fadeInMs: 0, fadeOutMs: 0, rise: 0 }];
    const { frames } = await made('cinema', [held(BLUE, 2_000, { passing, over, to: { x: 0.5, y: 0.5, zoom: 1.4 } })]);
    expect(runs(frames, 100, 70)).toBe('B×12 R×18 B×18');
    expect(runs(frames, 40, 40)).toBe('W×48');
    expect(runs(frames, 130, 70)).toBe('B×48');
    // The strip covers exactly the pixels where it was drawn.
    expect([nameAt(frames[20]!, 23, 60), nameAt(frames[20]!, 117, 79), nameAt(frames[20]!, 123, 70), nameAt(frames[20]!, 100, 86)]).toEqual(['R', 'R', 'B', 'B']);
  });

  it('fades in and out, and rises while it fades in', async () => {
    const passing = [{ shown: strip, fromMs: 250, untilMs: 1_750, fadeInMs: 500, fadeOutMs: 250, rise: 0.25 }];
    const { frames } = await made('still', [held(BLUE, 2_000, { passing })]);
    const red = frames.map((frame) => pixel(frame, 100, 78)[0]);
    expect(runs(frames.slice(0, 6), 100, 78)).toBe('B×6');
    expect(runs(frames.slice(18, 36), 100, 78)).toBe('R×18');
    expect(red[9]).toBeGreaterThan(30);
    expect(red[9]).toBeLessThan(130);
    expect(red[39]).toBeLessThan(150);
    expect(red[40]).toBeLessThan(red[37]!);
    expect(runs(frames.slice(42), 100, 78)).toBe('B×6');
    // While it comes, the strip is still lower; in the end its upper edge is at 31.
    const edge = (frame: ShownFrame): number => Array.from({ length: HEIGHT }, (_, y) => y).findIndex((y) => pixel(frame, 100, y)[0] > 40);
    expect(edge(frames[30]!)).toBeLessThan(33);
    expect(edge(frames[10]!)).toBeGreaterThan(38);
    expect(edge(frames[14]!)).toBeLessThan(edge(frames[10]!));
  });

  it('is shown without motion in a draft, in the frames of its time', async () => {
    const { frames } = await made('draft', [held(BLUE, 4_000, { passing: [{ shown: strip, fromMs: 1_000, untilMs: 3_000, fadeInMs: 500, fadeOutMs: 500, rise: 0.2 }] })]);
    expect(runs(frames, 100, 70)).toBe('B×1 R×2 B×1');
  });

  it('may be a veil, whose frames are shown in a loop', async () => {
    // Six frames; in each another sixth of the width is covered.
    const veil: Veil = {
      key: 'sixths', colour: '#ffffff', widthPx: 60, heightPx: 20, frameCount: 6,
      drawFrame: (frame) => Uint8Array.from({ length: 60 * 20 }, (_, at) => (Math.floor((at % 60) / 10) === frame ? 255 : 0)),
    };
    const { frames } = await made('still', [held(BLUE, 1_000, { passing: [{ shown: veil, fromMs: 250, untilMs: 750, fadeInMs: 0, fadeOutMs: 0, rise: 0 }] })]);
    const covered = frames.map((frame) => Array.from({ length: 6 }, (_, sixth) => nameAt(frame, (sixth + 0.5) * (WIDTH / 6), 90)).indexOf('W'));
    expect(covered).toEqual([-1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, -1, -1, -1, -1, -1, -1]);
    await expect(made('still', [held(BLUE, 500, { passing: [{ shown: { ...veil, key: 'other', colour: 'white,null' }, fromMs: 0, untilMs: 400, fadeInMs: 0, fadeOutMs: 0, rise: 0 }] })]))
      .rejects.toThrow(RangeError);
  });
});

describe('footage', () => {
  /** Eight frames of red, eight of green, in another size and at another rate than the film. */
  async function footageFrom(fromMs = 0): Promise<Footage & { fetched: number }> {
    const file = path.join(root, 'footage.mp4');
    await outputOf(ffmpeg, ['-f', 'lavfi', '-i', `color=c=0xc00000:s=640x360:r=${FPS}:d=0.34`, '-f', 'lavfi', '-i', `color=c=0x00a000:s=640x360:r=${FPS}:d=0.34`,
      '-filter_complex', '[0:v]trim=end_frame=8[a];[1:v]trim=end_frame=8[b];[a][b]concat=n=2:v=1:a=0', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-y', file, '-f', 'null']);
    const footage = { key: 'red-and-green', fromMs, fetched: 0, fetch: () => Promise.resolve(file) };
    footage.fetch = () => {
      footage.fetched += 1;
      return Promise.resolve(file);
    };
    return footage;
  }
  const people = drawn('people', '<rect x="100" y="60" width="40" height="120" fill="#ffffff"/>');

  it('replaces the picture, loops, has people in front of it, and is fetched once', async () => {
    const film = await footageFrom();
    const { frames } = await made('cinema', [held(BLUE, 1_500, { footage: { film, people }, to: { x: 0.5, y: 0.5, zoom: 1.5 } }), held(BLUE, 500, { footage: { film, people: null } })]);
    expect(runs(frames.slice(0, 36), 30, 30)).toBe('R×8 G×8 R×8 G×8 R×4');
    expect(runs(frames, 120, 100)).toBe('W×36 R×8 G×4');
    expect(film.fetched).toBe(1);
  });

  it('is moved by the camera, with the people in front of it, only when its moves are on', async () => {
    const film = await footageFrom();
    const shot = (moves: boolean) => held(BLUE, 1_000, { footage: { film, people, moves }, to: { x: 0.5, y: 0.5, zoom: 2 } });
    const still = await made('cinema', [shot(false)]);
    const moved = await made('cinema', [shot(true)]);
    // The camera's zoom of 2 moves the left edge of the person from 100 to 2 · 100 − 160.
    expect(runs(still.frames, 96, 100)).toBe('R×8 G×8 R×8');
    expect([nameAt(moved.frames[0]!, 96, 100), nameAt(moved.frames.at(-1)!, 96, 100)]).toEqual(['R', 'W']);
    expect(nameAt(moved.frames.at(-1)!, 30, 100)).toBe('R');
  });

  it('begins at the given time, and gives way to the picture in drafts and cross-fades', async () => {
    const film = await footageFrom(250);
    const shots = [held(BLUE, 1_000, { footage: { film, people: null } }), crossFade(BLUE, BLUE, 500)];
    expect(runs((await made('still', shots)).frames, 30, 30)).toBe('R×2 G×8 R×8 G×6 B×12');
    expect(runs((await made('draft', shots)).frames, 30, 30)).toBe('B×2');
  });
});
