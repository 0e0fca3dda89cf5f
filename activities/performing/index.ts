import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { paceOf } from '../../src/craft/speech/line-cache.js';
import { speakSurely } from '../../src/craft/speech/line-remedies.js';
import type { MadePerformance, PerformanceInput } from '../../src/domain/artifacts/performance/performance-kind.js';
import { getDirectedRead } from '../../src/domain/artifacts/directed-read.js';
import { planCredits, planPerformance } from '../../src/domain/artifacts/performance/performance-plan.js';
import { drawLinkPictures } from '../../src/domain/artifacts/pictures/read-cover.js';
import { announcePerformance, takePerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED, type WorkKey } from '../../src/kernel/works/model.js';
import { noteProgress, startWork } from '../../src/kernel/works/work-store.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { headStart } from './head-start.js';
import { performReading } from './reading.js';
import { voiceLines } from './voicing.js';

export interface VoiceInput extends WorkKey {
  /** Key of the directed screenplay. */
  directedKey: string;
  /** Voice only what must be ready before a listener joins. */
  onlyHeadStart?: boolean;
}

export function createPerformingActivities(services: Services) {
  const { db, store, config } = services;

  /** Voices the lines of a read that is not published yet; see `voiceRead`. */
  async function voice({ directedKey, onlyHeadStart, ...key }: VoiceInput): Promise<void> {
    const read = await getDirectedRead(store, directedKey);
    const screenplay = await getScreenplay(store, read.scriptKey);
    const lines = planPerformance(screenplay, read.voiceMap, read);
    const { opening } = planCredits(screenplay, read.voiceMap, read);
    const speech = await services.speech();
    const total = onlyHeadStart ? headStart(lines, ({ request }) => paceOf(speech, request.voiceId), { continues: config.recordReads === 'auto' })
      : lines.length;
    const note = (completed: number) => noteProgress(db, key, { ...QUEUED, stage: 'synthesizing', unit: 'lines', completed, total });
    await note(0);
    if (opening && total > 0) await speakSurely(store, speech, opening.request, Context.current().cancellationSignal);
    await voiceLines(services, lines, total, Context.current().cancellationSignal, note);
  }

  /** Turns a provider's failure into one for the retry policy; while the provider asks to wait, the performance shows `backoff`. */
  async function explain(error: unknown, input: WorkKey): Promise<unknown> {
    if (error instanceof ProviderBackoff) {
      const nextAttemptAt = new Date(Date.now() + error.retryAfterMs).toISOString();
      await noteProgress(db, input, {
        stage: 'provider_backoff', nextAttemptAt, lastError: { code: 'artifact_generation_failed', message: error.message },
      });
      return ApplicationFailure.create({ message: error.message, type: 'provider_backoff', nextRetryDelay: error.retryAfterMs });
    }
    if (error instanceof ProviderFailure && !error.retryable) {
      return ApplicationFailure.nonRetryable(error.message, 'artifact_generation_failed');
    }
    return error;
  }

  return {
    /**
     * Voices every line of a revision in order into the live stream. A repeat continues after the last published line: the lines are
     * stored and the encoder is deterministic, so it makes the same bytes again. Null when there is nothing left to do.
     */
    async performRead(input: PerformanceInput): Promise<MadePerformance | null> {
      const { subjectId: artifactId, revision, workId } = input;
      const read = await findCurrentRead(db, artifactId, revision);
      if (!read) throw ApplicationFailure.nonRetryable('the read is gone', 'artifact_not_found');
      const screenplay = await getScreenplay(store, read.scriptKey);
      const lines = planPerformance(screenplay, read.voiceMap, read);
      if (!await startWork(db, input, { ...QUEUED, stage: 'synthesizing', total: lines.length })) return null;
      const fence = await takePerformance(db, workId);
      if (fence === null) return null;
      const { cancellationSignal } = Context.current();
      try {
        const made = await withHeartbeat(() => performReading({
          services, artifactId, revision, fence, lines, credits: planCredits(screenplay, read.voiceMap, read), screenplay, jobId: read.jobId,
          signal: cancellationSignal,
        }));
        // The read's link is about to be passed on. A read is complete even when its link pictures cannot be drawn.
        await withHeartbeat(() => drawLinkPictures(services, read, cancellationSignal)).catch((error: unknown) => {
          services.log.warn({ err: error, artifactId }, 'the pictures for links could not be drawn');
        });
        return made;
      } catch (error) {
        const explained = await explain(error, input);
        if (error instanceof ProviderBackoff) await announcePerformance(db, workId);
        throw explained;
      }
    },
    /**
     * Voices the lines of a read before it is published and charged; the performance loads the lines from the store. Safe to repeat:
     * stored lines are not voiced again. Fails for good with `artifact_generation_failed` when more than half of the lines cannot be said.
     */
    async voiceRead(input: VoiceInput): Promise<void> {
      try {
        await withHeartbeat(() => voice(input));
      } catch (error) {
        throw await explain(error, input);
      }
    },
  };
}
