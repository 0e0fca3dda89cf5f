import type { Mode } from './harmony.js';
import type { Colour, MusicMood } from './wish.js';

/** Progressions of four bars: `open` ones lead on, `closed` ones end on the tonic. */
interface Harmony { mode: Mode; open: readonly string[]; closed: readonly string[] }

/** How music of a mood is written. */
export interface MoodStyle {
  harmonies: readonly Harmony[];
  /** Range of the tonic, as MIDI keys. */
  keys: readonly [number, number];
  /** Range of the tempo, in beats per minute. */
  tempo: readonly [number, number];
  beats: readonly (3 | 4)[];
  /** Suitable colours, the best first. */
  colours: readonly Colour[];
  /** Length of a note of the figure, in beats. */
  figure: number;
  /** How much held tones swell in a bar, 0 to 1. */
  swell: number;
  brightness: number;
  /** Whether drums play in the fullest bars. */
  drums: boolean;
}

export const MOOD_STYLES: Readonly<Record<MusicMood, MoodStyle>> = {
  even: {
    harmonies: [
      { mode: 'ionian', open: ['1 5/3 6 4', '1 6 4 5', '4 1/3 2 5', '1 3 4 5', '6 4 1/3 5'], closed: ['1/3 4 5 1', '6 2/3 5 1', '4 2 5 1'] },
      { mode: 'mixolydian', open: ['1 7 2 4', '1 4 7 4', '1 2 4 7'], closed: ['6 4 7 1', '4 2 5! 1'] },
    ],
    keys: [48, 55], tempo: [72, 84], beats: [4, 3], colours: ['piano', 'woodwind', 'guitar', 'strings'], figure: 0.5, swell: 0.4, brightness: 0.45, drums: false,
  },
  tense: {
    harmonies: [
      { mode: 'phrygian', open: ['1 2 1 7', '1 6 1 2', '1 4 2 7'], closed: ['6 4 2 1', '4 7 2 1'] },
      { mode: 'aeolian', open: ['1 1 6 5!', '1 4 1 5!', '6 7 4 5!'], closed: ['4 6 5! 1', '6 4 5! 1'] },
    ],
    keys: [45, 51], tempo: [100, 116], beats: [4], colours: ['strings', 'brass', 'piano'], figure: 0.5, swell: 0.8, brightness: 0.35, drums: true,
  },
  hushed: {
    harmonies: [
      { mode: 'dorian', open: ['1 4 1 7', '3 4 1 5', '1 2 3 4', '1 7 4 2'], closed: ['3 4 5! 1', '7 4 5! 1'] },
      { mode: 'lydian', open: ['1 2 6 5', '1 3 1 2', '6 2 1 5'], closed: ['6 2 5 1', '3 2 5 1'] },
    ],
    keys: [47, 54], tempo: [60, 72], beats: [3, 4], colours: ['celesta', 'choir', 'woodwind', 'strings'], figure: 1, swell: 0.5, brightness: 0.25, drums: false,
  },
  grave: {
    harmonies: [
      { mode: 'aeolian', open: ['1 6 4 5!', '1 5/3 6 5!', '6 3 4 5!', '1 3 6 7', '1 4 6 5!'], closed: ['4 6 5! 1', '6 4 5! 1', '1/3 4 5! 1'] },
    ],
    keys: [45, 52], tempo: [60, 66], beats: [4, 3], colours: ['strings', 'piano', 'choir', 'woodwind'], figure: 1, swell: 0.6, brightness: 0.3, drums: false,
  },
  bright: {
    harmonies: [
      { mode: 'ionian', open: ['1 4 1/3 5', '1 5/3 6 4', '4 5 3 6', '1 2 4 5'], closed: ['6 4 5 1', '2 4 5 1', '1/3 4 5 1'] },
      { mode: 'lydian', open: ['1 2 1 5', '6 2 1 5', '1 3 2 5'], closed: ['6 2 5 1', '3 2 5 1'] },
    ],
    keys: [50, 57], tempo: [88, 104], beats: [4, 3], colours: ['woodwind', 'guitar', 'strings', 'brass'], figure: 0.5, swell: 0.4, brightness: 0.6, drums: false,
  },
};
