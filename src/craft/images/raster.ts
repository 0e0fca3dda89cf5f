import { Resvg } from '@resvg/resvg-js';
import type { Ffmpeg } from '../ffmpeg/run.js';
import { Semaphore } from '../../kernel/threads/semaphore.js';
import { DrawingProcess, RasterFailed, type Alpha } from './raster-process.js';

export { RasterFailed } from './raster-process.js';

export type RasterFormat = 'jpeg' | 'webp' | 'png';
/** ffmpeg arguments of each format, the best quality first; the first picture within the size limit is used. */
const ENCODERS: Record<RasterFormat, readonly string[][]> = {
  jpeg: [3, 4, 5, 6, 8, 11].map((quality) => [
    '-pix_fmt', 'yuvj444p', '-c:v', 'mjpeg', '-huffman', 'optimal', '-q:v', String(quality), '-f', 'image2pipe']),
  webp: [82, 74, 60].map((quality) => ['-pix_fmt', 'yuv420p', '-c:v', 'libwebp', '-quality', String(quality), '-f', 'image2pipe']),
  png: [['-pix_fmt', 'rgb24', '-c:v', 'png', '-compression_level', '9', '-f', 'image2pipe']],
};

/** ffmpeg omits this header in bit-exact mode; it tells decoders that the colours are YCbCr. */
const JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
const JPEG_WITHOUT_HEADER = 0xff_d8_ff_db;

/** Width and height of a document in its own units. Throws `RangeError` for a viewBox that does not begin at 0 0. */
export const viewOf = (svg: string): [width: number, height: number] => {
  const [, width, height] = /^<svg[^>]* viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new RangeError('an SVG document needs a viewBox that begins at 0 0');
  return [Number(width), Number(height)];
};

/** Widest picture that is drawn. */
export const MAX_RASTER_PX = 3_000;

/** The height of a picture of this width. Throws `RangeError` for a bad width and for a document without a size. */
function heightOf(svg: string, widthPx: number): number {
  if (!(Number.isInteger(widthPx) && widthPx >= 64 && widthPx <= MAX_RASTER_PX)) throw new RangeError(`no picture is ${widthPx} pixels wide`);
  const [width, height] = viewOf(svg);
  return Math.round((widthPx * height) / width);
}

/** One picture at a time, because each may use the full memory limit. */
const pictures = new Semaphore(1);

/** The process that draws, until it ends. */
let drawing: DrawingProcess | null = null;

/** RGBA rows of the picture, from a child process. */
async function pixelsOf(svg: string, widthPx: number, alpha: Alpha, signal?: AbortSignal): Promise<Buffer> {
  signal?.throwIfAborted();
  if (!drawing || drawing.isOver) drawing = new DrawingProcess();
  return drawing.draw(svg, widthPx, alpha, signal);
}

async function encoded(ffmpeg: Ffmpeg, pixels: Buffer, size: string, encoder: readonly string[], signal?: AbortSignal): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open([
    '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', size, '-i', 'pipe:0', '-frames:v', '1',
    '-sws_flags', 'accurate_rnd+full_chroma_int+bitexact', '-fflags', '+bitexact', '-flags', '+bitexact', ...encoder, 'pipe:1',
  ], signal ? { signal } : {});
  const output: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => output.push(chunk));
  stdin.end(pixels);
  await done;
  const picture = Buffer.concat(output);
  return picture.readUInt32BE(0) === JPEG_WITHOUT_HEADER ? Buffer.concat([picture.subarray(0, 2), JFIF, picture.subarray(2)]) : picture;
}

/** The accepted formats of pictures from services, recognised by their first bytes. */
const SIGNATURES: readonly (readonly [demuxer: string, matches: (bytes: Buffer) => boolean])[] = [
  ['png_pipe', (bytes) => bytes.readUInt32BE(0) === 0x89_50_4e_47],
  ['jpeg_pipe', (bytes) => bytes.readUIntBE(0, 3) === 0xff_d8_ff],
  ['webp_pipe', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];
/** Limits decoding: real pictures have fewer pixels, but a small file may claim many more. */
const MAX_PIXELS = 40_000_000;
/** ffmpeg arguments that output a small copy as raw samples, for comparing pictures. */
const SAMPLES = ['-pix_fmt', 'rgb24', '-f', 'rawvideo'];

/** ffmpeg arguments that read a picture by its own bytes, whatever it is called. Throws `RasterFailed` for anything but PNG, JPEG and WebP. */
function inputOf(bytes: Buffer): string[] {
  const demuxer = bytes.byteLength > 16 ? SIGNATURES.find(([, matches]) => matches(bytes))?.[0] : undefined;
  if (!demuxer) throw new RasterFailed('the bytes are no PNG, JPEG or WebP');
  return ['-max_pixels', String(MAX_PIXELS), '-f', demuxer, '-i', 'pipe:0', '-frames:v', '1'];
}

async function decoded(ffmpeg: Ffmpeg, bytes: Buffer, filter: string, output: readonly string[], signal?: AbortSignal): Promise<Buffer> {
  const { stdin, stdout, done } = await ffmpeg.open([
    ...inputOf(bytes), '-vf', filter, '-sws_flags', 'accurate_rnd+full_chroma_int+bitexact', '-fflags', '+bitexact', '-flags', '+bitexact', '-map_metadata', '-1',
    ...output, 'pipe:1',
  ], signal ? { signal } : {});
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Ignored: ffmpeg may stop reading after the first frame.
  stdin.on('error', () => undefined);
  stdin.end(bytes);
  await done;
  return Buffer.concat(chunks);
}

/**
 * Re-encodes a picture from elsewhere: cropped to a size without distortion, and without its metadata. Throws `RasterFailed` for bytes that are no picture,
 * `FfmpegFailed` for a broken picture.
 */
export async function recoded(
  ffmpeg: Ffmpeg, bytes: Buffer, { widthPx, heightPx, format }: { widthPx: number; heightPx: number; format: RasterFormat }, signal?: AbortSignal,
): Promise<Buffer> {
  const filter = `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=increase,crop=${widthPx}:${heightPx}`;
  const picture = await decoded(ffmpeg, bytes, filter, ENCODERS[format][0]!, signal);
  if (picture.byteLength === 0) throw new RasterFailed('the bytes are no picture');
  return picture.readUInt32BE(0) === JPEG_WITHOUT_HEADER ? Buffer.concat([picture.subarray(0, 2), JFIF, picture.subarray(2)]) : picture;
}

/** RGB samples of a picture, `side` by `side`, for comparing it with others. Throws like `recoded`. */
export const samplesOf = (ffmpeg: Ffmpeg, bytes: Buffer, side: number): Promise<Buffer> => decoded(ffmpeg, bytes, `scale=${side}:${side}`, SAMPLES);

export interface RasterRequest {
  svg: string;
  /** 64 to 3000. */
  widthPx: number;
  format: RasterFormat;
  /** The quality is reduced until the picture fits. Without a limit it has the best quality. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/**
 * Renders an SVG document as an opaque sRGB picture; the same SVG and ffmpeg give the same bytes. A child process with
 * limited memory and time draws one picture at a time. Throws `RangeError` for a bad size, `RasterFailed` when the child
 * fails or no quality fits.
 */
export function rasterise(ffmpeg: Ffmpeg, { svg, widthPx, format, maxBytes = Infinity, signal }: RasterRequest): Promise<Buffer> {
  const heightPx = heightOf(svg, widthPx);
  return pictures.run(async () => {
    const pixels = await pixelsOf(svg, widthPx, 'premultiplied', signal);
    for (const encoder of ENCODERS[format]) {
      const picture = await encoded(ffmpeg, pixels, `${widthPx}x${heightPx}`, encoder, signal);
      if (picture.byteLength > 0 && picture.byteLength <= maxBytes) return picture;
    }
    throw new RasterFailed(`no ${format} of ${widthPx} pixels fits into ${maxBytes} bytes`);
  }, signal);
}

/** Rows of RGBA from top to bottom, colours not multiplied with their opacity. */
export interface RasterPixels { rgba: Buffer; widthPx: number; heightPx: number }

/** Renders an SVG document, which may be transparent, to raw pixels, with the limits and errors of `rasterise`. */
export function rasterisePixels(svg: string, widthPx: number, signal?: AbortSignal): Promise<RasterPixels> {
  const heightPx = heightOf(svg, widthPx);
  return pictures.run(async () => ({ rgba: await pixelsOf(svg, widthPx, 'straight', signal), widthPx, heightPx }), signal);
}

/** Renders a small PNG with transparency in this process, without limits: only for contact sheets and tests. */
export function smallPng(svg: string, widthPx: number): Buffer {
  if (!(Number.isInteger(widthPx) && widthPx >= 16 && widthPx <= 2_400)) throw new RangeError(`no picture is ${widthPx} pixels wide`);
  return new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: widthPx } }).render().asPng();
}
