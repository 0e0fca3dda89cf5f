import { compose, type Composition } from '../../../src/craft/audio/composer/compose.js';
import { MUSIC_MOODS, type CompositionWish } from '../../../src/craft/audio/composer/wish.js';

/** A wish that leaves everything to the composer. */
export const wish = (more: Partial<CompositionWish> = {}): CompositionWish => ({
  mood: 'even', colour: null, seed: 'a read, scene 1', themeSeed: 'a read, Corran', durationMs: 60_000, bpm: null, density: null, brightness: null,
  instruments: { pad: 1, strings: 1, bass: 1 }, ending: 'cadence', ...more,
});

const SECONDS = [1, 4, 9, 17, 33, 61, 140];

/** Pieces of every mood, of many seeds, lengths and endings. */
export const PIECES: readonly Composition[] = MUSIC_MOODS.flatMap((mood) => SECONDS.flatMap((seconds, at) => [0, 1].flatMap((turn) => [
  compose(wish({ mood, seed: `seed ${at} ${turn}`, themeSeed: `person ${at + turn}`, durationMs: seconds * 1_000 + 137 })),
  compose(wish({ mood, seed: `other ${at} ${turn}`, themeSeed: `person ${at}`, durationMs: seconds * 1_000, ending: 'open', density: 0.9, brightness: 0.8 })),
])));

/** How a failing piece is named in the message. */
export const nameOf = ({ wish: { mood, seed, durationMs, ending } }: Composition): string => `${mood}, ${seed}, ${durationMs} ms, ${ending}`;
