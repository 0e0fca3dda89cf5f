import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Film, FilmFormat, MadeFilm } from '../../src/craft/film/film.js';
import { planFilm } from '../../src/craft/film/plan.js';
import type { Benchmark } from '../benchmark.js';
import { CHAPTERS, deckFilm } from '../deck/deck-film.js';
import type { Figure } from '../figures.js';
import { cost, make, openStudio } from '../film/studio.js';
import { makeBareFilm, prepareBareFilm } from '../references/bare-film.js';

const FULL: FilmFormat = { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'cinema' };
const SMALL: FilmFormat = { ...FULL, widthPx: 320, heightPx: 180 };
/** The chapter that is changed. It dips into the next one; the one before it cuts into it. */
const EDITED = 5;
/** Frames of the joins, which are encoded again beside those of the chapter, as a share of the film. */
const JOINS = 0.01;

/** The share of the frames of the film `after` whose pieces the film `before` does not have. */
function shareOfNewFrames(film: Film, after: MadeFilm, before: MadeFilm): number {
  const { placed } = planFilm(film, 'bare');
  if (placed.length !== after.pieces.shots.length) throw new Error(`the film has ${after.pieces.shots.length} pieces, and its plan ${placed.length}`);
  const known = new Set(before.pieces.shots);
  const framesOf = (isCounted: (at: number) => boolean): number => placed.reduce((sum, { piece }, at) => sum + (isCounted(at) ? piece.frames : 0), 0);
  return framesOf((at) => !known.has(after.pieces.shots[at]!)) / framesOf(() => true);
}

/** The cost of changing one chapter in the film of a deck, relative to the whole film, and the cost of the whole film relative to a bare command. */
export const decksBenchmark: Benchmark = {
  name: 'decks',
  summary: 'one chapter of twelve of the film of a deck changed, beside rendering all of it and a bare ffmpeg command',
  async run({ dataDir, ffmpegPath }, { quick, say }) {
    const studio = await openStudio(dataDir, ffmpegPath);
    const [seconds, format] = quick ? [1, SMALL] : [12, FULL];
    const pieces = await studio.newPieces();
    const deck = await deckFilm(studio.folder, { seconds, format });
    const whole = await make(studio, deck.film, pieces, 'deck');
    const prepared = await prepareBareFilm(ffmpegPath, studio.folder, deck.film);
    const bare = await cost(() => makeBareFilm(ffmpegPath, prepared, deck.programme, path.join(studio.folder, 'bare.mp4')));
    const changed = await deckFilm(studio.folder, { seconds, format, edited: EDITED });
    const edit = await make(studio, changed.film, pieces, 'edited');
    const share = shareOfNewFrames(changed.film, edit.result, whole.result);
    say(`decks: ${CHAPTERS} chapters in ${whole.cpu.toFixed(1)} CPU s, bare ${bare.cpu.toFixed(1)}; one changed ${edit.cpu.toFixed(2)} CPU s, `
      + `${edit.result.encoded.shots} pieces and ${edit.result.encoded.sound} parts of the sound, ${(100 * share).toFixed(2)} % of the frames`);
    await rm(studio.folder, { recursive: true, force: true });
    const note = `${CHAPTERS} chapters of ${seconds} s`;
    const figures: Figure[] = [
      {
        benchmark: 'decks', name: 'one chapter changed: frames encoded again', unit: '', rounds: [share],
        bound: { of: 'value', sense: 'most', floor: 1 / CHAPTERS + JOINS, aim: 1 / CHAPTERS + 0.001 }, note: `as a share of the film; ${note}`,
      },
      {
        benchmark: 'decks', name: 'one chapter changed: processor', unit: 's', rounds: [edit.cpu], reference: { name: 'the whole film', rounds: [whole.cpu] },
        bound: { of: 'ratio', sense: 'most', floor: 0.2, aim: 0.12 }, note: 'with the mux of the whole',
      },
      { benchmark: 'decks', name: 'one chapter changed: seconds', unit: 's', rounds: [edit.wall], reference: { name: 'the whole film', rounds: [whole.wall] } },
      {
        benchmark: 'decks', name: 'the whole film: processor', unit: 's', rounds: [whole.cpu],
        reference: { name: 'one bare command, stills and sound given, without words', rounds: [bare.cpu] }, note: 'with the drawing of stills and words',
      },
    ];
    return figures;
  },
};
