import { cancelJob, failJob } from '../../src/domain/jobs/job-moves.js';
import { reserveJob } from '../../src/domain/jobs/job-reserve.js';
import type { Services } from '../../src/services.js';
import type { JobStatus } from '../../src/contract/states.js';
import type { JobFailure, JobInput, JobKey, ReserveAnswer } from '../../workflows/jobs/contract.js';

/** Moves of a whole job that move its credits; each is one transaction keyed by (job, epoch), so a repeat changes nothing. */
export function createCreditActivities({ db, config, faults }: Services) {
  return {
    async reserveJob(input: JobInput): Promise<ReserveAnswer> {
      await faults.reach('reserve.before_commit');
      const answer = await reserveJob(db, input, config.billingCycleDays);
      await faults.reach('reserve.after_commit');
      return answer;
    },
    /** Null when the row is in another epoch; else where the job stands now, CANCELED if the cancellation came in time. */
    async cancelJob(key: JobKey): Promise<{ status: JobStatus | null }> {
      await faults.reach('release.before_commit');
      const status = await cancelJob(db, key);
      await faults.reach('release.after_commit');
      return { status };
    },
    async failJob({ failure, ...key }: JobKey & { failure: JobFailure }): Promise<void> {
      await faults.reach('release.before_commit');
      await failJob(db, key, failure);
      await faults.reach('release.after_commit');
    },
  };
}

export type CreditActivities = ReturnType<typeof createCreditActivities>;
