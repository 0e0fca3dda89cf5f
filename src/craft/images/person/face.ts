import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import { chinHalf, faceOutline, type HeadFrame } from './head-frame.js';
import type { Expression } from './look.js';
import { expressiveMouth, speakingMouth } from './mouth.js';

/** How far the eyes are open, and for the brows the shift of the inner ends, the height and the arch. Lengths are in units of the drawing; up is negative. */
const EYES_AND_BROWS: Record<Expression, { open: number; inner: number; rise: number; arch: number }> = {
  neutral: { open: 1.25, inner: -5, rise: 0, arch: 12 },
  happy: { open: 0.85, inner: -8, rise: -9, arch: 18 },
  speaking: { open: 1.32, inner: -8, rise: -8, arch: 16 },
  sad: { open: 0.95, inner: -30, rise: 3, arch: 4 },
  angry: { open: 0.86, inner: 24, rise: 8, arch: 2 },
  afraid: { open: 1.6, inner: -26, rise: -15, arch: 8 },
};

export function ears({ draw, look, cy, halfWidth, cx, skin, shade, facing }: HeadFrame): void {
  for (const side of [-1, 1] as const) {
    // In a turned head the cheek hides the far ear, and the near ear moves towards the middle.
    const hidden = side === facing;
    const x = cx + side * (halfWidth + (hidden ? -9 : facing === 0 ? 3 : -2));
    draw.ellipse(x, cy + 12, hidden ? 12 : 17, 27, side < 0 ? skin : shade);
    if (!hidden) draw.ellipse(x + side, cy + 14, 8, 15, lighten(shade, side < 0 ? 0 : -0.04), 0.7);
    if (look.extras.includes('earrings')) draw.ellipse(x + side * 3, cy + 50, 7.5, 10, '#e9c46c')
      .ellipse(x + side * 3 - 2, cy + 47, 2.4, 3, '#fff4d0');
  }
}

/** Draws skin, the shaded side, cheeks, freckles and facial hair. */
export function faceShape(frame: HeadFrame): void {
  const { draw, look, cx, cy, top, chin, left, right, halfWidth: w, halfHeight: h, skin, shade, isChild, isFeminine, facing, hair, hairDark } = frame;
  const outline = faceOutline(frame);
  const blush = mix(skin, '#d4483f', 0.36);
  const turn = facing * w * 0.2;
  draw.path(outline, skin);
  draw.clipped(outline, () => {
    draw.path(p`M${cx + turn + w * 0.36} ${top - 10}C${cx + turn + w * 0.62} ${cy - 40} ${cx + turn + w * 0.5} ${cy + 10} ${cx + turn + w * 0.58} ${cy + 44}`
      + p`C${cx + turn + w * 0.5} ${cy + h * 0.62} ${cx + turn + w * 0.3} ${chin - 30} ${cx + turn * 0.5 + 10} ${chin + 14}H${right + 30}V${top - 10}Z`, shade, 0.6);
    draw.ellipse(frame.across(-0.54), cy + 46, 26 * frame.squeeze(-0.54), 16, blush, isChild || isFeminine ? 0.46 : 0.24)
      .ellipse(frame.across(0.52), cy + 46, 23 * frame.squeeze(0.52), 16, blush, isChild || isFeminine ? 0.38 : 0.18)
      .ellipse(frame.across(-0.3), cy - h * 0.48, w * 0.34, 26, lighten(skin, 0.045), 0.5);
    if (look.extras.includes('freckles')) {
      for (let spot = 0; spot < 16; spot++) draw.disc(cx + turn + ((spot * 47) % 120) - 60, cy + 28 + ((spot * 29) % 28), 2.6, mix(skin, '#8a4a2a', 0.6), 0.85);
    }
    if (look.facialHair === 'stubble') {
      draw.path(p`M${left} ${cy + 40}C${cx - 70} ${cy + 60} ${cx + turn - 44} ${cy + 48} ${cx + turn} ${cy + 50}C${cx + turn + 44} ${cy + 48} ${cx + 70} ${cy + 60} ${right} ${cy + 40}V${chin + 20}H${left}Z`, mix(skin, hair, 0.5), 0.26);
    }
    if (look.facialHair === 'whiskers') {
      const { left: l, right: r, cy, chin, hair, hairDark } = frame;
      draw.path(p`M${l - 20} ${cy - 20}H${l + 18}Q${l + 34} ${cy + 60} ${l + 52} ${chin - 26}Q${l + 10} ${chin + 10} ${l - 20} ${chin - 40}Z`, hair)
        .path(p`M${r + 20} ${cy - 20}H${r - 18}Q${r - 34} ${cy + 60} ${r - 52} ${chin - 26}Q${r - 10} ${chin + 10} ${r + 20} ${chin - 40}Z`, hairDark);
    }
    if (look.facialHair === 'beard') {
      const x = cx + turn;
      draw.path(p`M${left - 4} ${cy - 6}C${left + 10} ${cy + 46} ${x - 62} ${cy + 58} ${x - 40} ${cy + 56}Q${x} ${cy + 42} ${x + 40} ${cy + 56}C${x + 62} ${cy + 58} ${right - 10} ${cy + 46} ${right + 4} ${cy - 6}V${chin + 30}H${left - 4}Z`, hair)
        .path(p`M${x + 16} ${cy + 52}Q${x + 62} ${cy + 58} ${right + 4} ${cy - 6}V${chin + 30}H${x + 10}Z`, hairDark, 0.7);
    }
  });
  if (look.facialHair === 'beard') {
    const [x, reach] = [cx + facing * w * 0.1, chinHalf(frame) * 1.35];
    draw.path(p`M${x - reach} ${chin - 34}Q${x} ${chin + 64} ${x + reach} ${chin - 34}Z`, hair)
      .path(p`M${x + 4} ${chin + 14}Q${x + reach * 0.75} ${chin + 6} ${x + reach} ${chin - 34}H${x + 30}Z`, hairDark, 0.7);
  }
}

/** Centre, half width and radius of the eye at one side. */
export function eyeAt(frame: HeadFrame, side: -1 | 1): { x: number; y: number; half: number; radius: number } {
  const { isChild, look, cy } = frame;
  const radius = (isChild ? 18 : 14) + look.eyeSize * 2;
  return { x: frame.across(side * 0.45), y: cy + (isChild ? 14 : 2), half: radius * 1.85 * frame.squeeze(side * 0.45), radius };
}

/** Height of an open eye's upper lid above the centre of the eye, in units. */
export const lidOf = ({ expression, isOld, isChild }: Pick<HeadFrame, 'expression' | 'isOld' | 'isChild'>): number =>
  15.5 * (EYES_AND_BROWS[expression].open * (isOld ? 0.86 : isChild ? 1.2 : 1.06));

function eye(frame: HeadFrame, side: -1 | 1): void {
  const { draw, look, expression, isOld, isChild, hair, shade, facing } = frame;
  const hasLashes = frame.isFeminine && !isChild && !isOld;
  const { x, y, half, radius } = eyeAt(frame, side);
  const up = lidOf(frame);
  const slant = expression === 'sad' ? side * 5 : expression === 'angry' ? -side * 4 : 0;
  const [inner, outer] = [x - side * half, x + side * half];
  const lens = p`M${inner} ${y + 2 - (expression === 'sad' ? 4 : 0)}Q${x} ${y - up - 4} ${outer} ${y + 2 + Math.abs(slant)}Q${x} ${y + up * (expression === 'happy' ? 0.5 : 0.88)} ${inner} ${y + 2 - (expression === 'sad' ? 4 : 0)}Z`;
  const ink = mix('#1c1518', hair, 0.12);
  if (frame.eyesShut) {
    draw.path(lens, mix(frame.skin, shade, side < 0 ? 0.35 : 0.6))
      .line(p`M${inner - side * 2} ${y + 3}Q${x} ${y + up * 0.9 + 4} ${outer + side * 2} ${y + 2 + Math.abs(slant)}${hasLashes ? p`l${side * 6} 4` : ''}`, ink, hasLashes ? 6.2 : 5);
  } else {
    draw.path(lens, side < 0 ? '#fcf8f1' : '#f1eae2');
    const gaze = facing * half * 0.24;
    draw.clipped(lens, () => {
      draw.ellipse(x + gaze, y - 1, radius * 0.86, radius * 0.92, look.eyeColour)
        .ellipse(x + gaze, y - 1, radius * 0.46, radius * 0.5, '#120d10').disc(x + gaze - 4.5, y - 6.5, 4, '#ffffff');
    });
    draw.line(p`M${inner - side * 2} ${y + 3 - (expression === 'sad' ? 4 : 0)}Q${x} ${y - up - 6} ${outer + side * 2} ${y + 2 + Math.abs(slant)}${hasLashes ? p`l${side * 7} -7` : ''}`, ink, hasLashes ? 6.2 : 5);
  }
  if (expression === 'happy') draw.line(p`M${x - half * 0.7} ${y + 17}Q${x} ${y + 11} ${x + half * 0.7} ${y + 17}`, shade, 4, 0.8);
  if (isOld || look.age === 'mid') draw.line(p`M${x - half * 0.7} ${y + 21}Q${x} ${y + 28} ${x + half * 0.7} ${y + 20}`, shade, 4, 0.8);
  if (isOld) draw.line(p`M${outer + side * 8} ${y + 2}l${side * 12} -5M${outer + side * 8} ${y + 9}l${side * 12} 4`, shade, 3.2, 0.9);
}

function brow(frame: HeadFrame, side: -1 | 1): void {
  const { draw, look, expression, isOld, isChild, isFeminine, hair } = frame;
  const { x, y, half } = eyeAt(frame, side);
  const { inner, rise, arch } = EYES_AND_BROWS[expression];
  const height = y - 36 + rise;
  const thick = (isFeminine ? 7 : isChild ? 7 : 10) + look.brow * 4 + (isOld ? 2 : 0);
  const [from, to] = [x - side * half, x + side * half * 1.12];
  const fall = expression === 'sad' ? 10 : expression === 'angry' ? -4 : 6;
  draw.path(p`M${from} ${height + inner + thick * 0.5}Q${x} ${height - arch + inner * 0.3} ${to} ${height + fall}Q${x} ${height - arch + thick + inner * 0.3} ${from} ${height + inner + thick * 1.35}Z`,
    isOld ? mix(hair, '#8e8e8e', 0.25) : mix(hair, '#241a18', 0.38));
}

function nose(frame: HeadFrame): void {
  const { draw, look, cy, isChild, shade, facing } = frame;
  const x = frame.across(0);
  const [y, wide] = [cy + 45, [13, 17, 15, 20][look.nose]! * (isChild ? 0.7 : 1)];
  const side = facing < 0 ? -1 : 1;
  draw.path(p`M${x + side * 3} ${cy - 8}Q${x + side * 10} ${y - 24} ${x + side * (wide + Math.abs(facing) * 5)} ${y - 4}Q${x + side * wide * 0.7} ${y + 9} ${x - side * 2} ${y + 6}Q${x + side * 8} ${y - 16} ${x + side * 3} ${cy - 8}Z`, shade, facing < 0 ? 0.7 : 0.9)
    .line(p`M${x - wide * (facing > 0 ? 0.6 : 1)} ${y}Q${x - wide * 0.6} ${y + 9} ${x - 2} ${y + 7}Q${x + wide * 0.6} ${y + 10} ${x + wide * (facing < 0 ? 0.6 : 1)} ${y - 1}`, lighten(shade, -0.07), 3.6, 0.8);
}

function lines(frame: HeadFrame): void {
  const { draw, look, expression, cx, cy, halfWidth: w, halfHeight: h, shade, isOld } = frame;
  const x = frame.across(0);
  if (isOld || look.age === 'mid') {
    draw.line(p`M${x - w * 0.4} ${cy - h * 0.52}Q${x} ${cy - h * 0.58} ${x + w * 0.4} ${cy - h * 0.52}`, shade, 3.4, 0.75);
    if (isOld) draw.line(p`M${x - w * 0.34} ${cy - h * 0.4}Q${x} ${cy - h * 0.46} ${x + w * 0.34} ${cy - h * 0.4}`, shade, 3.4, 0.75);
  }
  if (expression === 'angry') draw.line(p`M${x - 7} ${cy - 32}v20M${x + 7} ${cy - 32}v20`, lighten(shade, -0.06), 4, 0.9);
  if (isOld) {
    const mouthY = cy + h * 0.64;
    draw.line(p`M${frame.across(-0.36)} ${cy + 49}Q${frame.across(-0.5)} ${mouthY - 6} ${frame.across(-0.46)} ${mouthY + 16}M${frame.across(0.36)} ${cy + 49}Q${frame.across(0.5)} ${mouthY - 6} ${frame.across(0.46)} ${mouthY + 16}`, lighten(shade, -0.02), 4, 0.7);
  }
  if (look.extras.includes('scar')) draw.line(p`M${cx + w * 0.3} ${cy - 50}l26 96`, mix(frame.skin, '#a3443c', 0.6), 5);
  if (expression === 'sad' && !frame.dry) draw.path(p`M${frame.across(-0.45) - 8} ${cy + 30}q-9 18 0 22q9 -4 0 -22Z`, '#bfe0f2', 0.9);
}

/** The parts of a face that move. */
export type FacePart = 'mouth' | 'eyes';

/** Draws eyes, brows, nose, mouth, moustache and wrinkles. If `part` is given, the other moving part is left out. */
export function features(frame: HeadFrame, part: FacePart | null = null): void {
  const { draw, look, cy, halfHeight, chin, hair, hairLight } = frame;
  for (const side of [-1, 1] as const) {
    if (part !== 'mouth') eye(frame, side);
    brow(frame, side);
  }
  nose(frame);
  lines(frame);
  if (part === 'eyes') return;
  if (frame.mouth === null) expressiveMouth(frame);
  else speakingMouth(frame, frame.mouth);
  const [x, y] = [frame.across(0), cy + halfHeight * 0.64];
  const half = (34 + look.faceWidth * 5) * frame.squeeze(0);
  if (['moustache', 'beard', 'goatee'].includes(look.facialHair)) {
    draw.path(p`M${x} ${y - 18}Q${x - half * 0.7} ${y - 28} ${x - half * 1.25} ${y + 2}Q${x - half * 0.5} ${y - 5} ${x} ${y - 9}Q${x + half * 0.5} ${y - 5} ${x + half * 1.25} ${y + 2}Q${x + half * 0.7} ${y - 28} ${x} ${y - 18}Z`, mix(hair, hairLight, 0.2));
  }
  if (look.facialHair === 'goatee') draw.path(p`M${x - 26} ${y + 24}Q${x} ${y + 16} ${x + 26} ${y + 24}Q${x + 20} ${chin + 26} ${x} ${chin + 32}Q${x - 20} ${chin + 26} ${x - 26} ${y + 24}Z`, hair);
}

export function glassesAndPatch(frame: HeadFrame): void {
  const { draw, look, chin, shoulderY, left, right, cy } = frame;
  if (look.glasses !== 'none') {
    const monocle = look.glasses === 'monocle';
    const rim = monocle ? '#c8a24e' : '#2a2428';
    for (const side of monocle ? [1] as const : [-1, 1] as const) {
      const { x, y, half } = eyeAt(frame, side);
      const r = half * 1.28;
      if (look.glasses === 'square') draw.raw(p`<rect x="${x - r}" y="${y - 24}" width="${r * 2}" height="49" rx="9" fill="#fff" fill-opacity=".13" stroke="${rim}" stroke-width="5.5"/>`);
      else draw.raw(p`<ellipse cx="${x}" cy="${y + 2}" rx="${r}" ry="${Math.max(r, 32)}" fill="#fff" fill-opacity=".13" stroke="${rim}" stroke-width="5"/>`);
      if (monocle) draw.line(p`M${x + r * 0.8} ${y + 20}Q${x + r + 10} ${chin} ${x + 20} ${shoulderY + 40}`, rim, 2.5);
      else draw.line(p`M${x + side * r} ${y - 6}L${side < 0 ? left - 2 : right + 2} ${y - 10}`, rim, 5);
    }
    if (!monocle) {
      const [one, two] = [eyeAt(frame, -1), eyeAt(frame, 1)];
      draw.line(p`M${one.x + one.half * 1.28} ${one.y}Q${(one.x + two.x) / 2} ${one.y - 10} ${two.x - two.half * 1.28} ${one.y}`, rim, 5);
    }
  }
  if (look.extras.includes('patch')) {
    const { x, y } = eyeAt(frame, 1);
    draw.path(p`M${x - 34} ${y - 22}h66q-2 46-32 50t-34-50Z`, '#17141a')
      .line(p`M${left - 6} ${cy - 50}L${right + 6} ${cy - 12}`, '#17141a', 6);
  }
}
