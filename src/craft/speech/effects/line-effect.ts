import type { LineEffect, RoomName } from '../../screenplay/model.js';

/** Changes whenever the same effect gives other samples. */
export const EFFECT_VERSION = 'effect-1';

export const DEFAULT_EFFECT: LineEffect = { key: 'D', scale: 'minpent', strength: 1, smooth: 1, reverb: 'chapel' };

/** How long a room is heard after the words of a line. */
const TAILS_MS: Readonly<Record<RoomName, number>> = { none: 0, room: 250, chapel: 900, hall: 700 };

/** Milliseconds by which the effect makes a line longer. */
export const tailOf = ({ reverb }: Pick<LineEffect, 'reverb'>): number => TAILS_MS[reverb];

/** True when the effect leaves a line as it was spoken. */
export const isNoEffect = ({ strength, reverb }: LineEffect): boolean => strength === 0 && reverb === 'none';
