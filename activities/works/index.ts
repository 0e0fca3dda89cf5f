import { activityInfo } from '@temporalio/activity';
import { getWorkKind } from '../../src/domain/work-kinds.js';
import type { Services } from '../../src/kernel/services.js';
import { findBrief } from '../../src/kernel/works/briefs.js';
import type { LineKey, LineOutcome, OpenAnswer, WorkFailure, WorkInput, WorkKey, WorkStatus } from '../../src/kernel/works/model.js';
import { cancelWork, failLine, failWork, finishLine, openWork } from '../../src/kernel/works/moves.js';
import { awaitEnd, tellWaiters } from '../../src/kernel/works/waiting.js';
import { findWork } from '../../src/kernel/works/work-store.js';

/** The kind of the work, which the run passes on from its input. */
export interface OfKind { kind: string }

/** The moves of work and its credits; each is one transaction keyed by work and epoch, so a repeat changes nothing. */
export function createWorkActivities(services: Services) {
  const { db, config, faults } = services;

  async function clearAway({ kind, subjectId }: OfKind & { subjectId: string }): Promise<void> {
    await getWorkKind(kind).clearAway?.(services, subjectId);
  }

  return {
    async openWork(input: WorkInput): Promise<OpenAnswer> {
      await faults.reach('reserve.before_commit');
      const answer = await openWork(db, getWorkKind(input.kind), input, config.billingCycleDays, await findBrief(services.store, input));
      await faults.reach('reserve.after_commit', input.workId);
      return answer;
    },
    /** Publishes the result of a line and charges it. */
    async finishLine({ kind: name, made, ...key }: OfKind & LineKey & { made: unknown }): Promise<LineOutcome> {
      const kind = getWorkKind(name);
      const loaded = kind.load ? await kind.load(services, made) : made;
      await faults.reach('settle.before_commit', key.workId);
      const outcome = await finishLine(db, kind, key, loaded);
      await faults.reach('settle.after_commit', key.workId);
      if (outcome !== 'FAILED') await kind.published?.(services, key, loaded);
      await tellWaiters(services, key.workId);
      return outcome;
    },
    async failLine({ kind, failure, ...key }: OfKind & LineKey & { failure: WorkFailure }): Promise<LineOutcome> {
      const outcome = await failLine(db, getWorkKind(kind), key, failure);
      await tellWaiters(services, key.workId);
      return outcome;
    },
    /**
     * Fails the open lines and releases their credits. Returns the status of the work, also when it had ended before; null when the work is gone or in
     * another epoch.
     */
    async failWork({ kind, subjectId, failure, ...key }: OfKind & WorkKey & { subjectId: string; failure: WorkFailure }): Promise<WorkStatus | null> {
      await faults.reach('release.before_commit');
      const status = await failWork(db, getWorkKind(kind), key, failure);
      await faults.reach('release.after_commit');
      await tellWaiters(services, key.workId);
      await clearAway({ kind, subjectId });
      if (status !== null) return status;
      const work = await findWork(db, key.workId);
      return work?.epoch === key.epoch ? work.status : null;
    },
    /** Cancels the work if it still can be. Returns its status, CANCELED or FAILED on success; null when the row is in another epoch. */
    async cancelWork({ kind, ...key }: OfKind & WorkKey): Promise<WorkStatus | null> {
      await faults.reach('release.before_commit');
      const status = await cancelWork(db, getWorkKind(kind), key);
      await faults.reach('release.after_commit');
      await tellWaiters(services, key.workId);
      return status;
    },
    /** Deletes the stored objects of ended work that are no longer needed: after a cancellation, and for some kinds also after the work is READY. */
    clearAway,
    /** Registers the calling run to be told when the work ends; false when the work has ended or does not exist, so that the run need not wait. */
    awaitWork: ({ workId }: { workId: string }): Promise<boolean> => awaitEnd(db, workId, activityInfo().workflowExecution!.workflowId),
  };
}

export type WorkActivities = ReturnType<typeof createWorkActivities>;
