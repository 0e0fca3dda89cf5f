import type { HeldShot, Picture } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import { clipAt } from '../../../craft/stage/clip-at.js';
import type { FilmClip } from '../film/film-pictures.js';
import type { ShotMotion } from './motions.js';

/** A line goes on in a clip so long after the line before it began, however long that is: its own shots do not depend on the length of others. */
const LINE_MS = 4_000;

interface ClipMoment {
  line: { sceneIndex: number; entryIndex: number; startMs: number };
  part: number | null;
  startMs: number;
  spec: FrameSpec;
  motion?: ShotMotion | null;
}

/** True for a moment whose camera is directed: it moves over the clip, too. */
const isDirected = (motion: ShotMotion | null | undefined): boolean =>
  Boolean(motion?.running.course) && motion?.running.motion.composition !== 'performance-motion-overlay';

interface ClippedRead { clips: readonly FilmClip[]; theater: { backgrounds: FrameSpec['background'] } }

/** A shot of a scene with a clip: the clip, and the people before it. Where places are not drawn, no clip is seen either. */
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
