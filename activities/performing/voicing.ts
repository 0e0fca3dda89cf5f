import { ProviderFailure } from '../../src/adapters/failures.js';
import { speakCached } from '../../src/adapters/speech/line-cache.js';
import type { PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';
import type { Services } from '../../src/services.js';
import { Semaphore } from '../../src/threads/semaphore.js';

/** Progress is written once per this many lines. */
const LINES_PER_NOTE = 25;

/** Adds character and line to a provider's failure. */
function namingLine(error: unknown, { character, entryIndex }: PerformanceLinePlan): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  const { provider, retryable } = error;
  const why = error.message.replace(`${provider}: `, '');
  return new ProviderFailure(provider, `the voice of ${character} cannot say line ${entryIndex}: ${why}`, retryable, { cause: error });
}

/**
 * Voices every line into the store, a few at once. The first failure stops the others. Throws the engine's errors; a `ProviderFailure`
 * has the character and the line in its message.
 */
export async function voiceLines(
  services: Services, lines: readonly PerformanceLinePlan[], signal: AbortSignal, note: (completed: number) => Promise<void>,
): Promise<void> {
  const { store, config } = services;
  const speech = await services.speech();
  const semaphore = new Semaphore(config.mediaConcurrency + 1);
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  let completed = 0;
  try {
    await Promise.all(lines.map((line) => semaphore.run(async () => {
      try {
        await speakCached(store, speech, line.request, either);
      } catch (error) {
        throw namingLine(error, line);
      }
      if (++completed % LINES_PER_NOTE === 0) await note(completed);
    }, either)));
  } finally {
    over.abort();
  }
}
