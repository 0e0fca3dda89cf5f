import { isColour } from '../colour.js';
import { headFrame, trunkOutline, type HeadFrame } from '../person/head-frame.js';
import type { Look } from '../person/look.js';
import type { Place } from '../places/place.js';
import { Drawing } from '../svg.js';
import type { PersonDrawing } from '../../screenplay/model.js';
import { drawShape, shapesOf, slipsIn } from './pen.js';

export const PERSON_PARTS = ['behind', 'clothes', 'face', 'over', 'hat'] as const;
export type PersonPart = (typeof PERSON_PARTS)[number];
export const MAX_PART_SHAPES = 60;

/** Mistakes in the drawing of a person, worded for its author; empty for a valid one. */
export function flawsOfPerson(drawing: PersonDrawing): string[] {
  return [
    ...slipsIn(PERSON_PARTS.flatMap((part) => drawing[part])),
    ...(['cloth', 'eyes'] as const).filter((part) => !isColour(drawing[part])).map((part) => `"${part}" is #rrggbb`),
    ...(drawing.skin === '' || isColour(drawing.skin) ? [] : ['"skin" is #rrggbb or ""']),
  ];
}

/** Units by which a turned head shifts the parts on it. */
const TURN = 8;

/** Draws a part of a person. Parts of the head shift with it when it is turned. Translucent shapes are clipped to `outline`. */
export function drawPart({ draw, look, facing }: Pick<HeadFrame, 'draw' | 'look' | 'facing'>, part: PersonPart, outline?: string): void {
  const shapes = shapesOf(look.drawn?.[part] ?? []);
  if (shapes.length === 0) return;
  const turns = part === 'face' || part === 'over' || part === 'hat';
  const drawn = (): void => {
    for (const shape of shapes) {
      if (outline !== undefined && shape.paint.opacity < 1) draw.clipped(outline, () => { drawShape(draw, shape); });
      else drawShape(draw, shape);
    }
  };
  if (turns && facing !== 0) draw.group(`translate(${facing * TURN} 0)`, drawn);
  else drawn();
}

/** Interiors in which people keep their hats on. */
const HATS_ON: readonly Place['category'][] = ['road', 'station', 'space', 'warehouse'];

/** A look at a place: indoors, people take off a hat that a model drew, unless they keep it or the place is one of `HATS_ON`. */
export function lookAt(look: Look, { side, category }: Place): Look {
  const { drawn } = look;
  const isOff = drawn !== undefined && !drawn.keepsHat && drawn.hat.length > 0 && side === 'in' && !HATS_ON.includes(category);
  return isOff ? { ...look, drawn: { ...drawn, hat: [] } } : look;
}

type Measures = Pick<HeadFrame, 'top' | 'chin' | 'left' | 'right' | 'cy' | 'neck'>;

/** The measures of a look's head and the outline of its upper body, for authors of drawings on it. */
export function measuresOf(look: Look): Measures & { trunk: string } {
  const frame = headFrame(new Drawing(1, 1), look, {});
  const { top, chin, left, right, cy, neck } = frame;
  return { top, chin, left, right, cy, neck, trunk: trunkOutline(frame) };
}
