import { pcmSamples } from '../../speech/line-cache.js';
import { CLIP_LUFS, MIX_RATE, type Clip } from './clip.js';
import { DoubledRate } from './doubled-rate.js';
import { duckedShares, STEP_MS, type DuckingTimes, type Speech } from './ducking.js';

/** What is heard beside the voices, each mixed for itself. */
export const STEMS = ['music', 'effects', 'beds'] as const;
export type Stem = (typeof STEMS)[number];

/** Where a clip plays, in milliseconds of the programme, and how loud. */
export interface MixSpan {
  /** One that must be made is loaded when it begins, so that what comes before it is heard meanwhile. */
  clip: Clip | (() => Promise<Clip>);
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** Against the loudness of the voices: 0 is as loud as they are; minus infinity is silence. */
  levelDb: number;
  /** 0 to 1: how far the clip goes down under speech, up to 20 dB. */
  ducking: number;
  fadeInMs: number;
  fadeOutMs: number;
  /** From which end of the span the clip is laid. */
  anchor: 'start' | 'end';
}

export interface Mix {
  /** The spans of each stem by their starts; they may overlap. */
  spans: Readonly<Record<Stem, readonly MixSpan[]>>;
  /** When a line is spoken, in the order of time. */
  speech: readonly Speech[];
  durationMs: number;
  /** How fast other sounds go down and rise, where that is not as in a read. */
  duckingTimes?: DuckingTimes;
  /** Loudness of the voices alone, heard from both channels; everything else keeps its distance to them. */
  voicesLufs: number;
}

/** A mono programme that is heard from both channels is louder by this much. */
export const BOTH_CHANNELS_DB = 10 * Math.log10(2);

/** A part of the mix at `MIX_RATE`, in the scale of 16 bits. */
export interface MixedChunk {
  /** One channel, heard from both. */
  voices: Float32Array;
  /** Interleaved left and right; null where the stem is silent. */
  stems: Record<Stem, Float32Array | null>;
}

/** How much lower a sound with full ducking is at a share of 1. */
export const DUCKING_DB = 20;
/** Keeps the end of a cut from clicking. */
const CLICK_MS = 15;

const amplitude = (db: number): number => 10 ** (db / 20);
const framesAt = (ms: number): number => Math.round((ms * MIX_RATE) / 1000);
const STEP = framesAt(STEP_MS);

/** The gain of a span at the beginning of a step. */
type GainAt = (span: MixSpan, step: number) => number;

/** Plays the spans of one stem, piece by piece. */
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

  /** Adds a span to the frames of one step, over which its gain changes evenly. */
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
 * The mix of a programme of voices (mono 16-bit little-endian samples at 24 kHz, in chunks of whole samples), stem by stem. What lies under
 * speech is quieter by its ducking. Does not depend on how the programme is cut; keeps one chunk in memory. `fromMs`: when the voices begin, for a part
 * of a programme.
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

/** What is heard of a mix. */
export const partsOf = ({ spans }: Mix): Part[] => PARTS.filter((part) => part === 'voices' || spans[part].length > 0);

/** These parts together, by default all of them: interleaved left and right, 16-bit little-endian samples at `MIX_RATE`. `fromMs`: see `mixedChunks`. */
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
