import type { VeiledEffect } from './effects.js';

/**
 * A drop, a flake or a cloud at one moment. `x` and `y` are shares of width and height; `radius` and the tail (`dx`, `dy`) are shares of the height. `light`
 * is how much the colour covers the picture at its centre.
 */
export interface Mote { x: number; y: number; dx: number; dy: number; radius: number; light: number }

/** Motes of similar size and speed. Every movement repeats a whole number of times in a loop, so that the loop has no seam. */
interface Layer {
  /** The number of motes in a 16:9 picture, by intensity. */
  count: readonly [light: number, standard: number, strong: number];
  radius: readonly [least: number, most: number];
  light: readonly [least: number, most: number];
  /** How often a mote falls through the picture in a loop; negative values rise. */
  falls: number;
  /** The number of equal parts that the picture is divided into. Motes drift by one part in a loop, which is slower than drifting across the whole picture. */
  parts?: number;
  /** The direction of the drift: to the left (-1) or to the right (1). */
  drifts?: -1 | 1;
  tail?: number;
  /** How far motes sway to each side, as a share of the width. */
  sway?: number;
  twinkles?: number;
  /** The part of the height within which motes stay. */
  band?: readonly [top: number, bottom: number];
}

/** How far outside the picture motes appear and vanish, in addition to their own size. */
const MARGIN = 0.02;
const SLANT = -0.22;

const FIELDS: Record<VeiledEffect, { seconds: number; layers: readonly Layer[] }> = {
  rain: {
    seconds: 2,
    layers: [
      { count: [60, 120, 220], radius: [0.0013, 0.0018], light: [0.28, 0.42], falls: 3, tail: 0.055 },
      { count: [16, 40, 90], radius: [0.0018, 0.0026], light: [0.4, 0.6], falls: 4, tail: 0.1 },
    ],
  },
  snow: {
    seconds: 8,
    layers: [
      { count: [50, 110, 220], radius: [0.004, 0.007], light: [0.5, 0.8], falls: 1, sway: 0.012 },
      { count: [14, 34, 80], radius: [0.009, 0.015], light: [0.7, 0.95], falls: 2, sway: 0.02 },
    ],
  },
  fog: {
    seconds: 10,
    layers: [
      { count: [8, 14, 20], radius: [0.28, 0.42], light: [0.18, 0.3], falls: 0, drifts: 1, parts: 3, band: [0.42, 0.95] },
      { count: [4, 7, 10], radius: [0.2, 0.3], light: [0.14, 0.24], falls: 0, drifts: -1, parts: 2, band: [0.3, 0.8] },
    ],
  },
  smoke: {
    seconds: 10,
    layers: [
      { count: [9, 15, 22], radius: [0.18, 0.32], light: [0.2, 0.36], falls: -1, sway: 0.05 },
      { count: [5, 8, 12], radius: [0.3, 0.45], light: [0.16, 0.28], falls: -1, sway: 0.03 },
    ],
  },
  embers: {
    seconds: 6,
    layers: [
      { count: [20, 44, 90], radius: [0.006, 0.01], light: [0.7, 1], falls: -1, sway: 0.02, twinkles: 3 },
      { count: [8, 18, 40], radius: [0.009, 0.016], light: [0.85, 1], falls: -2, sway: 0.03, twinkles: 4 },
    ],
  },
  dust: {
    seconds: 10,
    layers: [
      { count: [40, 80, 150], radius: [0.005, 0.01], light: [0.5, 0.85], falls: 0, sway: 0.05, twinkles: 3 },
      { count: [4, 8, 14], radius: [0.2, 0.34], light: [0.1, 0.2], falls: 0, drifts: 1, parts: 2, band: [0.5, 1] },
    ],
  },
};

/** The length of an effect's loop, in seconds. */
export const loopSeconds = (effect: VeiledEffect): number => FIELDS[effect].seconds;

/** A number in `[0, 1)` that depends on three whole numbers alone: the same on every machine. */
function chance(layer: number, mote: number, what: number): number {
  let mixed = Math.imul(layer + 1, 0x9e3779b1) ^ Math.imul(mote + 1, 0x85ebca6b) ^ Math.imul(what + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** The golden ratio spaces motes across the picture without gaps or clusters. */
const GOLDEN = 0.618034;

const wrapped = (value: number): number => value - Math.floor(value);

/**
 * The motes of an effect at a share of its loop, in a picture of `aspect` (width by height). `level` is 0 for light, 1 for standard and 2 for
 * strong. The same arguments give the same motes; share 1 is share 0.
 */
export function motesAt(effect: VeiledEffect, level: 0 | 1 | 2, share: number, aspect: number): Mote[] {
  return FIELDS[effect].layers.flatMap(({ count, radius, light, falls, drifts = 0, parts = 1, tail = 0, sway = 0, twinkles = 0, band }, layer) =>
    Array.from({ length: Math.ceil((count[level] * Math.min(1, aspect * 0.75)) / parts) * parts }, (_, index): Mote => {
      const mote = Math.floor(index / parts);
      const of = (what: number, [least, most]: readonly [number, number] = [0, 1]): number => least + (most - least) * chance(layer, mote, what);
      const size = of(2, radius);
      const margin = MARGIN + size + tail;
      const phase = 2 * Math.PI * (share * (1 + (mote % 2)) + of(4));
      const y = falls === 0 ? of(1, band) + (sway * Math.cos(phase)) / 2 : -margin + (1 + 2 * margin) * wrapped(of(1) + falls * share);
      const strewn = wrapped((wrapped((mote + layer / 2) * GOLDEN) + (index % parts) + drifts * share) / parts);
      const slanted = tail ? (SLANT * y) / aspect + of(5) * 0.2 : 0;
      const x = -margin / aspect + (1 + (2 * margin) / aspect) * strewn + sway * Math.sin(phase) + slanted;
      const shine = twinkles ? 0.55 + 0.45 * Math.sin(2 * Math.PI * (twinkles * share + of(6))) : 1;
      return { x, y, dx: SLANT * tail, dy: tail, radius: size, light: of(3, light) * shine };
    }));
}
