import { levelOf, type Intensity, type StageEffect } from './effects.js';

/** A colour over the whole picture, with its opacity by intensity. */
interface Wash { colour: string; opacity: readonly [light: number, standard: number, strong: number] }

/** The change of light that an effect brings, in a bright place and in a dark one. Rain in front of a blue sky would not look like rain. */
const WASHES: Partial<Record<StageEffect, readonly [bright: Wash, dark: Wash]>> = {
  rain: [{ colour: '#56697c', opacity: [0.2, 0.32, 0.42] }, { colour: '#0a1322', opacity: [0.12, 0.2, 0.3] }],
  snow: [{ colour: '#8496aa', opacity: [0.16, 0.26, 0.36] }, { colour: '#1a2436', opacity: [0.06, 0.1, 0.16] }],
  fog: [{ colour: '#dfe5e6', opacity: [0.14, 0.24, 0.4] }, { colour: '#6b7a90', opacity: [0.12, 0.2, 0.34] }],
  smoke: [{ colour: '#4a4950', opacity: [0.12, 0.22, 0.36] }, { colour: '#3d3d44', opacity: [0.12, 0.22, 0.36] }],
  dust: [{ colour: '#d9bf8c', opacity: [0.08, 0.14, 0.26] }, { colour: '#8c774f', opacity: [0.08, 0.14, 0.26] }],
  embers: [{ colour: '#ff7a1f', opacity: [0.06, 0.1, 0.16] }, { colour: '#ff6a14', opacity: [0.08, 0.13, 0.2] }],
  darken: [{ colour: '#05060c', opacity: [0.35, 0.58, 0.78] }, { colour: '#020308', opacity: [0.35, 0.58, 0.78] }],
  glow: [{ colour: '#ffd48a', opacity: [0.14, 0.24, 0.36] }, { colour: '#ffb45c', opacity: [0.14, 0.24, 0.36] }],
  lightning: [{ colour: '#eef4ff', opacity: [0.35, 0.55, 0.72] }, { colour: '#dbe6ff', opacity: [0.35, 0.55, 0.72] }],
  flicker: [{ colour: '#07070d', opacity: [0.12, 0.2, 0.3] }, { colour: '#040409', opacity: [0.14, 0.24, 0.36] }],
};

/** The colour that covers the picture with an effect, and how far; null for an effect without one. */
export function washFor(effect: StageEffect, intensity: Intensity, isDark: boolean): { colour: string; opacity: number } | null {
  const wash = WASHES[effect]?.[isDark ? 1 : 0];
  return wash ? { colour: wash.colour, opacity: wash.opacity[levelOf(intensity)] } : null;
}
