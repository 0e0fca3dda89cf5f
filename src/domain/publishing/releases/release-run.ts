import { EngineUnavailable, type RunSpec } from '../../../kernel/contract/runs.js';
import { shortened } from '../../../kernel/contract/texts/shortened.js';
import type { Services } from '../../../kernel/services.js';
import type { ShownRelease } from './release-store.js';

/** When a release is due. A later version replaces the earlier ones; null means that nothing is scheduled any more. */
export interface Schedule { version: number; dueAt: string | null }

/** Waits until a release is due and publishes it. */
export interface ReleaseRunInput extends Schedule { releaseId: string }

/** The outcome of publishing a due release. `early`: it is not due yet by the clock of the database. */
export type DueOutcome =
  | { outcome: 'published' | 'over' }
  | { outcome: 'early'; version: number; waitMs: number }
  | { outcome: 'refused'; code: string; message: string };

declare module '../../../kernel/contract/runs.js' {
  interface RunInputs { releaseWorkflow: ReleaseRunInput }
  interface RunSignals { releaseWorkflow: { schedule: Schedule } }
}

export const releaseRunId = (releaseId: string): string => `release:${releaseId}`;

const scheduleOf = ({ scheduleVersion, status, scheduledAt }: ShownRelease): Schedule =>
  ({ version: scheduleVersion, dueAt: status === 'scheduled' ? scheduledAt!.toISOString() : null });

/** The run of a scheduled release. */
export function releaseRun(release: ShownRelease, requestId?: string): RunSpec<'releaseWorkflow'> {
  const { id, accountId, projectId, title } = release;
  return {
    workflow: 'releaseWorkflow', workflowId: releaseRunId(id), input: { releaseId: id, ...scheduleOf(release) },
    summary: shortened(`Publishing on time: ${title}`, 200), labels: { accountId, projectId, stage: 'scheduled', ...(requestId ? { requestId } : {}) },
  };
}

/**
 * Tells the run of a release its newest schedule, and starts a run if none is open. When the engine does not answer, the row still has the date, and a worker
 * starts or tells the run later.
 */
export async function announceSchedule({ engine, log }: Pick<Services, 'engine' | 'log'>, release: ShownRelease, requestId?: string): Promise<void> {
  const run = releaseRun(release, requestId);
  try {
    const told = await engine.signal('releaseWorkflow', run.workflowId, 'schedule', scheduleOf(release));
    if (!told && release.status === 'scheduled') await engine.start(run);
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    log.warn({ workflowId: run.workflowId }, 'the workflow engine does not answer; a worker looks after this schedule later');
  }
}
