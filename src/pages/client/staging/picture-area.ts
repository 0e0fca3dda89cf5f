import type { Area } from '../../../craft/stage/canvas-places.js';
import type { View } from '../../../craft/film/film.js';
import { byId } from '../parts/dom.js';

/** The area of a face in a bust, in shares of its box. */
const FACE = { top: 0.06, bottom: 0.52, side: 0.28 };

/** The views of the camera at the start and the end of a motion that moves the people; empty while the camera is still. */
export const camera: { views: readonly View[] } = { views: [] };

/** The area of an element in the picture, in shares of the picture. */
export function areaOf(element: Element): Area {
  const picture = byId('picture').getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (left - picture.left) / picture.width, y: (top - picture.top) / picture.height, width: width / picture.width, height: height / picture.height };
}

/** Measures the people where their animations will leave them. */
export function atRest<T>(measure: () => T): T {
  const moving = byId('cast').getAnimations({ subtree: true }).filter(({ currentTime }) => currentTime !== null);
  const times = moving.map(({ currentTime }) => currentTime);
  // At its exact end an animation would be finished and no longer apply.
  for (const animation of moving) animation.currentTime = Number(animation.effect?.getComputedTiming().endTime ?? 0) - 0.01;
  const measured = measure();
  moving.forEach((animation, at) => { animation.currentTime = times[at]!; });
  return measured;
}

/** The areas of the faces on the stage, by name of the person. */
export function facesAtRest(): Map<string, Area> {
  return atRest(() => {
    const standing = [...document.querySelectorAll<HTMLElement>('.actor:not([hidden])')];
    return new Map(standing.map((actor) => {
      const { x, y, width, height } = areaOf(actor.querySelector('.bust, .cameo') ?? actor);
      return [actor.dataset.name ?? '', { x: x + width * FACE.side, y: y + height * FACE.top, width: width * (1 - 2 * FACE.side), height: height * (FACE.bottom - FACE.top) }];
    }));
  });
}
