import { matchesOf } from '../../patterns/matches.js';
import type { Drawing } from '../svg.js';
import type { ShapeLine } from '../../screenplay/model.js';

interface Paint { colours: readonly [string, string?]; opacity: number }
export type Shape =
  | { form: 'rect' | 'ellipse' | 'glow'; paint: Paint; numbers: readonly number[] }
  | { form: 'path'; paint: Paint; d: string }
  | { form: 'line'; paint: Paint; width: number; d: string };

export const MAX_LINE = 700;
/** Larger coordinates count as mistakes in a drawing. */
const FARTHEST = 5_000;
const LINE = /^(rect|ellipse|glow|path|line) (#[0-9a-f]{6})(?:>(#[0-9a-f]{6}))?(?:@(0?\.\d{1,3}|1|0)(?:\.0*)?)? ([\dMLHVCSQTAZmlhvcsqtaz .,-]+)$/i;
const PATH = /^M[\dMLHVCSQTAZmlhvcsqtaz .,-]+$/i;
const MEASURES = { rect: 4, ellipse: 4, glow: 3 } as const;

const numbersIn = (text: string): number[] => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);
const isNear = (numbers: readonly number[]): boolean => numbers.every((value) => Number.isFinite(value) && Math.abs(value) <= FARTHEST);

/** The shape that a line of a drawing describes, or null for a line without a valid shape. */
export function shapeOf(line: ShapeLine): Shape | null {
  const [, form, colour, second, opacity = '1', rest = ''] = line.length > MAX_LINE ? [] : LINE.exec(line.trim()) ?? [];
  if (form === undefined || colour === undefined || !isNear(numbersIn(rest))) return null;
  const paint: Paint = { colours: second === undefined ? [colour.toLowerCase()] : [colour.toLowerCase(), second.toLowerCase()], opacity: Number(opacity) };
  const kind = form.toLowerCase() as Shape['form'];
  if (kind === 'path') return PATH.test(rest) && numbersIn(rest).length >= 4 ? { form: kind, paint, d: rest } : null;
  if (kind === 'line') {
    const [, width, d] = /^(\d+(?:\.\d+)?) (.+)$/.exec(rest) ?? [];
    return d !== undefined && PATH.test(d) && numbersIn(d).length >= 2 ? { form: kind, paint, width: Number(width), d } : null;
  }
  const numbers = rest.split(/[ ,]+/).map(Number);
  const isWhole = numbers.length === MEASURES[kind] && isNear(numbers) && numbers.slice(kind === 'glow' ? 2 : -2).every((length) => length > 0);
  return isWhole ? { form: kind, paint, numbers } : null;
}

/** The share of invalid lines that a drawing may have. */
const MAX_SLIPS = 0.1;

/** Messages about the first lines without a valid shape; empty unless there are too many. */
export function slipsIn(lines: readonly ShapeLine[]): string[] {
  const slips = lines.filter((line) => shapeOf(line) === null);
  return slips.length > lines.length * MAX_SLIPS ? slips.slice(0, 3).map((line) => `"${line.slice(0, 80)}" is no shape of the list`) : [];
}

export const shapesOf = (lines: readonly ShapeLine[]): Shape[] => lines.map(shapeOf).filter((shape) => shape !== null);

/** Draws a shape; `glow` draws light rather than a surface. */
export function drawShape(draw: Drawing, shape: Shape): void {
  const { colours: [first, second], opacity } = shape.paint;
  const fill = second === undefined ? first : draw.gradient([[0, first], [1, second]]);
  if (shape.form === 'path') draw.path(shape.d, fill, opacity);
  else if (shape.form === 'line') draw.line(shape.d, first, shape.width, opacity);
  else {
    const [x, y, one, other] = shape.numbers as [number, number, number, number];
    if (shape.form === 'rect') draw.rect(x, y, one, other, fill, opacity);
    else if (shape.form === 'ellipse') draw.ellipse(x, y, one, other, fill, opacity);
    else draw.glow(x, y, one, first, opacity);
  }
}

export interface Bounds { left: number; top: number; right: number; bottom: number }

/** The approximate bounds of a shape. For a path, the box around the points in it; null for a path with fewer than two. */
export function boundsOf(shape: Shape): Bounds | null {
  if ('numbers' in shape) {
    const [x, y, one, other = one] = shape.numbers as [number, number, number, number?];
    return shape.form === 'rect' ? { left: x, top: y, right: x + one, bottom: y + other } : { left: x - one, top: y - other, right: x + one, bottom: y + other };
  }
  const points = pointsOf(shape.d);
  if (points.length < 2) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The points in a path, with relative ones resolved; for an arc only its end. */
function pointsOf(d: string): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of matchesOf(d, /([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const numbers = numbersIn(rest);
    const command = letter.toUpperCase();
    const [dx, dy] = letter === command ? [0, 0] : [1, 1];
    const step = command === 'A' ? 7 : command === 'H' || command === 'V' ? 1 : command === 'C' ? 6 : command === 'S' || command === 'Q' ? 4 : 2;
    for (let at = 0; at + step <= numbers.length && command !== 'Z'; at += step) {
      const from = [x, y] as const;
      const pairs = command === 'A' ? [numbers.slice(at + 5, at + 7)] : command === 'H' ? [[numbers[at]!, dy ? 0 : y]] : command === 'V' ? [[dx ? 0 : x, numbers[at]!]]
        : Array.from({ length: step / 2 }, (_, pair) => numbers.slice(at + pair * 2, at + pair * 2 + 2));
      for (const [px, py] of pairs as [number, number][]) {
        [x, y] = [px + dx * from[0], py + dy * from[1]];
        points.push([x, y]);
      }
    }
  }
  return points;
}
