import type { HeldShot, Picture, View } from '../../../craft/film/film.js';
import type { FrameSpec } from '../../../craft/images/frame.js';
import type { FilmPictures } from '../film/film-pictures.js';
import type { Dresser, ShotMoment } from './dresser.js';
import { viewsIn } from './motions.js';

const isBehind = ({ motion }: ShotMoment): boolean => motion?.running.motion.composition === 'performance-motion-overlay' && motion.running.course !== null;

/** Moves only the place: the camera sees the place, and the people stay in a layer over it. Clips keep their own movement. */
export const movingPlace: Dresser = (shot, moment, _read, pictures) => {
  if (!isBehind(moment) || shot.footage) return shot;
  const { running, fromMs } = moment.motion!;
  const views = viewsIn(running.course!, fromMs, shot.durationMs);
  if (moment.spec.people.length === 0) return { ...shot, ...views };
  const { backdrop: _, ...own } = moment.spec;
  return { ...shot, ...views, behind: pictures.of({ ...moment.spec, people: [] }), picture: pictures.of({ ...own, background: 'none' }) };
};

/** The part of the place that a camera with this view sees, when the picture shows `view` of the place. */
function seenPart({ view: { x, y, width, height } }: FrameSpec, { x: middleX, y: middleY, zoom }: View): FrameSpec['view'] {
  return { x: x + (middleX - 0.5 / zoom) * width, y: y + (middleY - 0.5 / zoom) * height, width: width / zoom, height: height / zoom };
}

/** What the last moment of a shot shows, as one picture: people in a layer over their place are drawn into it. */
export function lastPicture(shot: HeldShot, moment: ShotMoment, view: View, pictures: FilmPictures): { picture: Picture; view: View } {
  if (shot.behind === undefined) return { picture: shot.picture, view };
  return { picture: pictures.of({ ...moment.spec, view: seenPart(moment.spec, view) }), view: { x: 0.5, y: 0.5, zoom: 1 } };
}
