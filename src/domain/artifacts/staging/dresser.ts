import type { HeldShot } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import type { FilmLine } from '../film/film-lines.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';
import type { Framing } from '../film/framing.js';
import type { ShotMotion } from './motions.js';

/** The place of a shot in its read, and its content. */
export interface ShotMoment {
  /** The current line; while a scene opens, the next line. */
  line: FilmLine;
  /** The index of the shot within its line, from 0; null while the scene opens. */
  part: number | null;
  /** The start in the time of the film. */
  startMs: number;
  durationMs: number;
  framing: Framing;
  /** The content of the shot's picture. */
  spec: FrameSpec;
  /** The motion during the shot; absent or null for none. */
  motion?: ShotMotion | null;
}

/** Changes a shot according to the choices for its read. The same read, moment and shot always give the same result. */
export type Dresser = (shot: HeldShot, moment: ShotMoment, read: StagedRead, pictures: FilmPictures) => HeldShot;
