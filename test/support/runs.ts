import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { workRunId } from '../../src/kernel/works/ids.js';
import { until } from './chaos/until.js';
import { PATIENCE_MS } from './jest/patience.js';

/** Number of events in the newest run's history. */
export async function eventsOf(temporal: Client, workflowId: string): Promise<number> {
  const history = await temporal.workflow.getHandle(workflowId).fetchHistory();
  return history.events?.length ?? 0;
}

/**
 * What an operator's `temporal workflow reset --type FirstWorkflowTask|LastWorkflowTask` does; returns the new run's
 * id.
 */
export async function resetRun(temporal: Client, workflowId: string, to: 'first' | 'last'): Promise<string> {
  const handle = temporal.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  const history = await handle.fetchHistory();
  const tasks = (history.events ?? []).filter((event) => event.workflowTaskCompletedEventAttributes);
  const point = to === 'first' ? tasks[0] : tasks.at(-1);
  if (!point?.eventId) throw new Error(`${workflowId} has no workflow task to reset to`);
  const answer = await temporal.workflowService.resetWorkflowExecution({
    namespace: temporal.options.namespace, workflowExecution: { workflowId, runId }, reason: 'test', requestId: randomUUID(),
    workflowTaskFinishEventId: point.eventId,
  });
  return answer.runId;
}

/** Waits until the newest run is closed and returns its status in words. */
export async function closedStatus(temporal: Client, workflowId: string, timeoutMs = PATIENCE_MS): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status, raw } = await temporal.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return status.name;
    if (Date.now() > deadline) {
      const pending = raw.pendingActivities?.map(({ activityType, attempt, lastFailure }) => [activityType?.name, attempt, lastFailure?.message]);
      throw new Error(`${workflowId} is still running: ${JSON.stringify([pending, raw.pendingWorkflowTask])}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the newest run is idle: it has no pending workflow task and no pending activity. */
export async function restingRun(temporal: Client, workflowId: string): Promise<void> {
  await until(() => temporal.workflow.getHandle(workflowId).describe(), ({ raw }) => !raw.pendingWorkflowTask && (raw.pendingActivities?.length ?? 0) === 0);
}

/** The calls that arrived at the fault point `wait-file:<gate>`, each as `point` or `point subject`. */
export const arrivedAt = (gate: string): Promise<string[]> =>
  readFile(`${gate}.reached`, 'utf8').then((text) => text.trimEnd().split('\n'), () => []);

/** Waits until so many calls wait at the fault point `wait-file:<gate>`. */
export async function standingAt(gate: string, calls = 1, timeoutMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while ((await arrivedAt(gate)).length < calls) {
    if (Date.now() > deadline) throw new Error(`${calls} calls did not reach ${gate}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Id of the run of a job in one of its epochs. */
export const jobRunId = (jobId: string, epoch: number): string => workRunId({ kind: 'job', subjectId: jobId, revision: 0, epoch });

/** Id of the run of a plan in one of its epochs. */
export const planRunId = (planId: string, epoch = 1): string => workRunId({ kind: 'plan', subjectId: planId, revision: 0, epoch });

/** Id of the run that renders a revision. */
export const finalizeRunId = (artifactId: string, revision: number, epoch: number): string =>
  workRunId({ kind: 'finalize', subjectId: artifactId, revision, epoch });

/** Id of the run that performs a revision. */
export const performanceRunId = (artifactId: string, revision: number, epoch: number): string =>
  workRunId({ kind: 'perform', subjectId: artifactId, revision, epoch });
