import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, stat } from 'node:fs/promises';
import path from 'node:path';
import { createFfmpeg, type Ffmpeg } from '../../src/craft/ffmpeg/run.js';
import type { Film, MadeFilm, PieceStore } from '../../src/craft/film/film.js';
import { makeFilm } from '../../src/craft/film/make-film.js';
import { secondsOfWork } from '../stack/processor-time.js';

/** A store of film pieces in a folder. */
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

/** The tools and the folder for making the films of benchmarks. */
export interface Studio { ffmpeg: Ffmpeg; folder: string; newPieces(): Promise<FolderPieces> }

/** Opens a studio in a new folder below the stack's folder; the caller deletes it. */
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

/** Runs `work` and measures its cost, in processor seconds of this process and its children and in wall-clock seconds. */
export async function cost<T>(work: () => Promise<T>): Promise<{ result: T; cpu: number; wall: number }> {
  const [before, startedAt] = [await secondsOfWork(), performance.now()];
  const result = await work();
  return { result, cpu: await secondsOfWork() - before, wall: (performance.now() - startedAt) / 1_000 };
}

/** Makes a film and measures the cost. */
export const make = ({ ffmpeg, folder }: Studio, film: Film, pieces: PieceStore, name: string) =>
  cost(() => makeFilm(ffmpeg, film, { folder, pieces, outputPath: path.join(folder, `${name}.mp4`) }));

/** The size of a film as text, in MB. */
export const mega = async ({ path: file }: Pick<MadeFilm, 'path'>): Promise<string> => `${((await stat(file)).size / 1e6).toFixed(1)} MB`;
