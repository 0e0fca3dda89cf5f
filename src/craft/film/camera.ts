import { MAX_RASTER_PX } from '../images/raster.js';
import type { View } from './film.js';

export interface Size { widthPx: number; heightPx: number }

/** A part of a picture, in shares of its width and height. */
interface Part { left: number; top: number; right: number; bottom: number }

/** The part of the picture that a view shows, moved so that it never leaves the picture. */
export function shownPart({ x, y, zoom }: View): Part {
  const half = 0.5 / zoom;
  const inside = (middle: number): number => Math.min(1 - half, Math.max(half, middle));
  return { left: inside(x) - half, top: inside(y) - half, right: inside(x) + half, bottom: inside(y) + half };
}

/** Factors by which a picture may be drawn wider than the film, so that close views stay sharp. */
const NEARNESS = [1.12, 1.5, 2];
/** Limits the cost of the camera, which processes all pixels of its widest view: that view may be at most this many times as wide as the film. */
const MOST_SEEN = 1.25;

/** What the camera sees in the first and the last frame, and in frames between them. */
export interface Views { from: View; to: View; via: readonly { frame: number; view: View }[] }

export const allViews = ({ from, to, via }: Views): View[] => [from, ...via.map(({ view }) => view), to];
export const isWhole = ({ zoom }: View): boolean => zoom === 1;
export const isStill = (views: Views): boolean =>
  allViews(views).every(({ x, y, zoom }) => x === views.from.x && y === views.from.y && zoom === views.from.zoom);

const even = (length: number): number => 2 * Math.round(length / 2);
const evenBelow = (length: number): number => 2 * Math.floor(length / 2);
/** The height of a picture of this width with the aspect ratio of the film. */
const drawnHeight = (width: number, filmWidth: number, filmHeight: number): number => Math.round((width * filmHeight) / filmWidth);

/** The size at which a picture is drawn for these views. Without `sharp` it is the size of the film, even for close views. */
export function sourceSize({ widthPx, heightPx }: Size, views: readonly View[], sharp: boolean): Size {
  if (!sharp || views.every(isWhole)) return { widthPx, heightPx };
  const zooms = views.map(({ zoom }) => zoom);
  const affordable = NEARNESS.filter((nearness) => nearness <= Math.max(NEARNESS[0]!, Math.min(...zooms) * MOST_SEEN));
  const wider = affordable.find((nearness) => nearness >= Math.max(...zooms)) ?? affordable.at(-1)!;
  const wide = even(Math.min(widthPx * wider, MAX_RASTER_PX));
  return { widthPx: wide, heightPx: evenBelow(drawnHeight(wide, widthPx, heightPx)) };
}

/** A range with an even start and length that contains everything from `from` to `to`, and is at least `least` long. */
function stretch(from: number, to: number, least: number, length: number): { at: number; length: number } {
  const first = Math.max(0, 2 * Math.floor((from - 2) / 2));
  const needed = Math.min(length, Math.max(least, even(Math.ceil(to) + 3 - first)));
  return { at: Math.max(0, Math.min(first, length - needed)), length: needed };
}

const digits = (value: number): string => value.toFixed(5);

/** A stretch of a picture that the camera sees in a frame, along one axis. */
interface Stretch { frame: number; at: number; span: number }

/** ffmpeg refuses sums of a hundred or more terms, because it nests each term in the next; grouped sums may have more. */
const GROUP = 16;
const grouped = (parts: readonly string[]): readonly string[] => (parts.length <= 3 * GROUP ? parts
  : Array.from({ length: Math.ceil(parts.length / GROUP) }, (_, at) => `(${parts.slice(at * GROUP, (at + 1) * GROUP).join('+')})`));

/** A filter expression for a number that changes linearly between the given frames; `on` counts frames from 1. */
function course(values: readonly { frame: number; value: number }[], on: string): string {
  const [first, ...others] = values;
  const changes = others.flatMap(({ frame, value }, at) => {
    const before = values[at]!;
    if (value === before.value || frame <= before.frame) return [];
    const gone = others.length === 1 ? `(${on}-1)` : `clip(${on}-${before.frame + 1},0,${frame - before.frame})`;
    return [`(${((value - before.value) / (frame - before.frame)).toFixed(9)})*${gone}`];
  });
  return [digits(first!.value), ...grouped(changes)].join('+');
}

/**
 * The corners of the visible part along one axis, as filter expressions: the coordinates of its first pixel and of the one after its last, for a film of
 * `shown` pixels.
 */
function corners(stretches: readonly Stretch[], frame: number, shown: number, on: string): [string, string] {
  // The middle of a pixel is half a pixel from its edge, in the picture as in the film.
  const first = ({ at, span }: Stretch): number => at + span / shown / 2 - 0.5;
  const last = (part: Stretch): number => first(part) + (part.span / shown) * frame;
  const along = (of: (part: Stretch) => number): string => course(stretches.map((one) => ({ frame: one.frame, value: of(one) })), on);
  return [along(first), along(last)];
}

/** Motion blur: several pictures for each frame, spread evenly over the time that the shutter is open, in frames; `rate` is that of the film. */
export interface Shutter { open: number; pictures: number; rate: number }

/** A filter expression that stores the time of the current picture in a variable first, because it is used often. */
function opened({ open, pictures }: Shutter, frames: number): string {
  const within = `((mod(on-1,${pictures})+0.5)/${pictures}-0.5)*${open}`;
  return `0*st(0,clip(floor((on-1)/${pictures})+${within},0,${frames - 1})+1)+`;
}

/** Restores the colour properties that averaged frames lose; without them, decoders would be set up wrongly. */
export const RECOLOURED = ['setsar=1', 'setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709'];

/** Filters that repeat each frame several times before the camera, and average the repetitions into one frame after it. */
const repeated = ({ pictures, rate }: Shutter): string => `fps=${rate * pictures}`;
const averaged = ({ pictures, rate }: Shutter): string[] =>
  [`tmix=frames=${pictures}`, `select='eq(mod(n,${pictures}),${pictures - 1})'`, 'setpts=PTS-STARTPTS', `fps=${rate}`, ...RECOLOURED];

/** `before` crops the picture and `moving` moves the camera; `at` is where the cropped part begins in the picture, in even whole pixels. */
export interface CameraFilters { before: string[]; at: { x: number; y: number }; moving: string[] }

/**
 * The filters that show a picture of the size `source` through the camera, from the first view to the last, in `frames` frames. They
 * cut away what the camera never sees, and move by parts of a pixel: `zoompan` and `crop` move by whole ones, which is seen as shaking.
 * With a `shutter` what is fast is blurred.
 */
export function cameraFilters(source: Size, film: Size, views: Views, frames: number, shutter: Shutter | null = null): CameraFilters {
  const seen = [{ frame: 0, view: views.from }, ...views.via, { frame: frames - 1, view: views.to }].map(({ frame, view }) => ({ frame, ...shownPart(view) }));
  const least = (side: keyof Part): number => Math.min(...seen.map((part) => part[side]));
  const most = (side: keyof Part): number => Math.max(...seen.map((part) => part[side]));
  const across = stretch(least('left') * source.widthPx, most('right') * source.widthPx, film.widthPx, source.widthPx);
  const down = stretch(least('top') * source.heightPx, most('bottom') * source.heightPx, film.heightPx, source.heightPx);
  const columns = seen.map(({ frame, left, right }) => ({ frame, at: left * source.widthPx - across.at, span: (right - left) * source.widthPx }));
  const rows = seen.map(({ frame, top, bottom }) => ({ frame, at: top * source.heightPx - down.at, span: (bottom - top) * source.heightPx }));
  const [first, on] = shutter ? [opened(shutter, frames), 'ld(0)'] : ['', 'on'];
  const [x0, x1] = corners(columns, across.length, film.widthPx, on).map((value) => first + value);
  const [y0, y1] = corners(rows, down.length, film.heightPx, on).map((value) => first + value);
  const evaluated = isStill(views) ? 'init' : 'frame';
  return {
    at: { x: across.at, y: down.at },
    before: [`crop=${across.length}:${down.length}:${across.at}:${down.at}`],
    // `perspective` keeps the size of its input; only the first rows and columns of its output are the film.
    moving: [
      ...shutter ? [repeated(shutter)] : [],
      `perspective=x0='${x0}':y0='${y0}':x1='${x1}':y1='${y0}':x2='${x0}':y2='${y1}':x3='${x1}':y3='${y1}':interpolation=linear:eval=${evaluated}`,
      `crop=${film.widthPx}:${film.heightPx}:0:0`, ...shutter ? averaged(shutter) : [],
    ],
  };
}
