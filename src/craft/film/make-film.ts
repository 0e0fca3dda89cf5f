import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { FfmpegCancelled, type Ffmpeg } from '../ffmpeg/run.js';
import { sha256Of } from '../../kernel/storage/file-hash.js';
import { checkFilm } from './check.js';
import type { Film, MadeFilm, PieceStore } from './film.js';
import { together, type Making } from './making.js';
import { muxFilm } from './mux.js';
import { makePieces } from './pieces/make-pieces.js';
import { planFilm } from './plan.js';
import { makeSound, soundDurationMs } from './sound.js';

export interface MakeFilmOptions {
  /** A folder for intermediate files, which are all removed. */
  folder: string;
  pieces: PieceStore;
  /** Path of the finished file, which appears only when it is complete and checked. */
  outputPath: string;
  signal?: AbortSignal | undefined;
  jobId?: string | undefined;
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** The progress when the last piece is finished. */
const PIECES_SHARE = 0.95;

/** Moves a checked file to its place once its bytes are on the disk. */
async function publish(from: string, to: string): Promise<void> {
  const file = await open(from, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(from, to);
}

function requireSameLength(plannedMs: number, soundMs: number, { format: { framesPerSecond } }: Film): void {
  if (Math.abs(plannedMs - soundMs) > 1_000 / framesPerSecond) throw new RangeError(`the shots last ${plannedMs} ms, the sound ${soundMs} ms`);
}

/**
 * Makes an MP4 of a film. Each shot and each part of the sound is encoded only once, stored under the hash of what it depends on, and joined into films
 * without encoding it again. The same film and ffmpeg build give the same bytes, whatever the store holds. Throws `RangeError` for a film that cannot be
 * shown, `FilmRejected` for a result that is not the planned film, `FfmpegFailed`, `FfmpegCancelled` when the signal aborts, and the errors of pictures,
 * sound and store.
 */
export async function makeFilm(ffmpeg: Ffmpeg, film: Film, { pieces, outputPath, signal, jobId, onProgress, ...options }: MakeFilmOptions): Promise<MadeFilm> {
  if (signal?.aborted) throw new FfmpegCancelled({ cause: signal.reason });
  const version = await ffmpeg.version();
  const plan = planFilm(film, version);
  const soundMs = soundDurationMs(film.sound);
  requireSameLength(plan.durationUs / 1_000, soundMs, film);
  const folder = await mkdtemp(path.join(options.folder, 'film-'));
  const unchecked = `${outputPath}.part`;
  try {
    const making = (either: AbortSignal): Making => ({ ffmpeg, folder, pieces, signal: either, jobId });
    const soundPath = path.join(folder, 'sound.aac');
    const [encodedShots, sound] = await together(signal,
      (either) => makePieces(making(either), plan, (share) => onProgress?.(share * PIECES_SHARE)),
      (either) => makeSound(making(either), film.sound, version, soundPath, { isDraft: film.format.grade === 'draft' }));
    await muxFilm(making(signal ?? new AbortController().signal), film, plan, soundPath, unchecked);
    const durationMs = await checkFilm(unchecked, film, plan, soundMs);
    const { size } = await stat(unchecked);
    const sha256 = await sha256Of(unchecked);
    await publish(unchecked, outputPath);
    onProgress?.(1);
    return {
      path: outputPath, sha256, byteSize: size, durationMs,
      pieces: { shots: plan.placed.map(({ piece }) => piece.key), sound: sound.keys }, encoded: { shots: encodedShots, sound: sound.encoded },
    };
  } finally {
    await rm(unchecked, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
