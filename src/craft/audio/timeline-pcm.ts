import { pcmBytes } from '../speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../speech/port.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import type { Timeline } from './timeline.js';

const BYTES_PER_MS = (LINE_SAMPLE_RATE / 1000) * 2;
const SILENCE = new Uint8Array(BYTES_PER_MS * 1000);

function* silence(milliseconds: number): Generator<Uint8Array> {
  for (let left = milliseconds * BYTES_PER_MS; left > 0; left -= SILENCE.length) {
    yield left < SILENCE.length ? SILENCE.subarray(0, left) : SILENCE;
  }
}

/** What fills a pause after an entry, by its place; before the first one the place is -1. Null leaves it silent. */
export type FillPause = (after: number, milliseconds: number) => Int16Array | null;

function* pause(after: number, milliseconds: number, fill: FillPause): Generator<Uint8Array> {
  const filled = fill(after, milliseconds);
  if (filled) yield pcmBytes(filled);
  else yield* silence(milliseconds);
}

/**
 * The programme as a stream of mono 16-bit little-endian samples at 24 kHz, exactly `timeline.durationMs` long. Loads
 * one line at a time from the store; `fill` may put music into pauses. Throws `ObjectMissing` for a missing line, and an `Error` for a line without its
 * planned length.
 */
export async function* timelinePcm(
  store: Pick<ObjectStore, 'get'>, timeline: Timeline, signal?: AbortSignal, fill: FillPause = () => null,
): AsyncGenerator<Uint8Array> {
  yield* pause(-1, timeline.leadInMs, fill);
  for (const [at, entry] of timeline.entries.entries()) {
    signal?.throwIfAborted();
    const bytes = await store.get(entry.key);
    const planned = (entry.endMs - entry.startMs) * BYTES_PER_MS;
    if (bytes.byteLength !== planned) {
      throw new Error(`line ${entry.key} has ${bytes.byteLength} bytes where ${planned} were planned`);
    }
    yield bytes;
    yield* pause(at, entry.silenceAfterMs, fill);
  }
}
