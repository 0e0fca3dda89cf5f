import { ApplicationFailure, Context } from '@temporalio/activity';
import { findCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { restOfCast } from '../../src/domain/canon/voices/cast-prints.js';
import type { MadeDesign, VoiceDesignInput } from '../../src/domain/canon/voices/design-kind.js';
import { findDesignRow } from '../../src/domain/canon/voices/design-store.js';
import { makeVariants, NoDesigner } from '../../src/domain/canon/voices/make-variants.js';
import { findResult, storeResult } from '../../src/domain/canon/voices/voice-objects.js';
import type { Services } from '../../src/services.js';
import { Semaphore } from '../../src/threads/semaphore.js';
import { QUEUED, type Progress } from '../../src/works/model.js';
import { noteProgress, startWork } from '../../src/works/work-store.js';
import { withHeartbeat } from '../shared/heartbeat.js';

/** Activities that design voices. */
export function createVoiceDesigning(services: Services) {
  const { db, store, faults } = services;
  // The voices of one design are spoken one after the other, so that reads wait for one line at most.
  const designs = new Semaphore(1);

  async function design(input: VoiceDesignInput, signal: AbortSignal): Promise<MadeDesign | null> {
    const row = await findDesignRow(db, input.subjectId);
    if (!row) return null;
    const { id: designId, brief } = row;
    if (await findResult(store, designId)) return { designId };
    const cast = await restOfCast(store, await findCastCanon(db, input.projectId), brief.character);
    const progress: Progress = { ...QUEUED, stage: 'synthesizing', total: brief.count };
    const variants = await makeVariants(services, brief, cast, {
      signal, onTaken: (completed) => noteProgress(db, input, { ...progress, completed }),
    });
    await storeResult(store, designId, variants);
    await faults.reach('voice_design.made');
    return { designId };
  }

  return {
    /** Speaks and measures the variants of a design and stores them. Null when the work has ended or the design was deleted. */
    async designVoices(input: VoiceDesignInput): Promise<MadeDesign | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'synthesizing' })) return null;
      const { cancellationSignal: signal, cancelled } = Context.current();
      try {
        return await withHeartbeat(() => designs.run(() => design(input, signal), signal));
      } catch (error) {
        if (signal.aborted) await cancelled;
        if (error instanceof NoDesigner) throw ApplicationFailure.nonRetryable(error.message, 'artifact_generation_failed');
        throw error;
      }
    },
  };
}
