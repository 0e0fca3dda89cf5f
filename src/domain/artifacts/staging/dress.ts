import type { HeldShot } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import type { FilmLine } from '../film/film-lines.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';
import type { Framing } from '../film/framing.js';
import { withClip } from './clip-footage.js';
import { withFaces } from './faces.js';
import type { ShotMotion } from './motions.js';
import { movingPlace } from './moving-place.js';
import { stageWords } from './stage-words.js';

/** A shot of a read and what it shows when. */
export interface ShotMoment {
  /** The line that is heard; while a scene opens, the line that is heard next. */
  line: FilmLine;
  /** Which shot of the line it is, from 0; null while the scene opens. */
  part: number | null;
  /** On the clock of the film. */
  startMs: number;
  durationMs: number;
  framing: Framing;
  /** What its picture shows. */
  spec: FrameSpec;
  /** What moves meanwhile. */
  motion?: ShotMotion | null;
}

/** Changes a shot by what was chosen for its read. The same read, moment and shot give the same shot again. */
export type Dresser = (shot: HeldShot, moment: ShotMoment, read: StagedRead, pictures: FilmPictures) => HeldShot;

/** In this order, each upon what the one before it made. */
const DRESSERS: readonly Dresser[] = [withFaces, withClip, movingPlace, stageWords];

/** A shot as the stage of its read is dressed. */
export const dressed: Dresser = (shot, moment, read, pictures) => DRESSERS.reduce((now, dress) => dress(now, moment, read, pictures), shot);
