import { pcmSamples } from '../../speech/line-cache.js';
import { CLIP_LUFS, MIX_RATE, type Clip } from './clip.js';
import { DoubledRate } from './doubled-rate.js';
import { duckedShares, STEP_MS, type DuckingTimes, type Speech } from './ducking.js';

/** The groups of sounds besides the voices, each of which is mixed separately. */
export const STEMS = ['music', 'effects', 'beds'] as const;
export type Stem = (typeof STEMS)[number];

/** When a clip plays, in milliseconds of the programme, and how loud. */
export interface MixSpan {
  /** A function loads or makes the clip. It is called when the span begins, so that the programme before the span need not wait for it. */
  clip: Clip | (() => Promise<Clip>);
  startMs: number;
  /** The end, exclusive. */
  endMs: number;
  /** Level relative to the voices: 0 is equally loud; minus infinity is silence. */
  levelDb: number;
  /** How far the clip is lowered under speech, 0 to 1; 1 lowers it by 20 dB. */
  ducking: number;
  fadeInMs: number;
  fadeOutMs: number;
  /** Which end of the clip is aligned with the same end of the span. */
  anchor: 'start' | 'end';
}

export interface Mix {
  /** The spans of each stem, sorted by start; they may overlap. */
  spans: Readonly<Record<Stem, readonly MixSpan[]>>;
  /** The times of the spoken lines, in ascending order. */
  speech: readonly Speech[];
  durationMs: number;
  /** How fast other sounds go down and rise, if it differs from a read. */
  duckingTimes?: DuckingTimes;
  /** Loudness of the voices alone, played from both channels; all other levels are relative to it. */
  voicesLufs: number;
}

/** How much louder a mono programme is when both channels play it. */
export const BOTH_CHANNELS_DB = 10 * Math.log10(2);

/** A part of the mix at `MIX_RATE`; values have the scale of 16-bit samples. */
export interface MixedChunk {
  /** One channel, which both sides play. */
  voices: Float32Array;
  /** Interleaved left and right; null when the stem is silent. */
  stems: Record<Stem, Float32Array | null>;
}

/** How much a sound with full ducking is lowered at a share of 1. */
export const DUCKING_DB = 20;
/** The shortest fade at a cut, which avoids clicks. */
const CLICK_MS = 15;

const amplitude = (db: number): number => 10 ** (db / 20);
const framesAt = (ms: number): number => Math.round((ms * MIX_RATE) / 1000);
const STEP = framesAt(STEP_MS);

/** The gain of a span at the start of a step. */
type GainAt = (span: MixSpan, step: number) => number;

/** Plays the spans of one stem, chunk by chunk. */
class StemPlayer {
  private next = 0;
  private playing: { span: MixSpan; clip: Clip }[] = [];

  constructor(private readonly spans: readonly MixSpan[], private readonly gainAt: GainAt) {}

  /** The `length` frames from `position`; null when nothing plays. */
  async play(position: number, length: number): Promise<Float32Array | null> {
    const end = position + length;
    while (this.next < this.spans.length && framesAt(this.spans[this.next]!.startMs) < end) {
      const span = this.spans[this.next++]!;
      if (framesAt(span.endMs) <= position) continue;
      this.playing.push({ span, clip: typeof span.clip === 'function' ? await span.clip() : span.clip });
    }
    this.playing = this.playing.filter(({ span: { endMs } }) => framesAt(endMs) > position);
    if (this.playing.length === 0) return null;
    const frames = new Float32Array(length * 2);
    for (const { span, clip } of this.playing) {
      const last = Math.min(end, framesAt(span.endMs));
      for (let from = Math.max(position, framesAt(span.startMs)); from < last;) {
        const to = Math.min(last, (Math.floor(from / STEP) + 1) * STEP);
        this.addStep(frames, position, { from, to, span, clip });
        from = to;
      }
    }
    return frames;
  }

  /** Adds a span to the frames of one step, with its gain interpolated linearly over the step. */
  private addStep(frames: Float32Array, position: number, playing: { from: number; to: number; span: MixSpan; clip: Clip }): void {
    const { from, to, span, clip: { frames: clip, loops } } = playing;
    const { anchor } = span;
    const length = clip.length / 2;
    const step = Math.floor(from / STEP);
    const [before, after] = [this.gainAt(span, step), this.gainAt(span, step + 1)];
    const origin = anchor === 'start' ? framesAt(span.startMs) : framesAt(span.endMs) - length;
    for (let at = from; at < to; at++) {
      const place = at - origin;
      const taken = loops ? ((place % length) + length) % length : place;
      if (taken < 0 || taken >= length) continue;
      const gain = before + ((after - before) * (at - step * STEP)) / STEP;
      const out = (at - position) * 2;
      frames[out]! += clip[taken * 2]! * gain;
      frames[out + 1]! += clip[taken * 2 + 1]! * gain;
    }
  }
}

function gainsOf(mix: Mix): GainAt {
  const shares = duckedShares(mix);
  return ({ startMs, endMs, levelDb, ducking, fadeInMs, fadeOutMs }, step) => {
    const at = step * STEP_MS;
    const fade = Math.min(1, (at - startMs) / Math.max(CLICK_MS, fadeInMs), (endMs - at) / Math.max(CLICK_MS, fadeOutMs));
    return amplitude(mix.voicesLufs - CLIP_LUFS + levelDb) * Math.max(0, fade) * amplitude(-DUCKING_DB * ducking * (shares[step] ?? 0));
  };
}

/**
 * Mixes a programme of voices (mono 16-bit little-endian samples at 24 kHz, in chunks of whole samples), stem by stem. Sounds under speech are lowered by
 * their ducking. The result does not depend on how the programme is divided; only one chunk is in memory. `fromMs`: the start of the voices, for a part of a
 * programme.
 */
export async function* mixedChunks(voices: AsyncIterable<Uint8Array>, mix: Mix, fromMs = 0): AsyncGenerator<MixedChunk> {
  const gainAt = gainsOf(mix);
  const players = STEMS.map((stem) => [stem, new StemPlayer(mix.spans[stem], gainAt)] as const);
  const doubled = new DoubledRate();
  let position = framesAt(fromMs);
  const chunkOf = async (samples: Float32Array): Promise<MixedChunk> => {
    const played = await Promise.all(players.map(async ([stem, player]) => [stem, await player.play(position, samples.length)] as const));
    const stems = Object.fromEntries(played) as MixedChunk['stems'];
    position += samples.length;
    return { voices: samples, stems };
  };
  for await (const bytes of voices) {
    const samples = doubled.add(pcmSamples(bytes));
    if (samples.length > 0) yield await chunkOf(samples);
  }
  const rest = doubled.end();
  if (rest.length > 0) yield await chunkOf(rest);
}

const FULL = 32_767;
export const sample = (value: number): number => Math.max(-FULL - 1, Math.min(FULL, Math.round(value)));

/** The voices, and each stem. */
export const PARTS = ['voices', ...STEMS] as const;
export type Part = (typeof PARTS)[number];

/** The parts that can be heard in a mix. */
export const partsOf = ({ spans }: Mix): Part[] => PARTS.filter((part) => part === 'voices' || spans[part].length > 0);

/** Mixes these parts, by default all: interleaved left and right, 16-bit little-endian samples at `MIX_RATE`. `fromMs`: see `mixedChunks`. */
export async function* mixedPcm(
  voices: AsyncIterable<Uint8Array>, mix: Mix, parts: readonly Part[] = PARTS, fromMs = 0,
): AsyncGenerator<Uint8Array> {
  const isVoiced = parts.includes('voices');
  for await (const { voices: centre, stems } of mixedChunks(voices, mix, fromMs)) {
    const heard = STEMS.flatMap((stem) => (parts.includes(stem) ? stems[stem] ?? [] : []));
    const frames = new Int16Array(centre.length * 2);
    for (let index = 0; index < frames.length; index++) {
      let value = isVoiced ? centre[index >> 1]! : 0;
      for (const stem of heard) value += stem[index]!;
      frames[index] = sample(value);
    }
    yield new Uint8Array(frames.buffer);
  }
}
