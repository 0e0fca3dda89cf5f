import { chanceOf } from '../chance.js';
import { colourOf, registerOf } from '../compose.js';
import type { CutScoreWish } from '../cut-wish.js';
import { ENSEMBLES } from '../instruments.js';
import { MOOD_STYLES } from '../moods.js';
import { inOrder, LOOSE_SECONDS, setupOf, strokesOf, swellsOf, type Performance } from '../performance.js';
import { themeOf, type Theme } from '../theme.js';
import { voiced, type Voicing } from '../voicing.js';
import type { Colour } from '../wish.js';
import { cutFormOf, type CutForm } from './form.js';
import { STROKE_PARTS, STROKE_SEATS, strokeChannel, strokeEnsemble, TONE_PARTS, TONE_SEATS, toneChannel, toneEnsemble, type ToneEnsemble } from './instruments.js';
import { ROLE_NOTES, type ToneNote } from './roles.js';
import { pacedEvents, pacedNotes, pacingOf, type Pacing } from './tempo.js';
import { ringing, risers, strokesFor, type StrokeNote } from './strokes.js';

/** Music for a cut as notes: the tones that play through, and the strokes on its hits. */
export interface CutComposition {
  wish: CutScoreWish;
  colour: Colour;
  ensemble: ToneEnsemble;
  theme: Theme;
  /** The form as it is played, after pacing. */
  form: CutForm;
  /** The form as written, in one tempo, and its pacing; null when no section has its own `countsPerMinute`. */
  paced: { written: CutForm; pacing: Pacing } | null;
  /** The four voices of each bar of each section. */
  voicings: readonly (readonly Voicing[])[];
  /** The notes of both lists, in the order of time. */
  tones: readonly ToneNote[];
  strokes: readonly StrokeNote[];
  brightness: number;
}

const inTime = <N extends { at: number; lasts: number }>(notes: readonly N[], seconds: number): N[] =>
  notes.filter(({ at }) => at < seconds).map((note) => ({ ...note, lasts: Math.min(note.lasts, seconds - note.at) })).sort((one, other) => one.at - other.at);

function voicingsOf({ sections }: CutForm, brightness: number): Voicing[][] {
  const chords = sections.flatMap(({ form: { bars } }) => bars.map(({ chord }) => chord));
  const all = voiced(chords, sections[0]!.form.tonic, registerOf(brightness));
  let first = 0;
  return sections.map(({ form: { bars } }) => all.slice(first, first += bars.length));
}

/**
 * Writes music for a cut, in milliseconds of computing: every section begins on its count and follows its role, and a stroke sounds on every hit. The piece
 * lasts exactly its counts and ends on the tonic chord. Throws `RangeError` for a wish that cannot be counted.
 */
export function composeToCut(wish: CutScoreWish): CutComposition {
  const form = cutFormOf(wish);
  const style = MOOD_STYLES[wish.mood];
  const { brightness } = style;
  const colour = colourOf(wish);
  const ensemble = toneEnsemble(ENSEMBLES[colour]);
  const theme = themeOf(wish.themeSeed);
  const voicings = voicingsOf(form, brightness);
  const struck = { form, voicings, colour };
  const tones = form.sections.flatMap((section, index) => ROLE_NOTES[section.role]({
    section, voicings: voicings[index]!, ensemble, style, theme, brightness, secondsPerCount: form.secondsPerCount, seed: wish.seed,
  }));
  const pacing = pacingOf(form);
  const played = pacing?.form ?? form;
  const seconds = played.durationMs / 1_000;
  return {
    wish, colour, ensemble, theme, form: played, paced: pacing && { written: form, pacing }, voicings, brightness,
    tones: inTime(pacedNotes([...tones, ...risers(struck, ensemble).notes], pacing), seconds), strokes: inTime(pacedNotes(strokesFor(struck), pacing), seconds),
  };
}

const TONES_LOOSE = { ...LOOSE_SECONDS, rise: 0.02, beat: 0.008 };
const STROKES_LOOSE = { chord: 0.008, low: 0.006, kettle: 0.004, great: 0.004, cymbals: 0.004 };
/** The brightness of strokes, which does not depend on the piece. */
const STROKE_BRIGHTNESS = 0.5;

/** Music for a cut as players perform it: tones and strokes separately, because they are balanced against each other. */
export function cutPerformances(composition: CutComposition): { tones: Performance; strokes: Performance } {
  const { wish: { mood, seed }, form, paced, colour, ensemble, brightness, tones, strokes } = composition;
  const rising = risers({ ...composition, form: paced?.written ?? form }, ensemble).events;
  const bars = form.sections.flatMap((section) => section.form.bars);
  const struck = strokeEnsemble(colour);
  return {
    tones: {
      setups: TONE_PARTS.map((part) => setupOf(toneChannel(part), ensemble[part], TONE_SEATS[part], brightness, 1)),
      events: inOrder([
        ...swellsOf(bars, mood), ...pacedEvents(rising, paced?.pacing ?? null),
        ...strokesOf(tones, chanceOf(seed, 'players'), { channelOf: toneChannel, loose: TONES_LOOSE }),
      ]),
    },
    strokes: {
      setups: STROKE_PARTS.map((part) => setupOf(strokeChannel(part), struck[part], STROKE_SEATS[part], STROKE_BRIGHTNESS, 1)),
      events: inOrder([...ringing(form), ...strokesOf(strokes, chanceOf(seed, 'strikers'), { channelOf: strokeChannel, loose: STROKES_LOOSE })]),
    },
  };
}
