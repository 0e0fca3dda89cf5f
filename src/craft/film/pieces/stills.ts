import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rasterisePixels } from '../../images/raster.js';
import type { DrawnSource, Source } from './piece-sources.js';
import { trimmed } from './trim.js';

/** How far the aspect ratio of a picture may deviate from that of the film, as a share. */
const ASPECT_TOLERANCE = 0.02;

interface Still { left: number; drawing: Promise<DrawnSource> | null }

const nameOf = ({ picture, size, trimmed: isTrimmed }: Source): string =>
  `${createHash('sha256').update(picture.key).digest('hex').slice(0, 32)}-${size.widthPx}${isTrimmed ? '-trimmed' : ''}.rgba`;

/**
 * Files with the pixels of pictures. Each picture is drawn once in each size, when it is first requested, and its file is removed after the last use. `uses`
 * lists all requests to come.
 */
export class Stills {
  private readonly stills = new Map<string, Still>();

  constructor(private readonly folder: string, uses: readonly Source[], private readonly signal: AbortSignal) {
    for (const use of uses) {
      const still = this.stills.get(nameOf(use));
      if (still) still.left += 1;
      else this.stills.set(nameOf(use), { left: 1, drawing: null });
    }
  }

  /** Draws a picture, or waits for its drawing. Throws `RasterFailed`, `RangeError` for a picture with another aspect ratio, or the error of its `draw`. */
  async drawn(source: Source): Promise<DrawnSource> {
    const still = this.stills.get(nameOf(source))!;
    still.drawing ??= this.draw(source);
    // Callers share the drawn file, but each may have its own picture object.
    return { ...await still.drawing, ...source };
  }

  async release(sources: readonly Source[]): Promise<void> {
    for (const source of sources) {
      const still = this.stills.get(nameOf(source))!;
      still.left -= 1;
      if (still.left === 0) await rm(path.join(this.folder, nameOf(source)), { force: true });
    }
  }

  private async draw(source: Source): Promise<DrawnSource> {
    const { picture, size } = source;
    const { rgba, widthPx, heightPx } = await rasterisePixels(await picture.draw(), size.widthPx, this.signal);
    if (Math.abs(heightPx / size.heightPx - 1) > ASPECT_TOLERANCE) {
      throw new RangeError(`a picture of ${widthPx} × ${heightPx} pixels is no picture of a film of ${size.widthPx} × ${size.heightPx}`);
    }
    const file = path.join(this.folder, nameOf(source));
    const { pixels, drawn, at } = source.trimmed ? trimmed(rgba, { widthPx, heightPx }) : { pixels: rgba, drawn: { widthPx, heightPx }, at: { x: 0, y: 0 } };
    await writeFile(file, pixels);
    return { ...source, path: file, drawn, at };
  }
}
