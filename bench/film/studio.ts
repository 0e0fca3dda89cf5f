import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, stat } from 'node:fs/promises';
import path from 'node:path';
import { createFfmpeg, type Ffmpeg } from '../../src/craft/ffmpeg/run.js';
import type { Film, MadeFilm, PieceStore } from '../../src/craft/film/film.js';
import { makeFilm } from '../../src/craft/film/make-film.js';
import { secondsOfWork } from '../stack/processor-time.js';

/** Pieces of films in a folder. */
export class FolderPieces implements PieceStore {
  constructor(private readonly folder: string) {}
  pathOf(key: string): string { return path.join(this.folder, key); }
  async fetch(key: string, file: string): Promise<boolean> {
    if (!existsSync(this.pathOf(key))) return false;
    await copyFile(this.pathOf(key), file);
    return true;
  }
  async keep(key: string, file: string): Promise<void> { await copyFile(file, this.pathOf(key)); }
}

/** Where films of benchmarks are made. */
export interface Studio { ffmpeg: Ffmpeg; folder: string; newPieces(): Promise<FolderPieces> }

/** A folder of its own below the one of the stack, which the caller deletes. */
export async function openStudio(dataDir: string, ffmpegPath: string): Promise<Studio> {
  const folder = await mkdtemp(path.join(dataDir, 'film-'));
  let number = 0;
  const newPieces = async (): Promise<FolderPieces> => {
    const pieces = path.join(folder, `pieces-${++number}`);
    await mkdir(pieces);
    return new FolderPieces(pieces);
  };
  return { ffmpeg: createFfmpeg({ path: ffmpegPath }), folder, newPieces };
}

/** What work costs, in processor seconds of this process and its children, and in seconds of the clock. */
export async function cost<T>(work: () => Promise<T>): Promise<{ result: T; cpu: number; wall: number }> {
  const [before, startedAt] = [await secondsOfWork(), performance.now()];
  const result = await work();
  return { result, cpu: await secondsOfWork() - before, wall: (performance.now() - startedAt) / 1_000 };
}

/** Makes a film and says what that cost. */
export const make = ({ ffmpeg, folder }: Studio, film: Film, pieces: PieceStore, name: string) =>
  cost(() => makeFilm(ffmpeg, film, { folder, pieces, outputPath: path.join(folder, `${name}.mp4`) }));

/** How large a film is, in words. */
export const mega = async ({ path: file }: Pick<MadeFilm, 'path'>): Promise<string> => `${((await stat(file)).size / 1e6).toFixed(1)} MB`;
