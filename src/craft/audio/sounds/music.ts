import { faded, held, mixInto, plucked, silence, type Samples } from './dsp.js';
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

const hertzOf = (key: number, semitones: number): number => key * 2 ** (semitones / 12);

/** The note of a step of the figure in a chord. */
function noteOf(chord: Chord, step: number): number {
  return chord[step % chord.length]! + 12 * Math.floor(step / chord.length);
}

function played(piece: Piece, seconds: number, random: () => number): Samples {
  const { key, beatsPerMinute, chords, beatsPerChord, figure, mix, ring = 0.996, brightness = 0.3 } = piece;
  const out = silence(seconds);
  const beat = 60 / beatsPerMinute;
  const length = beatsPerChord * beat;
  for (let bar = 0; bar * length < seconds - 1; bar++) {
    const chord = chords[bar % chords.length]!;
    const from = bar * length;
    const lasts = Math.min(length + 0.6, seconds - from);
    for (const note of chord) mixInto(out, held(hertzOf(key, note), lasts, brightness), from, mix.held / 3);
    mixInto(out, plucked(hertzOf(key, chord[0]! - 12), Math.min(1.6, seconds - from), random, 0.994), from, mix.bass);
    for (let half = 0; half < beatsPerChord * 2; half++) {
      const step = figure[half % figure.length]!;
      const at = from + (half * beat) / 2;
      if (step < 0 || at > seconds - 1) continue;
      const stress = half % 4 === 0 ? 1 : 0.7 + 0.2 * random();
      const string = plucked(hertzOf(key, noteOf(chord, step) + 12), Math.min(2, seconds - at), random, ring);
      mixInto(out, string, at + random() * 0.008, mix.plucked * stress);
    }
  }
  return faded(out, 0.05, 1.2);
}

const bed = (soundId: string, label: string, tags: readonly string[], seconds: number, piece: Piece): Sound =>
  ({ soundId, kind: 'music', label, tags: ['music', ...tags], seconds, make: (random) => played(piece, seconds, random) });

const { i, iv, v, VI, VII, III } = MINOR;
const { I, ii, IV, V, vi, iii } = MAJOR;

export const MUSIC: readonly Sound[] = [
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
