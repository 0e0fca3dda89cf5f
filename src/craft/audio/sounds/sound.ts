import type { Samples } from './dsp.js';

export const SOUND_KINDS = ['bell', 'music', 'sfx', 'soundscape'] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

interface Named {
  soundId: string;
  label: string;
  tags: readonly string[];
  seconds: number;
}

/** A sound of the catalogue with its generator. The same sound gives the same samples on every machine. */
export interface Sound extends Named {
  kind: Exclude<SoundKind, 'soundscape'>;
  make(random: () => number): Samples;
}

/** The two channels of a sound, of equal length. */
export type Ears = readonly [left: Samples, right: Samples];

/** The sound of a place as a seamless loop, so that it can play for any time. */
export interface Soundscape extends Named {
  kind: 'soundscape';
  make(random: () => number): Ears;
}
