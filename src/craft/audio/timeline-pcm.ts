import { pcmBytes, pcmSamples } from '../speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../speech/port.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { heardTogether, type Timeline, type TimelineCredit, type TimelineEntry } from './timeline.js';
import { laidOver } from './laid-over.js';

const BYTES_PER_MS = (LINE_SAMPLE_RATE / 1000) * 2;
const SILENCE = new Uint8Array(BYTES_PER_MS * 1000);

function* silence(milliseconds: number): Generator<Uint8Array> {
  for (let left = milliseconds * BYTES_PER_MS; left > 0; left -= SILENCE.length) {
    yield left < SILENCE.length ? SILENCE.subarray(0, left) : SILENCE;
  }
}

/** The samples that fill the pause after an entry, given its index; index -1 is the pause before the first entry. Null leaves the pause silent. */
export type FillPause = (after: number, milliseconds: number) => Int16Array | null;

function* pause(after: number, milliseconds: number, fill: FillPause): Generator<Uint8Array> {
  const filled = fill(after, milliseconds);
  if (filled) yield pcmBytes(filled);
  else yield* silence(milliseconds);
}

async function spoken(store: Pick<ObjectStore, 'get'>, { key, startMs, endMs }: { key: string; startMs: number; endMs: number }): Promise<Uint8Array> {
  const bytes = await store.get(key);
  const planned = (endMs - startMs) * BYTES_PER_MS;
  if (bytes.byteLength !== planned) throw new Error(`line ${key} has ${bytes.byteLength} bytes where ${planned} were planned`);
  return bytes;
}

/** Lines of which each begins while another is still heard, as one sound. */
async function heardAtOnce(store: Pick<ObjectStore, 'get'>, run: readonly TimelineEntry[]): Promise<Uint8Array> {
  if (run.length === 1) return spoken(store, run[0]!);
  const parts = await Promise.all(run.map(async (entry) => ({ atMs: entry.startMs - run[0]!.startMs, samples: pcmSamples(await spoken(store, entry)) })));
  return pcmBytes(laidOver(parts));
}

/** A pause that may contain a spoken credit; the music that fills it ends before the credit. */
async function* pauseWith(
  store: Pick<ObjectStore, 'get'>, { after, startMs, endMs }: { after: number; startMs: number; endMs: number }, credit: TimelineCredit | undefined, fill: FillPause,
): AsyncGenerator<Uint8Array> {
  yield* pause(after, (credit?.startMs ?? endMs) - startMs, fill);
  if (!credit) return;
  yield await spoken(store, credit);
  yield* silence(endMs - credit.endMs);
}

/**
 * The programme as a stream of mono 16-bit little-endian samples at 24 kHz, exactly `timeline.durationMs` long. Loads one line, or the lines that are heard
 * at the same time, from the store;
 * `fill` may put music into pauses. Throws `ObjectMissing` for a missing line, and an `Error` when a line does not have its planned length.
 */
export async function* timelinePcm(
  store: Pick<ObjectStore, 'get'>, { leadInMs, entries, opening, closing }: Timeline, signal?: AbortSignal, fill: FillPause = () => null,
): AsyncGenerator<Uint8Array> {
  yield* pauseWith(store, { after: -1, startMs: 0, endMs: leadInMs }, opening, fill);
  let after = -1;
  for (const run of heardTogether(entries)) {
    signal?.throwIfAborted();
    after += run.length;
    yield await heardAtOnce(store, run);
    const credit = after === entries.length - 1 ? closing : undefined;
    const startMs = Math.max(...run.map(({ endMs }) => endMs));
    yield* pauseWith(store, { after, startMs, endMs: startMs + run.at(-1)!.silenceAfterMs }, credit, fill);
  }
}
