import type { Area, CanvasPlace } from '../stage/canvas-places.js';
import { unitsOf, type Aspect } from './compose.js';
import { LINE_HEIGHT, sizeInBox } from './letter-size.js';
import { box, drawableText, lettering } from './lettering.js';

const GOLD = '#f0c46a';
const PAPER = '#fdf6e8';
const INK = '#0d0a14';
/** A dark plate behind words, opaque enough to keep them legible on the brightest sky. */
const GROUND = 'rgba(13,10,20,0.76)';
const LARGEST = 72;
const SMALLEST = 24;
/** Limits letters to this share of the width of a narrow area, so that several words fit on a line. */
const WIDEST_LETTER = 0.16;
const PADDING = { x: 26, y: 16 };

/** The place of words or a picture on a canvas whose longer side has 1600 units. */
export interface CanvasSpot { area: Area; place: CanvasPlace; isLit: boolean; aspect: Aspect }

const document = ({ width, height }: Aspect, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;

const inUnits = ({ x, y, width, height }: Area, units: Aspect): Area =>
  ({ x: x * units.width, y: y * units.height, width: width * units.width, height: height * units.height });

/** Shade around an area, which makes its content look as if in a pool of light. */
function pool({ x, y, width, height }: Area): string {
  const stops = [[0, 0.86], [0.55, 0.72], [1, 0]].map(([at, opacity]) => `<stop offset="${at}" stop-color="${INK}" stop-opacity="${opacity}"/>`).join('');
  return `<defs><radialGradient id="pool">${stops}</radialGradient></defs>`
    + `<ellipse cx="${Math.round(x + width / 2)}" cy="${Math.round(y + height / 2)}" rx="${Math.round(width * 0.74)}" ry="${Math.round(height * 0.84)}" fill="url(#pool)"/>`;
}

const ALIGNED = { left: 'flex-start', right: 'flex-end', centre: 'center', top: 'center', lower: 'center' } as const;
const RAISED = { left: 'center', right: 'center', centre: 'center', top: 'flex-start', lower: 'flex-end' } as const;

/** SVG of words on a transparent ground, as large as their area allows. Empty for words that the typeface cannot show. */
export async function canvasWordsSvg(words: string, { area, place, isLit, aspect }: CanvasSpot): Promise<string> {
  const units = unitsOf(aspect);
  const drawn = drawableText(words);
  if (!drawn) return document(units, '');
  const { x, y, width, height } = inUnits(area, units);
  const room = { width: width - 2 * PADDING.x, height: height - 2 * PADDING.y };
  const size = sizeInBox(drawn, room, Math.min(LARGEST, room.width * WIDEST_LETTER), SMALLEST);
  const align = isLit ? 'center' : ALIGNED[place];
  const line = box({
    fontSize: size, fontWeight: 600, lineHeight: LINE_HEIGHT, color: PAPER, maxWidth: width, padding: `${PADDING.y}px ${PADDING.x}px`, wordBreak: 'break-word',
    textAlign: align === 'center' ? 'center' : 'left', justifyContent: align === 'center' ? 'center' : 'flex-start',
    ...(isLit ? {} : { backgroundColor: GROUND, borderRadius: 14, borderBottom: `4px solid ${GOLD}` }),
  }, drawn);
  const text = box({ width, height, marginLeft: x, marginTop: y, justifyContent: align, alignItems: isLit ? 'center' : RAISED[place] }, [line]);
  return document(units, (isLit ? pool({ x, y, width, height }) : '') + await lettering(text, units.width, units.height));
}

/** SVG of a framed square picture on a transparent ground. `image` is a `data:` URL of a JPEG or PNG; throws `RangeError` for any other. */
export function canvasPictureSvg(image: string, { area, place, isLit, aspect }: CanvasSpot): string {
  if (!/^data:image\/(?:jpeg|png);base64,[\w+/=]+$/.test(image)) throw new RangeError('a picture of the stage is a JPEG or PNG');
  const units = unitsOf(aspect);
  const all = inUnits(area, units);
  const edge = 7;
  const side = Math.min(all.width, all.height) - 2 * edge;
  const ALONG = { 'flex-start': 0, center: 0.5, 'flex-end': 1 };
  const from = (start: number, room: number, share: number): number => Math.round(start + edge + (room - 2 * edge - side) * share);
  const [x, y] = [from(all.x, all.width, ALONG[isLit ? 'center' : ALIGNED[place]]), from(all.y, all.height, ALONG[RAISED[place]])];
  const frame = (wider: number, size: number, fill: string, opacity = 1): string =>
    `<rect x="${x - wider}" y="${y - wider}" width="${size}" height="${size}" rx="10" fill="${fill}" fill-opacity="${opacity}"/>`;
  const length = Math.round(side);
  const around = { x: x - side * 0.2, y: y - side * 0.2, width: side * 1.4, height: side * 1.4 };
  const ground = isLit ? pool(around) : frame(edge + 6, length + 2 * (edge + 6), INK, 0.4);
  return document(units, ground + frame(edge, length + 2 * edge, PAPER) + `<image x="${x}" y="${y}" width="${length}" height="${length}" href="${image}"/>`);
}
