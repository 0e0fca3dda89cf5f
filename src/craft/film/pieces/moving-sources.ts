import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Size } from '../camera.js';
import { detailFrames, detailWindows, type DetailSheet } from './detail-sheet.js';
import type { Footage, Veil } from '../film.js';

/** Only hexadecimal colours are accepted, because their digits become pixel values. */
const COLOUR = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/;
const MAX_VEIL_PX = 1_280;
const MAX_VEIL_FRAMES = 240;

function* veilFrames({ colour, widthPx, heightPx, frameCount, drawFrame }: Veil): Generator<Buffer> {
  const tones = COLOUR.exec(colour)?.slice(1).map((tone) => Number.parseInt(tone, 16));
  const isFrame = (px: number): boolean => Number.isInteger(px) && px >= 2 && px <= MAX_VEIL_PX;
  if (!tones || !isFrame(widthPx) || !isFrame(heightPx) || !(frameCount >= 1 && frameCount <= MAX_VEIL_FRAMES)) {
    throw new RangeError(`no veil has ${frameCount} frames of ${widthPx} × ${heightPx} in ${colour}`);
  }
  for (let frame = 0; frame < frameCount; frame++) {
    const grey = drawFrame(frame);
    if (grey.length !== widthPx * heightPx) throw new RangeError(`frame ${frame} of a veil has ${grey.length} pixels`);
    const rgba = Buffer.alloc(grey.length * 4);
    for (let at = 0; at < grey.length; at++) rgba.set([tones[0]!, tones[1]!, tones[2]!, grey[at]!], at * 4);
    yield rgba;
  }
}

/** Files of what moves in the pieces of one film, in its folder. Footage and veils are made once, and stay until the folder is removed. */
export class MovingSources {
  private readonly kept = new Map<string, Promise<string>>();

  constructor(private readonly folder: string) {}

  footage(film: Footage): Promise<string> {
    return this.once(`footage ${film.key}`, () => film.fetch(this.folder));
  }

  async veil(veil: Veil): Promise<{ path: string } & Size> {
    const { widthPx, heightPx } = veil;
    const made = await this.once(`veil ${veil.key}`, async (name) => {
      const file = path.join(this.folder, `${name}.rgba`);
      await pipeline(Readable.from(veilFrames(veil)), createWriteStream(file));
      return file;
    });
    return { path: made, widthPx, heightPx };
  }

  /** Writes the frames of all details of a piece, cut from the pixels of their sheet. `release` removes the files. */
  async details({ size, details }: DetailSheet, frames: number, sheetPath: string, name: string) {
    const sheet = await readFile(sheetPath);
    return Promise.all(details.map(async (detail, at) => {
      const file = path.join(this.folder, `${name}-${at}.rgba`);
      await pipeline(Readable.from(detailFrames(detail, frames, sheet, size.widthPx)), createWriteStream(file));
      return { path: file, ...detail.region, windows: detailWindows(detail, frames) };
    }));
  }

  async release(details: readonly { path: string }[]): Promise<void> {
    for (const { path: file } of details) await rm(file, { force: true });
  }

  private once(key: string, make: (name: string) => Promise<string>): Promise<string> {
    const known = this.kept.get(key) ?? make(createHash('sha256').update(key).digest('hex').slice(0, 32));
    this.kept.set(key, known);
    return known;
  }
}
