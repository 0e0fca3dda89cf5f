import { LevelMeter, lufs } from '../../level-meter.js';
import { MIX_RATE, type Stereo } from '../../mix/clip.js';
import type { SectionRole } from '../cut-wish.js';
import { fadeEnd } from '../player.js';
import type { CutForm, SectionForm } from './form.js';

/**
 * Loudness of each role relative to the fullest music, in dB at level 0 and at level 1. The order of the roles holds at any level: held tones are softer than
 * a theme, a theme is softer than the end of a pulse, and a pulse is softer than `full`.
 */
const ROLE_DB: Readonly<Record<SectionRole, readonly [number, number]>> = {
  held: [-10.5, -8.5], theme: [-7.5, -6], pulse: [-7.5, -3], fall: [-13, -9.5], full: [-0.8, 0], hit: [-9, -2], bare: [-12, -10],
};
/** How much a ringing chord and a fall lose until their end. */
const DECAY_DB: Partial<Record<SectionRole, number>> = { hit: 8, fall: 5 };
/** Loudness of the fullest music before the final levelling. */
const FULL_LUFS = -22;
/** The largest deviation of a bar's gain from the median gain, so that no pause is amplified. */
const MOST_DB = 12;

/** How much louder a stroke is than the half second before it, and than the half second after its start. */
const OVER_BEFORE_DB = 9;
const OVER_AFTER_DB = 6;
/** The highest level of a stroke relative to the fullest music, so that its peaks do not clip. */
const HIGHEST_STROKE_DB = 9;
const AROUND_SECONDS = 0.5;
/** The loudest part of a stroke is the loudest window of `LOUDEST_SECONDS` within its first `STROKE_SECONDS`. */
const STROKE_SECONDS = 0.15;
const LOUDEST_SECONDS = 0.05;
/** How long before a stroke its gain starts, because cymbals begin before their count. */
const STROKE_AHEAD_SECONDS = 0.045;

const STEP_SECONDS = 0.01;
const STEP = Math.round(MIX_RATE * STEP_SECONDS);
/** How long before a section its gain starts, so that it covers the first note. */
const AHEAD_SECONDS = 0.01;
const METER_SECONDS = 0.1;
const CHUNK = MIX_RATE;
/** The length of the fade at the end, and of the silence after it. */
const FADE_SECONDS = 1.2;
const SILENT_SECONDS = 0.08;

const amplitude = (db: number): number => 10 ** (db / 20);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The weighted power of each tenth of a second. */
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

/** The loudness that a section should have after this share of its length, in dB relative to the fullest music. */
function wishedDb({ role, level: [from, to] }: SectionForm, share: number): number {
  const [least, most] = ROLE_DB[role];
  return least + (most - least) * (from + (to - from) * share) - (DECAY_DB[role] ?? 0) * share;
}

/** Linear interpolation between points in their order, constant before the first and after the last one. */
function along(points: readonly { at: number; value: number }[], at: number): number {
  const next = points.findIndex((point) => point.at > at);
  if (next === -1) return points.at(-1)!.value;
  const [before, after] = [points[Math.max(0, next - 1)]!, points[next]!];
  return after.at === before.at ? after.value : before.value + ((after.value - before.value) * Math.max(0, at - before.at)) / (after.at - before.at);
}

/** The gain in dB of every step, which gives each bar the loudness that its role and level demand. */
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

/** Multiplies by gains in dB, interpolated linearly between steps. */
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

/** The power of the loudest twentieth of a second of a stroke. */
function loudest(sound: Stereo, at: number): number {
  let most = 0;
  for (let from = at; from <= at + STROKE_SECONDS - LOUDEST_SECONDS; from += STEP_SECONDS) most = Math.max(most, power(sound, from, from + LOUDEST_SECONDS));
  return most;
}

/** Adds strokes to the tones, each louder than its surroundings by as much as listeners need to notice it. */
function addStrokes(tones: Stereo, strokes: Stereo, { strikesAt }: CutForm): void {
  const highest = 10 ** ((FULL_LUFS + HIGHEST_STROKE_DB) / 10);
  let before = 0;
  for (const [index, at] of strikesAt.entries()) {
    const own = loudest(strokes, at);
    if (own === 0) continue;
    // The tones contain the earlier strokes by now, so that each stroke stands out against the one before it.
    const over = (db: number, from: number): number => power(tones, from, from + AROUND_SECONDS) * 10 ** (db / 10);
    const wanted = Math.max(over(OVER_BEFORE_DB, at - AROUND_SECONDS), over(OVER_AFTER_DB, at));
    const factor = Math.sqrt(Math.min(highest, wanted) / own);
    const first = Math.max(0, Math.round((at - STROKE_AHEAD_SECONDS) * MIX_RATE));
    const next = strikesAt[index + 1];
    const end = next === undefined ? tones.left.length : Math.round((next - STROKE_AHEAD_SECONDS) * MIX_RATE);
    for (let place = first; place < end; place++) {
      // The ringing rest of the earlier stroke changes its gain gradually, so that it does not click.
      const gain = before + (factor - before) * Math.min(1, (place - first) / STEP);
      tones.left[place]! += strokes.left[place]! * gain;
      tones.right[place]! += strokes.right[place]! * gain;
    }
    before = factor;
  }
}

/**
 * Balances music for a cut: the tones get the loudness of their roles, and strokes stand out above them. Both are as long as the piece. Modifies `tones` into
 * the whole mix, with silence at its end.
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
