/** Rises with every change of what is composed or how it is played, because recordings are kept by it. */
export const COMPOSER_VERSION = 1;

export const MUSIC_MOODS = ['even', 'tense', 'hushed', 'grave', 'bright'] as const;
export type MusicMood = (typeof MUSIC_MOODS)[number];

/** Families of instruments; each mood has those that suit it, and a prompt may name another. */
export const COLOURS = ['strings', 'woodwind', 'piano', 'celesta', 'choir', 'brass', 'guitar', 'organ'] as const;
export type Colour = (typeof COLOURS)[number];

/** Weights of the parts, 0 to 1: held tones, melody and plucked strings, bass. */
export interface Weights { pad: number; strings: number; bass: number }

/** What a piece is to be like. Equal wishes give equal pieces, note by note and byte by byte. */
export interface CompositionWish {
  mood: MusicMood;
  /** Null leaves it to the mood and the seed. */
  colour: Colour | null;
  /** Of this piece: key, progressions, figures, timing. */
  seed: string;
  /** Of the theme alone: pieces with the same one share their theme, whatever their mood. */
  themeSeed: string;
  durationMs: number;
  /** 60 to 180; null leaves the tempo to the mood. */
  bpm: number | null;
  /** Share of notes, 0 to 1; null is 0.5. */
  density: number | null;
  /** Of tone and register, 0 to 1; null leaves it to the mood. */
  brightness: number | null;
  instruments: Weights;
  /** `cadence`: comes home and fades; `open`: stops where it is, away from home. */
  ending: 'cadence' | 'open';
}
