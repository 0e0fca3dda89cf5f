import { faded, held, mixInto, plucked, SAMPLE_RATE, silence, type Samples } from './dsp.js';
import type { Sound } from './sound.js';

/** Semitones above the tonic. */
type Chord = readonly number[];

const MINOR = { i: [0, 3, 7], iv: [5, 8, 12], v: [7, 10, 14], VI: [-4, 0, 3], VII: [-2, 2, 5], III: [3, 7, 10] } as const;
const MAJOR = { I: [0, 4, 7], ii: [2, 5, 9], IV: [5, 9, 12], V: [7, 11, 14], vi: [-3, 0, 4], iii: [4, 7, 11] } as const;

interface Piece {
  /** Tonic in Hz. */
  key: number;
  beatsPerMinute: number;
  chords: readonly Chord[];
  beatsPerChord: number;
  /** The chord notes on the half beats of a bar, by index; −1 is a rest, 3 and above are an octave higher. */
  figure: readonly number[];
  /** Levels of held tones, plucked strings and bass. */
  mix: { held: number; plucked: number; bass: number };
  ring?: number;
  brightness?: number;
}

/** Brightness of a piece that specifies none. */
const BRIGHTNESS = 0.3;

const hertzOf = (key: number, semitones: number): number => key * 2 ** (semitones / 12);

/** The semitones of a step of the figure in a chord. */
function noteOf(chord: Chord, step: number): number {
  return chord[step % chord.length]! + 12 * Math.floor(step / chord.length);
}

/** How a piece is played differently from its composition; null keeps the composed value. Density, brightness and weights are 0 to 1. */
export interface Playing {
  bpm: number | null;
  /** The share of played notes: 0.5 as composed; a lower density leaves notes out, a higher one adds notes in between. */
  density: number | null;
  brightness: number | null;
  instruments: { pad: number; strings: number; bass: number };
}

/** A pseudo-random number from 0 to 1 that is the same for the same place on every machine. */
const chanceOf = (place: number): number => (place * 0.618_033_988_75) % 1;

/** Whether a note of the figure is played at this density. */
const isPlayed = (density: number | null, place: number): boolean => density === null || chanceOf(place) < density * 2;

/** Whether a note is added after a half beat at this density. */
const isFilled = (density: number | null, place: number): boolean => density !== null && chanceOf(place) < density * 2 - 1;

function arranged(piece: Piece, { bpm, brightness, instruments: { pad, strings, bass } }: Playing): Piece {
  return {
    ...piece, beatsPerMinute: bpm ?? piece.beatsPerMinute, brightness: brightness ?? piece.brightness ?? BRIGHTNESS,
    mix: { held: piece.mix.held * pad, plucked: piece.mix.plucked * strings, bass: piece.mix.bass * bass },
  };
}

const chordSeconds = ({ beatsPerChord, beatsPerMinute }: Piece): number => (beatsPerChord * 60) / beatsPerMinute;

function played(
  piece: Piece, seconds: number, random: () => number, { density = null, bars = Infinity }: { density?: number | null; bars?: number } = {},
): Samples {
  const { key, beatsPerMinute, chords, beatsPerChord, figure, mix, ring = 0.996, brightness = BRIGHTNESS } = piece;
  const out = silence(seconds);
  const beat = 60 / beatsPerMinute;
  const length = chordSeconds(piece);
  // Chords repeat every few bars and their tones take most of the computing time, so tones are cached.
  const tones = new Map<string, Samples>();
  const toneOf = (hertz: number, lasts: number): Samples => {
    const key = `${hertz} ${lasts}`;
    const tone = tones.get(key) ?? held(hertz, lasts, brightness);
    tones.set(key, tone);
    return tone;
  };
  for (let bar = 0; bar < bars && bar * length < seconds - 1; bar++) {
    const chord = chords[bar % chords.length]!;
    const from = bar * length;
    const lasts = Math.min(length + 0.6, seconds - from);
    for (const note of chord) mixInto(out, toneOf(hertzOf(key, note), lasts), from, mix.held / 3);
    mixInto(out, plucked(hertzOf(key, chord[0]! - 12), Math.min(1.6, seconds - from), random, 0.994), from, mix.bass);
    for (let half = 0; half < beatsPerChord * 2; half++) {
      const step = figure[half % figure.length]!;
      const at = from + (half * beat) / 2;
      const place = bar * beatsPerChord * 2 + half + 1;
      if (at > seconds - 1) continue;
      if (step >= 0 && isPlayed(density, place)) {
        const stress = half % 4 === 0 ? 1 : 0.7 + 0.2 * random();
        const string = plucked(hertzOf(key, noteOf(chord, step) + 12), Math.min(2, seconds - at), random, ring);
        mixInto(out, string, at + random() * 0.008, mix.plucked * stress);
      }
      if (isFilled(density, place)) {
        const string = plucked(hertzOf(key, noteOf(chord, half % 3) + 12), Math.min(2, seconds - at), random, ring);
        mixInto(out, string, at + beat / 4, mix.plucked * 0.6);
      }
    }
  }
  return out;
}

/** A sound with the piece of which it is the beginning. */
interface Music extends Sound { piece: Piece }

const bed = (soundId: string, label: string, tags: readonly string[], seconds: number, piece: Piece): Music => ({
  soundId, kind: 'music', label, tags: ['music', ...tags], seconds, piece, make: (random) => faded(played(piece, seconds, random), 0.05, 1.2),
});

const { i, iv, v, VI, VII, III } = MINOR;
const { I, ii, IV, V, vi, iii } = MAJOR;

export const MUSIC: readonly Music[] = [
  bed('calm-strings', 'Calm plucked strings', ['calm', 'warm', 'opening'], 12,
    { key: 196, beatsPerMinute: 72, chords: [I, vi, IV, V], beatsPerChord: 3, figure: [0, 1, 2, 3, 2, 1],
      mix: { held: 0.25, plucked: 0.6, bass: 0.5 } }),
  bed('hopeful-morning', 'Hopeful morning', ['hope', 'bright', 'morning'], 12,
    { key: 220, beatsPerMinute: 96, chords: [I, V, vi, IV], beatsPerChord: 4, figure: [0, 2, 3, 2, 4, 2, 3, 2],
      mix: { held: 0.3, plucked: 0.5, bass: 0.5 } }),
  bed('quiet-sorrow', 'Quiet sorrow', ['sad', 'slow', 'grief'], 12,
    { key: 174.6, beatsPerMinute: 58, chords: [i, VI, iv, v], beatsPerChord: 3, figure: [0, -1, 1, -1, 2, -1],
      mix: { held: 0.5, plucked: 0.5, bass: 0.4 } }),
  bed('night-mystery', 'Night mystery', ['mystery', 'night', 'investigation'], 12,
    { key: 164.8, beatsPerMinute: 66, chords: [i, VI, i, VII], beatsPerChord: 3, figure: [0, 2, -1, 3, -1, 1],
      mix: { held: 0.5, plucked: 0.45, bass: 0.5 }, brightness: 0.15 }),
  bed('rising-tension', 'Rising tension', ['tension', 'danger', 'chase'], 10,
    { key: 146.8, beatsPerMinute: 126, chords: [i, i, iv, v], beatsPerChord: 4, figure: [0, 0, 1, 0, 2, 0, 1, 0],
      mix: { held: 0.35, plucked: 0.55, bass: 0.7 }, ring: 0.985 }),
  bed('playful-steps', 'Playful steps', ['comedy', 'light', 'children'], 10,
    { key: 261.6, beatsPerMinute: 112, chords: [I, IV, ii, V], beatsPerChord: 4, figure: [0, -1, 2, 3, -1, 2, 1, -1],
      mix: { held: 0.1, plucked: 0.7, bass: 0.6 }, ring: 0.98 }),
  bed('slow-march', 'Slow march', ['march', 'history', 'ceremony'], 12,
    { key: 130.8, beatsPerMinute: 84, chords: [i, VII, III, VI], beatsPerChord: 4, figure: [0, -1, 0, 2, 0, -1, 1, -1],
      mix: { held: 0.45, plucked: 0.45, bass: 0.8 }, brightness: 0.5 }),
  bed('lullaby', 'Lullaby', ['night', 'gentle', 'ending'], 12,
    { key: 246.9, beatsPerMinute: 66, chords: [I, iii, IV, I], beatsPerChord: 3, figure: [0, 2, 3, 4, 3, 2],
      mix: { held: 0.2, plucked: 0.6, bass: 0.3 } }),
];

/** The shortest length of a loop, so that listeners hear few repeats. */
const LEAST_LOOP_SECONDS = 40;
/** The longest time that a note may ring beyond the last bar; also the length of the fade-out with `once`. */
const TAIL_SECONDS = 3;

/** The number of bars, and the seconds, of as many whole rounds of the chords as fill at least `leastSeconds`. */
function roundsOf(piece: Piece, leastSeconds: number): { bars: number; seconds: number } {
  const round = piece.chords.length * chordSeconds(piece);
  const rounds = Math.max(1, Math.ceil(leastSeconds / round));
  return { bars: rounds * piece.chords.length, seconds: rounds * round };
}

/**
 * Plays whole rounds of a piece's chords. The end of a loop leads seamlessly to its beginning, because notes that ring beyond the end are added to the
 * beginning; with `once`, the piece fades out. Null when the sound is not music.
 */
export function playPiece(soundId: string, playing: Playing, { once }: { once: boolean }, random: () => number): Samples | null {
  const composed = MUSIC.find((music) => music.soundId === soundId)?.piece;
  if (!composed) return null;
  const piece = arranged(composed, playing);
  const { bars, seconds } = roundsOf(piece, once ? 0 : LEAST_LOOP_SECONDS);
  const out = played(piece, seconds + TAIL_SECONDS, random, { density: playing.density, bars });
  if (once) return faded(out, 0.05, TAIL_SECONDS);
  const end = Math.round(seconds * SAMPLE_RATE);
  for (let index = end; index < out.length; index++) out[index - end]! += out[index]!;
  return out.subarray(0, end);
}

/** The first seconds of a piece, as composed, with a fade at the end. Null when the sound is not music. */
export function playPhrase(soundId: string, seconds: number, random: () => number): Samples | null {
  const piece = MUSIC.find((music) => music.soundId === soundId)?.piece;
  return piece ? faded(played(piece, seconds, random), 0.02, Math.min(1.2, seconds / 2)) : null;
}
