import path from 'node:path';
import type { FilmFormat } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import type { BoardedBoard, BoardedRow } from '../boarded-film.js';

export const FILM_RESOLUTIONS = ['480p', '720p', '1080p'] as const;
export type FilmResolution = (typeof FILM_RESOLUTIONS)[number];

const SIDES: Readonly<Record<FilmResolution, readonly [long: number, short: number]>> = { '480p': [854, 480], '720p': [1_280, 720], '1080p': [1_920, 1_080] };
const FRAMES_PER_SECOND = 24;

/** The format of a film of a storyboard. Its camera moves at every resolution, because reviewers judge the moves. */
export function filmFormat(aspect: '16:9' | '9:16', resolution: FilmResolution): FilmFormat {
  const [long, short] = SIDES[resolution];
  return { ...(aspect === '16:9' ? { widthPx: long, heightPx: short } : { widthPx: short, heightPx: long }), framesPerSecond: FRAMES_PER_SECOND, grade: 'cinema' };
}

/** The sound of a film of a storyboard. */
export interface BoardedSound {
  /** The file of the whole programme: 16-bit little-endian samples. */
  pcmPath: string;
  format: { sampleRate: number; channels: 2 };
  durationMs: number;
  /** When each beat or chapter is seen, in whole AAC packets. */
  beats: readonly { startMs: number; durationMs: number }[];
  /** The length in samples of each part that is encoded separately. */
  parts: readonly number[];
  /** Loudness of the voices, and the gain of the whole. A render after an edit keeps these values where they still fit. */
  voicesLufs: number;
  gainDb: number;
  ceilingDb: number;
}

/** A film in the making: its sound is ready, and its pictures are drawn when they are needed. */
export interface FilmMaking { sound: BoardedSound; format: FilmFormat }

export interface FilmRoom { resolution: FilmResolution; folder: string; signal: AbortSignal }

/** Loads everything that a film needs, and makes its sound in the folder. Throws `MakingFailed` when the read is gone. */
export type OpenFilm<Row extends BoardedRow, Board extends BoardedBoard, Making extends FilmMaking> =
  (services: Services, row: Row, board: Board, room: FilmRoom) => Promise<Making>;

/** Where a film is written, in a folder. */
export const filmPathIn = (folder: string, name: string): string => path.join(folder, `${name}.mp4`);
