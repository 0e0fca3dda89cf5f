import { RECOLOURED, shownPart, type Views } from '../camera.js';
import type { FilmFormat, MotionBlur } from '../film.js';

/** Motion blur of a moving camera: `pictures` pictures, spread evenly over `open` frames, are averaged into each frame. */
export interface MovingBlur { open: number; pictures: number }

/** Shares of a frame for which the shutter is open. */
const OPEN: Readonly<Record<MotionBlur, number>> = { subtle: 0.25, standard: 0.5 };
/** Pictures along a movement look like a smear when they are no further apart than this; more pictures would cost more than they add. */
const APART_PX = 1.6;
const MOST_PICTURES = 10;
/** Movement below this many pixels is not visible, and gets no blur. */
const LEAST_PX = 1;

/** The most pixels of the film by which an edge of the view moves from one frame to the next. */
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

/** The motion blur of a camera move; null when the move is too slow for a visible blur, or when the format has no motion blur or its grade no camera moves. */
export function blurOf(views: Views, frames: number, { motionBlur, grade, ...size }: FilmFormat): MovingBlur | null {
  if (motionBlur === undefined || grade !== 'cinema' || frames < 2) return null;
  const open = OPEN[motionBlur];
  const wayPx = fastest(views, frames, size) * open;
  return wayPx < LEAST_PX ? null : { open, pictures: Math.min(MOST_PICTURES, Math.max(2, Math.ceil(wayPx / APART_PX))) };
}

/**
 * The weights of the previous and the next frame in each frame of footage, relative to its own. Footage is blurred with its neighbours because it has no
 * pictures between its frames.
 */
const NEIGHBOURS: Readonly<Record<MotionBlur, number>> = { subtle: 1 / 6, standard: 1 / 3 };

/** The weight of the neighbouring frames in blurred footage; null when it is not blurred. */
export const footageBlurOf = ({ motionBlur, grade }: FilmFormat): number | null =>
  (motionBlur === undefined || grade === 'draft' ? null : NEIGHBOURS[motionBlur]);

/** Filters that mix each frame with its neighbours. Parts that do not move stay unchanged. */
export const footageBlur = (share: number): string[] => {
  const weight = share.toFixed(4);
  // `tmix` uses only past frames, so the result comes one frame late; `trim` makes up for that.
  return [`tmix=frames=3:weights='${weight} 1 ${weight}'`, 'trim=start_frame=1', 'setpts=PTS-STARTPTS', ...RECOLOURED];
};
