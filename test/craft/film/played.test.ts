import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { GRADES } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { describeInBrowser, openBrowser } from '../../browser/pages-browser.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, coloured, crossFade, filmOf, FolderPieces, held, HEIGHT, PACKET_MS, WIDTH } from './small-films.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

const PACKETS = 187;
let root: string;
let server: Server;
let browser: Browser;
let page: Page;

/** Serves the films of the folder in parts, as players ask for them, and a page with a player. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/') {
    response.setHeader('content-type', 'text/html');
    response.end('<video id="film" muted playsinline></video>');
    return;
  }
  const file = path.join(root, path.basename(request.url!));
  const { size } = await stat(file);
  const [, from, until] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(from ?? 0), until ? Number(until) : size - 1];
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(file, { start, end }).pipe(response);
}

describeInBrowser('a browser', () => {
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'film-played-'));
    await mkdir(path.join(root, 'pieces'));
    const ffmpeg = await ffmpegForTests();
    const [red, green, blue] = [coloured('red', '#c00000'), coloured('green', '#00a000'), coloured('blue', '#0000c0')];
    const shots = [
      held(red, 1_410, { to: { x: 0.6, y: 0.5, zoom: 1.2 } }), held(blue, 70), held(green, 900), crossFade(green, blue, 500), held(blue, 1_110),
    ];
    for (const grade of GRADES) {
      const film = filmOf(grade, shots, clicks(PACKETS * PACKET_MS, [500], [90, 97]), { captions: [{ startMs: 0, endMs: 900, speaker: 'Mara', text: 'Well?' }] });
      await makeFilm(ffmpeg, film, { folder: root, pieces: new FolderPieces(path.join(root, 'pieces')), outputPath: path.join(root, `${grade}.mp4`) });
    }
    server = createServer((request, response) => { void answer(request, response); }).listen(0, '127.0.0.1');
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await rm(root, { recursive: true, force: true });
  });

  it.each(GRADES)('plays a film to its end and finds every shot at its time, in the grade %s', async (grade) => {
    const played = await page.evaluate((source) => new Promise<object>((resolve, reject) => {
      const video = document.querySelector('video')!;
      video.onended = () => resolve({ width: video.videoWidth, height: video.videoHeight, lastsMs: Math.round(video.duration * 1_000) });
      video.onerror = () => reject(new Error(video.error?.message));
      video.src = source;
      void video.play();
    }), `${grade}.mp4`);
    expect(played).toEqual({ width: WIDTH, height: HEIGHT, lastsMs: 3_990 });
    const colours = await page.evaluate(async (times) => {
      const video = document.querySelector('video')!;
      const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d', { willReadFrequently: true })!;
      const seen: string[] = [];
      for (const time of times) {
        await new Promise((resolve) => {
          video.onseeked = resolve;
          video.currentTime = time;
        });
        context.drawImage(video, 0, 0, 8, 8);
        const levels = [...context.getImageData(1, 1, 1, 1).data].slice(0, 3);
        seen.push(['red', 'green', 'blue'][levels.indexOf(Math.max(...levels))]!);
      }
      return seen;
    }, [0.2, 1.39, 1.445, 1.5, 2.36, 3.2, 3.95]);
    expect(colours).toEqual(['red', 'red', 'blue', 'green', 'green', 'blue', 'blue']);
  });
});
