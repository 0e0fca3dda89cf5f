import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ffmpeg } from '../ffmpeg/run.js';
import type { Veil } from '../film/film.js';
import { rasterisePixels } from '../images/raster.js';
import type { Depth, Plane } from '../images/svg.js';
import { seeded } from '../images/random.js';
import { CLIP_ENCODER, CLIP_FORMAT, clipFrames } from './clip-format.js';
import { bledColours } from './bled-colours.js';

/** A place to move through. */
export interface Parallax {
  /** The planes from back to front, at least one. Their documents have the aspect of a clip. */
  planes: readonly Plane[];
  /** Layers over all planes, such as falling rain. */
  veils: readonly Veil[];
  durationMs: number;
  /** Decides which way the camera goes first. */
  seed: string;
}

/** How much larger the picture is than the frame, so that the camera never shows its edge. */
const ZOOM = 1.09;
/** How far the nearest plane moves to each side, as a share of the width, and how much larger it grows as the camera approaches. */
const MOST_AWAY = 0.036;
const COMES_NEARER = 0.035;
/** From this length on the camera moves its full way. In a shorter clip it moves less far, so that it is no faster. */
const FULL_MS = 9_000;
/** The least share of movement for every plane, or a scene with a single plane would stand still. */
const OF_ALL = 0.25;

const { widthPx: WIDTH, heightPx: HEIGHT, framesPerSecond: RATE } = CLIP_FORMAT;
/** The width at which planes are drawn: larger than the frame by `ZOOM`. */
const DRAWN = 2 * Math.round((WIDTH * ZOOM) / 2);

const digits = (value: number): string => value.toFixed(6);
const nearness = (depth: Depth): number => (depth === 'lens' ? 0 : OF_ALL + (1 - OF_ALL) * Math.min(1, Math.max(0, depth)));

interface Drawn { file: string; widthPx: number; heightPx: number }

/**
 * The camera's movement on one plane: it swings to one side, back through the middle to the other side, comes nearer and withdraws. It ends with the position
 * and speed of its start, so that a clip loops without a jump. It moves by fractions of a pixel, as a film camera does.
 */
function swing(depth: Depth, { widthPx, heightPx }: Drawn, frames: number, { durationMs, seed }: Pick<Parallax, 'durationMs' | 'seed'>): string {
  const near = nearness(depth);
  const reach = Math.min(1, durationMs / FULL_MS);
  const away = near * MOST_AWAY * reach * (seeded(seed).chance(0.5) ? 1 : -1);
  const turn = `${digits((2 * Math.PI) / frames)}*(on-1)`;
  const zoom = `(${digits(ZOOM)}+${digits(near * COMES_NEARER * reach)}*(1-cos(${turn}))/2)`;
  const [across, down] = [`${widthPx}/${zoom}`, `${heightPx}/${zoom}`];
  const left = `(${digits(widthPx)}*(0.5+${digits(away)}*sin(${turn}))-${across}/2)`;
  const top = `(${digits(heightPx)}*(0.5-${digits(Math.abs(away) * 0.3)}*(1-cos(${turn}))/2)-${down}/2)`;
  // The filter keeps the size of its input, so the clip is cropped from the first rows and columns.
  const x = (at: number): string => `${left}+${across}*${digits((at + 0.5) / WIDTH)}-0.5`;
  const y = (at: number): string => `${top}+${down}*${digits((at + 0.5) / HEIGHT)}-0.5`;
  const [x0, x1, y0, y1] = [x(0), x(widthPx), y(0), y(heightPx)];
  return `perspective=x0='${x0}':y0='${y0}':x1='${x1}':y1='${y0}':x2='${x0}':y2='${y1}':x3='${x1}':y3='${y1}':interpolation=linear:eval=frame,crop=${WIDTH}:${HEIGHT}:0:0`;
}

async function drawn(plane: Plane, index: number, folder: string, signal: AbortSignal): Promise<Drawn> {
  const { rgba, widthPx, heightPx } = await rasterisePixels(plane.svg, plane.depth === 'lens' ? WIDTH : DRAWN, signal);
  const file = path.join(folder, `plane-${index}.rgba`);
  await writeFile(file, index === 0 ? rgba : bledColours(rgba, widthPx, heightPx));
  return { file, widthPx, heightPx };
}

async function writtenVeil({ frameCount, drawFrame }: Veil, index: number, folder: string): Promise<string> {
  const file = path.join(folder, `veil-${index}.gray`);
  await writeFile(file, Buffer.concat(Array.from({ length: frameCount }, (_, frame) => drawFrame(frame))));
  return file;
}

const COLOURS = 'scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+bitexact,setsar=1';

function graph(parallax: Parallax, planes: readonly Drawn[], frames: number): string {
  const chains = parallax.planes.map(({ depth }, index) => {
    const hold = `loop=loop=${frames - 1}:size=1`;
    const moved = depth === 'lens' ? `crop=${WIDTH}:${HEIGHT}:0:0` : swing(depth, planes[index]!, frames, parallax);
    return `[${index}:v]${COLOURS},format=${index === 0 ? 'yuv420p' : 'yuva420p'},${hold},${moved}[p${index}]`;
  });
  const veils = parallax.veils.map(({ colour }, index) => {
    const input = parallax.planes.length + index;
    return `[${input}:v]scale=${WIDTH}:${HEIGHT}:flags=bicubic,format=gray[m${index}];color=c=${colour.replace('#', '0x')}:s=${WIDTH}x${HEIGHT}:r=${RATE},format=yuva420p[c${index}];`
      + `[c${index}][m${index}]alphamerge[v${index}]`;
  });
  const over = [...planes.slice(1).map((_, index) => `p${index + 1}`), ...veils.map((_, index) => `v${index}`)];
  const laid = over.map((name, index) => `[${index === 0 ? 'p0' : `o${index - 1}`}][${name}]overlay=format=yuv420:eof_action=repeat[o${index}]`);
  return [...chains, ...veils, ...laid, `[${over.length === 0 ? 'p0' : `o${over.length - 1}`}]format=yuv420p[v]`].join(';');
}

export interface ParallaxOptions { folder: string; outputPath: string; signal: AbortSignal; jobId?: string | undefined; onProgress?: (share: number) => void }

/**
 * Renders a move through a drawn place as a silent MP4 in the format of clips. The same planes and ffmpeg build give the same bytes. Throws
 * `RasterFailed`, `FfmpegFailed`, `FfmpegCancelled`.
 */
export async function renderParallax(ffmpeg: Ffmpeg, parallax: Parallax, { folder, outputPath, signal, jobId, onProgress }: ParallaxOptions): Promise<void> {
  const frames = clipFrames(parallax.durationMs);
  const planes = await Promise.all(parallax.planes.map((plane, index) => drawn(plane, index, folder, signal)));
  const veils = await Promise.all(parallax.veils.map((veil, index) => writtenVeil(veil, index, folder)));
  const raw = (file: string, pixels: string, widthPx: number, heightPx: number): string[] =>
    ['-f', 'rawvideo', '-pixel_format', pixels, '-video_size', `${widthPx}x${heightPx}`, '-framerate', String(RATE), '-i', file];
  await ffmpeg.run([
    '-loglevel', 'error', '-filter_complex_threads', '2', ...planes.flatMap(({ file, widthPx, heightPx }) => raw(file, 'rgba', widthPx, heightPx)),
    ...veils.flatMap((file, index) => ['-stream_loop', '-1', ...raw(file, 'gray', parallax.veils[index]!.widthPx, parallax.veils[index]!.heightPx)]),
    '-filter_complex', graph(parallax, planes, frames), '-map', '[v]', '-frames:v', String(frames), ...CLIP_ENCODER, outputPath,
  ], { signal, jobId, onProgress: (ms) => onProgress?.(Math.min(1, ms / parallax.durationMs)) });
}
