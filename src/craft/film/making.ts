import { copyFile, rm } from 'node:fs/promises';
import { FfmpegCancelled, type Ffmpeg } from '../ffmpeg/run.js';
import type { PieceStore } from './film.js';

/** What the steps of making one film share. */
export interface Making {
  ffmpeg: Ffmpeg;
  /** A folder used only by this film; it is removed at the end. */
  folder: string;
  pieces: PieceStore;
  signal: AbortSignal;
  jobId?: string | undefined;
}

/** Keeps a finished piece. The store gets a copy, because it may move the file that it is given. */
export async function keepPiece({ pieces }: Pick<Making, 'pieces'>, key: string, path: string): Promise<void> {
  const copy = `${path}.kept`;
  await copyFile(path, copy);
  try {
    await pieces.keep(key, copy);
  } finally {
    await rm(copy, { force: true });
  }
}

/**
 * Runs several steps of making a film at once. When one fails, the others are stopped, and the first error is thrown after all have ended. Throws
 * `FfmpegCancelled` when the signal aborts.
 */
export async function together<T extends readonly ((signal: AbortSignal) => Promise<unknown>)[]>(
  signal: AbortSignal | undefined, ...starts: T
): Promise<{ -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> }> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  let first: { error: unknown } | null = null;
  const works = starts.map((start) => start(either).catch((error: unknown) => {
    first ??= { error };
    failed.abort(error);
    throw error;
  }));
  await Promise.allSettled(works);
  // Stopped steps fail with many different errors, so an abort is reported as one.
  if (signal?.aborted) throw new FfmpegCancelled({ cause: signal.reason });
  if (first) throw (first as { error: unknown }).error;
  return await Promise.all(works) as { -readonly [At in keyof T]: Awaited<ReturnType<T[At]>> };
}

/** Runs `run` for each item, in order and `lanes` at a time. Stops and throws like `together`. */
export async function inLanes<T>(
  signal: AbortSignal, lanes: number, items: readonly T[], run: (item: T, index: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const lane = async (either: AbortSignal): Promise<void> => {
    for (const [index, item] of waiting) {
      either.throwIfAborted();
      await run(item, index, either);
    }
  };
  await together(signal, ...Array.from({ length: lanes }, () => lane));
}
