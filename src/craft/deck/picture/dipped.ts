import type { Shot } from '../../film/film.js';
import type { CutIntoNext } from '../deck.js';

/** Milliseconds of each of the two fades of a dip; a short shot limits its fade to `MOST_OF_SHOT` of its length. */
export const DIP_MS = 400;
const MOST_OF_SHOT = 0.4;

export interface ChapterShots { shots: readonly Shot[]; cutIntoNext: CutIntoNext }

const fadeOf = ({ durationMs }: Shot): number => Math.min(DIP_MS, durationMs * MOST_OF_SHOT);

/**
 * The shots of all chapters in order, one list for each chapter. Where a chapter dips into the next, its last shot fades to black and the first shot of the
 * next fades in. A cross-fade at an edge stays as it is, and nothing dips after the last chapter.
 */
export function dipped(chapters: readonly ChapterShots[]): Shot[][] {
  return chapters.map(({ shots, cutIntoNext }, chapter) => shots.map((shot, at): Shot => {
    if (shot.kind !== 'held') return shot;
    const comes = at === 0 && chapters[chapter - 1]?.cutIntoNext === 'dip';
    const goes = at === shots.length - 1 && cutIntoNext === 'dip' && chapter < chapters.length - 1;
    const most = comes && goes ? shot.durationMs / 2 : shot.durationMs;
    const fade = Math.min(fadeOf(shot), most);
    return { ...shot, fadeInMs: comes ? Math.max(shot.fadeInMs, fade) : shot.fadeInMs, fadeOutMs: goes ? Math.max(shot.fadeOutMs, fade) : shot.fadeOutMs };
  }));
}
