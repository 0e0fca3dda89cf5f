import { differenceEuclidean, formatHex, modeLrgb, modeOklab, modeRgb, useMode, type Oklab } from 'culori/fn';

/** Lightness 0–1, chroma 0–about 0.3, hue in degrees. */
export type Lch = [lightness: number, chroma: number, hue: number];

const HEX = /^#[0-9a-f]{6}$/i;
const MAX_CACHED = 4_000;
/** Range of linear sRGB parts, with a margin for rounding. */
const [MIN_PART, MAX_PART] = [-0.001, 1.001];

useMode(modeRgb);
const [toLinear, toOklab] = [useMode(modeLrgb), useMode(modeOklab)];
const distance = differenceEuclidean('oklab');

/** True for `#rrggbb`, the only form of a colour in pictures. */
export const isColour = (text: string): boolean => HEX.test(text);

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const cached = new Map<string, Oklab>();

function parse(hex: string): Oklab {
  const known = cached.get(hex);
  if (known) return known;
  if (!HEX.test(hex)) throw new RangeError(`a colour must be #rrggbb, not ${JSON.stringify(hex)}`);
  const colour = toOklab(hex)!;
  if (cached.size > MAX_CACHED) cached.clear();
  cached.set(hex, colour);
  return colour;
}

/**
 * A colour outside sRGB loses chroma in steps of 7 %, but no lightness and no hue. Clipping by culori would give other
 * colours and so change every stored picture.
 */
function format({ l, a, b }: Omit<Oklab, 'mode'>): string {
  const colour: Oklab = { mode: 'oklab', l: clamp(l, 0, 1), a, b };
  let linear = toLinear(colour);
  for (let step = 0; step < 24 && [linear.r, linear.g, linear.b].some((part) => part < MIN_PART || part > MAX_PART); step++) {
    [colour.a, colour.b] = [colour.a * 0.93, colour.b * 0.93];
    linear = toLinear(colour);
  }
  return formatHex(linear);
}

/** `#rrggbb` of a lightness, chroma and hue in OKLab. */
export function lch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  return format({ l: lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) });
}

/** The inverse of `lch`. Throws `RangeError` when the text is not `#rrggbb`. */
export function toLch(hex: string): Lch {
  const { l, a, b } = parse(hex);
  return [l, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}

/** Mixes in OKLab, where mixtures stay saturated. `share` 0 is the first colour, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const [one, two] = [parse(first), parse(second)];
  const between = (part: 'l' | 'a' | 'b'): number => one[part] + (two[part] - one[part]) * share;
  return format({ l: between('l'), a: between('a'), b: between('b') });
}

/** Adds to the lightness (a negative value darkens) and keeps the hue. */
export function lighten(hex: string, by: number): string {
  const [lightness, chroma, hue] = toLch(hex);
  return lch(clamp(lightness + by, 0.03, 0.99), chroma, hue);
}

/** Distance of two hues in degrees, 0 to 180. */
export const hueDistance = (one: number, two: number): number => Math.abs(((one - two + 540) % 360) - 180);

/** Euclidean distance in OKLab; about 0.02 is just visible. */
export const colourDistance = (first: string, second: string): number => distance(parse(first), parse(second));
