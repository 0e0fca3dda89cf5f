import { within } from '../accompaniment.js';
import { expression, type PlayedEvent } from '../performance.js';
import type { Note } from '../score.js';
import type { Voicing } from '../voicing.js';
import type { Colour } from '../wish.js';
import type { CutForm, SectionForm } from './form.js';
import { CYMBALS, GREAT_DRUM, strokeChannel, strokeEnsemble, toneChannel, type StrokePart, type ToneEnsemble } from './instruments.js';
import type { ToneNote } from './roles.js';

export type StrokeNote = Note<StrokePart>;

/** The input for writing the strokes of a piece; `voicings` has those of every section. */
export interface Struck { form: CutForm; voicings: readonly (readonly Voicing[])[]; colour: Colour }

const sectionAt = ({ sections }: CutForm, count: number): number => sections.findLastIndex(({ fromCount }) => fromCount <= count);

const barAt = ({ form: { bars } }: SectionForm, seconds: number): number => bars.findLastIndex(({ at }) => at <= seconds + 1e-6);

/** Roles whose strokes have cymbals besides the drums. */
const LOUD_ROLES = ['full', 'hit'];
const CHORD_SECONDS = 0.5;
const LONGEST_RING = 2;
/** When another stroke follows, a stroke is damped at this share of the time until then, so that the next one stands out. */
const DAMPED_AFTER = 0.35;
/** The time that cymbals need to become loud. */
const CYMBALS_AHEAD = 0.035;

/** On every hit, the chord of its bar, a low string and drums sound together. The chord at the start of a `hit` section rings to the end of the section. */
export function strokesFor({ form, voicings, colour }: Struck): StrokeNote[] {
  const { chord, low, kettle } = strokeEnsemble(colour);
  return form.hits.flatMap((count, number) => {
    const at = count * form.secondsPerCount;
    const index = sectionAt(form, count);
    const section = form.sections[index]!;
    const [bass, ...upper] = voicings[index]![barAt(section, at)]!;
    const end = section.at + section.lasts;
    const isTitle = section.role === 'hit' && count === section.fromCount;
    const home = section.form.tonic;
    const next = (form.hits[number + 1] ?? Infinity) * form.secondsPerCount;
    const rings = { at, lasts: Math.min(LONGEST_RING, DAMPED_AFTER * (next - at), form.durationMs / 1_000 - at) };
    const lasts = isTitle ? end - at : Math.min(CHORD_SECONDS, rings.lasts, end - at);
    return [
      ...[bass + 12, ...upper].map((key): StrokeNote => ({ part: 'chord', at, lasts, key: within(chord, key), velocity: isTitle ? 112 : 98 })),
      { ...rings, part: 'low', key: within({ lowest: low.lowest, highest: 52 }, bass), velocity: 118 },
      { ...rings, part: 'kettle', key: within(kettle, home), velocity: 112 },
      { ...rings, part: 'great', key: GREAT_DRUM, velocity: 120 },
      ...LOUD_ROLES.includes(section.role) ? [{ ...rings, at: Math.max(0, at - CYMBALS_AHEAD), part: 'cymbals', key: CYMBALS, velocity: 96 } satisfies StrokeNote] : [],
    ];
  });
}

const FADES = 16;
/** Strength of a chord at the end of its ringing. */
const RINGS_TO = 0.3;

/** The chord of a `hit` section dies away until the end of the section; every other chord keeps its full strength. */
export function ringing({ strikesAt, sections }: CutForm): PlayedEvent[] {
  const channel = strokeChannel('chord');
  const titles = sections.filter(({ role }) => role === 'hit');
  return [
    ...strikesAt.map((at) => expression(Math.max(0, at - 2 * CYMBALS_AHEAD), channel, 127)),
    ...titles.flatMap(({ at, lasts }) => Array.from({ length: FADES }, (_, step) => {
      const share = (step + 1) / FADES;
      return expression(at + (lasts * share * FADES) / (FADES + 1), channel, 127 * RINGS_TO ** share);
    })),
  ];
}

const RISE_COUNTS = 8;
const ROLL_COUNTS = 2;
/** How long before the hit the rising tones stop, so that the hit stands out. */
const BREATH_SECONDS = 0.1;
const ROLL_SECONDS = 0.13;

/** The hit that a pulse section builds up to: the one at its end, else the last one within it; null when there is none. */
function leadsTo(section: SectionForm, hits: readonly number[]): number | null {
  const end = section.fromCount + section.counts;
  return hits.includes(end) ? end : hits.findLast((hit) => hit > section.fromCount && hit < end) ?? null;
}

/** Tremolo and a kettle-drum roll that grow towards the hit of a pulse section, with the expression events for the growth. */
export function risers({ form, voicings }: Struck, { rise, drum }: ToneEnsemble): { notes: ToneNote[]; events: PlayedEvent[] } {
  const [notes, events]: [ToneNote[], PlayedEvent[]] = [[], []];
  for (const [index, section] of form.sections.entries()) {
    const hit = section.role === 'pulse' ? leadsTo(section, form.hits) : null;
    if (hit === null) continue;
    const counts = Math.min(RISE_COUNTS, hit - section.fromCount);
    const until = hit * form.secondsPerCount - BREATH_SECONDS;
    const from = (hit - counts) * form.secondsPerCount;
    for (const [bar, { at, lasts }] of section.form.bars.entries()) {
      const [begins, ends] = [Math.max(at, from), Math.min(at + lasts, until)];
      if (ends - begins < BREATH_SECONDS) continue;
      const [, , middle, high] = voicings[index]![bar]!;
      notes.push(...[middle, high, high + 12].map((key): ToneNote => ({ part: 'rise', at: begins, lasts: ends - begins, key: within(rise, key), velocity: 90 })));
    }
    const step = (until - from) / 24;
    for (let place = 0; place <= 24; place++) events.push(expression(from + place * step, toneChannel('rise'), 24 + 103 * (place / 24) ** 1.3));
    const rollFrom = Math.max(from, until - ROLL_COUNTS * form.secondsPerCount);
    const strokes = Math.round((until - rollFrom) / ROLL_SECONDS);
    for (let place = 0; place < strokes; place++) {
      notes.push({
        part: 'drum', at: rollFrom + place * ROLL_SECONDS, lasts: ROLL_SECONDS, key: within(drum, section.form.tonic), velocity: Math.round(30 + (60 * place) / strokes),
      });
    }
  }
  return { notes, events };
}
