import type { Samples } from './dsp.js';

export const SOUND_KINDS = ['bell', 'music', 'sfx', 'soundscape'] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

interface Named {
  soundId: string;
  label: string;
  tags: readonly string[];
  seconds: number;
}

/** A sound of the catalogue and how it is made. The same sound has the same samples on every machine. */
export interface Sound extends Named {
  kind: Exclude<SoundKind, 'soundscape'>;
  make(random: () => number): Samples;
}

/** What one ear and the other hear, of equal length. */
export type Ears = readonly [left: Samples, right: Samples];

/** A place that can be heard for as long as wanted: its end leads to its beginning without a seam. */
export interface Soundscape extends Named {
  kind: 'soundscape';
  make(random: () => number): Ears;
}
