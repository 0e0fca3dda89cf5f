import { mix } from '../colour.js';
import { HEIGHT, WIDTH, type SceneContext } from '../scenes/scene.js';
import type { PlaceDrawing } from '../../screenplay/model.js';
import { boundsOf, drawShape, shapesOf, slipsIn, type Shape } from './pen.js';

/** Limits for the drawing of a place: the most things and shapes, and the fewest that make a place. */
export const PLACE_LIMITS = { things: 24, shapesOfThing: 16, shapes: 200, leastShapes: 24, leastThings: 6, leastColours: 8 } as const;
const NEAREST = 9;
/** The picture is checked for surfaces in squares of this many units. */
const PART = 100;

const isSurface = ({ form, paint }: Shape): boolean => (form === 'rect' || form === 'path' || form === 'ellipse') && paint.opacity >= 1;

/** Whether surfaces cover every square of the picture, judged by their bounding boxes. */
function isCovered(shapes: readonly Shape[]): boolean {
  const boxes = shapes.filter(isSurface).map(boundsOf).filter((bounds) => bounds !== null);
  for (let x = PART / 2; x < WIDTH; x += PART) {
    for (let y = PART / 2; y < HEIGHT; y += PART) {
      if (!boxes.some(({ left, right, top, bottom }) => left <= x && right >= x && top <= y && bottom >= y)) return false;
    }
  }
  return true;
}

const isInside = (shapes: readonly Shape[]): boolean => shapes.map(boundsOf).some((bounds) =>
  bounds !== null && bounds.right > 0 && bounds.left < WIDTH && bounds.bottom > 0 && bounds.top < HEIGHT);

/** Mistakes in the drawing of a place, worded for its author; empty for one that can be shown. */
export function flawsOfPlace({ things }: PlaceDrawing): string[] {
  const lines = things.flatMap(({ shapes }) => shapes);
  const shapes = shapesOf(lines);
  const colours = new Set(shapes.flatMap(({ paint }) => paint.colours));
  const outside = things.filter(({ shapes: own }) => !isInside(shapesOf(own))).map(({ what }) => what);
  return [
    ...slipsIn(lines),
    ...(shapes.length > PLACE_LIMITS.shapes ? [`at most ${PLACE_LIMITS.shapes} shapes in all`] : []),
    ...(shapes.length < PLACE_LIMITS.leastShapes || things.length < PLACE_LIMITS.leastThings || colours.size < PLACE_LIMITS.leastColours
      ? [`a place has at least ${PLACE_LIMITS.leastThings} things, ${PLACE_LIMITS.leastShapes} shapes and ${PLACE_LIMITS.leastColours} colours`] : []),
    ...(isCovered(shapes) ? [] : ['the first things (sky or wall, ground or floor) cover the whole picture, from 0 0 to 1600 900']),
    ...outside.slice(0, 3).map((what) => `"${what}" lies outside the picture`),
  ];
}

/** The wash that each hour lays over a place drawn in daylight: a colour, its opacity outside and inside. */
const WASHES = {
  dawn: ['#f2a98a', 0.2, 0.1], day: ['#ffffff', 0, 0], golden: ['#f0983c', 0.2, 0.12], dusk: ['#2a2050', 0.46, 0.24], night: ['#070d26', 0.62, 0.3],
} as const;
const DULL = { colour: '#76808c', opacity: 0.3 };

/** Draws the things of a place, then the washes of hour and weather over them. Glows are drawn again on top, so that they shine through the dark. */
export function drawThings(scene: SceneContext, { things, time, weather }: PlaceDrawing): void {
  const { draw, place, isDark, isDull } = scene;
  let depth = 0;
  const lights: Shape[] = [];
  for (const [at, thing] of things.entries()) {
    depth = Math.max(depth, Math.min(NEAREST, thing.depth));
    draw.layer(depth / 10);
    const shapes = shapesOf(thing.shapes);
    // Fills the picture with the paint of the first surface, so that no gap stays open behind the others.
    if (at === 0) for (const shape of shapes.filter(isSurface).slice(0, 1)) drawShape(draw, { form: 'rect', paint: shape.paint, numbers: [0, 0, WIDTH, HEIGHT] });
    for (const shape of shapes) {
      drawShape(draw, shape);
      if (shape.form === 'glow') lights.push(shape);
    }
  }
  draw.layer('lens');
  const [colour, outside, inside] = WASHES[place.time];
  const opacity = time === place.time ? 0 : place.side === 'in' ? inside : outside;
  if (isDull && place.side === 'out' && weather !== place.weather) draw.rect(0, 0, WIDTH, HEIGHT, mix(DULL.colour, colour, isDark ? 0.7 : 0), DULL.opacity);
  if (opacity === 0) return;
  draw.rect(0, 0, WIDTH, HEIGHT, colour, opacity);
  if (isDark) for (const light of lights) drawShape(draw, light);
}
