import { sample } from '../../audio/mix/mix.js';
import { pcmBytes, pcmSamples, SAMPLES_PER_MS } from '../../speech/line-cache.js';

/** A piece of a line of a read where it is heard in a trailer. */
export interface TrailerLine {
  /** The sound of the whole line: mono 16-bit little-endian samples at 24 kHz. */
  open(): Promise<Uint8Array>;
  /** The part of the line that plays. */
  fromMs: number;
  toMs: number;
  /** When the piece begins in the trailer. */
  atMs: number;
  gainDb: number;
}

/**
 * Fades lie in the sound around a piece, so that they cut off no consonant. At the edge of a line, where no sound is left around the piece, the fade is
 * shorter.
 */
const FADE_MS = 10;
const LEAST_FADE_MS = 5;

const samplesAt = (ms: number): number => Math.round(ms * SAMPLES_PER_MS);

/** Samples on the 16-bit scale, and the position of the first one in the trailer. */
interface Placed { at: number; samples: Float32Array }

/** Throws `RangeError` for a line that would never be heard. */
export function requireLine({ fromMs, toMs, atMs, gainDb }: TrailerLine, durationMs: number): void {
  const isPiece = fromMs >= 0 && toMs > fromMs && Number.isFinite(toMs) && Math.abs(gainDb) <= 40;
  if (!isPiece) throw new RangeError(`nothing is heard of a line from ${fromMs} to ${toMs} ms at ${gainDb} dB`);
  if (!(atMs < durationMs && atMs + toMs - fromMs > 0)) throw new RangeError(`a line at ${atMs} ms is not in a trailer of ${durationMs} ms`);
}

/** Raises a fade evenly from 0 to 1 with a soft beginning and end. */
const raised = (share: number): number => (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, share)))) / 2;

/**
 * A piece of its line with gain and fades, including the surrounding sound that the fades need. Throws `RangeError` when the line ends before the piece does.
 */
export async function placed({ open, fromMs, toMs, atMs, gainDb }: TrailerLine): Promise<Placed> {
  const line = pcmSamples(await open());
  const [from, to] = [samplesAt(fromMs), samplesAt(toMs)];
  if (to > line.length) throw new RangeError(`a line of ${line.length / SAMPLES_PER_MS} ms is not heard until ${toMs} ms`);
  const [before, after] = [Math.min(from, samplesAt(FADE_MS)), Math.min(line.length - to, samplesAt(FADE_MS))];
  const [fadeIn, fadeOut] = [Math.max(before, samplesAt(LEAST_FADE_MS)), Math.max(after, samplesAt(LEAST_FADE_MS))];
  const length = before + to - from + after;
  const gain = 10 ** (gainDb / 20);
  const samples = new Float32Array(length);
  for (let at = 0; at < length; at++) samples[at] = line[from - before + at]! * gain * raised(at / fadeIn) * raised((length - 1 - at) / fadeOut);
  return { at: samplesAt(atMs) - before, samples };
}

const LONGEST_CHUNK = SAMPLES_PER_MS * 1_000;

/** The voices known so far, from the current position on; later pieces may still be added to them. */
class Voices {
  private position = 0;
  private known: Float32Array = new Float32Array(0);

  constructor(private readonly length: number) {}

  /** Yields everything up to a position and moves there. No later piece can begin before that position. */
  * upTo(place: number): Generator<Uint8Array> {
    const end = Math.min(this.length, place);
    while (this.position < end) {
      const count = Math.min(LONGEST_CHUNK, end - this.position);
      const samples = new Int16Array(count);
      const heard = this.known.subarray(0, count);
      for (let at = 0; at < heard.length; at++) samples[at] = sample(heard[at]!);
      this.known = this.known.subarray(heard.length);
      this.position += count;
      yield pcmBytes(samples);
    }
  }

  /** Adds a piece; parts of it before the current position or after the end are dropped. */
  add({ at, samples }: Placed): void {
    const first = Math.max(0, this.position - at);
    const offset = Math.max(0, at - this.position);
    const heard = samples.subarray(first, Math.max(first, Math.min(samples.length, this.length - at)));
    if (offset + heard.length > this.known.length) {
      const longer = new Float32Array(offset + heard.length);
      longer.set(this.known);
      this.known = longer;
    }
    for (let index = 0; index < heard.length; index++) this.known[offset + index]! += heard[index]!;
  }
}

/**
 * The voices of a trailer: mono 16-bit little-endian samples at 24 kHz, in the length of `durationMs`. Lines may overlap; one is loaded at a time. Throws
 * the error of `open`, and `RangeError` for a piece that its line does not have.
 */
export async function* spokenPcm(lines: readonly TrailerLine[], durationMs: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const length = samplesAt(durationMs);
  const voices = new Voices(length);
  for (const line of [...lines].sort((one, other) => one.atMs - other.atMs)) {
    signal?.throwIfAborted();
    yield* voices.upTo(samplesAt(line.atMs - FADE_MS));
    voices.add(await placed(line));
  }
  yield* voices.upTo(length);
}
