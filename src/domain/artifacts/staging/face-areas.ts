import type { View } from '../../../craft/film/film.js';
import type { FramePerson } from '../../../craft/images/frame.js';
import { bustFace } from '../../../craft/images/person/portrait.js';
import type { Area } from '../../../craft/stage/canvas-places.js';
import type { Canvas } from '../film/placing.js';

/** Width of a head with its hair, in shares of the height of a face. */
const HEAD_WIDTH = 0.95;
const BUST_MIDDLE = 300;

/** Where a face with its hair is in a picture; the whole of a portrait that is no drawing. */
export function faceOf({ look, x, y, scale, card }: FramePerson, { width, height }: Canvas): Area {
  if (card) return { x: card.x / width, y: card.y / height, width: card.side / width, height: card.side / height };
  const face = bustFace(look);
  const wide = face.height * HEAD_WIDTH * scale;
  const bottom = face.y + face.height / 2;
  const left = x + BUST_MIDDLE * scale - wide / 2;
  return { x: left / width, y: (y + face.top * scale) / height, width: wide / width, height: ((bottom - face.top) * scale) / height };
}

/** Where a part of a picture is for a camera. */
export const seenBy = ({ x, y, zoom }: View, area: Area): Area => ({
  x: (area.x - x) * zoom + 0.5, y: (area.y - y) * zoom + 0.5, width: area.width * zoom, height: area.height * zoom,
});
