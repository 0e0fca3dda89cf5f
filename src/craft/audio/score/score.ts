import { LINE_SAMPLE_RATE } from '../../speech/port.js';
import { BED_LUFS, type Bed } from './bed.js';

/** Where a bed plays, in milliseconds of the programme, and how loud. */
export interface ScoreSpan {
  bed: Bed;
  startMs: number;
  /** Exclusive. */
  endMs: number;
  /** 0 to 1: from silence to a little below the voices. */
  mix: number;
  /** 0.1 to 1: how far the bed goes down under speech, 2 to 20 dB. */
  ducking: number;
  fadeInMs: number;
  fadeOutMs: number;
  /** From which end of the span the bed is laid. */
  anchor: 'start' | 'end';
}

export interface Score {
  /** In the order of time; none overlaps the next. */
  spans: readonly ScoreSpan[];
  /** When a line is spoken, in the order of time. */
  speech: readonly { startMs: number; endMs: number }[];
  durationMs: number;
  /** Loudness of the voices alone; the music keeps its distance to them. */
  voicesLufs: number;
}

/** What a full mix keeps below the voices. */
const HEADROOM_DB = 4;
const DUCKING_DB = 20;
const STEP_MS = 10;
/** The bed is down when a voice begins, and rises only in pauses that last. */
const DOWN_MS = 150;
const HOLD_MS = 250;
const UP_MS = 600;
/** Keeps the end of a cut from clicking. */
const CLICK_MS = 15;

const amplitude = (db: number): number => 10 ** (db / 20);
const samplesOf = (ms: number): number => Math.round((ms * LINE_SAMPLE_RATE) / 1000);
const STEP = samplesOf(STEP_MS);

/** For every step of the programme how far the music is down, 0 to 1. */
function duckedShares({ speech, durationMs }: Score): Float32Array {
  const steps = Math.ceil(durationMs / STEP_MS) + 2;
  const spoken = new Uint8Array(steps);
  for (const { startMs, endMs } of speech) {
    spoken.fill(1, Math.max(0, Math.floor((startMs - DOWN_MS) / STEP_MS)), Math.max(0, Math.ceil((endMs + HOLD_MS) / STEP_MS)));
  }
  const shares = new Float32Array(steps);
  let share = spoken[0]!;
  for (let step = 0; step < steps; step++) {
    share = spoken[step] ? Math.min(1, share + STEP_MS / DOWN_MS) : Math.max(0, share - STEP_MS / UP_MS);
    shares[step] = share;
  }
  return shares;
}

/** Adds the music of a score to a programme of voices, piece by piece. */
class Mixer {
  private readonly shares: Float32Array;
  private readonly level: number;
  private position = 0;
  private next = 0;

  constructor(private readonly score: Score) {
    this.shares = duckedShares(score);
    this.level = amplitude(score.voicesLufs - BED_LUFS - HEADROOM_DB);
  }

  /** The gain of a span at a step's beginning. */
  private gainAt({ startMs, endMs, mix, ducking, fadeInMs, fadeOutMs }: ScoreSpan, step: number): number {
    const at = step * STEP_MS;
    const fade = Math.min(1, (at - startMs) / Math.max(CLICK_MS, fadeInMs), (endMs - at) / Math.max(CLICK_MS, fadeOutMs));
    return this.level * mix * Math.max(0, fade) * amplitude(-DUCKING_DB * ducking * this.shares[step]!);
  }

  /** Adds a span to the samples of one step. */
  private addStep(voices: Int16Array, from: number, to: number, span: ScoreSpan): void {
    const { bed: { samples, loops }, anchor } = span;
    const step = Math.floor((this.position + from) / STEP);
    const [before, after] = [this.gainAt(span, step), this.gainAt(span, step + 1)];
    const origin = anchor === 'start' ? samplesOf(span.startMs) : samplesOf(span.endMs) - samples.length;
    for (let index = from; index < to; index++) {
      const at = this.position + index;
      const place = at - origin;
      const taken = loops ? ((place % samples.length) + samples.length) % samples.length : place;
      if (taken < 0 || taken >= samples.length) continue;
      const gain = before + ((after - before) * (at - step * STEP)) / STEP;
      voices[index] = Math.max(-32_768, Math.min(32_767, Math.round(voices[index]! + samples[taken]! * gain)));
    }
  }

  /** Mixes into `voices`, which follow those of the call before. */
  mixInto(voices: Int16Array): void {
    const { spans } = this.score;
    const end = this.position + voices.length;
    while (this.next < spans.length && samplesOf(spans[this.next]!.endMs) <= this.position) this.next += 1;
    for (let at = this.next; at < spans.length && samplesOf(spans[at]!.startMs) < end; at++) {
      const span = spans[at]!;
      const last = Math.min(end, samplesOf(span.endMs)) - this.position;
      for (let from = Math.max(0, samplesOf(span.startMs) - this.position); from < last;) {
        const to = Math.min(last, (Math.floor((this.position + from) / STEP) + 1) * STEP - this.position);
        this.addStep(voices, from, to, span);
        from = to;
      }
    }
    this.position = end;
  }
}

/**
 * A programme of voices (mono 16-bit little-endian samples at 24 kHz, in chunks of whole samples) with the music of its score. The music
 * is quieter wherever a line is spoken. Loads nothing and keeps one chunk in memory.
 */
export async function* scoredPcm(voices: AsyncIterable<Uint8Array>, score: Score): AsyncGenerator<Uint8Array> {
  const mixer = new Mixer(score);
  for await (const bytes of voices) {
    const samples = new Int16Array(bytes.byteLength / 2);
    new Uint8Array(samples.buffer).set(bytes);
    mixer.mixInto(samples);
    yield new Uint8Array(samples.buffer);
  }
}
