import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FilmFormat, MadeFilm } from '../../src/craft/film/film.js';
import type { Benchmark } from '../benchmark.js';
import type { Figure } from '../figures.js';
import { brightness, jitterOf, soundOffsets } from '../film/measures.js';
import { readFilm, type ReadFilm } from '../film/read-film.js';
import { cost, make, mega, openStudio, type FolderPieces, type Studio } from '../film/studio.js';
import { makeBareFilm, prepareBareFilm } from '../references/bare-film.js';

const FULL: FilmFormat = { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'cinema' };
const SMALL: FilmFormat = { ...FULL, widthPx: 320, heightPx: 180 };
/** Mean brightness of a frame (0 to 255) below which it counts as black; every drawing is brighter. */
const BLACK = 24;
const PLACES = 20;

/** The line whose shot has the median length. */
function medianLine({ film, shotOfLine }: ReadFilm): number {
  const lengths = shotOfLine.map((shot) => film.shots[shot]!.durationMs);
  const median = lengths.toSorted((left, right) => left - right)[Math.floor(lengths.length / 2)]!;
  return lengths.indexOf(median);
}

/** How many of the pieces that both films need differ in their bytes. It should be none: such a piece changed, or was encoded again, without need. */
async function changedBesides(before: MadeFilm, after: MadeFilm, [old, now]: [FolderPieces, FolderPieces]): Promise<number> {
  const common = [...new Set([...after.pieces.shots, ...after.pieces.sound])].filter((key) => [...before.pieces.shots, ...before.pieces.sound].includes(key));
  const same = await Promise.all(common.map(async (key) => (await readFile(old.pathOf(key))).equals(await readFile(now.pathOf(key)))));
  return same.filter((equal) => !equal).length;
}

const figure = (name: string, unit: string, value: number, [floor, aim]: [number, number], note?: string): Figure =>
  ({ benchmark: 'film', name, unit, rounds: [value], bound: { of: 'value', sense: 'most', floor, aim }, ...(note ? { note } : {}) });

/** Measures the sound, the frames and the camera of a finished film. */
async function qualityOf({ ffmpeg }: Studio, read: ReadFilm, made: MadeFilm, pieces: FolderPieces): Promise<Figure[]> {
  const { film, spokenAtMs, programme, shotOfLine } = read;
  const count = Math.min(PLACES, spokenAtMs.length);
  const places = Array.from({ length: count }, (_, at) => spokenAtMs[Math.floor((at * spokenAtMs.length) / count)]!);
  const offsets = await soundOffsets(ffmpeg, made.path, programme, places);
  const light = await brightness(ffmpeg, made.path);
  const fadeIn = Math.ceil((film.shots[0]!.kind === 'held' ? film.shots[0]!.fadeInMs : 0) * film.format.framesPerSecond / 1_000);
  const planned = film.shots.reduce((sum, { durationMs }) => sum + Math.max(1, Math.floor((durationMs * film.format.framesPerSecond) / 1_000 + 1e-6)), 0);
  const jitters = await Promise.all(shotOfLine.slice(1, 6).map((shot) => jitterOf(ffmpeg, pieces.pathOf(made.pieces.shots[shot]!), film.format.heightPx)));
  return [
    figure('sound off its place, at most', 'ms', Math.max(...offsets.map(Math.abs)), [1, 0.1], `at ${offsets.length} places`),
    figure('black frames', '', light.slice(fadeIn).filter((value) => value < BLACK).length, [0, 0], `of ${light.length}`),
    figure('dropped frames', '', Math.abs(planned - light.length), [0, 0]),
    figure('jitter of the camera, at most', 'px', Math.max(...jitters), [0.1, 0.05], `root mean square, ${jitters.length} shots`),
  ];
}

/** The cost of films and of a change of one shot, and measurements of what a finished film shows. */
export const filmBenchmark: Benchmark = {
  name: 'film',
  summary: 'a film of a read beside one bare ffmpeg command, one shot edited, drafts, and what is seen and heard',
  async run({ dataDir, ffmpegPath }, { quick, say }) {
    const studio = await openStudio(dataDir, ffmpegPath);
    const [minutes, format] = quick ? [0.2, SMALL] : [5, FULL];
    const pieces = await studio.newPieces();
    const read = await readFilm(studio.folder, { minutes, format });
    const made = await make(studio, read.film, pieces, 'film');
    say(`film: ${minutes} minutes in ${made.cpu.toFixed(1)} CPU s, ${made.wall.toFixed(1)} s, ${await mega(made.result)}, ${made.result.encoded.shots} pieces`);
    const prepared = await prepareBareFilm(ffmpegPath, studio.folder, read.film);
    const target = path.join(studio.folder, 'bare.mp4');
    const bare = await cost(() => makeBareFilm(ffmpegPath, prepared, read.programme, target));
    say(`film: the bare command ${bare.cpu.toFixed(1)} CPU s, ${bare.wall.toFixed(1)} s, ${await mega({ path: target })}`);

    const long = await readFilm(studio.folder, { minutes: minutes * 2, format });
    const rest = await make(studio, long.film, pieces, 'long');
    const edited = await readFilm(studio.folder, { minutes: minutes * 2, format, edited: medianLine(long) });
    // The edited film fetches the pieces that exist already; new pieces are added to this folder.
    const kept = await studio.newPieces();
    for (const key of new Set([...rest.result.pieces.shots, ...rest.result.pieces.sound])) await copyFile(pieces.pathOf(key), kept.pathOf(key));
    const edit = await make(studio, edited.film, kept, 'edited');
    const share = edit.cpu / (made.cpu + rest.cpu);
    say(`film: one line of ${minutes * 2} minutes edited ${edit.cpu.toFixed(2)} CPU s, ${edit.result.encoded.shots} shots, ${edit.result.encoded.sound} sounds`);

    const draft = await make(studio, { ...read.film, format: { ...format, grade: 'draft' } }, await studio.newPieces(), 'draft');
    const seconds = draft.result.durationMs / 1_000;
    const figures: Figure[] = [
      {
        benchmark: 'film', name: `processor time of ${minutes} minutes`, unit: 's', rounds: [made.cpu],
        reference: { name: 'one bare command, stills and sound given', rounds: [bare.cpu] },
        bound: { of: 'ratio', sense: 'most', floor: 1.25, aim: 1.1 }, note: 'cinema, 720p, with the drawing of the stills',
      },
      figure('one line edited', 's', edit.cpu, [7, 5], `processor time; ${edit.result.encoded.shots} shots and ${edit.result.encoded.sound} parts of the sound`),
      figure(`share of a render of ${minutes * 2} minutes`, '', share, [0.03, 0.02]),
      figure('other pieces changed by the edit', '', await changedBesides(rest.result, edit.result, [pieces, kept]), [0, 0]),
      {
        benchmark: 'film', name: 'speed of a draft', unit: '× real time', rounds: [seconds / draft.wall],
        bound: { of: 'value', sense: 'least', floor: 40, aim: 60 }, note: `${draft.cpu.toFixed(1)} CPU s, ${await mega(draft.result)}`,
      },
      ...await qualityOf(studio, read, made.result, pieces),
    ];
    await rm(studio.folder, { recursive: true, force: true });
    return figures;
  },
};
