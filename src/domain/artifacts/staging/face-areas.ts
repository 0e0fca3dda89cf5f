import type { FramePerson } from '../../../craft/images/frame.js';
import { bustFace } from '../../../craft/images/person/portrait.js';
import type { Area } from '../../../craft/stage/canvas-places.js';
import type { Canvas } from '../film/placing.js';

/** Width of a head with its hair, in shares of the height of a face. */
const HEAD_WIDTH = 0.95;
const BUST_MIDDLE = 300;

/** The area of a face with its hair in a picture; for a portrait that is not drawn, the whole portrait. */
export function faceOf({ look, x, y, scale, card }: FramePerson, { width, height }: Canvas): Area {
  if (card) return { x: card.x / width, y: card.y / height, width: card.side / width, height: card.side / height };
  const face = bustFace(look);
  const wide = face.height * HEAD_WIDTH * scale;
  const bottom = face.y + face.height / 2;
  const left = x + BUST_MIDDLE * scale - wide / 2;
  return { x: left / width, y: (y + face.top * scale) / height, width: wide / width, height: ((bottom - face.top) * scale) / height };
}
