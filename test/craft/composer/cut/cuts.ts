import type { CutScoreWish, CutSection } from '../../../../src/craft/audio/composer/cut-wish.js';

/** The music of a trailer of 100 counts: a section for each of its parts. */
export const TRAILER: readonly CutSection[] = [
  { counts: 8, role: 'held', level: [0.1, 0.25] }, { counts: 20, role: 'theme', level: [0.3, 0.45] }, { counts: 8, role: 'pulse', level: [0.35, 0.45] },
  { counts: 30, role: 'pulse', level: [0.45, 0.9] }, { counts: 6, role: 'fall', level: [0.5, 0.15] }, { counts: 14, role: 'full', level: [0.9, 1] },
  { counts: 6, role: 'hit', level: [1, 0.4] }, { counts: 8, role: 'bare', level: [0.2, 0.1] },
];
const TRAILER_HITS = [28, 36, 48, 56, 66, 72, 76, 80, 82, 84, 86];

/** A wish for a minute of a trailer. */
export const cutWish = (more: Partial<CutScoreWish> = {}): CutScoreWish => ({
  mood: 'tense', colour: null, seed: 'a trailer', themeSeed: 'a person', countsPerMinute: 100, sections: TRAILER, hits: TRAILER_HITS, ...more,
});

/** The tempo, in counts per minute, at which `counts` counts last `seconds` seconds. */
export const countsFor = (counts: number, seconds: number): number => (counts * 60) / seconds;
