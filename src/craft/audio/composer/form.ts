import { chanceOf, type Chance } from './chance.js';
import { chordsOf, type Chord, type Mode } from './harmony.js';
import { MOOD_STYLES } from './moods.js';
import type { CompositionWish } from './wish.js';

/** What the melody does in a phrase. */
export type Telling = 'rest' | 'theme' | 'answer' | 'inverted' | 'head';

export interface Bar {
  chord: Chord;
  /** Start and length in seconds. */
  at: number;
  lasts: number;
  phrase: number;
  /** Fullness of the bar, 0 to 1. */
  level: number;
}

export interface Phrase { first: number; bars: number; telling: Telling }

/** The plan of a piece, made before its notes are written. */
export interface Form {
  mode: Mode;
  /** MIDI key of the tonic. */
  tonic: number;
  beats: 3 | 4;
  /** Beats per minute as written; the bars deviate by a few hundredths. */
  bpm: number;
  bars: readonly Bar[];
  phrases: readonly Phrase[];
}

const PHRASE_BARS = 4;
/** The least length of the last chord of a cadence. */
const RING_SECONDS = 2.6;
/** How far the tempo may deviate from the wish, as a share, so that whole bars fill the piece. */
const BENDS = 0.03;
/** The relative lengthening of the last bars before the final chord. */
const SLOWING = [0.06, 0.13];
/** In a long piece, a thin phrase follows each group of this many phrases. */
const BREATH_AFTER = 4;

/** Bars of each phrase: four, with a short first phrase and a long last one when the bars do not divide evenly. */
function phraseLengths(bars: number): number[] {
  const [whole, rest] = [Math.floor(bars / PHRASE_BARS), bars % PHRASE_BARS];
  if (whole === 0) return [bars];
  const lengths = Array.from({ length: whole }, () => PHRASE_BARS);
  if (rest === 1 || rest === 3) lengths[whole - 1]! += 1;
  return rest >= 2 ? [2, ...lengths] : lengths;
}

/** Lengths of the bars in seconds. The last bar of a cadence lasts to the end of the piece. */
function barSeconds(seconds: number, bar: number, ending: CompositionWish['ending']): number[] {
  if (ending === 'open') {
    const count = Math.max(1, Math.ceil(seconds / bar - 1e-6));
    return Array.from({ length: count }, (_, index) => Math.min(bar, seconds - index * bar));
  }
  const weights = (count: number): number[] => Array.from({ length: count }, (_, index) => 1 + (SLOWING[index - count + SLOWING.length] ?? 0));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const moving = seconds - RING_SECONDS;
  let count = Math.max(0, Math.floor(moving / (bar * (1 - BENDS))));
  while (count > 0 && sum(weights(count)) * bar * (1 - BENDS) > moving) count -= 1;
  const unit = count === 0 ? 0 : Math.min(bar * (1 + BENDS), moving / sum(weights(count)));
  const lengths = weights(count).map((weight) => weight * unit);
  return [...lengths, seconds - sum(lengths)];
}

/** A closed progression of any length: a longer one repeats the chord before the last, a shorter one drops the first chords. */
function closing(chords: readonly Chord[], bars: number): Chord[] {
  if (bars <= chords.length) return chords.slice(chords.length - bars);
  return [...chords.slice(0, -1), ...Array.from({ length: bars - chords.length }, () => chords.at(-2)!), chords.at(-1)!];
}

function chordsOfPhrases({ mood, ending }: CompositionWish, lengths: readonly number[], chance: Chance): { mode: Mode; chords: Chord[] } {
  const { mode, open, closed } = chance.pick(MOOD_STYLES[mood].harmonies);
  const [first, other, third] = [chance.pick(open), chance.pick(open), chance.pick(open)];
  const end = chance.pick(closed);
  const chords = lengths.flatMap((bars, phrase): Chord[] => {
    const isLast = phrase === lengths.length - 1;
    if (isLast && ending === 'cadence') return closing(chordsOf(mode, end), bars);
    if (bars < PHRASE_BARS && !isLast) return chordsOf(mode, '1 1').slice(0, bars);
    // A long piece reaches the tonic from time to time, so that the following phrase starts anew.
    if (!isLast && phrase > 0 && phrase % (BREATH_AFTER + 1) === BREATH_AFTER) return closing(chordsOf(mode, end), bars);
    const chosen = chordsOf(mode, [first, other, first, third][phrase % 4]!);
    // A piece with an `open` ending stops away from the tonic, however short it is.
    if (isLast) return closing(chosen, bars);
    return [...chosen, chosen.at(-1)!].slice(0, bars);
  });
  return { mode, chords };
}

/** The fullness of each phrase, 0 to 1: a piece grows until a little after its middle and then thins out; every fifth phrase of a long piece is thinner. */
export function levelOf(phrase: number, phrases: number): number {
  if (phrases === 1) return 0.6;
  const level = Math.sin(Math.PI * (0.18 + 0.67 * (phrase / (phrases - 1)) ** 1.15));
  const isBreath = phrase > 0 && phrase < phrases - 2 && phrase % (BREATH_AFTER + 1) === BREATH_AFTER;
  return isBreath ? level * 0.62 : level;
}

/** What the melody does in each phrase, given the density: after a beginning without it the theme enters, returns, and is varied in between. */
function tellings(lengths: readonly number[], density: number, chance: Chance): Telling[] {
  const told = lengths.map((bars, phrase): Telling => {
    if (bars < PHRASE_BARS) return 'rest';
    const place = lengths.length <= 2 ? phrase + 1 : phrase;
    if (place === 0) return density > 0.8 ? 'head' : 'rest';
    if (place % 2 === 1) return 'theme';
    return chance.hits(density) ? chance.pick(['answer', 'inverted', 'head'] as const) : 'rest';
  });
  if (density < 0.1) return told.map(() => 'rest');
  // At a low density, only the first two phrases with the theme keep it.
  const themes = told.flatMap((telling, phrase) => (telling === 'theme' ? [phrase] : []));
  const most = density < 0.3 ? 2 : Infinity;
  const kept = new Set(themes.slice(0, most));
  const last = told.length - 1;
  if (last > 1 && !kept.has(last) && density >= 0.3) told[last] = 'head';
  return told.map((telling, phrase) => (telling === 'theme' && !kept.has(phrase) ? 'rest' : telling));
}

const between = ([low, high]: readonly [number, number], share: number): number => Math.round(low + (high - low) * share);

/** Plans a piece: its key, its bars with their chords and fullness, and the phrases with the theme. */
export function formOf(wish: CompositionWish): Form {
  const style = MOOD_STYLES[wish.mood];
  const chance = chanceOf(wish.seed, 'form');
  const [tonic, bpm, beats] = [between(style.keys, chance.share()), wish.bpm ?? between(style.tempo, chance.share()), chance.pick(style.beats)];
  const seconds = wish.durationMs / 1_000;
  const lengths = barSeconds(seconds, (60 / bpm) * beats, wish.ending);
  const phraseBars = phraseLengths(lengths.length);
  const { mode, chords } = chordsOfPhrases(wish, phraseBars, chance);
  const told = tellings(phraseBars, wish.density ?? 0.5, chance);
  const [bars, phrases]: [Bar[], Phrase[]] = [[], []];
  let at = 0;
  for (const [phrase, count] of phraseBars.entries()) {
    phrases.push({ first: bars.length, bars: count, telling: told[phrase]! });
    for (let bar = 0; bar < count; bar++) {
      const lasts = lengths[bars.length]!;
      const next = Math.min(phraseBars.length - 1, phrase + 1);
      const [own, coming] = [levelOf(phrase, phraseBars.length), levelOf(next, phraseBars.length)];
      bars.push({ chord: chords[bars.length]!, at, lasts, phrase, level: own + ((coming - own) * bar) / (2 * count) });
      at += lasts;
    }
  }
  return { mode, tonic, beats, bpm, bars, phrases };
}
