import path from 'node:path';
import type { FilmFormat } from '../../../craft/film/film.js';
import type { Services } from '../../../kernel/services.js';
import type { BoardedBoard, BoardedRow } from '../boarded-film.js';

export const FILM_RESOLUTIONS = ['480p', '720p', '1080p'] as const;
export type FilmResolution = (typeof FILM_RESOLUTIONS)[number];

const SIDES: Readonly<Record<FilmResolution, readonly [long: number, short: number]>> = { '480p': [854, 480], '720p': [1_280, 720], '1080p': [1_920, 1_080] };
const FRAMES_PER_SECOND = 24;

/** The format of a film of a storyboard: its camera moves in every size, because that is what is reviewed. */
export function filmFormat(aspect: '16:9' | '9:16', resolution: FilmResolution): FilmFormat {
  const [long, short] = SIDES[resolution];
  return { ...(aspect === '16:9' ? { widthPx: long, heightPx: short } : { widthPx: short, heightPx: long }), framesPerSecond: FRAMES_PER_SECOND, grade: 'cinema' };
}

/** The sound of such a film. */
export interface BoardedSound {
  /** Its whole programme, 16-bit little-endian samples. */
  pcmPath: string;
  format: { sampleRate: number; channels: 2 };
  durationMs: number;
  /** When each beat or chapter is seen, in whole AAC packets. */
  beats: readonly { startMs: number; durationMs: number }[];
  /** Samples of the parts that are encoded for themselves. */
  parts: readonly number[];
  /** Loudness of the voices, and the gain of the whole; what they are now is kept after an edit, where it still fits. */
  voicesLufs: number;
  gainDb: number;
  ceilingDb: number;
}

/** A film in the making: its sound is there, its pictures are drawn when they are needed. */
export interface FilmMaking { sound: BoardedSound; format: FilmFormat }

export interface FilmRoom { resolution: FilmResolution; folder: string; signal: AbortSignal }

/** Loads what a film is made of, and makes its sound in the folder. Throws `MakingFailed` when the read is gone. */
export type OpenFilm<Row extends BoardedRow, Board extends BoardedBoard, Making extends FilmMaking> =
  (services: Services, row: Row, board: Board, room: FilmRoom) => Promise<Making>;

/** Where a film is written, in a folder. */
export const filmPathIn = (folder: string, name: string): string => path.join(folder, `${name}.mp4`);
