import { Drawing, p, type Box } from '../svg.js';
import { ears, eyeAt, faceShape, features, glassesAndPatch, lidOf, type FacePart } from './face.js';
import { hairBefore, hairBehind } from './hair.js';
import { hat } from './hats.js';
import { headFrame, type HeadFrame, type Pose } from './head-frame.js';
import type { Look } from './look.js';
import { mouthAt } from './mouth.js';
import { statureOf } from './portrait.js';

/** A box around every possible mouth of the face. */
function mouthBox(frame: HeadFrame): Box {
  const { x, y, half } = mouthAt(frame);
  const wide = half * 1.12 + 6;
  return { x: x - wide, y: y - 24, width: wide * 2, height: 82 };
}

/** A box around both eyes, open or shut, with their lashes; the far corner of an eye lies on the outline of a turned head. */
function eyesBox(frame: HeadFrame): Box {
  const [one, other] = [eyeAt(frame, -1), eyeAt(frame, 1)];
  const [left, right] = [one.x - one.half - 14, other.x + other.half + 14];
  const top = one.y - lidOf(frame) - 14;
  return { x: left, y: top, width: right - left, height: one.y + 34 - top };
}

/** The box of a bust, in its 600×760 units, that contains everything that moves in this part of the face. */
export function facePartBox(look: Look, pose: Pose, part: FacePart): Box {
  const frame = headFrame(new Drawing(600, 760), look, pose);
  const { x, y, width, height } = part === 'mouth' ? mouthBox(frame) : eyesBox(frame);
  const stature = statureOf(look);
  return { x: 300 + (x - 300) * stature, y: 760 + (y - 760) * stature, width: width * stature, height: height * stature };
}

/**
 * SVG of the head of a bust that matches the pixels of `drawBust` within the box of a part, in the 600×760 units of the bust. Clothes and the other part are
 * left out, because the rasteriser crashes on clipped shapes far outside the drawn area.
 */
export function drawFacePart(look: Look, pose: Pose, part: FacePart): string {
  const draw = new Drawing(600, 760, 'p');
  const stature = statureOf(look);
  draw.group(p`translate(${300 * (1 - stature)} ${760 * (1 - stature)}) scale(${String(stature)})`, () => {
    const frame = headFrame(draw, look, pose);
    if (part === 'eyes') {
      // Lashes extend over the outline of a turned head, so that hair and ears behind them must be drawn too.
      hairBehind(frame);
      if (look.hat !== 'headscarf') ears(frame);
    }
    faceShape(frame);
    features(frame, part);
    hairBefore(frame);
    glassesAndPatch(frame);
    hat(frame);
  });
  return draw.toString();
}
