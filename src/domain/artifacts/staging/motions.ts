import type { HeldShot } from '../../../craft/film/film.js';
import { courseOf, viewAt, type CoursePoint, type Spot } from '../../../craft/stage/camera-course.js';
import { readDirection } from '../../../craft/stage/direction.js';
import type { FilmLine } from '../film/film-lines.js';
import type { FilmPictures, StagedRead } from '../film/film-pictures.js';
import type { Placed } from '../film/placing.js';
import { peopleOf, stagedMotions, type StagedMotion } from '../overlays/theater-motion.js';
import { faceOf } from './face-areas.js';

/** A motion with its times in the film. */
export interface RunningMotion {
  motion: StagedMotion;
  startMs: number;
  endMs: number;
  /** The course of the camera; null for a motion without a direction. */
  course: readonly CoursePoint[] | null;
}

/** A motion during a shot; `fromMs` is how much of the motion is over when the shot begins. */
export interface ShotMotion { running: RunningMotion; fromMs: number }

/** A later shot of a motion continues it only if at least this much of the motion is left, or half of the shot's own time. */
const LEAST_MS = 1_000;

type Views = Pick<HeldShot, 'from' | 'to' | 'via'>;

/** The camera views of a motion in a shot. */
export function viewsIn(course: readonly CoursePoint[], fromMs: number, durationMs: number): Views {
  const via = course.filter(({ atMs }) => atMs > fromMs && atMs < fromMs + durationMs).map(({ atMs, view }) => ({ atMs: atMs - fromMs, view }));
  return { from: viewAt(course, fromMs), to: viewAt(course, fromMs + durationMs), ...(via.length > 0 ? { via } : {}) };
}

/** The motions of a read at their times in its film. */
export class Motions {
  private readonly running: readonly RunningMotion[];

  constructor(private readonly read: StagedRead, lines: readonly FilmLine[], pictures: FilmPictures) {
    const motions = stagedMotions(read.overlays);
    const begun = lines.flatMap((line) => {
      const motion = motions.find((one) => one.entryIndex === line.entryIndex && one.sceneIndex === line.sceneIndex);
      return motion ? [{ motion, line }] : [];
    });
    this.running = begun.map(({ motion, line }, at): RunningMotion => {
      const next = begun[at + 1]?.line;
      const sceneEndMs = lines.findLast(({ sceneIndex }) => sceneIndex === line.sceneIndex)!.endMs;
      const endMs = Math.min(line.startMs + (motion.durationMs ?? line.endMs - line.startMs), next?.startMs ?? Number.POSITIVE_INFINITY, sceneEndMs);
      return { motion, startMs: line.startMs, endMs, course: this.courseOf(motion, line, endMs - line.startMs, pictures) };
    });
  }

  /** The motion during a shot, or null. */
  during(startMs: number, durationMs: number): ShotMotion | null {
    const running = this.running.findLast((one) => one.startMs <= startMs && one.endMs > startMs);
    if (!running) return null;
    const isFirst = running.startMs === startMs;
    return isFirst || running.endMs - startMs >= Math.min(LEAST_MS, durationMs / 2) ? { running, fromMs: startMs - running.startMs } : null;
  }

  /** The first line of a motion determines its whole course, so that the motion continues evenly through the shots of the following lines. */
  private courseOf({ direction, composition }: StagedMotion, line: FilmLine, durationMs: number, pictures: FilmPictures): readonly CoursePoint[] | null {
    const { screenplay } = this.read;
    if (direction === null) return null;
    const { steps } = readDirection(direction, peopleOf(screenplay));
    if (steps.length === 0) return null;
    const { shown } = pictures.everybody(line, 0);
    const isBehind = composition === 'performance-motion-overlay';
    return courseOf(steps, { durationMs, focus: isBehind ? { x: 0.5, y: 0.5 } : shown.focus, pointOf: (name) => this.pointOf(name, shown, pictures) });
  }

  private pointOf(character: string, { people }: Placed, { canvas }: FilmPictures): Spot | null {
    const { screenplay, art } = this.read;
    const look = art.looks[screenplay.cast.findIndex((member) => member.character === character)];
    const person = people.find((one) => one.look.name === look?.name);
    if (!person) return null;
    const { x, y, width, height } = faceOf(person, canvas);
    return { x: x + width / 2, y: y + height / 2 };
  }
}
