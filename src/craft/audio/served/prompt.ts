import type { MusicMood, Weights } from '../composer/wish.js';

/** A piece that a service is to make for a passage. Pieces with the same `soundKey` were asked for with the same words, whatever their length. */
export interface ServedPieceWish { soundKey: string; prompt: string; durationMs: number }

/** What the music of a passage is to be like, for a service. */
export interface ServedWish {
  mood: MusicMood;
  /** Words of a client; null for none. */
  words: string | null;
  /** 60 to 180; null leaves the tempo to the mood. */
  bpm: number | null;
  /** Share of notes, 0 to 1; null leaves it to the mood. */
  density: number | null;
  /** Of tone, 0 to 1; null leaves it to the mood. */
  brightness: number | null;
  instruments: Weights;
  ending: 'cadence' | 'open';
}

const MOODS: Readonly<Record<MusicMood, string>> = {
  even: 'Calm and unobtrusive.', tense: 'Tense, with restrained suspense.', hushed: 'Quiet and mysterious.', grave: 'Slow and sorrowful.', bright: 'Light and hopeful.',
};

const PARTS: Readonly<Record<keyof Weights, string>> = { pad: 'held chords', strings: 'melody', bass: 'bass and drums' };
/** A part below this weight is left out. */
const LEAST_WEIGHT = 0.25;
const LOW = 1 / 3;
const HIGH = 2 / 3;

/** Words for a share that is far from the middle. */
function shareOf(share: number | null, low: string, high: string): string[] {
  if (share === null || (share > LOW && share < HIGH)) return [];
  return [share <= LOW ? low : high];
}

/** The words with which a service is asked for the music of a passage. What a client wrote comes before what was told from the passage. */
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
