import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { coverSvg } from '../../src/craft/images/compose.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { parsePlace } from '../../src/craft/images/places/place.js';
import { rasterise, RasterFailed } from '../../src/craft/images/raster.js';
import { DrawingProcess } from '../../src/craft/images/raster-process.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

const run = promisify(execFile);
const LONG_TITLES = [
  'The Importance of Being Earnest, a Trivial Comedy for Serious People', 'Everything the Lighthouse Keeper’s Daughter Never Said',
  'What the Conductor Heard Between the Ninth and Tenth Stops', 'The Unabridged Minutes of the Last Winter Parliament',
  'How to Leave a Burning Theatre in an Orderly and Dignified Manner',
];
const HEADINGS = ['EXT. STATION PLATFORM - DUSK', 'EXT. CITY STREET - NIGHT - RAIN', 'INT. LIBRARY - DAY', 'EXT. FOREST - STORM', 'EXT. GARDEN - DAY'];
const looks = castLooks('raster', [{ name: 'Mara', description: 'long hair' }, { name: 'Okoro', description: 'uniform' }, { name: 'Pell', description: '80' }]);
const coverOf = (title: string, at: number) => coverSvg({ title, kicker: 'A table read', looks, scene: { place: parsePlace(HEADINGS[at]!), seed: 'r' } });

/** Width and height in the frame header of a JPEG. */
function jpegSize(jpeg: Buffer): [number, number] {
  for (let at = 2; at < jpeg.length;) {
    const marker = jpeg.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error('no frame header');
}

describe('a cover in pixels', () => {
  it.each(LONG_TITLES.map((title, at) => [title, at] as const))('%s fits a podcast catalogue at 3000×3000', async (title, at) => {
    const jpeg = await rasterise(await ffmpegForTests(), { svg: await coverOf(title, at), widthPx: 3_000, format: 'jpeg', maxBytes: 512 * 1024 });
    expect(jpegSize(jpeg)).toEqual([3_000, 3_000]);
    expect(jpeg.byteLength).toBeLessThanOrEqual(512 * 1024);
  });

  it('has the same bytes twice, also when two are asked for at once', async () => {
    const [ffmpeg, svg] = [await ffmpegForTests(), await coverOf('Twice', 0)];
    const [one, two] = await Promise.all([1, 2].map(() => rasterise(ffmpeg, { svg, widthPx: 600, format: 'jpeg' })));
    expect(one!.equals(two!)).toBe(true);
    expect(one!.toString('latin1', 6, 10)).toBe('JFIF');
  });

  it('can be PNG and WebP too', async () => {
    const [ffmpeg, svg] = [await ffmpegForTests(), await coverOf('Formats', 1)];
    expect((await rasterise(ffmpeg, { svg, widthPx: 400, format: 'png' })).readUInt32BE(16)).toBe(400);
    expect((await rasterise(ffmpeg, { svg, widthPx: 400, format: 'webp' })).toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('says when it cannot be drawn', async () => {
    const ffmpeg = await ffmpegForTests();
    await expect(rasterise(ffmpeg, { svg: '<svg viewBox="0 0 10 10"><broken', widthPx: 100, format: 'jpeg' })).rejects.toThrow(RasterFailed);
    await expect(rasterise(ffmpeg, { svg: await coverOf('Small', 0), widthPx: 600, format: 'jpeg', maxBytes: 100 })).rejects.toThrow(RasterFailed);
    expect(() => rasterise(ffmpeg, { svg: '<svg/>', widthPx: 100, format: 'jpeg' })).toThrow(RangeError);
    expect(() => rasterise(ffmpeg, { svg: '<svg viewBox="0 0 1 1"/>', widthPx: 9_000, format: 'jpeg' })).toThrow(RangeError);
  });

  it('stops when the signal aborts', async () => {
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(rasterise(await ffmpegForTests(), { svg: await coverOf('Stop', 0), widthPx: 600, format: 'jpeg', signal: stopped })).rejects.toThrow('enough');
  });
});

describe('a process that draws', () => {
  it('draws one picture after the other, each as a new process draws it', async () => {
    const svgs = await Promise.all(LONG_TITLES.slice(0, 3).map(coverOf));
    const one = new DrawingProcess();
    for (const [at, svg] of svgs.entries()) {
      const pixels = await one.draw(svg, 200 + at, 'straight');
      expect(pixels.byteLength).toBe((200 + at) ** 2 * 4);
      expect((await new DrawingProcess().draw(svg, 200 + at, 'straight')).equals(pixels)).toBe(true);
    }
    expect(one.isOver).toBe(false);
  });

  it('takes no further picture after one that failed, was aborted or was large', async () => {
    const svg = await coverOf('Over', 0);
    const [broken, stopped, large] = [new DrawingProcess(), new DrawingProcess(), new DrawingProcess()];
    await broken.draw(svg, 100, 'straight');
    await expect(broken.draw('<svg viewBox="0 0 10 10"><broken', 100, 'straight')).rejects.toThrow(RasterFailed);
    const stop = new AbortController();
    const drawing = stopped.draw(svg, 2_900, 'straight', stop.signal);
    stop.abort(new Error('enough'));
    await expect(drawing).rejects.toThrow('enough');
    expect((await large.draw(svg, 2_100, 'premultiplied')).byteLength).toBe(2_100 ** 2 * 4);
    expect([broken.isOver, stopped.isOver, large.isOver]).toEqual([true, true, true]);
  });
});

describe('drawings of two processes', () => {
  it('are the same bytes', async () => {
    const script = `
      const { drawScene } = await import('./dist/src/craft/images/scenes/index.js');
      const { parsePlace } = await import('./dist/src/craft/images/places/place.js');
      const { castLooks } = await import('./dist/src/craft/images/person/cast.js');
      const { drawBust } = await import('./dist/src/craft/images/person/portrait.js');
      const scenes = ${JSON.stringify(HEADINGS)}.map((heading) => drawScene({ place: parsePlace(heading), seed: 'two' }));
      const busts = castLooks('two', [{ name: 'A', description: '' }, { name: 'B', description: 'old' }]).map((look) => drawBust(look));
      console.log((await import('node:crypto')).createHash('sha256').update([...scenes, ...busts].join()).digest('hex'));`;
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const once = async (timeZone: string) => (await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd, env: { PATH: process.env.PATH, TZ: timeZone, LANG: timeZone === 'UTC' ? 'C' : 'tr_TR.UTF-8' } })).stdout.trim();
    const [one, two] = [await once('UTC'), await once('Asia/Tokyo')];
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(two).toBe(one);
  });
});
