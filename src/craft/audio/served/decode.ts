import { FfmpegFailed, type Ffmpeg } from '../../ffmpeg/run.js';
import { ProviderFailure } from '../../failures.js';
import { measureLoudness } from '../loudness.js';
import { limiterOf } from '../master.js';
import { CLIP_LUFS, MIX_RATE } from '../mix/clip.js';

/** A sound file that a service delivered, and the requested length. */
export interface ServedFile { provider: string; file: string; durationMs: number; signal: AbortSignal }

/** A file below this loudness counts as silent. */
const SILENT_LUFS = -60;
/** The smallest accepted length of a piece, as a share of the requested length. */
const LEAST_SHARE = 0.8;
/** How many milliseconds beyond the requested length are decoded. */
const BEYOND_MS = 10_000;
/** The allowed formats of a service's file. Playlists are not among them, because an untrusted playlist could name other files. */
const FORMATS = 'mp3,wav,flac,ogg,mov,aac,aiff';
const CEILING_DB = -0.2;

const inputOf = ({ file, durationMs }: ServedFile): string[] => ['-format_whitelist', FORMATS, '-t', ((durationMs + BEYOND_MS) / 1_000).toFixed(3), '-i', file];

async function measured(ffmpeg: Ffmpeg, served: ServedFile): Promise<{ lufs: number; durationMs: number }> {
  try {
    return await measureLoudness(ffmpeg, inputOf(served), { signal: served.signal });
  } catch (error) {
    if (!(error instanceof FfmpegFailed)) throw error;
    throw new ProviderFailure(served.provider, 'what came is no sound that can be decoded', false, { cause: error });
  }
}

/**
 * Checks a service's piece: it must be decodable, audible, and last at least `LEAST_SHARE` of the requested length; a longer piece is accepted. Returns its
 * loudness in LUFS. Otherwise throws a final `ProviderFailure`, because another attempt would be paid again.
 */
export async function servedLufs(ffmpeg: Ffmpeg, served: ServedFile): Promise<number> {
  const { lufs, durationMs } = await measured(ffmpeg, served);
  if (lufs < SILENT_LUFS) throw new ProviderFailure(served.provider, 'what came is silent', false);
  if (durationMs < served.durationMs * LEAST_SHARE) {
    throw new ProviderFailure(served.provider, `what came lasts ${(durationMs / 1_000).toFixed(1)} s where ${(served.durationMs / 1_000).toFixed(1)} s were asked for`, false);
  }
  return lufs;
}

/** Decodes a measured piece into the frames of a clip. Throws as `Ffmpeg.run` does. */
export async function decodeServed(ffmpeg: Ffmpeg, served: ServedFile & { lufs: number; outputPath: string }): Promise<void> {
  const { lufs, outputPath, signal } = served;
  await ffmpeg.run([
    '-loglevel', 'error', ...inputOf(served), '-map', '0:a:0',
    '-af', `aresample=${MIX_RATE},volume=${(CLIP_LUFS - lufs).toFixed(3)}dB,${limiterOf(CEILING_DB)}:latency=1`, '-f', 's16le', '-ar', String(MIX_RATE), '-ac', '2', outputPath,
  ], { signal });
}
