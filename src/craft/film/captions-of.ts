import { buffer } from 'node:stream/consumers';
import { FfmpegFailed } from '../ffmpeg/failures.js';
import type { Ffmpeg } from '../ffmpeg/run.js';
import type { FilmCaption } from './film.js';
import { captionsFile } from './track-texts.js';

/** The captions of a film as files of their own. */
export interface CaptionFiles { vtt: string; srt: string }

/** ffmpeg's complaint about a film without captions. It is not the last thing that ffmpeg says. */
const NO_CAPTIONS = /does not contain any stream|no streams/i;

/** The captions of a film as SubRip text. */
async function subRipIn(ffmpeg: Ffmpeg, file: string, signal: AbortSignal): Promise<string> {
  const opened = await ffmpeg.open(['-v', 'error', '-i', file, '-map', '0:s:0?', '-f', 'srt', 'pipe:1'], { signal });
  opened.stdin.end();
  const [bytes] = await Promise.all([buffer(opened.stdout), opened.done]);
  return bytes.toString('utf8');
}

const TIME = /(\d+):(\d\d):(\d\d),(\d{3})/u;
const TIMES = new RegExp(`^${TIME.source} --> ${TIME.source}$`, 'mu');

/** The milliseconds of hours, minutes, seconds and milliseconds. */
const msOf = ([hours, minutes, seconds, ms]: readonly string[]): number => ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms);

/** The captions of a SubRip text, in which speakers are named in the words. */
function captionsIn(srt: string): FilmCaption[] {
  return srt.replaceAll('\r', '').split(/\n{2,}/u).flatMap((block): FilmCaption[] => {
    const times = TIMES.exec(block);
    if (!times) return [];
    const [begins, ends] = [times.slice(1, 5), times.slice(5, 9)];
    return [{ startMs: msOf(begins), endMs: msOf(ends), speaker: null, text: block.slice(times.index + times[0].length) }];
  });
}

/**
 * Reads the captions of a film; null for a film without any. ffmpeg's own WebVTT leaves words that look like markup as they are, so it is written from the
 * SubRip text. Throws what `Ffmpeg.open` throws.
 */
export async function captionsOf(ffmpeg: Ffmpeg, file: string, signal: AbortSignal): Promise<CaptionFiles | null> {
  try {
    const srt = await subRipIn(ffmpeg, file, signal);
    return { vtt: captionsFile(captionsIn(srt)), srt };
  } catch (error) {
    if (error instanceof FfmpegFailed && NO_CAPTIONS.test(error.stderrTail)) return null;
    throw error;
  }
}
