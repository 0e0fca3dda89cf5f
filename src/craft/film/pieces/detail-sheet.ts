import { createHash } from 'node:crypto';
import { contentOf } from '../../images/svg.js';
import { viewOf } from '../../images/raster.js';
import type { Size } from '../camera.js';
import type { PieceDetail } from './content.js';
import type { Picture, PictureBox } from '../film.js';

/** A part of a picture in whole pixels; all its values are even. */
export interface Region extends Size { x: number; y: number }

/** The pictures of all details of a piece, one below the other in one picture, because drawing each separately would need a process each. */
export interface DetailSheet { picture: Picture; size: Size; details: readonly SheetDetail[] }

/**
 * A detail on the sheet: its region in the picture of the shot, and for each step the sheet row at which its picture begins; null shows the picture of the
 * shot.
 */
export interface SheetDetail { region: Region; steps: readonly { frame: number; row: number | null }[] }

interface Cell { picture: Picture; region: Region; row: number }

/**
 * The smallest size of a sheet, as a share of the picture. Inside a clip path, the rasteriser crashes on a nested clip that begins further outside the drawn
 * area than twice the size of the sheet. With this size, every clip that begins within the picture is near enough.
 */
const LEAST = 0.6;

function regionOf({ x, y, width, height }: PictureBox, { widthPx, heightPx }: Size): Region {
  const [left, top] = [2 * Math.floor((x * widthPx) / 2), 2 * Math.floor((y * heightPx) / 2)];
  const even = (to: number): number => Math.max(2, 2 * Math.ceil(to / 2));
  return { x: left, y: top, widthPx: even((x + width) * widthPx - left), heightPx: even((y + height) * heightPx - top) };
}

async function drawSheet(cells: readonly Cell[], sheet: Size, { widthPx }: Size): Promise<string> {
  const drawn = await Promise.all(cells.map(async ({ picture, region, row }, at) => {
    const svg = await picture.draw();
    const scale = widthPx / viewOf(svg)[0];
    return `<clipPath id="s${at}"><path d="M0 ${row}h${region.widthPx}v${region.heightPx}H0Z"/></clipPath><g clip-path="url(#s${at})">`
      + `<g transform="translate(${-region.x} ${row - region.y}) scale(${scale.toFixed(7)})">${contentOf(svg, `c${at}`)}</g></g>`;
  }));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.widthPx} ${sheet.heightPx}">${drawn.join('')}</svg>`;
}

/** The sheet of the details of a picture that is drawn in this size; null without details. */
export function sheetOf(details: readonly PieceDetail[], size: Size): DetailSheet | null {
  if (details.length === 0) return null;
  const cells: Cell[] = [];
  let row = 0;
  const placed = details.map(({ box, steps }): SheetDetail => {
    const region = regionOf(box, size);
    const rows = new Map<string, number>();
    for (const { picture } of steps) {
      if (!picture || rows.has(picture.key)) continue;
      rows.set(picture.key, row);
      cells.push({ picture, region, row });
      row += region.heightPx;
    }
    return { region, steps: steps.map(({ frame, picture }) => ({ frame, row: picture && rows.get(picture.key)! })) };
  });
  if (cells.length === 0) return null;
  const least = (px: number): number => Math.ceil(px * LEAST);
  const sheet = { widthPx: Math.max(64, least(size.widthPx), ...cells.map(({ region }) => region.widthPx)), heightPx: Math.max(row, least(size.heightPx)) };
  const text = JSON.stringify([size, cells.map(({ picture, region }) => [picture.key, region])]);
  return {
    size: sheet, details: placed.filter(({ steps }) => steps.some((step) => step.row !== null)),
    picture: { key: createHash('sha256').update(text).digest('hex'), draw: () => drawSheet(cells, sheet, size) },
  };
}

/** The ranges of frames, with exclusive ends, in which a detail shows its only picture; null for a detail with several pictures. */
export function detailWindows({ steps }: SheetDetail, frames: number): [from: number, until: number][] | null {
  if (new Set(steps.flatMap(({ row }) => (row === null ? [] : [row]))).size !== 1) return null;
  return steps.flatMap(({ frame, row }, at): [number, number][] => (row === null ? [] : [[frame, steps[at + 1]?.frame ?? frames]]));
}

/**
 * The frames of a detail as RGBA rows, cut from its sheet; transparent where the picture of the shot is shown. For a detail with one picture, only the frame
 * of that picture.
 */
export function* detailFrames(
  { region: { widthPx, heightPx }, steps }: SheetDetail, frames: number, sheet: Uint8Array, sheetWidthPx: number,
): Generator<Buffer> {
  const clear = Buffer.alloc(widthPx * heightPx * 4);
  const cut = (row: number): Buffer => {
    const cell = Buffer.alloc(clear.length);
    for (let y = 0; y < heightPx; y++) cell.set(sheet.subarray((row + y) * sheetWidthPx * 4, ((row + y) * sheetWidthPx + widthPx) * 4), y * widthPx * 4);
    return cell;
  };
  const cells = new Map(steps.flatMap(({ row }) => (row === null ? [] : [[row, cut(row)] as const])));
  if (cells.size === 1) {
    yield [...cells.values()][0]!;
    return;
  }
  let step = 0;
  for (let frame = 0; frame < frames; frame++) {
    while (step + 1 < steps.length && steps[step + 1]!.frame <= frame) step++;
    const { frame: from, row } = steps[step]!;
    yield row === null || from > frame ? clear : cells.get(row)!;
  }
}
