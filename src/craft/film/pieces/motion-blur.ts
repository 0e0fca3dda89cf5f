import { RECOLOURED, shownPart, type Views } from '../camera.js';
import type { FilmFormat, MotionBlur } from '../film.js';

/** How a camera that moves is seen while the shutter is open: so many pictures of each frame, evenly over `open` frames, are averaged. */
export interface MovingBlur { open: number; pictures: number }

/** Shares of a frame for which the shutter is open. */
const OPEN: Readonly<Record<MotionBlur, number>> = { subtle: 0.25, standard: 0.5 };
/** A way is seen as a smear where pictures along it are no further apart than this; more pictures would cost more than they show. */
const APART_PX = 1.6;
const MOST_PICTURES = 10;
/** A shorter way is not seen. */
const LEAST_PX = 1;

/** Pixels of the film by which an edge of what is seen moves from one frame to the next, at most. */
function fastest({ from, to, via }: Views, frames: number, { widthPx, heightPx }: Pick<FilmFormat, 'widthPx' | 'heightPx'>): number {
  const path = [{ frame: 0, view: from }, ...via, { frame: frames - 1, view: to }];
  return path.slice(1).reduce((most, { frame, view }, at) => {
    const [before, after] = [path[at]!, { frame, view }];
    if (after.frame <= before.frame) return most;
    const [one, other] = [shownPart(before.view), shownPart(after.view)];
    const zoom = Math.max(before.view.zoom, after.view.zoom);
    const moved = (side: keyof typeof one, px: number): number => (Math.abs(other[side] - one[side]) * px * zoom) / (after.frame - before.frame);
    return Math.max(most, moved('left', widthPx), moved('right', widthPx), moved('top', heightPx), moved('bottom', heightPx));
  }, 0);
}

/** How the move of a camera is blurred; null for one so slow that nothing would be seen of it. */
export function blurOf(views: Views, frames: number, { motionBlur, grade, ...size }: FilmFormat): MovingBlur | null {
  if (motionBlur === undefined || grade !== 'cinema' || frames < 2) return null;
  const open = OPEN[motionBlur];
  const wayPx = fastest(views, frames, size) * open;
  return wayPx < LEAST_PX ? null : { open, pictures: Math.min(MOST_PICTURES, Math.max(2, Math.ceil(wayPx / APART_PX))) };
}

/** Shares of the frame before and of the one after in each frame of footage, against its own. Footage has no pictures between its frames. */
const NEIGHBOURS: Readonly<Record<MotionBlur, number>> = { subtle: 1 / 6, standard: 1 / 3 };

/** How footage is blurred; null where it is not. */
export const footageBlurOf = ({ motionBlur, grade }: FilmFormat): number | null =>
  (motionBlur === undefined || grade === 'draft' ? null : NEIGHBOURS[motionBlur]);

/** Filters that mix each frame with those beside it. What does not move stays as it is. */
export const footageBlur = (share: number): string[] => {
  const weight = share.toFixed(4);
  // The filter mixes what has been, so everything comes a frame late.
  return [`tmix=frames=3:weights='${weight} 1 ${weight}'`, 'trim=start_frame=1', 'setpts=PTS-STARTPTS', ...RECOLOURED];
};
