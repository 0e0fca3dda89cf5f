import type { Area } from '../../../craft/stage/canvas-places.js';
import type { View } from '../../../craft/film/film.js';
import { byId } from '../parts/dom.js';

/** Height and middle of a face in a bust, in shares of its box. */
const FACE = { top: 0.06, bottom: 0.52, side: 0.28 };

/** What the camera sees of the people now and at the end of its motion; empty while it stands. */
export const camera: { views: readonly View[] } = { views: [] };

/** Where an element is in the picture, in shares of it. */
export function areaOf(element: Element): Area {
  const picture = byId('picture').getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (left - picture.left) / picture.width, y: (top - picture.top) / picture.height, width: width / picture.width, height: height / picture.height };
}

/** Measures the people where they will stand when they have come to rest. */
export function atRest<T>(measure: () => T): T {
  const moving = byId('cast').getAnimations({ subtree: true }).filter(({ currentTime }) => currentTime !== null);
  const times = moving.map(({ currentTime }) => currentTime);
  // At the very end an animation would be over.
  for (const animation of moving) animation.currentTime = Number(animation.effect?.getComputedTiming().endTime ?? 0) - 0.01;
  const measured = measure();
  moving.forEach((animation, at) => { animation.currentTime = times[at]!; });
  return measured;
}

/** The faces of those who stand on the stage, by name. */
export function facesAtRest(): Map<string, Area> {
  return atRest(() => {
    const standing = [...document.querySelectorAll<HTMLElement>('.actor:not([hidden])')];
    return new Map(standing.map((actor) => {
      const { x, y, width, height } = areaOf(actor.querySelector('.bust, .cameo') ?? actor);
      return [actor.dataset.name ?? '', { x: x + width * FACE.side, y: y + height * FACE.top, width: width * (1 - 2 * FACE.side), height: height * (FACE.bottom - FACE.top) }];
    }));
  });
}
