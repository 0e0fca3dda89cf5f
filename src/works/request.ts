import { setTimeout as sleep } from 'node:timers/promises';
import { EngineUnavailable, type RunInputs, type RunSpec, type RunUpdates, type UpdateName } from '../contract/runs.js';
import { ApiError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import { workRunId } from './ids.js';
import type { WorkKind } from './kind.js';
import { ENDED, OWN_FAILURE, type OpenAnswer, type WorkFailure, type WorkInput } from './model.js';
import { cancelWork, failWork, openWork } from './moves.js';
import { findWork, getWork, type WorkRow } from './work-store.js';

/** Workflow types that answer the `opened` update with what came of their first step. */
export type WorkRunType = { [W in keyof RunUpdates & keyof RunInputs]: 'opened' extends UpdateName<W> ? W : never }[keyof RunUpdates & keyof RunInputs];

/** How a kind's work is started: its workflow type ties the input to the workflow function. */
export function runOf<W extends keyof RunInputs>(
  workflow: W, input: RunInputs[W] & WorkInput, labels: { jobId?: string; stage?: string; requestId?: string } = {},
): RunSpec<W> {
  const { accountId, projectId, label, requestId } = input;
  return {
    workflow, workflowId: workRunId(input), input, summary: label,
    labels: { accountId, requestId, ...(projectId === null ? {} : { projectId }), ...labels },
  };
}

function refuse({ code, message, details }: WorkFailure): never {
  throw new ApiError(code as ErrorCode, message, details);
}

/**
 * Starts work, or joins its open run, and waits for what came of its first step. `httpRequestId` names this request: it has the
 * credits checked afresh even when an earlier request was refused. Raises `insufficient_credits` with `details.required` and
 * `details.available`, and what the kind refuses; then nothing was created or changed.
 */
export async function startPricedWork<W extends WorkRunType>(
  { engine }: Pick<Services, 'engine'>, spec: RunSpec<W>, httpRequestId: string,
): Promise<Exclude<OpenAnswer, { outcome: 'refused' | 'insufficient' }>> {
  const update = { name: 'opened' as UpdateName<W>, id: `opened-${httpRequestId}` };
  const answer = await engine.startAndWait(spec, update) as OpenAnswer;
  if (answer.outcome === 'refused') refuse(answer.failure);
  if (answer.outcome === 'insufficient') {
    const { required, available } = answer;
    throw new ApiError('insufficient_credits', `this needs ${required} credits and ${available} are available`, { required, available });
  }
  return answer;
}

/** Starts work whose row is there already. Without the engine it waits, and the checker starts it: false. */
export async function startFreeWork<W extends keyof RunInputs>({ engine, log }: Pick<Services, 'engine' | 'log'>, spec: RunSpec<W>): Promise<boolean> {
  try {
    await engine.start(spec);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    log.warn({ workflowId: spec.workflowId }, 'the workflow engine does not answer; the checker starts this work later');
    return false;
  }
}

/** Starts the run of work by its row, or joins the open one. Without the engine the row waits, and the checker starts it: false. */
export async function startRow(services: Pick<Services, 'db' | 'engine' | 'log'>, kind: WorkKind, workId: string): Promise<boolean> {
  const { input } = await getWork(services.db, workId);
  const { workflow } = kind as { workflow: keyof RunInputs };
  return startFreeWork(services, runOf(workflow, input as never));
}

const PAUSES_MS = { first: 10, longest: 200 };

/** Reads until `done` or the deadline, with growing pauses; returns what it read last. */
export async function waitUntil<T>(read: () => Promise<T>, done: (value: T) => boolean, timeoutMs: number): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = PAUSES_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSES_MS.longest)) {
    const value = await read();
    if (done(value) || Date.now() > deadline) return value;
    await sleep(pauseMs);
  }
}

const CANCEL_WAIT_MS = 4_000;

/**
 * Asks the run to cancel and waits briefly, so that the answer shows the outcome; work whose run is gone is cancelled here. Returns
 * the row as it is then: still open when no worker answered in time.
 */
export async function requestCancel(services: Services, kind: WorkKind, work: WorkRow): Promise<WorkRow> {
  const key = { workId: work.id, epoch: work.epoch };
  const runId = workRunId(work);
  if (await services.engine.status(runId) === 'open') await services.engine.cancel(runId);
  else {
    await cancelWork(services.db, kind, key);
    await kind.clearAway?.(services, work.subjectId);
  }
  const moved = (row: WorkRow | null): boolean => row === null || ENDED.includes(row.status) || row.status === 'PARTIAL';
  return await waitUntil(() => findWork(services.db, work.id), moved, CANCEL_WAIT_MS) ?? work;
}

/** Stops the runs of work that was deleted. A run finds out by itself that its work is gone; cancelling spares it the rest. */
export async function cancelDeletedRuns({ engine, log }: Pick<Services, 'engine' | 'log'>, runIds: readonly string[]): Promise<void> {
  for (const runId of runIds) {
    try {
      await engine.cancel(runId);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      log.warn({ workflowId: runId }, 'the run of deleted work could not be cancelled; it ends by itself');
    }
  }
}

/** Fails work whose run is gone and gives its credits back; safe to repeat. */
export async function failLostWork(services: Services, kind: WorkKind, work: WorkRow, failure: WorkFailure): Promise<void> {
  await failWork(services.db, kind, { workId: work.id, epoch: work.epoch }, failure);
  await kind.clearAway?.(services, work.subjectId);
}

const STOPPED = 'The run was stopped from outside before it could end; start it again with resume.';

/** Starts work whose run never began, and fails work whose run is gone. False when its run is open. */
export async function mendLostWork(services: Services, kind: WorkKind, work: WorkRow): Promise<boolean> {
  const status = await services.engine.status(workRunId(work));
  if (status === 'open') return false;
  if (status === null) await startRow(services, kind, work.id);
  else await failLostWork(services, kind, work, { code: OWN_FAILURE, message: kind.stopped ?? STOPPED });
  return true;
}

/**
 * The work as it stands; when it failed or was never asked for, it is started in its next epoch first. Raises what
 * `startPricedWork` raises.
 */
export async function requestWork<W extends WorkRunType>(
  services: Services, workflow: W, wanted: Omit<RunInputs[W] & WorkInput, 'epoch'>,
): Promise<WorkRow> {
  const known = await findWork(services.db, wanted.workId);
  if (known && known.status !== 'FAILED') return known;
  const input = { ...wanted, epoch: (known?.epoch ?? 0) + 1 } as RunInputs[W] & WorkInput;
  await startPricedWork(services, runOf(workflow, input), wanted.requestId);
  const opened = await findWork(services.db, wanted.workId);
  if (!opened) throw new Error(`the run of ${wanted.workId} ended without a row`);
  return opened;
}

/** True when the row says that the work goes on although no run is open: an operator terminated it. */
export async function isLost({ engine }: Pick<Services, 'engine'>, work: WorkRow): Promise<boolean> {
  return !ENDED.includes(work.status) && await engine.status(workRunId(work)) !== 'open';
}

/** Work that has not moved for this long may have lost its run, so that whoever asks for it looks. */
const IDLE_MS = 10_000;

/**
 * Work without a price: when this returns its row is there. Failed work, and work whose run is gone, opens its next epoch. `started`
 * is false when the engine did not answer; then the checker starts the run.
 */
export async function requestFreeWork<W extends keyof RunInputs>(
  services: Services, kind: WorkKind, workflow: W, wanted: Omit<RunInputs[W] & WorkInput, 'epoch'>, labels: { jobId?: string } = {},
): Promise<{ work: WorkRow; started: boolean }> {
  const { db, config } = services;
  let known = await findWork(db, wanted.workId);
  if (known && Date.now() - known.updatedAt.getTime() > IDLE_MS && await isLost(services, known)) {
    await failLostWork(services, kind, known, { code: 'internal_error', message: 'The run was stopped; it was started again.' });
    known = await findWork(db, wanted.workId);
  }
  if (known && known.status !== 'FAILED' && known.status !== 'PENDING') return { work: known, started: true };
  const epoch = known ? known.epoch + (known.status === 'FAILED' ? 1 : 0) : 1;
  const input = { ...wanted, epoch } as RunInputs[W] & WorkInput;
  await openWork(db, kind, input, config.billingCycleDays);
  const started = await startFreeWork(services, runOf(workflow, input, labels));
  return { work: await getWork(db, wanted.workId), started };
}
