import type { HeldShot, Picture } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import { clipAt } from '../../../craft/stage/clip-at.js';
import type { FilmClip } from '../film/film-pictures.js';
import type { ShotMotion } from './motions.js';

/** Each entry advances the clip by this much, however long its line is, so that the shots of a line do not depend on the length of other lines. */
const LINE_MS = 4_000;

interface ClipMoment {
  line: { sceneIndex: number; entryIndex: number; startMs: number };
  part: number | null;
  startMs: number;
  spec: FrameSpec;
  motion?: ShotMotion | null;
}

/** True for a moment with a directed camera, which also moves over the clip. */
const isDirected = (motion: ShotMotion | null | undefined): boolean =>
  Boolean(motion?.running.course) && motion?.running.motion.composition !== 'performance-motion-overlay';

interface ClippedRead { clips: readonly FilmClip[]; theater: { backgrounds: FrameSpec['background'] } }

/** A shot of a scene with a clip: the clip, with the people in front of it. When places are not drawn, no clip is shown either. */
export function withClip(
  shot: HeldShot, { line, part, startMs, spec, motion }: ClipMoment, { clips, theater: { backgrounds } }: ClippedRead,
  pictures: { of(spec: FrameSpec): Picture },
): HeldShot {
  const clip = backgrounds === 'drawn' ? clipAt(clips, line.sceneIndex, line.entryIndex) : undefined;
  if (!clip) return shot;
  const sinceLine = part === null ? 0 : startMs - line.startMs;
  const fromMs = ((line.entryIndex - clip.fromEntry) * LINE_MS + sinceLine) % clip.durationMs;
  const { backdrop: _, ...own } = spec;
  const people = spec.people.length > 0 ? pictures.of({ ...own, background: 'none' }) : null;
  return { ...shot, footage: { film: { ...clip.footage, fromMs }, people, ...isDirected(motion) ? { moves: true } : {} } };
}
