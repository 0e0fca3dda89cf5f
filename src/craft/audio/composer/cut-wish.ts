import type { Colour, MusicMood } from './wish.js';

/**
 * What the music does in a part of a cut: `held` tones without a pulse, the `theme` on one instrument, a driving `pulse`, a `fall` to the lowest tone, all
 * instruments (`full`), one ringing `hit`, or next to nothing (`bare`).
 */
export const SECTION_ROLES = ['held', 'theme', 'pulse', 'fall', 'full', 'hit', 'bare'] as const;
export type SectionRole = (typeof SECTION_ROLES)[number];

/**
 * A part of the music. `level` is the fullness at its beginning and end, 0 to 1. A section with its own `countsPerMinute` is played a little faster or slower
 * than the piece, so that it ends with its pictures.
 */
export interface CutSection { counts: number; role: SectionRole; level: readonly [from: number, to: number]; countsPerMinute?: number }

/** Music for a film whose cuts fall on counts of the music. Equal wishes give equal pieces. */
export interface CutScoreWish {
  mood: MusicMood;
  colour: Colour | null;
  seed: string;
  /** Seed of the theme alone. */
  themeSeed: string;
  countsPerMinute: number;
  sections: readonly CutSection[];
  /** Counts from the beginning on which a stroke sounds. */
  hits: readonly number[];
}
