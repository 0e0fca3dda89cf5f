/** Colour maths in OKLab: what is mixed there stays as clear as its parts. Colours go in and out as `#rrggbb`. */
type Lab = [lightness: number, a: number, b: number];
/** Lightness 0–1, chroma 0–about 0.3, hue in degrees. */
export type Lch = [lightness: number, chroma: number, hue: number];

const HEX = /^#[0-9a-f]{6}$/i;

/** True for `#rrggbb`, the only spelling that may reach a picture. */
export const isColour = (text: string): boolean => HEX.test(text);

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const toGamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const labs = new Map<string, Lab>();

function labOf(hex: string): Lab {
  const known = labs.get(hex);
  if (known) return known;
  if (!HEX.test(hex)) throw new RangeError(`a colour must be #rrggbb, not ${JSON.stringify(hex)}`);
  const bits = parseInt(hex.slice(1), 16);
  const [r, g, b] = [toLinear((bits >> 16) / 255), toLinear(((bits >> 8) & 255) / 255), toLinear((bits & 255) / 255)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lab: Lab = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
  if (labs.size > 4_000) labs.clear();
  labs.set(hex, lab);
  return lab;
}

function linearOf([lightness, a, b]: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** What lies outside sRGB loses chroma, never lightness or hue. */
function hexOf(lab: Lab): string {
  let [lightness, a, b] = lab;
  lightness = clamp(lightness, 0, 1);
  let linear = linearOf([lightness, a, b]);
  for (let step = 0; step < 24 && linear.some((part) => part < -0.001 || part > 1.001); step++) {
    [a, b] = [a * 0.93, b * 0.93];
    linear = linearOf([lightness, a, b]);
  }
  const bytes = linear.map((part) => Math.round(255 * toGamma(clamp(part, 0, 1))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export function lch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  return hexOf([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

export function toLch(hex: string): Lch {
  const [lightness, a, b] = labOf(hex);
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}

/** `share` 0 is the first colour, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const [one, two] = [labOf(first), labOf(second)];
  const at = (index: 0 | 1 | 2) => one[index] + (two[index] - one[index]) * share;
  return hexOf([at(0), at(1), at(2)]);
}

/** Adds to the lightness (negative: darkens); hue stays. */
export function lighten(hex: string, by: number): string {
  const [lightness, chroma, hue] = toLch(hex);
  return lch(clamp(lightness + by, 0.03, 0.99), chroma, hue);
}

/** Distance of two hues in degrees, 0 to 180. */
export const hueDistance = (one: number, two: number): number => Math.abs(((one - two + 540) % 360) - 180);

/** Euclidean distance in OKLab; about 0.02 can just be seen. */
export function colourDistance(first: string, second: string): number {
  const [one, two] = [labOf(first), labOf(second)];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
}
