import { bassOf, DRIVING, highOf, padOf, within, type Accompanied } from '../accompaniment.js';
import { chanceOf } from '../chance.js';
import type { SectionRole } from '../cut-wish.js';
import type { Bar } from '../form.js';
import { pitchClass, toneOf } from '../harmony.js';
import { melodyOf } from '../melody.js';
import type { MoodStyle } from '../moods.js';
import type { Note } from '../score.js';
import type { Theme } from '../theme.js';
import type { Voicing } from '../voicing.js';
import type { SectionForm } from './form.js';
import type { TonePart, ToneEnsemble } from './instruments.js';

export type ToneNote = Note<TonePart>;

/** The input for writing the notes of a section. */
export interface Written {
  section: SectionForm;
  /** The four voices of each bar of the section. */
  voicings: readonly Voicing[];
  ensemble: ToneEnsemble;
  style: MoodStyle;
  theme: Theme;
  brightness: number;
  secondsPerCount: number;
  seed: string;
}

/** The share of its counts for which a short note sounds. */
const SHORT = 0.85;
/** The wished length of a note of a driving figure. */
const DRIVING_SECONDS = 0.24;
/** Possible note lengths of a driving figure, in counts. */
const STEPS = [2, 1, 0.5, 0.25];

const accompanied = ({ section: { form, isLast }, voicings, ensemble, style }: Written): Accompanied =>
  ({ form, voicings, ensemble, style, density: 0.4, ending: isLast ? 'cadence' : 'open' });

const countsOf = (bar: Bar, secondsPerCount: number): number => Math.round(bar.lasts / secondsPerCount);

/** The bars in which parts move: all but the last bar of a piece, which only rings. */
const movingBars = ({ section: { form: { bars }, isLast } }: Written): readonly Bar[] => (isLast ? bars.slice(0, -1) : bars);

/** The lowest tonic in the range of the bass. */
const lowestHome = ({ ensemble: { bass }, section: { form: { tonic } } }: Written): number => bass.lowest + pitchClass(tonic - bass.lowest);

/** The theme, played by the lead instrument. */
function sung(written: Written): Note[] {
  const { section: { form, isLast, fromCount }, voicings, ensemble: { lead }, theme, brightness, seed } = written;
  const chance = chanceOf(seed, `melody at ${fromCount}`);
  return melodyOf(theme, form, voicings, { lead, second: lead }, { brightness, ending: isLast ? 'cadence' : 'open', chance })
    .map((note) => ({ ...note, part: 'lead' }));
}

/** The theme once more on the second instrument, an octave higher where its range allows. */
const doubled = (notes: readonly Note[], { ensemble: { second } }: Written): Note[] =>
  notes.map((note) => ({ ...note, part: 'second', key: within(second, note.key + (note.key + 12 <= second.highest ? 12 : 0)) }));

function drivingStep(secondsPerCount: number): number {
  const off = (step: number): number => Math.abs(Math.log((step * secondsPerCount) / DRIVING_SECONDS));
  return STEPS.reduce((best, step) => (off(step) < off(best) ? step : best));
}

/** A driving figure: only every second note in thin bars, all notes in fuller ones, and an octave above them in the fullest. */
function driving(written: Written): ToneNote[] {
  const { voicings, ensemble: { pulse }, secondsPerCount, seed, section } = written;
  const step = drivingStep(secondsPerCount);
  const figure = chanceOf(seed, `pulse at ${section.fromCount}`).pick(DRIVING);
  return movingBars(written).flatMap((bar, index) => {
    const [, low, middle, high] = voicings[index]!;
    const tones = [low, middle, high];
    const places = Math.round(countsOf(bar, secondsPerCount) / step);
    return Array.from({ length: Math.max(1, places) }, (_, place): ToneNote[] => {
      if (bar.level < 0.35 && place % 2 === 1) return [];
      const stress = place === 0 ? 14 : (place * step) % 1 === 0 ? 7 : 0;
      const note: ToneNote = {
        part: 'pulse', at: bar.at + place * step * secondsPerCount, lasts: step * secondsPerCount * SHORT,
        key: within(pulse, tones[figure[place % figure.length]!]! - 12), velocity: Math.round(44 + 44 * bar.level + stress),
      };
      return bar.level > 0.75 ? [note, { ...note, key: within(pulse, note.key + 12), velocity: note.velocity - 14 }] : [note];
    }).flat();
  });
}

/** The bass on every count, or on every second count of thin bars. */
const drivingBass = (written: Written): ToneNote[] => movingBars(written).flatMap((bar, index) => {
  const { voicings, ensemble: { bass }, secondsPerCount } = written;
  const every = bar.level < 0.4 ? 2 : 1;
  return Array.from({ length: Math.ceil(countsOf(bar, secondsPerCount) / every) }, (_, place): ToneNote => ({
    part: 'bass', at: bar.at + place * every * secondsPerCount, lasts: every * secondsPerCount * SHORT, key: within(bass, voicings[index]![0]),
    velocity: Math.round(56 + 34 * bar.level + (place === 0 ? 10 : 0)),
  }));
});

/** Drums that mark the time: with rising level once a bar, on every second count, on every count. None in the thinnest bars. */
const kept = (written: Written): ToneNote[] => movingBars(written).flatMap((bar) => {
  const { ensemble: { drum, beat }, section: { form: { tonic } }, secondsPerCount } = written;
  const counts = countsOf(bar, secondsPerCount);
  const every = bar.level > 0.7 ? 1 : bar.level > 0.4 ? 2 : counts;
  if (bar.level < 0.2) return [];
  return Array.from({ length: Math.ceil(counts / every) }, (_, place) => {
    const velocity = Math.round(36 + 44 * bar.level + (place === 0 ? 14 : 0));
    const struck = { at: bar.at + place * every * secondsPerCount, lasts: secondsPerCount, velocity };
    const kettle: ToneNote = { ...struck, part: 'drum', key: within(drum, tonic - 12 + bar.chord.bass) };
    const isMain = place === 0 || every === 2;
    const great: ToneNote = { ...struck, part: 'beat', key: beat.lowest + (isMain ? 7 : 12) };
    return isMain ? [kettle, great] : [great];
  }).flat();
});

const FULLEST = 0.85;

/** Raises the level of all bars to at least `FULLEST`, so that no part rests. */
const fullest = (written: Written): Written => {
  const { section } = written;
  const bars = section.form.bars.map((bar) => ({ ...bar, level: Math.max(FULLEST, bar.level) }));
  return { ...written, section: { ...section, form: { ...section.form, bars } } };
};

/** Steps down the scale to the lowest tonic, which is then held. */
function falling(written: Written): ToneNote[] {
  const { section: { at, lasts, form: { mode, bars } }, ensemble: { bass, pad }, secondsPerCount, voicings } = written;
  const home = lowestHome(written);
  const steps = Math.min(4, Math.max(1, Math.floor(lasts / secondsPerCount)));
  const step = (steps * secondsPerCount) / 8;
  const run = Array.from({ length: 7 }, (_, place): ToneNote => {
    const degree = 7 - place;
    const key = within(bass, home + 12 * Math.floor(degree / 7) + toneOf(mode, degree));
    return { part: 'bass', at: at + place * step, lasts: step * 0.95, key, velocity: 74 - 3 * place };
  });
  const held = { at: at + 7 * step, lasts: lasts - 7 * step };
  const [, low, middle] = voicings[0]!;
  return [
    ...run, { ...held, part: 'bass', key: home, velocity: 56 },
    // The upper voices of the chord end one after the other, the highest first.
    ...[middle, low].map((key, place): ToneNote => ({ part: 'pad', at, lasts: (2 + 2 * place) * step, key: within(pad, key), velocity: 52 })),
    { ...held, part: 'pad', key: within(pad, home + 12), velocity: Math.round(34 + 10 * bars[0]!.level) },
  ];
}

/** The head of the theme if another bar follows it, a thin chord, and the tonic at the end of the piece. */
function bare(written: Written): ToneNote[] {
  const { section, voicings, ensemble: { pad, lead }, secondsPerCount } = written;
  const { form, isLast } = section;
  const [first, last] = [form.bars[0]!, form.bars.at(-1)!];
  const hasHead = form.bars.length > 1 && countsOf(first, secondsPerCount) === form.beats;
  const head = hasHead ? sung({ ...written, section: { ...section, form: { ...form, phrases: [{ first: 0, bars: 1, telling: 'head' }] } } }) : [];
  const thin = form.bars.flatMap((bar, index) => {
    const [bass, low] = voicings[index]!;
    return [...new Set([within(pad, bass + 12), within(pad, low)])].map((key): ToneNote => ({ part: 'pad', at: bar.at, lasts: bar.lasts, key, velocity: 42 }));
  });
  const home: ToneNote = { part: 'lead', at: last.at, lasts: last.lasts, key: within(lead, form.tonic + 24), velocity: 46 };
  return [...head, ...thin, ...isLast ? [home] : []];
}

/** Writes the notes of each role. A hit is a ringing chord; its stroke is written separately. */
export const ROLE_NOTES: Readonly<Record<SectionRole, (written: Written) => ToneNote[]>> = {
  held: (written) => [
    ...padOf(accompanied(written)),
    { part: 'bass', at: written.section.at, lasts: written.section.lasts, key: lowestHome(written), velocity: 52 },
  ],
  theme: (written) => [...padOf(accompanied(written)), ...bassOf(accompanied(written)), ...sung(written)],
  pulse: (written) => [
    ...padOf(accompanied(written)), ...driving(written), ...drivingBass(written), ...kept(written),
  ],
  fall: falling,
  full: (written) => {
    const full = fullest(written);
    const theme = sung(full);
    return [
      ...padOf(accompanied(full)), ...highOf(accompanied(full), 1), ...theme, ...doubled(theme, full), ...drivingBass(full), ...kept(full),
      ...driving(full),
    ];
  },
  hit: (written) => {
    const { section: { at, lasts }, ensemble: { pad, bass, high }, voicings } = written;
    const [low, ...upper] = voicings[0]!;
    return [
      ...upper.map((key): ToneNote => ({ part: 'pad', at, lasts, key: within(pad, key), velocity: 84 })),
      { part: 'high', at, lasts, key: within(high, upper.at(-1)! + 12), velocity: 60 }, { part: 'bass', at, lasts, key: within(bass, low), velocity: 88 },
    ];
  },
  bare,
};
