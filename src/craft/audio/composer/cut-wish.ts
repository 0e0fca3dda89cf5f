import type { Colour, MusicMood } from './wish.js';

/**
 * What the music does in a part of a cut: `held` tones without a pulse, the `theme` with one instrument, a `pulse` that drives, a `fall` to the lowest tone,
 * everybody (`full`), one `hit` that rings, or next to nothing (`bare`).
 */
export const SECTION_ROLES = ['held', 'theme', 'pulse', 'fall', 'full', 'hit', 'bare'] as const;
export type SectionRole = (typeof SECTION_ROLES)[number];

/**
 * A part of the music. `level` says how full it begins and ends, 0 to 1. A section with a `countsPerMinute` of its own is played a little faster or slower
 * than the piece, so that it ends where its pictures do.
 */
export interface CutSection { counts: number; role: SectionRole; level: readonly [from: number, to: number]; countsPerMinute?: number }

/** Music for a film that is cut on its counts. Equal wishes give equal pieces. */
export interface CutScoreWish {
  mood: MusicMood;
  colour: Colour | null;
  seed: string;
  /** Of the theme alone. */
  themeSeed: string;
  countsPerMinute: number;
  sections: readonly CutSection[];
  /** Counts from the beginning on which something strikes. */
  hits: readonly number[];
}
