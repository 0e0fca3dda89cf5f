import { isColour, lighten, mix, toLch } from '../../images/colour.js';
import type { DeckDocument } from '../pages.js';

/** Text is legible from this contrast on (WCAG 2, level AA). */
export const LEAST_CONTRAST = 4.5;
const STEP = 0.02;
const [BLACK, WHITE] = ['#000000', '#ffffff'] as const;
const FALLBACK = { ground: '#14161f', ink: '#f6efe0', accent: '#e0a458' };

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Relative luminance of `#rrggbb` as WCAG 2 defines it, 0 to 1. */
function luminanceOf(hex: string): number {
  const [red, green, blue] = channels(hex).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** What `colour` looks like above `under` with this opacity, as screens mix them. */
export function layered(colour: string, under: string, opacity: number): string {
  const [above, below] = [channels(colour), channels(under)];
  const parts = above.map((part, at) => Math.round((part * opacity + below[at]! * (1 - opacity)) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour, made lighter or darker until it is legible on the ground; its hue stays. */
function legible(colour: string, ground: string, least: number): string {
  const by = contrastOf(WHITE, ground) >= contrastOf(BLACK, ground) ? STEP : -STEP;
  let shade = colour;
  for (let steps = 0; steps < 1 / STEP && contrastOf(shade, ground) < least; steps += 1) shade = lighten(shade, by);
  return contrastOf(shade, ground) >= LEAST_CONTRAST ? shade : by > 0 ? WHITE : BLACK;
}

/** The colours of the pages of a deck. */
export interface PageColours {
  ground: string;
  ink: string;
  /** The text colour for less important words. */
  quiet: string;
  accent: string;
  /** The opacity, 0 to 1, with which the ground must cover a picture so that text above any picture is legible. */
  cover: number;
}

/** The palette of a deck, each colour legible on its ground. Strings that are not colours are replaced by defaults. */
export function coloursOf(palette: DeckDocument['palette']): PageColours {
  const known = (name: keyof typeof FALLBACK): string => (isColour(palette[name]) ? palette[name].toLowerCase() : FALLBACK[name]);
  const ground = pure(known('ground'));
  const ink = legible(known('ink'), ground, 7);
  const accent = legible(known('accent'), ground, LEAST_CONTRAST + 0.3);
  const quiet = legible(mix(ink, ground, 0.3), ground, LEAST_CONTRAST + 0.3);
  return { ground, ink, accent, quiet, cover: coverOf(ground, [ink, accent, quiet]) };
}

/** Makes a ground of middle lightness darker or lighter, because neither black nor white text contrasts well with it. */
function pure(ground: string): string {
  const [lightness] = toLch(ground);
  const by = lightness < 0.68 ? -STEP : STEP;
  let shade = ground;
  for (let steps = 0; steps < 25 && Math.max(contrastOf(WHITE, shade), contrastOf(BLACK, shade)) < 9; steps += 1) shade = lighten(shade, by);
  return shade;
}

function coverOf(ground: string, colours: readonly string[]): number {
  for (let percent = 72; percent < 100; percent += 2) {
    const seen = [WHITE, BLACK].map((under) => layered(ground, under, percent / 100));
    if (colours.every((colour) => seen.every((under) => contrastOf(colour, under) >= LEAST_CONTRAST))) return percent / 100;
  }
  return 1;
}
