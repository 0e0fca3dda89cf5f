import type { HeldShot, Picture, View } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import type { FilmPictures } from '../film/film-pictures.js';
import type { Dresser, ShotMoment } from './dresser.js';
import { viewsIn } from './motions.js';

const isBehind = ({ motion }: ShotMoment): boolean => motion?.running.motion.composition === 'performance-motion-overlay' && motion.running.course !== null;

/** The place moves behind people who stay: it is what the camera sees, and they lie over it. A clip moves by itself. */
export const movingPlace: Dresser = (shot, moment, _read, pictures) => {
  if (!isBehind(moment) || shot.footage) return shot;
  const { running, fromMs } = moment.motion!;
  const views = viewsIn(running.course!, fromMs, shot.durationMs);
  if (moment.spec.people.length === 0) return { ...shot, ...views };
  const { backdrop: _, ...own } = moment.spec;
  return { ...shot, ...views, behind: pictures.of({ ...moment.spec, people: [] }), picture: pictures.of({ ...own, background: 'none' }) };
};

/** The part of a place that a camera sees of the part in a picture. */
function seenPart({ view: { x, y, width, height } }: FrameSpec, { x: middleX, y: middleY, zoom }: View): FrameSpec['view'] {
  return { x: x + (middleX - 0.5 / zoom) * width, y: y + (middleY - 0.5 / zoom) * height, width: width / zoom, height: height / zoom };
}

/** What is seen when a shot is over, as one picture: people who lie over their place are put into it. */
export function lastPicture(shot: HeldShot, moment: ShotMoment, view: View, pictures: FilmPictures): { picture: Picture; view: View } {
  if (shot.behind === undefined) return { picture: shot.picture, view };
  return { picture: pictures.of({ ...moment.spec, view: seenPart(moment.spec, view) }), view: { x: 0.5, y: 0.5, zoom: 1 } };
}
