import { FilmRejected } from './failures.js';
import type { Film } from './film.js';
import { readMp4, type Mp4Track } from './mp4-facts.js';
import { TIMESCALE, type FilmPlan } from './plan.js';
import { shownCaptions } from './track-texts.js';

/** Allows for rounding: the file counts times in ticks, the plan in microseconds. */
const TIME_TOLERANCE_MS = 0.1;

function requireThat(condition: boolean, message: string): void {
  if (!condition) throw new FilmRejected(message);
}

const plannedTimesMs = ({ placed, rate }: FilmPlan): number[] =>
  placed.flatMap(({ piece, startUs }) => Array.from({ length: piece.frames }, (_, frame) => startUs / 1_000 + (frame * 1_000) / rate));

/** Detects frames in the wrong order: ffmpeg moves those that would be decoded out of order to one tick after the frame before them. */
const MOVED_MS = (1.5 * 1_000) / TIMESCALE;

/** Checks that every frame exists, is decoded in order, and is shown at its time. */
function checkFrames({ timesMs, shortestStepMs, widthPx, heightPx }: Mp4Track, plan: FilmPlan): void {
  requireThat(widthPx === plan.size.widthPx && heightPx === plan.size.heightPx, `the film has ${widthPx} × ${heightPx} pixels`);
  requireThat(shortestStepMs > MOVED_MS, 'frames of the film are decoded out of order');
  const planned = plannedTimesMs(plan);
  requireThat(timesMs.length === planned.length, `the film has ${timesMs.length} frames where ${planned.length} were planned`);
  // The file keeps times in decoding order.
  const shown = timesMs.toSorted((left, right) => left - right);
  const wrong = shown.findIndex((time, frame) => Math.abs(time - planned[frame]!) > TIME_TOLERANCE_MS);
  requireThat(wrong < 0, `frame ${wrong} is shown at ${shown[wrong]} ms instead of ${planned[wrong]} ms`);
}

const oneFrameMs = ({ format: { framesPerSecond } }: Film): number => 1_000 / framesPerSecond;

/**
 * Reads a finished file and compares it with its plan: streams, size, every frame at its time, the length of pictures and sound within one
 * frame. Returns the length in milliseconds. Throws `FilmRejected`.
 */
export async function checkFilm(file: string, film: Film, plan: FilmPlan, soundMs: number): Promise<number> {
  const facts = await readMp4(file);
  if (!facts) throw new FilmRejected('the film is not complete');
  const track = (codec: string): Mp4Track | undefined => facts.tracks.find((each) => each.codec === codec);
  const [picture, sound] = [track('avc1'), track('mp4a')];
  if (!picture || !sound) throw new FilmRejected('the film has no picture or no sound');
  checkFrames(picture, plan);
  const plannedMs = plan.durationUs / 1_000;
  requireThat(Math.abs(picture.durationMs - plannedMs) <= oneFrameMs(film), `the pictures last ${picture.durationMs} ms where ${plannedMs} were planned`);
  requireThat(Math.abs(sound.durationMs - soundMs) < 1, `the sound lasts ${sound.durationMs} ms where ${soundMs} were planned`);
  requireThat(film.cover === null || facts.hasCover, 'the film has no cover');
  requireThat(shownCaptions(film.captions, plannedMs).length === 0 || track('tx3g') !== undefined, 'the film has no captions');
  requireThat(film.chapters.length === 0 || track('text') !== undefined, 'the film has no chapters');
  return Math.max(picture.durationMs, sound.durationMs);
}
