import { ProviderFailure } from '../../src/craft/failures.js';
import { speakSurely } from '../../src/craft/speech/line-remedies.js';
import type { PerformanceLinePlan } from '../../src/domain/artifacts/performance/performance-plan.js';
import type { Services } from '../../src/kernel/services.js';
import { Semaphore } from '../../src/kernel/threads/semaphore.js';
import { LostLines } from './lost-lines.js';
import { speechToPerform } from './heard.js';

/** The minimum interval between two writes of the progress, in ms. */
const NOTE_EVERY_MS = 1_000;

/** Adds the character and the line number to the message of a provider's failure. */
function namingLine(error: unknown, { character, entryIndex }: PerformanceLinePlan): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  const { provider, reason, retryable } = error;
  return new ProviderFailure(provider, `the voice of ${character} cannot say line ${entryIndex}: ${reason}`, retryable, { cause: error });
}

/**
 * Voices the first `count` lines of a read into the store, a few at once. The first failure stops the others. Throws the engine's errors; the message of a
 * `ProviderFailure` names the character and the line. The failure is final when more than half of the lines cannot be said.
 */
export async function voiceLines(
  services: Services, lines: readonly PerformanceLinePlan[], count: number, signal: AbortSignal, note: (completed: number) => Promise<void>,
): Promise<void> {
  const { store, config } = services;
  const speech = await speechToPerform(services);
  const semaphore = new Semaphore(config.mediaConcurrency + 1);
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const lost = new LostLines(lines);
  let completed = 0;
  let notedAt = Date.now();
  const voiced = lines.slice(0, count).map((line) => semaphore.run(async () => {
    const spoken = await speakSurely(store, speech, line.request, either).catch((error: unknown) => { throw namingLine(error, line); });
    lost.add(line, spoken);
    completed += 1;
    if (Date.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = Date.now();
    await note(completed);
  }, either));
  try {
    await Promise.all(voiced);
  } finally {
    over.abort();
    await Promise.allSettled(voiced);
    if (lost.tooMany) await lost.forget(store, speech);
  }
}
