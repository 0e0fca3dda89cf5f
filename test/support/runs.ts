import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';

/** Number of events in the newest run's history. */
export async function eventsOf(temporal: Client, workflowId: string): Promise<number> {
  const history = await temporal.workflow.getHandle(workflowId).fetchHistory();
  return history.events?.length ?? 0;
}

/** What an operator's `temporal workflow reset --type FirstWorkflowTask|LastWorkflowTask` does; returns the new run's id. */
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
export async function closedStatus(temporal: Client, workflowId: string, timeoutMs = 20_000): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status } = await temporal.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return status.name;
    if (Date.now() > deadline) throw new Error(`${workflowId} is still running`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const STARTED = 2;

/** Waits until a worker is inside the activity, in the newest run (or in a newer one than the given). */
export async function inActivity(
  temporal: Client, workflowId: string, activity: string, { otherRunThan = '', timeoutMs = 20_000 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { raw, runId } = await temporal.workflow.getHandle(workflowId).describe();
    const isThere = raw.pendingActivities?.some(({ activityType, state }) => activityType?.name === activity && state === STARTED);
    if (isThere && runId !== otherRunThan) return;
    if (Date.now() > deadline) throw new Error(`${workflowId} did not get to ${activity}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
