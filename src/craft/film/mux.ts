import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Film } from './film.js';
import { trackLanguage } from './languages.js';
import type { Making } from './making.js';
import { pieceFile } from './pieces/make-pieces.js';
import { TIMESCALE, type FilmPlan } from './plan.js';
import { captionsFile, shownCaptions, tagsFile } from './track-texts.js';

const microseconds = (time: number): string => (time / 1e6).toFixed(6);

/**
 * Forbids decoders, so that ffmpeg takes all it needs from the header of a piece. Otherwise it would decode the first frame of each piece, which takes longer
 * than all the rest. ffmpeg reports on stderr that it may not use a decoder.
 */
const UNDECODED = 'option codec_whitelist none';

/** The list of pieces with the exact length of each; the last frame of a piece is held until that length is over. */
const pieceList = ({ placed }: FilmPlan): string =>
  ['ffconcat version 1.0', ...placed.flatMap(({ piece, durationUs }) => [`file '${pieceFile(piece)}'`, UNDECODED, `duration ${microseconds(durationUs)}`])].join('\n');

/**
 * Lists with options count as unsafe, but this one contains only names that we made. All pieces have the same decoder setup, so that no frame needs
 * conversion.
 */
const PIECES = ['-f', 'concat', '-safe', '0', '-auto_convert', '0'];

/** How long the last frame of the film is held, in ticks. All other frames end when the next one begins. */
function lastFrameTicks({ placed, rate }: FilmPlan): number {
  const { piece, durationUs } = placed.at(-1)!;
  return Math.max(1, Math.round(((durationUs / 1e6) - (piece.frames - 1) / rate) * TIMESCALE));
}

/**
 * Joins pieces, sound, captions, chapters and cover into an MP4 without encoding any of them again. Texts reach ffmpeg in files. Throws
 * `FfmpegFailed` or `FfmpegCancelled`.
 */
export async function muxFilm({ ffmpeg, folder, signal, jobId }: Making, film: Film, plan: FilmPlan, soundPath: string, outputPath: string): Promise<void> {
  const at = (name: string): string => path.join(folder, name);
  const captions = shownCaptions(film.captions, plan.durationUs / 1_000);
  await writeFile(at('pieces.txt'), pieceList(plan));
  await writeFile(at('tags.txt'), tagsFile(film));
  const inputs: string[][] = [[...PIECES, '-i', at('pieces.txt')], ['-f', 'aac', '-i', soundPath], ['-f', 'ffmetadata', '-i', at('tags.txt')]];
  const streams = ['-map', '0:v', '-map', '1:a'];
  const add = (input: string[], stream: string): void => {
    streams.push('-map', `${inputs.length}:${stream}`);
    inputs.push(input);
  };
  const language = trackLanguage(film.tags.language);
  const options = ['-metadata:s:a:0', `language=${language}`];
  if (captions.length > 0) {
    await writeFile(at('captions.vtt'), captionsFile(captions));
    add(['-f', 'webvtt', '-i', at('captions.vtt')], 's');
    options.push('-c:s', 'mov_text', '-metadata:s:s:0', `language=${language}`);
  }
  if (film.cover) {
    await writeFile(at('cover.jpg'), film.cover);
    add(['-f', 'jpeg_pipe', '-i', at('cover.jpg')], 'v');
    options.push('-disposition:v:1', 'attached_pic');
  }
  const frames = plan.placed.reduce((sum, { piece }) => sum + piece.frames, 0);
  await ffmpeg.run([
    '-loglevel', 'error', ...inputs.flat(), ...streams, '-map_metadata', '2', '-map_chapters', '2', '-c:v', 'copy', '-c:a', 'copy', ...options,
    '-bsf:v:0', `setts=pts=PTS:dts=DTS:duration=if(eq(N\\,${frames - 1})\\,${lastFrameTicks(plan)}\\,DURATION)`,
    '-video_track_timescale', String(TIMESCALE), '-movflags', '+faststart', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'mp4', outputPath,
  ], { signal, jobId });
}
