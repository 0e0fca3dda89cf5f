import { ApplicationFailure, Context } from '@temporalio/activity';
import { MasterRejected } from '../../src/audio/master.js';
import { failFinalize, reserveFinalize, settleFinalize } from '../../src/domain/artifacts/finalize/finalize-moves.js';
import { findFinalize, moveFinalize, type MasteredRead } from '../../src/domain/artifacts/finalize/finalize-store.js';
import type { Services } from '../../src/services.js';
import type { FinalizeInput, ReserveOutcome } from '../../workflows/artifacts/contract.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { masterRecording } from './recording.js';

export type FinalizeActivities = ReturnType<typeof createFinalizeWrites> & ReturnType<typeof createMasteringActivities>;

/** Money and rows of a finalize; each is one transaction and a no-op when the attempt is over. */
export function createFinalizeWrites({ db, store, config, faults }: Services) {
  return {
    /** Reserves the price and opens the row. Not enough credits is an answer, not a failure. */
    async reserveFinalize(input: FinalizeInput): Promise<ReserveOutcome> {
      const outcome = await reserveFinalize(db, input, config.billingCycleDays);
      await faults.reach('reserve.after_commit');
      return outcome;
    },

    /** Completes the row and charges the hold. `mastered` is null when the attempt was over before it rendered. */
    async settleFinalize(input: FinalizeInput & { mastered: MasteredRead | null }): Promise<void> {
      const { mastered } = input;
      if (!mastered) return;
      const buildManifest = JSON.parse((await store.get(mastered.buildManifestKey)).toString('utf8')) as object;
      await settleFinalize(db, input, mastered, buildManifest);
      await faults.reach('settle.after_commit');
    },

    /** Fails the row and releases the hold. */
    async failFinalize(input: FinalizeInput & { code: string; message: string }): Promise<void> {
      await failFinalize(db, input, { code: input.code, message: input.message.slice(0, 500) });
    },
  };
}

export function createMasteringActivities(services: Services) {
  return {
    /**
     * Renders the recording of a revision: the performed lines on the performed timeline, levelled, encoded once, tagged.
     * The same lines give the same bytes. Null when the attempt is over (a reset of a closed run).
     */
    async masterRead(input: FinalizeInput): Promise<MasteredRead | null> {
      const row = await findFinalize(services.db, input.artifactId, input.revision);
      if (!row || row.epoch !== input.epoch || row.status === 'complete' || row.status === 'failed') return null;
      await moveFinalize(services.db, input, { status: 'rendering' });
      const context = Context.current();
      try {
        return await withHeartbeat(() => masterRecording(services, input, context.cancellationSignal));
      } catch (error) {
        if (context.cancellationSignal.aborted) await context.cancelled;
        if (error instanceof MasterRejected) throw ApplicationFailure.nonRetryable(error.message, 'artifact_generation_failed');
        throw error;
      }
    },
  };
}
