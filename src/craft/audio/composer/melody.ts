import type { Chance } from './chance.js';
import type { Bar, Form, Phrase, Telling } from './form.js';
import { isChordTone, toneOf } from './harmony.js';
import type { Instrument } from './instruments.js';
import type { Note } from './score.js';
import { RHYTHMS, type Theme } from './theme.js';
import { movesInParallel, type Voicing } from './voicing.js';

const THEME_BARS = 2;
/** How far a statement may be moved to suit its chords, in degrees; the theme as it is comes first. */
const SHIFTS = [0, -1, 1, -2, 2, -3, 3, 4, -4];
const STEP = 2;
/** Semitones between a note of the theme and the tone of the chord that takes its place, at most. */
const FARTHEST = 7;

/** A note of the theme laid over the bars of a phrase. */
interface Laid { bar: number; beat: number; beats: number; degree: number }

/** Where a melody is written. */
interface Staff { form: Form; voicings: readonly Voicing[]; instrument: Instrument; brightness: number; ending: 'cadence' | 'open' }

/** The notes of the theme from a bar on; `firstBarOnly` gives its head. */
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

/** The statements of a phrase: each is moved as a whole. */
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

/** Notes on which a listener hears the chord: those on the main beats, and long ones. */
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

  /** How much a key would bend the line of the theme, whose direction here is up (1), down (-1) or level (0). */
  private bend(option: number, key: number, direction: number): number {
    const taken = this.previous === null ? direction : Math.sign(option - this.previous);
    return Math.abs(option - key) + 3 * Math.abs(taken - direction);
  }

  /** The tone of the chord that bends the theme least and moves with the bass in no fifths and octaves. */
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

  /** Octaves that bring a statement as a whole into the range of its instrument, in semitones. */
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
      // The last chord of a cadence is held, and so is the melody's note in it.
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

/** How badly a statement, moved by a shift, suits the chords below it. */
function mismatch(notes: readonly Laid[], shift: number, { form: { bars, beats, mode } }: Staff): number {
  const outside = notes.filter((note) => {
    const { chord } = bars[note.bar]!;
    return isStrong(note, beats) && ![chord.root, chord.third, chord.fifth].includes(toneOf(mode, note.degree + shift, chord.raised));
  });
  return outside.length * 2 + Math.abs(shift) * 0.35;
}

/** Octave in which the theme lies where its instrument sounds best. */
function octaveFor(theme: Theme, { form: { mode, tonic }, instrument: { lowest, highest }, brightness }: Staff): number {
  const wanted = Math.max(lowest + 9, Math.min(highest - 12, 68 + 10 * (brightness - 0.4)));
  const mean = theme.degrees.reduce((sum, degree) => sum + 12 * Math.floor(degree / 7) + toneOf(mode, degree), 0) / theme.degrees.length;
  return 12 * Math.round((wanted - tonic - mean) / 12);
}

/**
 * The melody of a piece: the theme wherever the form tells it, moved and bent so that strong notes are tones of their chords and others
 * are reached by step. `lead` and `second` take turns.
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
