import type { LineEffect } from '../../screenplay/model.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool } from '../../../kernel/threads/thread-pool.js';
import { findSpoken, pcmSamples, storeSpoken, timesOfLine, type SpokenLine } from '../line-cache.js';
import type { EffectTask } from './effect-thread-main.js';

/** An effect takes a twentieth of the length of its line; the rest is for a busy machine. */
const TIMEOUT_MS = 60_000;

/** A thread of its own: a listener who waits for a line must neither wait for the work of other requests nor delay it. */
const thread = new ThreadPool<EffectTask, Uint8Array>({
  what: 'the thread of line effects', module: compiledModule('./effect-thread-main.js', import.meta.url), size: 1, timeoutMs: () => TIMEOUT_MS,
});

/**
 * A spoken line with its effect, stored under `key`; equal lines with equal effects are made only once. The words keep their times, because an effect only
 * adds the tail of a room at the end. `text` is the spoken text.
 */
export async function treated(
  store: ObjectStore, said: SpokenLine, { key, effect, text }: { key: string; effect: LineEffect; text: string }, signal?: AbortSignal,
): Promise<SpokenLine> {
  const known = await findSpoken(store, key);
  if (known) return known;
  const samples = said.samples ?? pcmSamples(await store.get(said.key));
  const made = await thread.run({ samples: Int16Array.from(samples), effect }, signal);
  return storeSpoken(store, key, pcmSamples(made), await timesOfLine(store, { key: said.key, samples }, text));
}
