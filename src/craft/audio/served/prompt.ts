import type { MusicMood, Weights } from '../composer/wish.js';

/** A piece to order from a service for a passage. Pieces with the same `soundKey` have the same prompt, whatever their length. */
export interface ServedPieceWish { soundKey: string; prompt: string; durationMs: number }

/** The wished properties of a passage's music, for a service. */
export interface ServedWish {
  mood: MusicMood;
  /** The client's words; null for none. */
  words: string | null;
  /** Beats per minute, 60 to 180; null: the mood decides. */
  bpm: number | null;
  /** How many of the possible notes are played, 0 to 1; null: the mood decides. */
  density: number | null;
  /** Brightness of tone, 0 to 1; null: the mood decides. */
  brightness: number | null;
  instruments: Weights;
  ending: 'cadence' | 'open';
}

const MOODS: Readonly<Record<MusicMood, string>> = {
  even: 'Calm and unobtrusive.', tense: 'Tense, with restrained suspense.', hushed: 'Quiet and mysterious.', grave: 'Slow and sorrowful.', bright: 'Light and hopeful.',
};

const PARTS: Readonly<Record<keyof Weights, string>> = { pad: 'held chords', strings: 'melody', bass: 'bass and drums' };
/** A part with a smaller weight is left out. */
const LEAST_WEIGHT = 0.25;
const LOW = 1 / 3;
const HIGH = 2 / 3;

/** The word for a share near one of its ends; none for a middle one. */
function shareOf(share: number | null, low: string, high: string): string[] {
  if (share === null || (share > LOW && share < HIGH)) return [];
  return [share <= LOW ? low : high];
}

/** The prompt that orders the music of a passage from a service. A client's words come before those derived from the passage. */
export function servedPrompt({ mood, words, bpm, density, brightness, instruments, ending }: ServedWish): string {
  const without = Object.entries(PARTS).flatMap(([part, name]) => (instruments[part as keyof Weights] < LEAST_WEIGHT ? [name] : []));
  return [
    'Instrumental music that lies under a spoken scene: no singing, no voices, nothing sudden.',
    ...(words === null ? [] : [words.trim().replace(/(?<![.!?…])$/u, '.')]), MOODS[mood],
    ...(bpm === null ? [] : [`${bpm} beats a minute.`]), ...shareOf(density, 'Few notes, much space.', 'Many notes.'), ...shareOf(brightness, 'Dark in tone, low.', 'Bright in tone, high.'),
    ...(without.length === 0 ? [] : [`Without ${without.join(' and without ')}.`]),
    ending === 'open' ? 'It breaks off without an ending.' : 'It comes to an end.',
  ].join(' ');
}
