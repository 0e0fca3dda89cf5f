import { faded, held, mixInto, plucked, SAMPLE_RATE, silence, type Samples } from './dsp.js';
import type { Sound } from './sound.js';

/** Semitones above the key note, for each chord of a progression. */
type Chord = readonly number[];

const MINOR = { i: [0, 3, 7], iv: [5, 8, 12], v: [7, 10, 14], VI: [-4, 0, 3], VII: [-2, 2, 5], III: [3, 7, 10] } as const;
const MAJOR = { I: [0, 4, 7], ii: [2, 5, 9], IV: [5, 9, 12], V: [7, 11, 14], vi: [-3, 0, 4], iii: [4, 7, 11] } as const;

interface Piece {
  /** Key note in Hz. */
  key: number;
  beatsPerMinute: number;
  chords: readonly Chord[];
  beatsPerChord: number;
  /** Order of the chord's notes on the half beats of a bar; −1 rests, and 3 and above are an octave higher. */
  figure: readonly number[];
  /** Shares of held tones, plucked strings and bass. */
  mix: { held: number; plucked: number; bass: number };
  ring?: number;
  brightness?: number;
}

/** Of a piece that says none. */
const BRIGHTNESS = 0.3;

const hertzOf = (key: number, semitones: number): number => key * 2 ** (semitones / 12);

/** The note of a step of the figure in a chord. */
function noteOf(chord: Chord, step: number): number {
  return chord[step % chord.length]! + 12 * Math.floor(step / chord.length);
}

/** How a piece is played instead of as it was composed; null leaves it. Densities and weights are 0 to 1. */
export interface Playing {
  bpm: number | null;
  /** Share of notes: 0.5 as composed, less leaves notes out, more adds notes between. */
  density: number | null;
  brightness: number | null;
  instruments: { pad: number; strings: number; bass: number };
}

/** A chance from 0 to 1 that is the same for the same place on every machine. */
const chanceOf = (place: number): number => (place * 0.618_033_988_75) % 1;

/** Whether a note of the figure is played at a density. */
const isPlayed = (density: number | null, place: number): boolean => density === null || chanceOf(place) < density * 2;

/** Whether a note is added behind a half beat at a density. */
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
  // The chords come back every few bars, and their tones take most of the time.
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

/** A sound with the piece that it is a part of. */
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

/** Least length of a loop, so that few repeats are heard. */
const LEAST_LOOP_SECONDS = 40;
/** The longest note. */
const TAIL_SECONDS = 3;

/** Rounds of the chords that last at least so many seconds. */
function roundsOf(piece: Piece, leastSeconds: number): { bars: number; seconds: number } {
  const round = piece.chords.length * chordSeconds(piece);
  const rounds = Math.max(1, Math.ceil(leastSeconds / round));
  return { bars: rounds * piece.chords.length, seconds: rounds * round };
}

/**
 * A piece played on: whole rounds of its chords. A loop's end leads to its beginning without a seam, because the notes that ring over
 * the end are in its beginning; `once` fades out. Null for a sound that is no music.
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

/** The first seconds of a piece, as composed, that die away at the end. Null for a sound that is no music. */
export function playPhrase(soundId: string, seconds: number, random: () => number): Samples | null {
  const piece = MUSIC.find((music) => music.soundId === soundId)?.piece;
  return piece ? faded(played(piece, seconds, random), 0.02, Math.min(1.2, seconds / 2)) : null;
}
