import { lighten } from '../colour.js';
import { graded, type Grade } from '../grade.js';
import { Drawing, inset } from '../svg.js';
import type { Look } from './look.js';
import { backdropTones, bustFace, drawBust, type Pose } from './portrait.js';

/** A person alone in a picture of this size in units. */
export interface LitPortrait { look: Look; pose: Pose; width: number; height: number; grades: readonly Grade[] }

const BUST = { x: 0, y: 0, width: 600, height: 760 };
/** Height of the face, and where its middle is, in shares of the shorter side and of the height. */
const FACE = { height: 0.44, y: 0.46 };

/** Where the bust of such a portrait stands: its upper left corner and its scale. */
export function bustPlace(look: Look, { width, height }: { width: number; height: number }): { x: number; y: number; scale: number } {
  const face = bustFace(look);
  const scale = (FACE.height * Math.min(width, height)) / face.height;
  // The shoulders reach the lower edge.
  const y = Math.max(height + 12 - BUST.height * scale, FACE.y * height - face.y * scale);
  return { x: width / 2 - 300 * scale, y, scale };
}

/** SVG of a person before a plain ground in a colour of their own, lit from the left. */
export function portraitOnGround({ look, pose, width, height, grades }: LitPortrait): string {
  const { light, deep } = backdropTones(look);
  const draw = new Drawing(width, height, 'g');
  draw.rect(0, 0, width, height, draw.radial([[0, lighten(light, 0.03)], [1, deep]], [0.42, 0.36], 0.8));
  const { x, y, scale } = bustPlace(look, { width, height });
  draw.raw(inset(drawBust(look, pose), { x, y, width: BUST.width * scale, height: BUST.height * scale }, BUST, 'b'));
  return graded(draw.toString(), grades);
}
