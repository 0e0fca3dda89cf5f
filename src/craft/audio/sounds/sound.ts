import type { Samples } from './dsp.js';

export const SOUND_KINDS = ['bell', 'music', 'sfx'] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

/** A sound of the catalogue and how it is made. The same sound has the same samples on every machine. */
export interface Sound {
  soundId: string;
  kind: SoundKind;
  label: string;
  tags: readonly string[];
  seconds: number;
  make(random: () => number): Samples;
}
