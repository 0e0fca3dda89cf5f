import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import { planPerformance } from '../../src/domain/artifacts/performance/performance-plan.js';
import { findPerformance, markPerformance, takePerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-lookup.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { Services } from '../../src/services.js';
import type { PerformanceInput } from '../../src/domain/artifacts/performance/performance-run.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { performReading } from './reading.js';

export interface PerformanceOutcome { lineCount: number; durationMs: number }

export type PerformingActivities = ReturnType<typeof createPerformingActivities> & ReturnType<typeof createPerformanceWrites>;

export function createPerformingActivities(services: Services) {
  const { db, store } = services;

  /** Turns a provider's failure into one that the retry policy understands, and shows it on the row. */
  async function explain(error: unknown, input: PerformanceInput, fence: number): Promise<unknown> {
    if (error instanceof ProviderBackoff) {
      const nextAttemptAt = new Date(Date.now() + error.retryAfterMs);
      await markPerformance(db, input.artifactId, input.revision, fence, { status: 'backoff', nextAttemptAt });
      return ApplicationFailure.create({ message: error.message, type: 'provider_backoff', nextRetryDelay: error.retryAfterMs });
    }
    if (error instanceof ProviderFailure && !error.retryable) {
      return ApplicationFailure.nonRetryable(error.message, 'artifact_generation_failed');
    }
    return error;
  }

  return {
    /**
     * Voices every line of a revision in order into the one live stream. A repeat goes on after the last published line: the
     * lines are stored and the encoder is exact, so it makes the same bytes again. A no-op when the performance is complete.
     */
    async performRead(input: PerformanceInput): Promise<PerformanceOutcome> {
      const { artifactId, revision } = input;
      const read = await findCurrentRead(db, artifactId, revision);
      if (!read) throw ApplicationFailure.nonRetryable('the read is gone', 'artifact_not_found');
      const taken = await takePerformance(db, artifactId, revision);
      if (!taken) {
        const done = await findPerformance(db, artifactId, revision);
        return { lineCount: done?.lineCount ?? 0, durationMs: done?.durationMs ?? 0 };
      }
      const lines = planPerformance(await getScreenplay(store, read.scriptKey), read.voiceMap);
      const { cancellationSignal } = Context.current();
      try {
        return await withHeartbeat(() => performReading({
          services, artifactId, revision, fence: taken.fence, lines, jobId: read.jobId, signal: cancellationSignal,
        }));
      } catch (error) {
        throw await explain(error, input, taken.fence);
      }
    },
  };
}

export function createPerformanceWrites({ db }: Services) {
  return {
    /** Marks the performance failed; what was performed stays audible. A no-op when it is complete. */
    async failPerformance(input: PerformanceInput & { code: string; message: string }): Promise<void> {
      await markPerformance(db, input.artifactId, input.revision, null, {
        status: 'failed', failureCode: input.code, failureMessage: input.message.slice(0, 500),
      });
    },
  };
}
