import { open } from 'node:fs/promises';
import { ProviderFailure } from '../failures.js';
import { FfmpegFailed, type Ffmpeg } from '../ffmpeg/run.js';
import { limiterOf } from '../audio/master.js';
import { readMp4 } from '../film/mp4-facts.js';
import { CLIP_ENCODER, CLIP_FORMAT, clipFrames } from './clip-format.js';

/** Mono 16-bit samples, with a gain and a ceiling for their level. */
export interface ClipSound { pcm(): AsyncIterable<Uint8Array>; sampleRate: number; gainDb: number; ceilingDb: number }

export interface ForeignVideo {
  provider: string;
  file: string;
  /** The requested length of the video. */
  seconds: number;
  /** How much of the video is kept, from its start. */
  durationMs: number;
  /** Replaces the video's own sound; null for a silent clip. */
  sound: ClipSound | null;
  outputPath: string;
}

const { widthPx, heightPx, framesPerSecond } = CLIP_FORMAT;
const MIN_SIDE_PX = 180;
const MAX_PIXELS = 16_000_000;
/** Decoding stops this many seconds after the requested length. */
const BEYOND_S = 2;

async function isMp4(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(12);
    const { bytesRead } = await handle.read(head, 0, 12, 0);
    return bytesRead === 12 && head.toString('latin1', 4, 8) === 'ftyp';
  } finally {
    await handle.close();
  }
}

/** Throws a final `ProviderFailure` with the given words unless the condition holds. It is final because the same ticket brings the same file again. */
function refuseUnless(condition: boolean, { provider }: ForeignVideo, words: string): void {
  if (!condition) throw new ProviderFailure(provider, words, false);
}

/** Decodes the whole video and returns its length in milliseconds. */
async function measured(ffmpeg: Ffmpeg, input: readonly string[], video: ForeignVideo, signal: AbortSignal): Promise<number> {
  try {
    const { durationMs } = await ffmpeg.run(['-loglevel', 'error', '-xerror', ...input, '-map', '0:v:0', '-vf', `fps=${framesPerSecond}`, '-f', 'null', '-'], { signal });
    return durationMs;
  } catch (error) {
    if (!(error instanceof FfmpegFailed)) throw error;
    throw new ProviderFailure(video.provider, 'what came cannot be decoded', false, { cause: error });
  }
}

/**
 * Turns a service's video into a clip in our format. The video must have pictures of a sane size, decode completely and have the requested length within a
 * frame. It is then cut to the clip's shape and length and encoded like all clips. Throws a final `ProviderFailure` for a video that fails these checks,
 * `FfmpegFailed` and `FfmpegCancelled`.
 */
export async function ownVideo(ffmpeg: Ffmpeg, video: ForeignVideo, signal: AbortSignal, jobId?: string): Promise<void> {
  const { file, seconds, durationMs, sound, outputPath } = video;
  const facts = await isMp4(file) ? await readMp4(file) : null;
  refuseUnless(facts !== null, video, 'what came is no complete MP4');
  const picture = facts!.tracks.find(({ handler }) => handler === 'vide');
  refuseUnless(picture !== undefined, video, 'what came has no pictures');
  refuseUnless(Math.min(picture!.widthPx, picture!.heightPx) >= MIN_SIDE_PX && picture!.widthPx * picture!.heightPx <= MAX_PIXELS, video,
    `what came has ${picture!.widthPx} × ${picture!.heightPx} pixels`);
  const input = ['-max_pixels', String(MAX_PIXELS), '-f', 'mov', '-t', String(seconds + BEYOND_S), '-i', file];
  const lengthMs = await measured(ffmpeg, input, video, signal);
  refuseUnless(Math.abs(lengthMs - seconds * 1_000) <= 1_000 / framesPerSecond + 1, video, `what came lasts ${(lengthMs / 1_000).toFixed(2)} s where ${seconds} s were asked for`);
  const frames = clipFrames(durationMs);
  const filters = [
    `fps=${framesPerSecond}`, `scale=${widthPx}:${heightPx}:force_original_aspect_ratio=increase:out_color_matrix=bt709:out_range=tv`, `crop=${widthPx}:${heightPx}`,
    'setsar=1', `tpad=stop_mode=clone:stop=${frames}`,
  ].join(',');
  const voice = sound ? ['-f', 's16le', '-ar', String(sound.sampleRate), '-ac', '1', '-i', 'pipe:0'] : [];
  const voiced = sound
    ? ['-map', '1:a', '-af', `aresample=48000,volume=${sound.gainDb.toFixed(3)}dB,${limiterOf(sound.ceilingDb)}:latency=1,pan=stereo|c0=0.707107*c0|c1=0.707107*c0`, '-c:a', 'aac', '-b:a', '128k'] : [];
  await ffmpeg.run([
    '-loglevel', 'error', ...input, ...voice, '-map', '0:v:0', '-vf', filters, '-frames:v', String(frames), ...voiced, ...CLIP_ENCODER, outputPath,
  ], { signal, jobId, ...(sound ? { stdin: sound.pcm() } : {}) });
  const made = (await readMp4(outputPath))?.tracks.find(({ codec }) => codec === 'avc1');
  refuseUnless(made?.timesMs.length === frames, video, 'what came could not be encoded');
}
