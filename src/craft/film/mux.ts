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
 * Without a decoder, ffmpeg takes what it must know of a piece from its header: it would decode the first frame of each, which takes longer than all else.
 * It says on stderr that it may not use one.
 */
const UNDECODED = 'option codec_whitelist none';

/** The list of the pieces with the exact length of each, which its last frame is held for. */
const pieceList = ({ placed }: FilmPlan): string =>
  ['ffconcat version 1.0', ...placed.flatMap(({ piece, durationUs }) => [`file '${pieceFile(piece)}'`, UNDECODED, `duration ${microseconds(durationUs)}`])].join('\n');

/** Lists with options count as unsafe; this one has only names of ours. All pieces have one setup: no frame needs another form. */
const PIECES = ['-f', 'concat', '-safe', '0', '-auto_convert', '0'];

/** How long the last frame is held, in ticks. Elsewhere the next frame ends it. */
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
