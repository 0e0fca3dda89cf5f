/** Rises with every change of what is composed or how it is played, because stored recordings are identified by it. */
export const COMPOSER_VERSION = 1;

export const MUSIC_MOODS = ['even', 'tense', 'hushed', 'grave', 'bright'] as const;
export type MusicMood = (typeof MUSIC_MOODS)[number];

/** Families of instruments. Each mood has suitable ones; a prompt may name another. */
export const COLOURS = ['strings', 'woodwind', 'piano', 'celesta', 'choir', 'brass', 'guitar', 'organ'] as const;
export type Colour = (typeof COLOURS)[number];

/** Weights of the parts, 0 to 1: held tones, melody and plucked strings, bass. */
export interface Weights { pad: number; strings: number; bass: number }

/** The request for a piece. Equal wishes give equal pieces, note by note and byte by byte. */
export interface CompositionWish {
  mood: MusicMood;
  /** Null: the mood and the seed decide. */
  colour: Colour | null;
  /** Seed of this piece: key, progressions, figures, timing. */
  seed: string;
  /** Seed of the theme alone: pieces with the same one share their theme, in any mood. */
  themeSeed: string;
  durationMs: number;
  /** Beats per minute, 60 to 180; null: the mood decides. */
  bpm: number | null;
  /** How many of the possible notes are played, 0 to 1; null is 0.5. */
  density: number | null;
  /** Brightness of tone and register, 0 to 1; null: the mood decides. */
  brightness: number | null;
  instruments: Weights;
  /** `cadence`: ends on the tonic and fades; `open`: stops where it is, away from the tonic. */
  ending: 'cadence' | 'open';
}
