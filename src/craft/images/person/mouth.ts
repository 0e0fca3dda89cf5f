import { lighten, mix } from '../colour.js';
import { p } from '../svg.js';
import type { HeadFrame } from './head-frame.js';
import type { Expression } from './look.js';
import type { Mouth } from './mouths.js';

/**
 * An open mouth: its width as a share of the mouth at rest, how far the lips are above and below its line, how far the upper teeth reach down from the upper
 * lip, and the lower ones up, where the tongue begins below the line (null for none), and how full the lips are. Lengths are in units of the drawing.
 */
interface Opening { width: number; above: number; below: number; teeth: number; lowerTeeth: number; tongue: number | null; lips: number }

const OPENINGS: Record<Exclude<Mouth, 'A' | 'X'>, Opening> = {
  B: { width: 0.86, above: 7, below: 11, teeth: 9, lowerTeeth: 8, tongue: null, lips: 1 },
  C: { width: 0.84, above: 9, below: 21, teeth: 9, lowerTeeth: 0, tongue: 13, lips: 1 },
  D: { width: 0.76, above: 11, below: 34, teeth: 9, lowerTeeth: 0, tongue: 21, lips: 1 },
  E: { width: 0.58, above: 10, below: 23, teeth: 6, lowerTeeth: 0, tongue: 16, lips: 1.15 },
  F: { width: 0.34, above: 8, below: 13, teeth: 0, lowerTeeth: 0, tongue: null, lips: 1.7 },
  G: { width: 0.78, above: 8, below: 8, teeth: 12, lowerTeeth: 0, tongue: null, lips: 1 },
  H: { width: 0.74, above: 9, below: 20, teeth: 6, lowerTeeth: 0, tongue: -1, lips: 1 },
};

/** The curve of lips at rest: a neutral face does not smile. */
const REST = 2;
/**
 * How a mood changes a speaking mouth: it lifts or lowers the corners (up is negative), widens the mouth and opens it further. `curve` is that of closed
 * lips.
 */
const MOODS: Record<Expression, { corner: number; width: number; open: number; curve: number }> = {
  neutral: { corner: 0, width: 1, open: 1, curve: REST }, speaking: { corner: -1, width: 1, open: 1, curve: REST },
  happy: { corner: -8, width: 1.12, open: 1, curve: 15 }, sad: { corner: 6, width: 0.94, open: 0.86, curve: -14 },
  angry: { corner: 5, width: 1.08, open: 1.12, curve: -10 }, afraid: { corner: 3, width: 0.9, open: 1, curve: -5 },
};

const INSIDE = '#4a1518';
const TEETH = '#f8f2e8';
const TONGUE = '#c2555a';

interface MouthPlace { x: number; y: number; half: number; lip: string; line: string }

/** Middle and half width of the mouth at rest, and the colours of its lips. */
export function mouthAt(frame: HeadFrame): MouthPlace {
  const { look, cy, halfHeight, isChild, isOld, isFeminine, skin } = frame;
  const lip = isChild ? mix(skin, '#b4464a', 0.4) : isFeminine ? mix(skin, '#b02f3e', isOld ? 0.34 : 0.5) : mix(skin, '#8a3a34', 0.42);
  return {
    x: frame.across(0), y: cy + halfHeight * 0.64, half: ((isChild ? 26 : 34) + look.faceWidth * 5) * frame.squeeze(0), lip, line: mix(lip, '#3a1414', 0.4),
  };
}

/** Closed lips; a positive curve smiles. */
function closedLips({ draw, look, isFeminine, isChild, shade }: HeadFrame, { x, y, lip, line }: MouthPlace, half: number, curve: number): void {
  if (!isChild && (isFeminine || look.lips > 0.5)) {
    draw.path(p`M${x - half} ${y}Q${x - half * 0.4} ${y - 12} ${x} ${y - 6}Q${x + half * 0.4} ${y - 12} ${x + half} ${y}Q${x} ${y + 19 + curve} ${x - half} ${y}Z`, lip);
  }
  draw.line(p`M${x - half - 2} ${y - curve * 0.45}Q${x} ${y + curve * 1.6} ${x + half + 2} ${y - curve * 0.45}`, line, 4.8);
  if (!isFeminine && look.lips <= 0.5) draw.line(p`M${x - half * 0.4} ${y + 16}Q${x} ${y + 20} ${x + half * 0.4} ${y + 16}`, shade, 4, 0.8);
}

/** Draws the mouth of a mood, for people who are not speaking, and for stills. */
export function expressiveMouth(frame: HeadFrame): void {
  const { draw, expression } = frame;
  const place = mouthAt(frame);
  const { x, y, half } = place;
  if (expression === 'speaking') {
    draw.path(p`M${x - half * 0.82} ${y - 5}Q${x} ${y - 22} ${x + half * 0.82} ${y - 5}Q${x + half * 0.7} ${y + 30} ${x} ${y + 31}Q${x - half * 0.7} ${y + 30} ${x - half * 0.82} ${y - 5}Z`, '#4a1518')
      .path(p`M${x - half * 0.58} ${y - 9}Q${x} ${y - 16} ${x + half * 0.58} ${y - 9}L${x + half * 0.46} ${y + 1}H${x - half * 0.46}Z`, '#f8f2e8')
      .ellipse(x, y + 21, half * 0.42, 8, '#c2555a');
  } else if (expression === 'happy') {
    draw.path(p`M${x - half * 1.12} ${y - 12}Q${x} ${y + 8} ${x + half * 1.12} ${y - 12}Q${x + half * 0.7} ${y + 32} ${x} ${y + 32}Q${x - half * 0.7} ${y + 32} ${x - half * 1.12} ${y - 12}Z`, '#5a1a1c')
      .path(p`M${x - half * 0.98} ${y - 8}Q${x} ${y + 8} ${x + half * 0.98} ${y - 8}Q${x} ${y + 20} ${x - half * 0.98} ${y - 8}Z`, '#fbf6ec')
      .ellipse(x, y + 25, half * 0.4, 5.5, '#c2555a');
  } else if (expression === 'afraid') {
    draw.ellipse(x, y + 8, half * 0.6, 18, '#4a1518')
      .path(p`M${x - half * 0.42} ${y - 1}Q${x} ${y - 10} ${x + half * 0.42} ${y - 1}Q${x} ${y + 5} ${x - half * 0.42} ${y - 1}Z`, '#f8f2e8');
  } else if (expression === 'angry') {
    draw.path(p`M${x - half} ${y + 16}Q${x - half * 0.4} ${y - 12} ${x} ${y - 11}Q${x + half * 0.4} ${y - 12} ${x + half} ${y + 16}Q${x} ${y + 8} ${x - half} ${y + 16}Z`, '#5a1a1c')
      .path(p`M${x - half * 0.74} ${y + 6}Q${x} ${y - 14} ${x + half * 0.74} ${y + 6}Q${x} ${y} ${x - half * 0.74} ${y + 6}Z`, '#f8f2e8');
  } else {
    closedLips(frame, place, half, expression === 'sad' ? -17 : REST);
  }
}

/** The mouth of a sound, in the mood of the face. */
export function speakingMouth(frame: HeadFrame, mouth: Mouth): void {
  const { draw, look, expression, isChild, isFeminine, shade } = frame;
  const place = mouthAt(frame);
  const { x, y, half, lip } = place;
  const mood = MOODS[expression];
  if (mouth === 'X') {
    closedLips(frame, place, half, mood.curve);
    return;
  }
  if (mouth === 'A') {
    // Pressed lips are narrower and straighter than lips at rest.
    closedLips(frame, place, half * 0.86, mood.curve * 0.3);
    return;
  }
  const { width, above, below, teeth, lowerTeeth, tongue, lips } = OPENINGS[mouth];
  const [open, w] = [mood.open * (isChild ? 0.86 : 1), half * width * mood.width];
  const [top, bottom, corner] = [y - above * open, y + below * open, y + mood.corner * 0.7];
  const outline = p`M${x - w} ${corner}C${x - w * 0.7} ${top - 1} ${x - w * 0.3} ${top} ${x} ${top + 1}C${x + w * 0.3} ${top} ${x + w * 0.7} ${top - 1} ${x + w} ${corner}`
    + p`C${x + w * 0.86} ${bottom - 3} ${x + w * 0.5} ${bottom} ${x} ${bottom}C${x - w * 0.5} ${bottom} ${x - w * 0.86} ${bottom - 3} ${x - w} ${corner}Z`;
  const full = (isFeminine || look.lips > 0.5 ? 9 : 5) * lips;
  draw.line(outline, isFeminine || look.lips > 0.5 ? lip : place.line, full).path(outline, INSIDE);
  draw.clipped(outline, () => {
    if (tongue !== null) draw.ellipse(x, y + tongue * open + 14, w * 0.66, 14, TONGUE);
    if (teeth > 0) draw.rect(x - w * 0.9, top - 8, w * 1.8, 8 + teeth, TEETH, 1, 4);
    if (lowerTeeth > 0) draw.rect(x - w * 0.8, bottom - lowerTeeth, w * 1.6, 8 + lowerTeeth, lighten(TEETH, -0.04), 1, 4);
  });
  // The lower lip lies over the teeth.
  if (mouth === 'G') draw.line(p`M${x - w * 0.8} ${bottom - 3}Q${x} ${bottom + 5} ${x + w * 0.8} ${bottom - 3}`, lip, 8);
  if (!isFeminine && look.lips <= 0.5) draw.line(p`M${x - half * 0.34} ${bottom + 11}Q${x} ${bottom + 14} ${x + half * 0.34} ${bottom + 11}`, shade, 4, 0.8);
}
