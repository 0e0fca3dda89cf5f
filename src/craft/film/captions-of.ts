import { buffer } from 'node:stream/consumers';
import { FfmpegFailed, type Ffmpeg } from '../ffmpeg/run.js';

/** The captions of a film as files of their own. */
export interface CaptionFiles { vtt: string; srt: string }

async function captionsIn(ffmpeg: Ffmpeg, file: string, format: 'webvtt' | 'srt', signal: AbortSignal): Promise<string> {
  const opened = await ffmpeg.open(['-v', 'error', '-i', file, '-map', '0:s:0?', '-f', format, 'pipe:1'], { signal });
  opened.stdin.end();
  const [bytes] = await Promise.all([buffer(opened.stdout), opened.done]);
  return bytes.toString('utf8');
}

/** Reads the captions of a film; null for a film without any. Throws what `Ffmpeg.open` throws. */
export async function captionsOf(ffmpeg: Ffmpeg, file: string, signal: AbortSignal): Promise<CaptionFiles | null> {
  try {
    return { vtt: await captionsIn(ffmpeg, file, 'webvtt', signal), srt: await captionsIn(ffmpeg, file, 'srt', signal) };
  } catch (error) {
    if (error instanceof FfmpegFailed && /does not contain any stream|no streams/i.test(error.message)) return null;
    throw error;
  }
}
