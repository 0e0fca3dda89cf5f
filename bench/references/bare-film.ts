import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cameraFilters } from '../../src/craft/film/camera.js';
import type { Film } from '../../src/craft/film/film.js';
import { sourceOf } from '../../src/craft/film/pieces/piece-sources.js';
import { planFilm, type FilmPlan, type PlacedPiece } from '../../src/craft/film/plan.js';
import { rasterisePixels } from '../../src/craft/images/raster.js';

const run = promisify(execFile);

interface BareInputs { stills: string[]; graph: string; plan: FilmPlan }

/** The filter chain of a shot whose picture is already drawn. A cross-fade is only a fade-in at the start of the second picture. */
function chainOf({ piece }: PlacedPiece, input: number, plan: FilmPlan): string {
  const seen = piece.second ?? piece.first;
  const { before, moving } = cameraFilters(sourceOf(seen, plan).size, plan.size, seen, piece.frames);
  const fade = piece.fadeInFrames > 0 ? `,fade=type=in:start_frame=0:nb_frames=${piece.fadeInFrames}` : '';
  return `[${input}:v]${before.join(',')},loop=loop=${piece.frames - 1}:size=1,${moving.join(',')},setsar=1${fade}[v${input}]`;
}

/** Draws the stills of a film, which is not measured, and builds the filter graph of the command. */
export async function prepareBareFilm(ffmpegPath: string, folder: string, film: Film): Promise<BareInputs> {
  const plan = planFilm(film, 'bare');
  const files = new Map<string, string>();
  const stills: string[] = [];
  for (const { piece } of plan.placed) {
    const source = sourceOf(piece.second ?? piece.first, plan);
    const { widthPx, heightPx } = source.size;
    const name = `${source.picture.key} ${widthPx}`;
    const file = files.get(name) ?? path.join(folder, `bare-${files.size}.yuv`);
    if (!files.has(name)) {
      const drawn = await rasterisePixels(await source.picture.draw(), widthPx);
      await writeFile(`${file}.rgba`, drawn.rgba);
      await run(ffmpegPath, ['-nostdin', '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${drawn.widthPx}x${drawn.heightPx}`,
        '-i', `${file}.rgba`, '-vf', `scale=${widthPx}:${heightPx}:out_color_matrix=bt709:out_range=tv`, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', file]);
      files.set(name, file);
    }
    stills.push('-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${widthPx}x${heightPx}`, '-r', String(plan.rate), '-i', file);
  }
  const chains = plan.placed.map((placed, input) => chainOf(placed, input, plan));
  const graph = `${chains.join(';')};${chains.map((_, input) => `[v${input}]`).join('')}concat=n=${chains.length}:v=1:a=0[v]`;
  return { stills, graph, plan };
}

/** Makes a whole film with one ffmpeg command, as a person would write it: stills and sound are given, the encoder has the settings of the product. */
export async function makeBareFilm(ffmpegPath: string, { stills, graph, plan }: BareInputs, programme: string, target: string): Promise<void> {
  const sound = stills.length / 10;
  await run(ffmpegPath, [
    '-nostdin', '-y', '-loglevel', 'error', ...stills, '-f', 's16le', '-ar', '48000', '-ac', '2', '-i', programme, '-filter_complex', graph,
    '-map', '[v]', '-map', `${sound}:a`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-g', String(plan.rate * 10), '-pix_fmt', 'yuv420p',
    '-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', target,
  ], { maxBuffer: 1 << 24 });
}
