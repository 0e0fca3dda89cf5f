import type { Chance } from './chance.js';
import type { Bar, Form, Phrase, Telling } from './form.js';
import { isChordTone, toneOf } from './harmony.js';
import type { Instrument } from './instruments.js';
import type { Note } from './score.js';
import { RHYTHMS, type Theme } from './theme.js';
import { movesInParallel, type Voicing } from './voicing.js';

const THEME_BARS = 2;
/** By how many degrees a statement may be transposed to fit its chords; the untransposed theme is preferred. */
const SHIFTS = [0, -1, 1, -2, 2, -3, 3, 4, -4];
const STEP = 2;
/** The largest distance in semitones between a note of the theme and the chord tone that replaces it. */
const FARTHEST = 7;

/** A note of the theme, placed in the bars of a phrase. */
interface Laid { bar: number; beat: number; beats: number; degree: number }

/** The context in which a melody is written. */
interface Staff { form: Form; voicings: readonly Voicing[]; instrument: Instrument; brightness: number; ending: 'cadence' | 'open' }

/** Places the theme from a bar on; with `firstBarOnly`, only its head. */
function laid(theme: Theme, beatsInBar: 3 | 4, from: number, { inverted = false, firstBarOnly = false } = {}): Laid[] {
  const notes: Laid[] = [];
  let at = 0;
  for (const [index, beats] of RHYTHMS[theme.rhythm]![beatsInBar].entries()) {
    const degree = inverted ? 2 * theme.degrees[0]! - theme.degrees[index]! : theme.degrees[index]!;
    const bar = Math.floor(at / beatsInBar);
    if (!firstBarOnly || bar === 0) notes.push({ bar: from + bar, beat: at % beatsInBar, beats, degree });
    at += beats;
  }
  return notes;
}

/** The statements of the theme in a phrase; each is transposed as a whole. */
function statements(theme: Theme, { first, bars }: Phrase, telling: Telling, beats: 3 | 4): Laid[][] {
  const second = first + THEME_BARS;
  const hasSecond = bars >= 2 * THEME_BARS;
  switch (telling) {
    case 'rest': return [];
    case 'theme': return [laid(theme, beats, first), ...hasSecond ? [laid(theme, beats, second)] : []];
    case 'answer': return hasSecond ? [laid(theme, beats, second)] : [];
    case 'inverted': return [laid(theme, beats, first, { inverted: true }), ...hasSecond ? [laid(theme, beats, second)] : []];
    case 'head': return [laid(theme, beats, first, { firstBarOnly: true }), ...hasSecond ? [laid(theme, beats, second, { firstBarOnly: true })] : []];
  }
}

/** Whether a note must fit the chord: notes on the main beats, and long ones. */
export const isStrong = ({ beat, beats }: Pick<Laid, 'beat' | 'beats'>, beatsInBar: 3 | 4): boolean =>
  beat === 0 || beats >= 2 || (beatsInBar === 4 && beat === 2);

class Writer {
  private readonly written: Note[] = [];
  private before: { bar: number; key: number } | null = null;
  private previous: number | null = null;

  constructor(private readonly staff: Staff, private readonly part: 'lead' | 'second', private readonly octave: number) {}

  private keyOf(degree: number, bar: Bar): number {
    const { mode, tonic } = this.staff.form;
    return tonic + this.octave + 12 * Math.floor(degree / 7) + toneOf(mode, degree, bar.chord.raised);
  }

  /** How much a key would distort the line of the theme, which moves here up (1), down (-1) or not at all (0). */
  private bend(option: number, key: number, direction: number): number {
    const taken = this.previous === null ? direction : Math.sign(option - this.previous);
    return Math.abs(option - key) + 3 * Math.abs(taken - direction);
  }

  /** The chord tone that distorts the theme least and, if possible, forms no parallel fifths or octaves with the bass. */
  private inChord(key: number, bar: Bar, { bar: index, beat }: Laid, direction: number): number {
    const { form: { tonic }, voicings, instrument } = this.staff;
    const near = Array.from({ length: 2 * FARTHEST + 1 }, (_, place) => key - FARTHEST + place)
      .filter((option) => option >= instrument.lowest && option <= instrument.highest && isChordTone(bar.chord, tonic, option))
      .sort((one, other) => this.bend(one, key, direction) - this.bend(other, key, direction));
    const { before } = this;
    if (beat !== 0 || before?.bar !== index - 1) return near[0] ?? key;
    const clean = near.find((option) => !movesInParallel([voicings[index - 1]![0], before.key], [voicings[index]![0], option]));
    return clean ?? near[0] ?? key;
  }

  /** The octave shift, in semitones, that moves a whole statement into the range of its instrument. */
  private octaveOf(notes: readonly Laid[], shift: number): number {
    const { instrument: { lowest, highest }, form: { bars } } = this.staff;
    const keys = notes.map((note) => this.keyOf(note.degree + shift, bars[note.bar]!));
    const [low, high] = [Math.min(...keys), Math.max(...keys)];
    if (high > highest - 2 && low - 12 >= lowest) return -12;
    return low < lowest + 2 && high + 12 <= highest ? 12 : 0;
  }

  write(notes: readonly Laid[], shift: number, strengthOf: (note: Laid, bar: Bar) => number): void {
    const { form: { bars, beats }, instrument, ending } = this.staff;
    const last = bars.length - 1;
    this.previous = null;
    const octave = this.octaveOf(notes, shift);
    for (const [index, note] of notes.entries()) {
      const bar = bars[note.bar]!;
      const isEnd = ending === 'cadence' && note.bar === last;
      // In the last chord of a cadence the melody holds a single note, like the chord.
      if (isEnd && note.beat > 0) continue;
      let key = this.keyOf(note.degree + shift, bar) + octave;
      while (key > instrument.highest) key -= 12;
      while (key < instrument.lowest) key += 12;
      const isLeap = this.previous === null || Math.abs(key - this.previous) > STEP;
      if (isStrong(note, beats) || isLeap) key = this.inChord(key, bar, note, index === 0 ? 0 : Math.sign(note.degree - notes[index - 1]!.degree));
      const at = bar.at + (bar.lasts * note.beat) / beats;
      const lasts = isEnd ? bar.lasts : Math.min((bar.lasts * note.beats) / beats, bar.at + bar.lasts - at);
      this.written.push({ part: this.part, at, lasts, key, velocity: strengthOf(note, bar) });
      this.previous = key;
      if (note.beat === 0) this.before = { bar: note.bar, key };
    }
  }

  get notes(): readonly Note[] { return this.written; }
}

/** How badly a statement, transposed by `shift` degrees, fits its chords. */
function mismatch(notes: readonly Laid[], shift: number, { form: { bars, beats, mode } }: Staff): number {
  const outside = notes.filter((note) => {
    const { chord } = bars[note.bar]!;
    return isStrong(note, beats) && ![chord.root, chord.third, chord.fifth].includes(toneOf(mode, note.degree + shift, chord.raised));
  });
  return outside.length * 2 + Math.abs(shift) * 0.35;
}

/** The octave shift, in semitones, that moves the theme to the best register of its instrument. */
function octaveFor(theme: Theme, { form: { mode, tonic }, instrument: { lowest, highest }, brightness }: Staff): number {
  const wanted = Math.max(lowest + 9, Math.min(highest - 12, 68 + 10 * (brightness - 0.4)));
  const mean = theme.degrees.reduce((sum, degree) => sum + 12 * Math.floor(degree / 7) + toneOf(mode, degree), 0) / theme.degrees.length;
  return 12 * Math.round((wanted - tonic - mean) / 12);
}

/**
 * The melody of a piece: the theme in every phrase whose plan includes it, transposed and adjusted so that strong notes are chord tones and the others are
 * reached by step. `lead` and `second` take turns.
 */
export function melodyOf(
  theme: Theme, form: Form, voicings: readonly Voicing[], players: Readonly<Record<'lead' | 'second', Instrument>>,
  { brightness, ending, chance }: { brightness: number; ending: Staff['ending']; chance: Chance },
): Note[] {
  const startsWith = chance.hits(0.5) ? 0 : 1;
  return form.phrases.flatMap((phrase, index) => {
    const part = Math.floor((index + startsWith) / 2) % 2 === 0 ? 'lead' : 'second';
    const staff: Staff = { form, voicings, instrument: players[part], brightness, ending };
    const writer = new Writer(staff, part, octaveFor(theme, staff));
    for (const notes of statements(theme, phrase, phrase.telling, form.beats)) {
      const shift = SHIFTS.reduce((best, each) => (mismatch(notes, each, staff) < mismatch(notes, best, staff) ? each : best));
      writer.write(notes, shift, ({ beat }, { level }) => Math.round(52 + 30 * level + (beat === 0 ? 6 : 0)));
    }
    return writer.notes;
  });
}
