import { bassOf, drumsOf, highOf, padOf, pulseOf, type Accompanied } from './accompaniment.js';
import { chanceOf } from './chance.js';
import { formOf, type Form } from './form.js';
import { ENSEMBLES, type Ensemble, type PartName } from './instruments.js';
import { melodyOf } from './melody.js';
import { MOOD_STYLES } from './moods.js';
import type { Note } from './score.js';
import { themeOf, type Theme } from './theme.js';
import { voiced, type Register, type Voicing } from './voicing.js';
import type { Colour, CompositionWish, Weights } from './wish.js';

/** A piece as written notes, before it is played. */
export interface Composition {
  wish: CompositionWish;
  colour: Colour;
  ensemble: Ensemble;
  theme: Theme;
  form: Form;
  /** The four voices of each bar. */
  voicings: readonly Voicing[];
  /** Notes in the order of time. Parts whose weight is 0 have no notes. */
  notes: readonly Note[];
  /** 0 to 1. */
  brightness: number;
}

const WEIGHT_OF: Readonly<Record<PartName, keyof Weights>> = {
  pad: 'pad', high: 'pad', lead: 'strings', second: 'strings', pulse: 'strings', bass: 'bass', drum: 'bass',
};

/** The weight of a part, 0 to 1. */
export const weightOf = (part: PartName, { instruments }: CompositionWish): number => instruments[WEIGHT_OF[part]];

/** The wished colour, else one that suits the mood; the first ones of the mood are more likely. */
export function colourOf({ colour, mood, seed }: Pick<CompositionWish, 'colour' | 'mood' | 'seed'>): Colour {
  const chance = chanceOf(seed, 'colour');
  const { colours } = MOOD_STYLES[mood];
  return colour ?? colours[Math.floor(chance.share() ** 1.5 * colours.length)]!;
}

/** Keys of the upper voices: a brighter piece lies higher. */
export const registerOf = (brightness: number): Register =>
  ({ lowest: 50 + Math.round(6 * brightness), highest: 72 + Math.round(10 * brightness), centre: 59 + 8 * brightness });

/**
 * Writes a piece for a wish, in milliseconds of computing: its form, chords in four voices, its theme in the phrases that have it, and the parts around it.
 * With `cadence` it ends on the tonic chord; the last note ends with the piece.
 */
export function compose(wish: CompositionWish): Composition {
  const style = MOOD_STYLES[wish.mood];
  const form = formOf(wish);
  const [density, brightness] = [wish.density ?? 0.5, wish.brightness ?? style.brightness];
  const voicings = voiced(form.bars.map(({ chord }) => chord), form.tonic, registerOf(brightness));
  const colour = colourOf(wish);
  const ensemble = ENSEMBLES[colour];
  const theme = themeOf(wish.themeSeed);
  const accompanied: Accompanied = { form, voicings, ensemble, style, density, ending: wish.ending };
  const seconds = wish.durationMs / 1_000;
  const notes = [
    ...padOf(accompanied), ...bassOf(accompanied),
    ...melodyOf(theme, form, voicings, ensemble, { brightness, ending: wish.ending, chance: chanceOf(wish.seed, 'melody') }),
    ...pulseOf(accompanied, chanceOf(wish.seed, 'pulse')), ...highOf(accompanied, brightness), ...drumsOf(accompanied),
  ];
  return {
    wish, colour, ensemble, theme, form, voicings, brightness,
    notes: notes.filter(({ part, at }) => at < seconds && weightOf(part, wish) > 0)
      .map((note) => ({ ...note, lasts: Math.min(note.lasts, seconds - note.at) }))
      .sort((one, other) => one.at - other.at),
  };
}
