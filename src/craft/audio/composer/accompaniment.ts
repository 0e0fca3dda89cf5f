import type { Chance } from './chance.js';
import type { Bar, Form } from './form.js';
import { pitchClass } from './harmony.js';
import type { Ensemble, Instrument } from './instruments.js';
import type { MoodStyle } from './moods.js';
import type { Note } from './score.js';
import type { Voicing } from './voicing.js';

/** The input of the parts below the melody. */
export interface Accompanied { form: Form; voicings: readonly Voicing[]; ensemble: Ensemble; style: MoodStyle; density: number; ending: 'cadence' | 'open' }

/** Below this level a chord has two upper voices. */
const THIN = 0.5;
const OVERLAP_SECONDS = 0.08;
/** A held tone that stays the same for up to this many bars of a phrase is not struck again. */
const MAX_HELD_BARS = 2;

/** The key, moved by octaves into the range of an instrument. */
export function within({ lowest, highest }: Pick<Instrument, 'lowest' | 'highest'>, key: number): number {
  let moved = key;
  while (moved > highest) moved -= 12;
  while (moved < lowest) moved += 12;
  return moved;
}

/** The upper voices of a bar. In a bar below `THIN`, leaves out a voice whose tone another voice has, or the fifth. */
function upperVoices(voicing: Voicing, { chord, level }: Bar, tonic: number, isWhole: boolean): number[] {
  const [bass, ...upper] = voicing;
  if (isWhole || level >= THIN) return [...upper];
  const tones = [bass, ...upper].map((key) => pitchClass(key - tonic));
  const spare = upper.findIndex((_, index) => tones.indexOf(tones[index + 1]!) !== index + 1 || tones[index + 1] === chord.fifth);
  return spare === -1 ? [...upper] : upper.filter((_, index) => index !== spare);
}

/** The held chords. A voice whose key stays the same sounds on, for up to `MAX_HELD_BARS` bars. */
export function padOf({ form: { bars, tonic, beats }, voicings, ensemble, ending }: Accompanied): Note[] {
  const notes: Note[] = [];
  const held = new Map<number, { note: Note; bars: number; phrase: number; next: number }>();
  for (const [index, bar] of bars.entries()) {
    const isEnd = ending === 'cadence' && index === bars.length - 1;
    for (const voice of upperVoices(voicings[index]!, bar, tonic, isEnd)) {
      const key = within(ensemble.pad, voice);
      const known = held.get(key);
      if (known && known.next === index && known.phrase === bar.phrase && known.bars < MAX_HELD_BARS && !isEnd) {
        known.note.lasts = bar.at + bar.lasts - known.note.at + OVERLAP_SECONDS;
        held.set(key, { ...known, bars: known.bars + 1, next: index + 1 });
        continue;
      }
      const note: Note = { part: 'pad', at: bar.at, lasts: bar.lasts + (isEnd ? 0 : OVERLAP_SECONDS), key, velocity: Math.round(56 + 18 * bar.level) };
      notes.push(note);
      held.set(key, { note, bars: 1, phrase: bar.phrase, next: index + 1 });
    }
  }
  const second = bars[0]!.lasts / beats;
  // The voices of the first chord enter one after the other.
  const opening = notes.filter(({ at }) => at === 0);
  if (bars.length > 2) for (const [index, note] of opening.entries()) {
    note.at += (index * second) / 2;
    note.lasts -= (index * second) / 2;
  }
  return notes;
}

/**
 * The bass: one note a bar; two in full bars, when the density is above 0.45 and the chord is in root position. In pieces of more than two phrases it enters
 * with the second phrase.
 */
export function bassOf({ form: { bars, phrases, beats, tonic }, voicings, ensemble, density, ending }: Accompanied): Note[] {
  return bars.flatMap((bar, index): Note[] => {
    if (phrases.length > 2 && bar.phrase === 0) return [];
    const isEnd = ending === 'cadence' && index === bars.length - 1;
    const key = within(ensemble.bass, voicings[index]![0]);
    const velocity = Math.round(50 + 26 * bar.level);
    const walks = !isEnd && bar.level > 0.6 && density > 0.45 && bar.chord.bass === bar.chord.root;
    if (!walks) return [{ part: 'bass', at: bar.at, lasts: bar.lasts * (isEnd ? 1 : 0.97), key, velocity }];
    const turn = Math.ceil(beats / 2);
    const fifth = within({ lowest: 30, highest: 50 }, tonic + bar.chord.fifth);
    const at = bar.at + (bar.lasts * turn) / beats;
    return [
      { part: 'bass', at: bar.at, lasts: (bar.lasts * turn * 0.97) / beats, key, velocity },
      { part: 'bass', at, lasts: (bar.at + bar.lasts - at) * 0.95, key: within(ensemble.bass, fifth), velocity: velocity - 8 },
    ];
  });
}

/** Orders of a figure's tones: 0 to 2 are the three upper voices from the lowest up, 3 is the lowest of these an octave higher. */
const FIGURES = [[0, 1, 2, 1], [0, 2, 1, 2], [0, 1, 2, 3], [2, 1, 0, 1], [0, 1, 3, 2]];
/** Figures of driving music: the lowest voice takes five of eight notes, and the two other voices come in between. */
export const DRIVING = [[0, 0, 1, 0, 2, 0, 1, 0], [0, 1, 0, 2, 0, 1, 0, 0]];
const DRIVING_TEMPO = 100;

/** The moving figure, in bars that are full enough for the density; none below a density of 0.05, nor in the last bar of a cadence. */
export function pulseOf({ form: { bars, beats }, voicings, ensemble, style, density, ending }: Accompanied, chance: Chance): Note[] {
  const isDriving = style.tempo[0] >= DRIVING_TEMPO;
  const figure = chance.pick(isDriving ? DRIVING : FIGURES);
  const least = 0.95 - 0.9 * density;
  const step = density > 0.75 ? style.figure / 2 : style.figure;
  const count = Math.round(beats / step);
  const skips = Math.max(0, 0.3 - 0.3 * density);
  return bars.flatMap((bar, index): Note[] => {
    const isEnd = ending === 'cadence' && index === bars.length - 1;
    if (density < 0.05 || isEnd || bar.level < least) return [];
    const [, low, middle, high] = voicings[index]!;
    const tones = [low, middle, high, low + 12];
    return Array.from({ length: count }, (_, place): Note => ({
      part: 'pulse', at: bar.at + (bar.lasts * place) / count, lasts: (bar.lasts / count) * 0.92,
      key: within(ensemble.pulse, tones[figure[place % figure.length]!]! - (isDriving ? 12 : 0)),
      velocity: Math.round(36 + 26 * bar.level + (place === 0 ? 9 : (place * step) % 1 === 0 ? 3 : 0)),
    })).filter((_, place) => place === 0 || !chance.hits(skips));
  });
}

const FULL = 0.72;

/** The highest voice an octave higher, in the fullest bars. */
export function highOf({ form: { bars }, voicings, ensemble, density, ending }: Accompanied, brightness: number): Note[] {
  const least = FULL + 0.2 * (0.4 - brightness);
  return bars.flatMap((bar, index): Note[] => {
    const isEnd = ending === 'cadence' && index === bars.length - 1;
    if (density < 0.2 || isEnd || bar.level < least) return [];
    return [{ part: 'high', at: bar.at, lasts: bar.lasts + OVERLAP_SECONDS, key: within(ensemble.high, voicings[index]![3] + 12), velocity: Math.round(30 + 24 * bar.level) }];
  });
}

/** A drum on the first beat of the fullest bars, if the mood has drums. */
export function drumsOf({ form: { bars, tonic }, ensemble, style, density, ending }: Accompanied): Note[] {
  if (!style.drums || density < 0.3) return [];
  return bars.flatMap((bar, index): Note[] => (bar.level < FULL || (ending === 'cadence' && index === bars.length - 1) ? [] : [{
    part: 'drum', at: bar.at, lasts: bar.lasts * 0.9, key: within(ensemble.drum, tonic - 12 + bar.chord.bass), velocity: Math.round(34 + 30 * bar.level),
  }]));
}
