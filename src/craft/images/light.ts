import { hueDistance, lch, lighten, mix, toLch } from './colour.js';
import type { Place } from './places/place.js';
import type { TimeOfDay } from './places/place-terms.js';

/** The light of a time of day. `sun` is its position in shares of the canvas; numbers are from 0 to 1. */
export interface Light {
  sky: readonly [top: string, middle: string, horizon: string];
  haze: string;
  near: string;
  key: string;
  sun: readonly [number, number] | null;
  stars: number;
  litWindows: number;
  wallLightness: number;
  warm: string;
}

const LIGHTS: Record<TimeOfDay, Light> = {
  dawn: {
    sky: ['#566aa3', '#d29fa6', '#fbd3a4'], haze: '#e0b3a9', near: '#2c2a48', key: '#ffd9b0', sun: [0.27, 0.6], stars: 0.12,
    litWindows: 0.35, wallLightness: 0.68, warm: '#ffc98a',
  },
  day: {
    sky: ['#3f8fd2', '#86c5ea', '#e4f4ee'], haze: '#b9dcec', near: '#274453', key: '#fff3cf', sun: [0.74, 0.2], stars: 0,
    litWindows: 0.06, wallLightness: 0.86, warm: '#ffe7b8',
  },
  golden: {
    sky: ['#5a80b4', '#ebab72', '#ffdc8e'], haze: '#eeb27f', near: '#40293a', key: '#ffd27a', sun: [0.72, 0.5], stars: 0,
    litWindows: 0.3, wallLightness: 0.74, warm: '#ffbf6e',
  },
  dusk: {
    sky: ['#23285a', '#74497f', '#f08c68'], haze: '#875a84', near: '#171733', key: '#ffab7d', sun: [0.3, 0.66], stars: 0.45,
    litWindows: 0.7, wallLightness: 0.65, warm: '#ffb765',
  },
  night: {
    sky: ['#081026', '#152a52', '#31547c'], haze: '#2d4c70', near: '#070c1a', key: '#cfe0ff', sun: null, stars: 1,
    litWindows: 0.85, wallLightness: 0.6, warm: '#ffc170',
  },
};

/** Palette of productions without colours. */
export const DEFAULT_PALETTE: readonly string[] = ['#b8653f', '#2f4f5f', '#e0c28a'];

/** Colours of one scene: the light of its time of day, shifted towards the production's palette. */
export interface Colours {
  light: Light;
  isDark: boolean;
  isNight: boolean;
  /** Rain, snow, fog or storm. */
  isDull: boolean;
  /** The palette's most saturated colour, adapted to this light, for curtains, awnings and banners. */
  accent: string;
  /** Shifts a colour towards the palette colour of similar lightness. */
  tint(colour: string, share?: number): string;
  /** A colour at a depth: at 0 it is mostly haze, at 1 it is near. Without a colour, a silhouette. */
  at(depth: number, colour?: string): string;
}

/** Share of the silhouette colour in a colour, by light: a base and an amount per depth. */
const NEARNESS = { day: [0.02, 0.1], dark: [0.36, 0.3], low: [0.1, 0.24] } as const;

/** Colours of a place. `palette` has up to 8 colours `#rrggbb`; throws `RangeError` for any other text in it. */
export function coloursOf(place: Place, palette: readonly string[]): Colours {
  const own = palette.length > 0 ? palette.slice(0, 8) : DEFAULT_PALETTE;
  const base = LIGHTS[place.time];
  const isNight = place.time === 'night';
  const isDark = isNight || place.time === 'dusk';
  const byLightness = [...own].sort((a, b) => toLch(a)[0] - toLch(b)[0]);
  const strongest = [...own].sort((a, b) => toLch(b)[1] - toLch(a)[1])[0]!;
  const tint = (colour: string, share = 0.14): string => {
    const [lightness, chroma, hue] = toLch(colour);
    const target = byLightness[Math.min(own.length - 1, Math.floor(lightness * own.length))]!;
    const [, targetChroma, targetHue] = toLch(target);
    // Mixing very different hues gives grey, so a distant hue gets less weight.
    const weight = share * (chroma > 0.05 && hueDistance(hue, targetHue) > 90 ? 0.35 : 1);
    return mix(colour, lch(lightness, Math.min(0.13, targetChroma), targetHue), weight);
  };
  const [lightness, chroma, hue] = toLch(strongest);
  const accent = lch(isDark ? Math.min(lightness, 0.5) : Math.min(0.68, Math.max(0.42, lightness)), Math.min(chroma, 0.13), hue);
  const haze = tint(place.weather === 'fog' ? mix(base.haze, isDark ? '#5f7088' : '#d8e0e2', 0.5) : base.haze, place.time === 'day' ? 0.08 : 0.2);
  const light: Light = { ...base, haze, near: tint(base.near, 0.2) };
  const [least, perDepth] = isDark ? NEARNESS.dark : place.time === 'day' ? NEARNESS.day : NEARNESS.low;
  const at = (depth: number, colour?: string): string => {
    const own = colour === undefined ? light.near : mix(tint(colour, 0.06), light.near, Math.min(1, least + perDepth * depth));
    if (depth > 1) return lighten(own, -0.04);
    const clear = place.time === 'day' && colour !== undefined ? 0.46 + depth * 0.6 : 0.2 + depth * 0.86;
    return mix(light.haze, own, Math.min(1, clear));
  };
  return { light, isDark, isNight, isDull: !['clear', 'wind'].includes(place.weather), accent, tint, at };
}
