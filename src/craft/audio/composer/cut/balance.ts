import { LevelMeter, lufs } from '../../level-meter.js';
import { MIX_RATE, type Stereo } from '../../mix/clip.js';
import type { SectionRole } from '../cut-wish.js';
import { fadeEnd } from '../player.js';
import type { CutForm, SectionForm } from './form.js';

/**
 * Loudness of each role against the fullest music, in dB at level 0 and at level 1. The roles keep apart whatever the levels are: held tones are softer than a
 * theme, which is softer than the end of what drives, which is softer than everybody.
 */
const ROLE_DB: Readonly<Record<SectionRole, readonly [number, number]>> = {
  held: [-10.5, -8.5], theme: [-7.5, -6], pulse: [-7.5, -3], fall: [-13, -9.5], full: [-0.8, 0], hit: [-9, -2], bare: [-12, -10],
};
/** How much a chord that rings, and what falls, loses on its way. */
const DECAY_DB: Partial<Record<SectionRole, number>> = { hit: 8, fall: 5 };
/** Of the fullest music, before the whole is levelled. */
const FULL_LUFS = -22;
/** The gain of a bar differs from the usual one by at most this, so that no pause is made loud. */
const MOST_DB = 12;

/** A stroke is so much louder than the half second before it, and than what begins with it. */
const OVER_BEFORE_DB = 9;
const OVER_AFTER_DB = 6;
/** No stroke is louder than this against the fullest music, so that its peaks stay whole. */
const HIGHEST_STROKE_DB = 9;
const AROUND_SECONDS = 0.5;
/** Where a stroke is loudest. */
const STROKE_SECONDS = 0.15;
const LOUDEST_SECONDS = 0.05;
/** The gain of a stroke holds from so long before it: cymbals begin before their count. */
const STROKE_AHEAD_SECONDS = 0.045;

const STEP_SECONDS = 0.01;
const STEP = Math.round(MIX_RATE * STEP_SECONDS);
/** The gain of a section holds from so long before it, so that its first note has it. */
const AHEAD_SECONDS = 0.01;
const METER_SECONDS = 0.1;
const CHUNK = MIX_RATE;
/** The end fades to silence, which lasts a little. */
const FADE_SECONDS = 1.2;
const SILENT_SECONDS = 0.08;

const amplitude = (db: number): number => 10 ** (db / 20);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Weighted powers of each tenth of a second. */
function weightedPowers({ left, right }: Stereo): number[] {
  let peak = 1e-9;
  for (const channel of [left, right]) for (const value of channel) peak = Math.max(peak, Math.abs(value));
  const meter = new LevelMeter(MIX_RATE, 2);
  const scale = 0.5 / peak;
  for (let from = 0; from < left.length; from += CHUNK) {
    const length = Math.min(CHUNK, left.length - from);
    const samples = new Int16Array(length * 2);
    for (let at = 0; at < length; at++) {
      samples[at * 2] = Math.round(left[from + at]! * scale * 32_767);
      samples[at * 2 + 1] = Math.round(right[from + at]! * scale * 32_767);
    }
    meter.add(samples);
  }
  return meter.powers.map((power) => power / scale ** 2);
}

/** How loud a section is to be, `share` of it being over. */
function wishedDb({ role, level: [from, to] }: SectionForm, share: number): number {
  const [least, most] = ROLE_DB[role];
  return least + (most - least) * (from + (to - from) * share) - (DECAY_DB[role] ?? 0) * share;
}

/** A straight line through points in their order, level before the first and after the last. */
function along(points: readonly { at: number; value: number }[], at: number): number {
  const next = points.findIndex((point) => point.at > at);
  if (next === -1) return points.at(-1)!.value;
  const [before, after] = [points[Math.max(0, next - 1)]!, points[next]!];
  return after.at === before.at ? after.value : before.value + ((after.value - before.value) * Math.max(0, at - before.at)) / (after.at - before.at);
}

/** The gain in dB of every step, which gives each bar the loudness of its role and its level. */
function toneGains(tones: Stereo, { sections }: CutForm): Float64Array {
  const powers = weightedPowers(tones);
  const measured = sections.map(({ form: { bars } }) => bars.map(({ at, lasts }) => {
    const [first, last] = [Math.round(at / METER_SECONDS), Math.max(Math.round(at / METER_SECONDS) + 1, Math.floor((at + lasts) / METER_SECONDS))];
    return { at: at + lasts / 2, value: lufs(mean(powers.slice(first, last)) + 1e-12) };
  }));
  const wishes = sections.flatMap((section, index) => measured[index]!.map(({ at, value }) => wishedDb(section, (at - section.at) / section.lasts) - value));
  const usual = wishes.toSorted((one, other) => one - other)[Math.floor(wishes.length / 2)]!;
  const gains = new Float64Array(Math.ceil(tones.left.length / STEP) + 1);
  for (const [index, section] of sections.entries()) {
    const from = Math.max(0, Math.round((section.at - AHEAD_SECONDS) / STEP_SECONDS));
    for (let step = from; step < gains.length; step++) {
      const at = step * STEP_SECONDS;
      const share = Math.min(1, Math.max(0, (at - section.at) / section.lasts));
      const gain = wishedDb(section, share) - along(measured[index]!, at);
      gains[step] = FULL_LUFS + Math.min(usual + MOST_DB, Math.max(usual - MOST_DB, gain));
    }
  }
  return gains;
}

/** Multiplies by gains in dB, which change evenly between steps. */
function apply({ left, right }: Stereo, gains: Float64Array): void {
  const factors = gains.map(amplitude);
  for (let at = 0; at < left.length; at++) {
    const step = Math.floor(at / STEP);
    const factor = factors[step]! + ((factors[step + 1]! - factors[step]!) * (at - step * STEP)) / STEP;
    left[at]! *= factor;
    right[at]! *= factor;
  }
}

/** Power of a span of both channels, without weighting. */
function power({ left, right }: Stereo, from: number, until: number): number {
  const [first, last] = [Math.max(0, Math.round(from * MIX_RATE)), Math.min(left.length, Math.round(until * MIX_RATE))];
  let sum = 0;
  for (let at = first; at < last; at++) sum += left[at]! ** 2 + right[at]! ** 2;
  return sum / Math.max(1, 2 * (last - first));
}

/** The loudest twentieth of a second of a stroke. */
function loudest(sound: Stereo, at: number): number {
  let most = 0;
  for (let from = at; from <= at + STROKE_SECONDS - LOUDEST_SECONDS; from += STEP_SECONDS) most = Math.max(most, power(sound, from, from + LOUDEST_SECONDS));
  return most;
}

/** Adds strokes to the tones, each as much louder than what is around it as a listener needs to notice it. */
function addStrokes(tones: Stereo, strokes: Stereo, { strikesAt }: CutForm): void {
  const highest = 10 ** ((FULL_LUFS + HIGHEST_STROKE_DB) / 10);
  let before = 0;
  for (const [index, at] of strikesAt.entries()) {
    const own = loudest(strokes, at);
    if (own === 0) continue;
    // What was added before is in the tones by now, so that a stroke stands out against the one before it.
    const over = (db: number, from: number): number => power(tones, from, from + AROUND_SECONDS) * 10 ** (db / 10);
    const wanted = Math.max(over(OVER_BEFORE_DB, at - AROUND_SECONDS), over(OVER_AFTER_DB, at));
    const factor = Math.sqrt(Math.min(highest, wanted) / own);
    const first = Math.max(0, Math.round((at - STROKE_AHEAD_SECONDS) * MIX_RATE));
    const next = strikesAt[index + 1];
    const end = next === undefined ? tones.left.length : Math.round((next - STROKE_AHEAD_SECONDS) * MIX_RATE);
    for (let place = first; place < end; place++) {
      // What rings of the stroke before changes its gain evenly, so that it does not click.
      const gain = before + (factor - before) * Math.min(1, (place - first) / STEP);
      tones.left[place]! += strokes.left[place]! * gain;
      tones.right[place]! += strokes.right[place]! * gain;
    }
    before = factor;
  }
}

/**
 * Weighs music for a cut: what plays through gets the loudness of its roles, and strokes are heard above it. Both are as long as the piece; `tones` becomes the
 * whole, with silence at its end.
 */
export function balanced(tones: Stereo, strokes: Stereo, form: CutForm): Stereo {
  apply(tones, toneGains(tones, form));
  addStrokes(tones, strokes, form);
  const silent = Math.min(tones.left.length, Math.round(SILENT_SECONDS * MIX_RATE));
  const heard = tones.left.length - silent;
  for (const channel of [tones.left, tones.right]) channel.fill(0, heard);
  fadeEnd({ left: tones.left.subarray(0, heard), right: tones.right.subarray(0, heard) }, Math.min(FADE_SECONDS, heard / MIX_RATE / 2));
  return tones;
}
