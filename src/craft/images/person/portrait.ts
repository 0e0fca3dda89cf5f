import { lch, lighten, toLch } from '../colour.js';
import { drawPart } from '../drawn/person.js';
import { Drawing, p } from '../svg.js';
import { clothes } from './clothes.js';
import { ears, faceShape, features, glassesAndPatch } from './face.js';
import { hairBefore, hairBehind } from './hair.js';
import { hat, scarfBefore, scarfBehind } from './hats.js';
import { headFrame, type Pose } from './head-frame.js';
import type { Age, Look } from './look.js';

export type { Pose } from './head-frame.js';

/** Draws head and shoulders into a drawing, in a box of 600×760 units at its origin. */
export function bustInto(draw: Drawing, look: Look, pose: Pose = {}): void {
  const frame = headFrame(draw, look, pose);
  drawPart(frame, 'behind');
  hairBehind(frame);
  scarfBehind(frame);
  clothes(frame);
  scarfBefore(frame);
  if (look.hat !== 'headscarf') ears(frame);
  faceShape(frame);
  drawPart(frame, 'face');
  features(frame);
  hairBefore(frame);
  glassesAndPatch(frame);
  hat(frame);
  drawPart(frame, 'over');
  drawPart(frame, 'hat');
}

/** The two tones of the disc or wall behind a person, from their trim colour. */
export function backdropTones(look: Look): { light: string; deep: string } {
  const hue = toLch(look.trim)[2];
  return { light: lch(0.88, 0.06, hue), deep: lch(0.7, 0.085, hue + 14) };
}

/** The scale of children, who stand lower than the adults beside them. */
const STATURE: Partial<Record<Age, number>> = { child: 0.8, teen: 0.93 };

/** Limits of a drawn stature, so that dwarfs and giants still fit into a picture. */
const [SMALLEST, TALLEST] = [0.45, 1.2];

/** How large a person is drawn in a bust, in shares of an adult. */
export const statureOf = ({ age, drawn }: Look): number => (STATURE[age] ?? 1) * Math.min(TALLEST, Math.max(SMALLEST, drawn?.stature ?? 1));

/** The position of the head in a bust, in its 600×760 units: the vertical centre of the face, its height, and the top of hair or hat. */
export interface BustFace { y: number; height: number; top: number }

const HIGH_HATS: readonly Look['hat'][] = ['top', 'chef'];

export function bustFace(look: Look): BustFace {
  const stature = statureOf(look);
  const down = (y: number): number => 760 - (760 - y) * stature;
  const [middle, half] = look.age === 'child' ? [292, 112] : [262, 126];
  return { y: down(middle), height: half * 2 * stature, top: down(HIGH_HATS.includes(look.hat) ? 0 : 60) };
}

/** Half the width of a bust at its lower edge. */
export const bustFoot = (look: Look): number => headFrame(new Drawing(1, 1), look, {}).shoulder * statureOf(look);

/** SVG of head and shoulders on a transparent background, 600×760 units. */
export function drawBust(look: Look, pose: Pose = {}): string {
  const draw = new Drawing(600, 760, 'p');
  const stature = statureOf(look);
  if (stature === 1) bustInto(draw, look, pose);
  else draw.group(p`translate(${300 * (1 - stature)} ${760 * (1 - stature)}) scale(${String(stature)})`, () => { bustInto(draw, look, pose); });
  return draw.toString();
}

/** SVG of a face on a disc, 600×600 units. */
export function drawFace(look: Look, pose: Pose = {}): string {
  const draw = new Drawing(600, 600, 'f');
  const { light, deep } = backdropTones(look);
  draw.rect(0, 0, 600, 600, draw.radial([[0, light], [1, deep]], [0.4, 0.35], 0.8))
    .disc(300, 330, 250, lighten(light, 0.04), 0.6);
  const lower = look.hat === 'top' || look.hat === 'chef' ? 56 : 0;
  draw.group(p`translate(${-12} ${lower - 8}) scale(1.04)`, () => { bustInto(draw, look, pose); });
  return draw.toString();
}
