import { lighten, mix } from '../colour.js';
import { p, type Drawing } from '../svg.js';
import { skinOf, type Expression, type Look } from './look.js';
import type { Mouth } from './mouths.js';

/** Direction of a face on the screen: left, front, right. */
export type Facing = -1 | 0 | 1;

/** How a face is held. Without a `mouth`, the expression determines it. `dry` makes `sad` a face without tears. */
export interface Pose { expression?: Expression; facing?: Facing; mouth?: Mouth; eyesShut?: boolean; dry?: boolean }

/** Angle of a turned head, in radians. */
const TURN = 0.22;

/** Measures and colours of one head, in a box of 600×760 units. */
export interface HeadFrame {
  draw: Drawing;
  look: Look;
  expression: Expression;
  facing: Facing;
  /** Null means the mouth of the expression. */
  mouth: Mouth | null;
  eyesShut: boolean;
  dry: boolean;
  cx: number;
  cy: number;
  halfWidth: number;
  halfHeight: number;
  top: number;
  chin: number;
  left: number;
  right: number;
  /** Shoulders: half width, height, and half the neck's width. */
  shoulder: number;
  shoulderY: number;
  neck: number;
  skin: string;
  shade: string;
  hair: string;
  hairDark: string;
  hairLight: string;
  isChild: boolean;
  isOld: boolean;
  isFeminine: boolean;
  /** x of a feature at -1 (left) to 1 (right) of the face. */
  across(feature: number): number;
  /** Factor on the width of a feature at -1 to 1, because of the turn. */
  squeeze(feature: number): number;
}

const angleOf = (feature: number): number => Math.asin(Math.max(-1, Math.min(1, feature * 0.9)));

export function headFrame(draw: Drawing, look: Look, { expression = 'neutral', facing = 0, mouth, eyesShut = false, dry = false }: Pose): HeadFrame {
  const [isChild, isOld, isFeminine] = [look.age === 'child', look.age === 'old', look.presentation === 'feminine'];
  const [cx, cy] = [300, isChild ? 292 : 262];
  const halfWidth = isChild ? 104 + look.faceWidth * 14 : 90 + look.faceWidth * 20 + (isFeminine ? -4 : 2);
  const halfHeight = isChild ? 112 : 126;
  const chin = cy + halfHeight * (isChild ? 0.9 : 1.02);
  const skin = skinOf(look);
  return {
    draw, look, expression, facing, mouth: mouth ?? null, eyesShut, dry, cx, cy, halfWidth, halfHeight, chin, isChild, isOld, isFeminine, skin,
    top: cy - halfHeight, left: cx - halfWidth, right: cx + halfWidth,
    shoulder: (isChild ? 128 : isFeminine ? 152 : 186) + look.build * 44,
    shoulderY: chin + (isChild ? 34 : 58),
    neck: (isChild ? 34 : isFeminine ? 38 : 52) + look.build * 8,
    shade: mix(lighten(skin, -0.085), '#8a2f2a', 0.1),
    hair: look.hairColour, hairDark: lighten(look.hairColour, -0.055), hairLight: lighten(look.hairColour, 0.07),
    across: (feature) => cx + (halfWidth * Math.sin(angleOf(feature) + facing * TURN)) / 0.9,
    squeeze: (feature) => Math.max(0.6, Math.cos(angleOf(feature) + facing * TURN) / Math.cos(angleOf(feature))),
  };
}

/** Outline of the face. In a turned head the chin is off centre and the far cheek is flatter. */
export function faceOutline(frame: HeadFrame): string {
  const { cx, cy, top, chin, halfWidth: w, halfHeight: h, isFeminine, isChild, look, facing } = frame;
  const chinWidth = chinHalf(frame);
  const jaw = cy + h * 0.42;
  const x = cx + facing * w * 0.1;
  const [near, far] = [1, 0.96];
  const [rightW, leftW] = [w * (facing > 0 ? far : near), w * (facing < 0 ? far : near)];
  const soft = isChild ? 1.72 : isFeminine ? 1.5 : 1.42 + look.jaw * 0.14;
  return p`M${cx} ${top}C${cx + rightW * 0.72} ${top} ${cx + rightW} ${cy - h * 0.5} ${cx + rightW} ${cy - h * 0.02}`
    + p`C${cx + rightW} ${jaw} ${x + chinWidth * soft} ${chin - h * 0.14} ${x + chinWidth * 0.62} ${chin - 6}Q${x} ${chin + 9} ${x - chinWidth * 0.62} ${chin - 6}`
    + p`C${x - chinWidth * soft} ${chin - h * 0.14} ${cx - leftW} ${jaw} ${cx - leftW} ${cy - h * 0.02}C${cx - leftW} ${cy - h * 0.5} ${cx - leftW * 0.72} ${top} ${cx} ${top}Z`;
}

/** The left edge of the upper body, from the lower edge of a bust to the neck. */
export const shoulderLine = ({ cx, neck: n, shoulder: s, shoulderY: y }: HeadFrame): string =>
  p`M${cx - s} 780C${cx - s - 4} ${y + 70} ${cx - s * 0.82} ${y + 26} ${cx - n - 30} ${y + 2}`;

/** Outline of an upper body that is covered up to the neck. */
export const trunkOutline = (frame: HeadFrame): string => {
  const { cx, neck: n, shoulder: s, shoulderY: y } = frame;
  return p`${shoulderLine(frame)}L${cx - n - 4} ${y - 18}Q${cx} ${y + 66} ${cx + n + 4} ${y - 18}L${cx + n + 30} ${y + 2}C${cx + s * 0.82} ${y + 26} ${cx + s + 4} ${y + 70} ${cx + s} 780Z`;
};

/** Half the width of the chin. */
export function chinHalf({ halfWidth, isFeminine, isChild, look }: HeadFrame): number {
  return halfWidth * (isFeminine ? 0.34 : 0.44 + look.jaw * 0.14) * (isChild ? 1.22 : 1);
}
