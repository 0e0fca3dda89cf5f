import { copyFile, rm } from 'node:fs/promises';
import type { Ffmpeg } from '../ffmpeg/run.js';
import type { PieceStore } from './film.js';

/** What the parts of the making of one film share. */
export interface Making {
  ffmpeg: Ffmpeg;
  /** Of this film alone; removed at the end. */
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
