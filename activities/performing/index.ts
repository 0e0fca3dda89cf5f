import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import type { MadePerformance, PerformanceInput } from '../../src/domain/artifacts/performance/performance-kind.js';
import { planPerformance } from '../../src/domain/artifacts/performance/performance-plan.js';
import { announcePerformance, takePerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { Services } from '../../src/services.js';
import { QUEUED } from '../../src/works/model.js';
import { noteProgress, startWork } from '../../src/works/work-store.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { performReading } from './reading.js';

export function createPerformingActivities(services: Services) {
  const { db, store } = services;

  /** Turns a provider's failure into one that the retry policy understands; a wish to wait is shown while it lasts. */
  async function explain(error: unknown, input: PerformanceInput): Promise<unknown> {
    if (error instanceof ProviderBackoff) {
      const nextAttemptAt = new Date(Date.now() + error.retryAfterMs).toISOString();
      await noteProgress(db, input, { stage: 'provider_backoff', nextAttemptAt });
      await announcePerformance(db, input.workId);
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
     * lines are stored and the encoder is exact, so it makes the same bytes again. Null when there is nothing left to do.
     */
    async performRead(input: PerformanceInput): Promise<MadePerformance | null> {
      const { subjectId: artifactId, revision, workId } = input;
      const read = await findCurrentRead(db, artifactId, revision);
      if (!read) throw ApplicationFailure.nonRetryable('the read is gone', 'artifact_not_found');
      const lines = planPerformance(await getScreenplay(store, read.scriptKey), read.voiceMap);
      if (!await startWork(db, input, { ...QUEUED, stage: 'synthesizing', unit: 'lines', total: lines.length })) return null;
      const fence = await takePerformance(db, workId);
      if (fence === null) return null;
      const { cancellationSignal } = Context.current();
      try {
        return await withHeartbeat(() => performReading({
          services, artifactId, revision, fence, lines, jobId: read.jobId, signal: cancellationSignal,
        }));
      } catch (error) {
        throw await explain(error, input);
      }
    },
  };
}
