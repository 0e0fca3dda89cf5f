import { open } from 'node:fs/promises';
import path from 'node:path';
import { FfmpegFailed, type Ffmpeg } from '../../../craft/ffmpeg/run.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { UNREADABLE, type CaptureKind } from './capture-store.js';
import { matchesOf } from '../../../craft/patterns/matches.js';

/** Longest screen recording in milliseconds. */
export const MAX_RECORDING_MS = 30 * 60_000;
/** Most pixels of a picture. */
const MAX_PIXELS = 40_000_000;
const MAX_FRAME_WIDTH = 1_600;
/** Where in a recording pictures are taken, as shares of its length. */
const FRAMES_AT = [0.05, 0.5, 0.95];

interface Format { kind: CaptureKind; demuxer: string; name: string; fits(head: Buffer): boolean }

const ascii = (head: Buffer, from: number, to: number): string => head.subarray(from, to).toString('latin1');

/** Formats by their first bytes. Each is opened with its own demuxer, so that no playlist is ever taken for a recording. */
const FORMATS: readonly Format[] = [
  { kind: 'image', demuxer: 'jpeg_pipe', name: 'JPEG', fits: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff },
  { kind: 'image', demuxer: 'png_pipe', name: 'PNG', fits: (head) => ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { kind: 'image', demuxer: 'gif', name: 'GIF', fits: (head) => /^GIF8[79]a/u.test(ascii(head, 0, 6)) },
  { kind: 'image', demuxer: 'webp_pipe', name: 'WebP', fits: (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP' },
  { kind: 'screen', demuxer: 'mov', name: 'MP4 or MOV', fits: (head) => ascii(head, 4, 8) === 'ftyp' },
  { kind: 'screen', demuxer: 'matroska', name: 'WebM', fits: (head) => head.readUInt32BE(0) === 0x1a45dfa3 },
];

const refuse = (message: string): never => { throw new ApiError('source_incomplete', message, { reason: UNREADABLE }); };

async function formatOf(file: string, kind: CaptureKind): Promise<Format> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(16);
    const { bytesRead } = await handle.read(head, 0, 16, 0);
    const format = bytesRead < 12 ? undefined : FORMATS.find((each) => each.fits(head));
    const wanted = FORMATS.filter((each) => each.kind === kind).map(({ name }) => name).join(', ');
    if (format?.kind === kind) return format;
    return refuse(`The uploaded bytes are ${format ? format.name : 'of no known format'}; a capture of kind ${kind} is one of ${wanted}.`);
  } finally {
    await handle.close();
  }
}

export interface MeasuredCapture { format: string; width: number; height: number; durationMs: number | null; frames: string[]; words: string[] }

/** Reads an uploaded file and writes JPEG pictures of it into a folder. Raises `source_incomplete` for what cannot be read in limits. */
export async function measureCapture(ffmpeg: Ffmpeg, file: string, folder: string, kind: CaptureKind, signal: AbortSignal): Promise<MeasuredCapture> {
  const { demuxer, name } = await formatOf(file, kind);
  const input = (before: readonly string[] = []) => [...before, '-max_pixels', String(MAX_PIXELS), '-f', demuxer, '-i', file, '-map', '0:v:0'];
  const run = async (args: readonly string[]): Promise<{ stderrTail: string; durationMs: number }> => {
    try {
      return await ffmpeg.run(args, { signal, cwd: folder });
    } catch (error) {
      if (error instanceof FfmpegFailed) return refuse(`The ${name} cannot be read: it is damaged, cut short, or larger than ${MAX_PIXELS / 1e6} megapixels.`);
      throw error;
    }
  };
  const probed = await run(['-loglevel', 'info', '-xerror', ...input(), '-frames:v', '1', '-f', 'null', '-']);
  const [, width = '0', height = '0'] = /Video:.*?\b([1-9]\d{0,4})x([1-9]\d{0,4})\b/u.exec(probed.stderrTail) ?? [];
  if (width === '0') refuse(`The ${name} has no picture.`);
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):(\d+\.\d+)/u.exec(probed.stderrTail) ?? [];
  const told = hours === undefined ? null : Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1_000);
  const durationMs = kind === 'image' ? null : told ?? (await run([...input(['-t', String(MAX_RECORDING_MS / 1_000 + 1)]), '-f', 'null', '-'])).durationMs;
  if (durationMs !== null && durationMs > MAX_RECORDING_MS) refuse(`The recording is longer than ${MAX_RECORDING_MS / 60_000} minutes.`);
  const frames: string[] = [];
  for (const [index, share] of (durationMs === null ? [0] : FRAMES_AT).entries()) {
    const frame = path.join(folder, `frame-${index}.jpg`);
    const at = durationMs === null ? [] : ['-ss', ((durationMs * share) / 1_000).toFixed(3)];
    await run([...input(at), '-frames:v', '1', '-vf', `scale=w=max(2\\,min(${MAX_FRAME_WIDTH}\\,iw)):h=-2`, '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '3', '-y', frame]);
    frames.push(frame);
  }
  const words = matchesOf(probed.stderrTail, /^\s+(?:title|comment|description)\s*: (.{1,200})$/gmu).map(([, text]) => text!.trim());
  return { format: name, width: Number(width), height: Number(height), durationMs, frames, words: [...new Set(words)] };
}
