import {
  ActivityFailure, CancellationScope, allHandlersFinished, condition, defineQuery, defineUpdate, isCancellation, setHandler,
} from '@temporalio/workflow';
import type { CreditActivities } from '../../activities/credits/index.js';
import type { JobActivities } from '../../activities/jobs/index.js';
import { makeTableRead } from '../artifacts/table-read.js';
import { activitiesOf, localActivitiesOf } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { Saga } from '../shared/saga.js';
import { showDetails, showStage } from '../shared/stage.js';
import {
  LEDGER_QUERY, RESERVE_UPDATE, STATE_QUERY,
  type ArtifactOutcome, type JobInput, type JobLedger, type JobLine, type JobState, type ReserveAnswer,
} from './contract.js';

const reserveUpdate = defineUpdate<ReserveAnswer>(RESERVE_UPDATE);
const stateQuery = defineQuery<JobState>(STATE_QUERY);
const ledgerQuery = defineQuery<JobLedger>(LEDGER_QUERY);

/**
 * One run per job and epoch: reserve the credits, make every artifact, settle each as it becomes READY.
 * A cancellation counts only if the row can still be cancelled (specification 3.3); a job that is PARTIAL goes on.
 */
export async function jobWorkflow(input: JobInput): Promise<{ status: string }> {
  const cancelled = CancellationScope.current().cancelRequested;
  const run = new JobRun(input);
  return CancellationScope.nonCancellable(() => run.perform(cancelled));
}

class JobRun {
  private answer: ReserveAnswer | undefined;
  private stage = 'reserving';
  private readonly outcomes = new Map<string, ArtifactOutcome>();
  private readonly saga = new Saga();
  private readonly credits = activitiesOf<CreditActivities>('quickWrite');
  private readonly jobs = activitiesOf<JobActivities>('quickWrite');

  constructor(private readonly input: JobInput) {
    const { jobId, epoch, lines } = input;
    setHandler(reserveUpdate, async () => {
      await condition(() => this.answer !== undefined);
      return this.answer!;
    });
    setHandler(stateQuery, () => ({
      jobId, epoch, stage: this.stage,
      artifacts: lines.map(({ artifactId, type }) => ({ artifactId, type, outcome: this.outcomes.get(artifactId) ?? 'open' })),
    }));
    setHandler(ledgerQuery, () => ({
      reserved: lines.map(({ line, credits }) => ({ line, credits })), answer: this.answer?.outcome ?? 'waiting',
    }));
  }

  async perform(cancelled: Promise<never>): Promise<{ status: string }> {
    const { jobId, epoch } = this.input;
    const isCancelled = cancelled.catch(() => 'cancelled' as const);
    let failure = failureOf(undefined);
    this.saga.add('fail the job and release its hold', () => this.credits.failJob({ jobId, epoch, failure }));
    try {
      const answer = await this.reserve();
      if (answer.outcome !== 'reserved') return await this.end(answer.outcome);
      const status = await this.makeArtifacts(isCancelled);
      return await this.end(status);
    } catch (error) {
      failure = failureOf(error);
      await this.saga.compensate();
      this.show('failed', `The job failed and its open credits were released: ${failure.message}`);
      if (!(error instanceof ActivityFailure)) throw error;
      await condition(allHandlersFinished);
      return { status: 'failed' };
    }
  }

  private async reserve(): Promise<ReserveAnswer> {
    const answer = await localActivitiesOf<CreditActivities>().reserveJob(this.input);
    if (answer.outcome !== 'reserved') this.saga.clear();
    this.answer = answer;
    return answer;
  }

  /** READY or FAILED when every artifact has ended, or CANCELED when a cancellation came first. */
  private async makeArtifacts(isCancelled: Promise<'cancelled'>): Promise<string> {
    const total = this.input.lines.length;
    this.stage = 'running';
    showDetails(`Credits reserved; making ${total} ${total === 1 ? 'artifact' : 'artifacts'}.`);
    const work = new CancellationScope();
    const made = work.run(() => Promise.all(this.input.lines.map((line) => this.make(line))));
    const first = await Promise.race([made, isCancelled]);
    if (first === 'cancelled') {
      const { status } = await this.credits.cancelJob({ jobId: this.input.jobId, epoch: this.input.epoch });
      if (status === 'CANCELED') {
        this.saga.clear();
        work.cancel();
        await made.catch((error: unknown) => { if (!isCancellation(error)) throw error; });
        return 'canceled';
      }
      await made;
    }
    this.saga.clear();
    return [...this.outcomes.values()].includes('READY') ? 'ready' : 'failed';
  }

  private async make({ artifactId, type }: JobLine): Promise<void> {
    const { jobId, epoch } = this.input;
    if (type !== 'table_read') {
      const failure = { code: 'artifact_generation_failed', message: `${type} is planned and cannot be made yet; see GET /capabilities` };
      this.outcomes.set(artifactId, await this.jobs.failArtifact({ jobId, epoch, artifactId, failure }));
      return;
    }
    const outcome = await makeTableRead({ jobId, epoch, artifactId }, this.input);
    this.outcomes.set(artifactId, outcome);
    if (outcome === 'READY' && this.input.performs) await this.jobs.beginPerformance({ artifactId });
  }

  private async end(status: string): Promise<{ status: string }> {
    this.show(status, WORDS[status] ?? status);
    await condition(allHandlersFinished);
    return { status };
  }

  private show(stage: string, words: string): void {
    this.stage = stage;
    showStage(stage, words);
  }
}

const WORDS: Record<string, string> = {
  over: 'The job had ended before, or goes on in a later run; nothing was changed.',
  insufficient: 'Not enough credits; nothing was created or charged.',
  script_gone: 'The screenplay was deleted meanwhile; nothing was created or charged.',
  canceled: 'Cancelled; the credits on hold were released.',
  ready: 'Finished; every artifact that is READY was settled.',
  failed: 'No artifact could be made; the credits were released.',
};
