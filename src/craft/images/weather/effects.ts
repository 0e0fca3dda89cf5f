/** Effects that may appear on the stage while lines are heard, in stacking order. */
export const STAGE_EFFECTS = ['darken', 'glow', 'fog', 'smoke', 'dust', 'embers', 'snow', 'rain', 'flicker', 'lightning', 'shake'] as const;
export type StageEffect = (typeof STAGE_EFFECTS)[number];

export const INTENSITIES = ['light', 'standard', 'strong'] as const;
export type Intensity = (typeof INTENSITIES)[number];

/** Effects that are over in a moment; the others last. */
export const MOMENTARY: ReadonlySet<StageEffect> = new Set(['lightning', 'shake']);

/** How long the stage shakes by default, in milliseconds. */
export const SHAKE_MS = 700;

/** Effects of moving particles. */
export const VEILED = ['rain', 'snow', 'fog', 'smoke', 'embers', 'dust'] as const;
export type VeiledEffect = (typeof VEILED)[number];

export const isVeiled = (effect: StageEffect): effect is VeiledEffect => (VEILED as readonly string[]).includes(effect);

/** The index of an intensity in `[light, standard, strong]`. */
export const levelOf = (intensity: Intensity): 0 | 1 | 2 => (intensity === 'light' ? 0 : intensity === 'standard' ? 1 : 2);
