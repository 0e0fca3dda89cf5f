/** Semitones of the seven degrees above the tonic. */
export const MODES = {
  ionian: [0, 2, 4, 5, 7, 9, 11], mixolydian: [0, 2, 4, 5, 7, 9, 10], lydian: [0, 2, 4, 6, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10], aeolian: [0, 2, 3, 5, 7, 8, 10], phrygian: [0, 1, 3, 5, 7, 8, 10],
} as const;
export type Mode = keyof typeof MODES;

/** A triad on a degree of a mode; tones are semitones above the tonic, 0 to 11. */
export interface Chord {
  /** The chord name as written, for example `5!/3`. */
  name: string;
  root: number;
  third: number;
  fifth: number;
  /** The tone in the bass. */
  bass: number;
  /** Whether the chord raises the seventh degree of the mode, like the dominant of a minor key. */
  raised: boolean;
}

const SEVENTH = 6;
const MINOR_SEVENTH = 10;

/** The tone of a degree (0 is the tonic) within one octave; `raised` turns a minor seventh into a leading tone. */
export function toneOf(mode: Mode, degree: number, raised = false): number {
  const place = ((degree % 7) + 7) % 7;
  const tone = MODES[mode][place]!;
  return raised && place === SEVENTH && tone === MINOR_SEVENTH ? tone + 1 : tone;
}

/** The chord with a name: a degree from 1, `!` for a raised seventh, `/3` or `/5` for the tone in the bass. Throws for any other name. */
export function chordOf(mode: Mode, name: string): Chord {
  const parts = /^([1-7])(!?)(?:\/([35]))?$/.exec(name);
  if (!parts) throw new Error(`there is no chord ${name}`);
  const [degree, raised] = [Number(parts[1]) - 1, parts[2] === '!'];
  const [root, third, fifth] = [0, 2, 4].map((above) => toneOf(mode, degree + above, raised)) as [number, number, number];
  return { name, root, third, fifth, bass: parts[3] === '3' ? third : parts[3] === '5' ? fifth : root, raised };
}

export const tonesOf = ({ root, third, fifth }: Chord): readonly number[] => [root, third, fifth];

/** The chords of a list of names, separated by spaces, one chord per bar. */
export const chordsOf = (mode: Mode, names: string): Chord[] => names.split(' ').map((name) => chordOf(mode, name));

export const pitchClass = (key: number): number => ((key % 12) + 12) % 12;

/** Whether a MIDI key is a tone of the chord in the key of `tonic`. */
export const isChordTone = (chord: Chord, tonic: number, key: number): boolean => tonesOf(chord).includes(pitchClass(key - tonic));
