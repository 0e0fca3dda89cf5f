import { LevelMeter, lufs } from '../../audio/level-meter.js';
import type { PcmFormat } from '../../audio/master.js';
import { CLIP_LUFS, MIX_RATE, type Clip } from '../../audio/mix/clip.js';
import type { DuckingTimes, Speech } from '../../audio/mix/ducking.js';
import { BOTH_CHANNELS_DB, DUCKING_DB, mixedPcm, sample, type Mix, type MixSpan } from '../../audio/mix/mix.js';
import { LINE_SAMPLE_RATE } from '../../speech/port.js';
import { placed, requireLine, spokenPcm, type TrailerLine } from './spoken.js';

/** The ingredients of a trailer's sound. */
export interface TrailerSound {
  /** In any order. */
  lines: readonly TrailerLine[];
  /** The music, played from the beginning; null for none. */
  music: Clip | null;
  effects: readonly MixSpan[];
  durationMs: number;
  /**
   * The voices' loudness in the trailer before an edit. It is kept while it still fits, so that an edit of one line leaves the sound of all others unchanged.
   */
  voicesLufs?: number;
  signal?: AbortSignal;
}

/** The sound of a trailer as it is mixed. */
export interface TrailerProgramme {
  /** Opens the voices from their start: mono 16-bit little-endian samples at 24 kHz. */
  voices(): AsyncIterable<Uint8Array>;
  mix: Mix;
  /** Opens the whole from its start: interleaved left and right, 16-bit little-endian samples at 48 kHz, exactly as long as the trailer. */
  pcm(): AsyncIterable<Uint8Array>;
  format: PcmFormat;
}

/** The music of a trailer is nearly as loud as its voices in pauses, and louder in its full passages. */
const MUSIC_DB = -2;
/** The music is lowered until it lies this much below the spoken line. It goes down in steps, so that an edit of a line seldom changes the amount. */
const BELOW_LINE_DB = 14;
const DUCKING_STEP_DB = 2;
const LEAST_DUCKING_DB = 4;
const MOST_DUCKING_DB = 32;
/** The music has returned 280 ms after a line ends. */
const DUCKING_TIMES: DuckingTimes = { downMs: 120, holdMs: 40, upMs: 240 };
/** The loudness assumed for voices when no line was long enough to be measured, as heard from both channels. */
const USUAL_VOICES_LUFS = -21;
const KEPT_WITHIN_DB = 1.5;

const METER_MS = 100;
const SILENT_LUFS = -70;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Loudness of a line as it is heard from both channels; null for one that is too short or too soft to be measured. */
async function lineLufs(line: TrailerLine): Promise<number | null> {
  const { samples } = await placed(line);
  const meter = new LevelMeter(LINE_SAMPLE_RATE, 1);
  meter.add(Int16Array.from(samples, sample));
  // Pauses count, and the gates of the standard are left out, because they would need a longer line.
  const measured = meter.powers.length === 0 ? SILENT_LUFS : lufs(mean(meter.powers) + 1e-12);
  return measured > SILENT_LUFS ? measured + BOTH_CHANNELS_DB : null;
}

/** The median loudness of the lines in whole decibels, or the value from before when it is still close enough. */
function voicesOf(measured: readonly (number | null)[], before: number | undefined): number {
  const known = measured.flatMap((one) => one ?? []).sort((one, other) => one - other);
  const middle = known.length === 0 ? USUAL_VOICES_LUFS : known[Math.floor(known.length / 2)]!;
  return before !== undefined && Math.abs(before - middle) <= KEPT_WITHIN_DB ? before : Math.round(middle);
}

/** Weighted power of the music for each tenth of a second. */
function powersOf({ frames }: Clip): readonly number[] {
  const meter = new LevelMeter(MIX_RATE, 2);
  meter.add(frames);
  return meter.powers;
}

/** How far the music is lowered under each line, computed from the loudness of both there. */
function speechOf(lines: readonly TrailerLine[], measured: readonly (number | null)[], music: Clip | null, musicGainDb: number): Speech[] {
  const powers = music === null ? [] : powersOf(music);
  const usual = voicesOf(measured, undefined);
  return lines.map(({ fromMs, toMs, atMs }, index): Speech => {
    const endMs = atMs + toMs - fromMs;
    const under = powers.slice(Math.max(0, Math.floor(atMs / METER_MS)), Math.max(1, Math.ceil(endMs / METER_MS)));
    const heard = under.length === 0 ? SILENT_LUFS : lufs(mean(under) + 1e-12) + musicGainDb;
    const needed = Math.ceil((heard - ((measured[index] ?? usual) - BELOW_LINE_DB)) / DUCKING_STEP_DB) * DUCKING_STEP_DB;
    return { startMs: atMs, endMs, share: Math.min(MOST_DUCKING_DB, Math.max(LEAST_DUCKING_DB, needed)) / DUCKING_DB };
  }).sort((one, other) => one.startMs - other.startMs);
}

/**
 * Mixes the sound of a trailer as one programme: its lines with soft edges, its music, which lies at least 12 dB below each line and returns in every pause,
 * and its effects. Opens every line once to measure it, one at a time. Throws `RangeError` for lines outside the trailer or with less sound than the trailer
 * plays of them, and the error of `open`.
 */
export async function trailerProgramme({ lines, music, effects, durationMs, voicesLufs: before, signal }: TrailerSound): Promise<TrailerProgramme> {
  for (const line of lines) requireLine(line, durationMs);
  const measured: (number | null)[] = [];
  for (const line of lines) {
    signal?.throwIfAborted();
    measured.push(await lineLufs(line));
  }
  const voicesLufs = voicesOf(measured, before);
  const spans = music === null ? [] : [{
    clip: music, startMs: 0, endMs: durationMs, levelDb: MUSIC_DB, ducking: 1, fadeInMs: 0, fadeOutMs: 0, anchor: 'start',
  } satisfies MixSpan];
  const mix: Mix = {
    spans: { music: spans, effects: effects.toSorted((one, other) => one.startMs - other.startMs), beds: [] },
    speech: speechOf(lines, measured, music, voicesLufs - CLIP_LUFS + MUSIC_DB), durationMs, duckingTimes: DUCKING_TIMES, voicesLufs,
  };
  const voices = (): AsyncIterable<Uint8Array> => spokenPcm(lines, durationMs, signal);
  return { voices, mix, pcm: () => mixedPcm(voices(), mix), format: { sampleRate: MIX_RATE, channels: 2 } };
}
