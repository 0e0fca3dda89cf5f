import { MORE_CREDITS } from '../contract/next-step.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineUnavailable, type RunInputs, type RunSpec } from '../contract/runs.js';
import type { RunStage } from '../contract/run-stages.js';
import { creditsSummary } from '../credits/summary.js';
import type { Db } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import { putBrief } from './briefs.js';
import { workIdOf, workRunId } from './ids.js';
import { definedKind, type WorkKind } from './kind.js';
import { ENDED, OWN_FAILURE, type OpenAnswer, type WorkFailure, type WorkInput } from './model.js';
import { cancelWork, failWork, openRow, openWork } from './moves.js';
import { runStepOf, type RunStep } from './step.js';
import { tellWaiters } from './waiting.js';
import { cancelReplacedWork, findWork, getWork, type WorkRow } from './work-store.js';

declare module '../contract/runs.js' {
  interface RunInputs { work: WorkInput }
  /** The signal `workEnded` tells a run that the work for which it waits has ended. */
  interface RunSignals { work: { workEnded: { workId: string } } }
  interface RunUpdates { work: { opened: { argument: undefined; answer: OpenAnswer } } }
}

/** A request for work: the input fields that do not follow from the kind. */
export type Wanted<Input extends WorkInput> = Omit<Input, 'kind' | 'epoch' | 'workId' | 'revision' | 'lines'> & Partial<Pick<Input, 'workId' | 'revision' | 'lines'>>;

/** The input of an epoch. Free work has no lines; the id of the work is that of `workIdOf`, unless the kind has ids of its own. */
export function inputOf<Input extends WorkInput>({ kind }: { kind: string }, wanted: Wanted<Input>, epoch: number): Input {
  const { subjectId, revision = 0 } = wanted;
  return { workId: workIdOf(kind, subjectId, revision), lines: [], ...wanted, revision, kind, epoch } as unknown as Input;
}

/** The spec that starts a run of work. */
export function runOf<Input extends WorkInput>(
  { workflow, step, urgency }: Pick<WorkKind<Input>, 'workflow' | 'urgency'> & { step?: RunStep }, input: Input,
  labels: { jobId?: string; stage?: RunStage; requestId?: string } = {},
): RunSpec<'work'> {
  const { accountId, projectId, label, requestId, lines } = input;
  return {
    workflow: 'work', type: workflow, workflowId: workRunId(input), input: step ? { ...input, step: runStepOf(step) } as WorkInput : input, summary: label,
    urgency: urgency ?? (lines.length > 0 ? 'paid' : 'free'), labels: { accountId, requestId, ...(projectId === null ? {} : { projectId }), ...labels },
  };
}

/** The refusal of work that costs more credits than there are. */
export function insufficient(required: number, available: number): ApiError {
  return new ApiError('insufficient_credits', `this needs ${required} credits and ${available} are available`, {
    required, available, next: MORE_CREDITS,
  });
}

/** Raises `insufficient_credits` unless the account has these credits now. Reserves nothing. */
export async function requireCredits({ db, config }: Pick<Services, 'db' | 'config'>, accountId: string, required: number): Promise<void> {
  const { balance } = await creditsSummary(db, accountId, config.billingCycleDays);
  if (balance < required) throw insufficient(required, balance);
}

function refuse({ code, message, details }: WorkFailure): never {
  throw new ApiError(code as ErrorCode, message, details);
}

/**
 * Starts work, or joins its open run, and waits until it is open. `httpRequestId` makes sure that the credits are checked again even if
 * an earlier request was refused. Raises `insufficient_credits` with `details.required` and `details.available`, and the errors of the
 * kind's `admit`; then nothing was created or changed.
 */
export async function startPricedWork(
  { engine }: Pick<Services, 'engine'>, spec: RunSpec<'work'>, httpRequestId: string,
): Promise<Exclude<OpenAnswer, { outcome: 'refused' | 'insufficient' }>> {
  const answer = await engine.startAndWait(spec, { name: 'opened', id: `opened-${httpRequestId}` });
  if (answer.outcome === 'refused') refuse(answer.failure);
  if (answer.outcome === 'insufficient') throw insufficient(answer.required, answer.available);
  return answer;
}

/** Starts the run of work whose row exists. False when the engine does not answer; the checker starts the run later. */
export async function startFreeWork<W extends keyof RunInputs>({ engine, log }: Pick<Services, 'engine' | 'log'>, spec: RunSpec<W>): Promise<boolean> {
  try {
    await engine.start(spec);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    log.warn({ workflowId: spec.workflowId, error: error.message }, 'a run could not be started; the checker starts it later');
    return false;
  }
}

/** Starts the run of a row, or joins the open one. False when the engine does not answer; the checker starts the run later. */
export async function startRow(services: Pick<Services, 'db' | 'engine' | 'log'>, kind: WorkKind, workId: string): Promise<boolean> {
  const { input } = await getWork(services.db, workId);
  return startFreeWork(services, runOf(kind, input));
}

const PAUSES_MS = { first: 10, longest: 200 };

/** Calls `read` with growing pauses until `done` is true or the deadline passes; returns the last value. */
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
 * Requests cancellation of the run and waits briefly, so that the answer shows the outcome; work whose run was terminated is cancelled
 * directly. Returns the row, which is still open when no worker answered in time.
 */
export async function requestCancel(services: Services, work: WorkRow): Promise<WorkRow> {
  const kind = definedKind(work);
  const key = { workId: work.id, epoch: work.epoch };
  const runId = workRunId(work);
  if (!await services.engine.cancel(runId)) {
    await cancelWork(services.db, kind, key);
    await tellWaiters(services, work.id);
    await kind.clearAway?.(services, work.subjectId);
  }
  const moved = (row: WorkRow | null): boolean => row === null || ENDED.includes(row.status) || row.status === 'PARTIAL';
  return await waitUntil(() => findWork(services.db, work.id), moved, CANCEL_WAIT_MS) ?? work;
}

/**
 * Cancels the runs of work that has ended, because it was deleted or replaced. Stops when the engine does not answer: a run that is not reached ends by itself
 * when it finds that its work has ended.
 */
export async function cancelRunsOfEndedWork({ engine, log }: Pick<Services, 'engine' | 'log'>, runIds: readonly string[]): Promise<void> {
  for (const [done, workflowId] of runIds.entries()) {
    try {
      await engine.cancel(workflowId);
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      const left = runIds.length - done;
      log.warn({ workflowId, runs: left, error: error.message }, 'runs of ended work could not be cancelled; they end by themselves');
      // Every further call would wait for its deadline too.
      return;
    }
  }
}

/**
 * Opens free work in one transaction with the rows that it concerns, and starts its run. A subject has only one open work of a kind, the latest one. Older
 * open work becomes CANCELED in the transaction, whether it waits or is being made, and its run is cancelled after the commit. Requesting work that is open
 * or READY changes nothing. `act` calls `open` at a point where its other statements allow the lock of the work, or not at all. When the engine does not
 * answer, the checker starts the run later.
 */
export async function replaceWork<Input extends WorkInput>(
  services: Services, kind: WorkKind<Input>, act: (tx: Db, open: (wanted: Wanted<Input>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { opened, ended } = await services.db.transaction(async (tx) => {
    const [opened, ended]: [string[], string[]] = [[], []];
    await act(tx, async (wanted) => {
      const input = inputOf(kind, wanted, 1);
      if (await openRow(tx, input)) ended.push(...await cancelReplacedWork(tx, kind.kind, [input.subjectId], input.workId));
      opened.push(input.workId);
    });
    return { opened, ended };
  });
  await cancelRunsOfEndedWork(services, ended);
  for (const workId of opened) await startRow(services, kind as WorkKind, workId);
}

/** Fails work whose run was terminated and releases its credits; safe to repeat. */
export async function failLostWork(services: Services, kind: WorkKind, work: WorkRow, failure: WorkFailure): Promise<void> {
  await failWork(services.db, kind, { workId: work.id, epoch: work.epoch }, failure);
  await tellWaiters(services, work.id);
  await kind.clearAway?.(services, work.subjectId);
}

const STOPPED = 'The run was stopped from outside before it could end; ask for it again.';

/** Starts work whose run was never started, and fails work whose run was terminated. False when its run is open. */
export async function mendLostWork(services: Services, kind: WorkKind, work: WorkRow): Promise<boolean> {
  const status = await services.engine.status(workRunId(work));
  if (status === 'open') return false;
  if (status === null) await startRow(services, kind, work.id);
  else await failLostWork(services, kind, work, { code: OWN_FAILURE, message: kind.stopped ?? STOPPED });
  return true;
}

/**
 * Starts the first epoch with its brief. The brief is a stored object, because run histories must not contain texts of users. It is no longer needed once the
 * work was opened or refused.
 */
async function startBriefed(services: Services, kind: WorkKind, input: WorkInput, brief: unknown): Promise<void> {
  const { store } = services;
  const briefKey = await putBrief(store, input, brief);
  try {
    await startPricedWork(services, runOf(kind, { ...input, briefKey }), input.requestId);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await store.delete(briefKey);
    throw error;
  }
  await store.delete(briefKey);
}

/**
 * Returns the work; if it failed or does not exist yet, its next epoch is started first, with `brief` for a kind with briefs. Raises
 * the errors of `startPricedWork`.
 */
export async function requestWork<Input extends WorkInput, Made, Loaded, Brief>(
  services: Services, declared: WorkKind<Input, Made, Loaded, Brief>, wanted: Wanted<Input>, brief?: Brief,
): Promise<WorkRow> {
  const kind = declared as unknown as WorkKind;
  const { workId } = inputOf(kind, wanted, 1);
  const known = await findWork(services.db, workId);
  if (known && known.status !== 'FAILED') return known;
  const input = inputOf<Input>(kind, wanted, (known?.epoch ?? 0) + 1);
  if (brief !== undefined && !known) await startBriefed(services, kind, input, brief);
  else await startPricedWork(services, runOf(kind, input), wanted.requestId);
  const opened = await findWork(services.db, workId);
  if (!opened) throw new Error(`the run of ${workId} ended without a row`);
  return opened;
}

/** True when the work is open but has no open run, because an operator terminated it or it was never started. */
export async function isLost({ engine }: Pick<Services, 'engine'>, work: WorkRow): Promise<boolean> {
  return !ENDED.includes(work.status) && await engine.status(workRunId(work)) !== 'open';
}

/** Work without a change for this long may have lost its run, so a request for it checks the run. */
const IDLE_MS = 10_000;

/**
 * Requests free work; its row exists when this returns. Failed work, and work whose run was terminated, opens its next epoch. `started`
 * is false when the engine does not answer; the checker starts the run later. `brief`: for a kind with briefs.
 */
export async function requestFreeWork<Input extends WorkInput, Made, Loaded, Brief>(
  services: Services, declared: WorkKind<Input, Made, Loaded, Brief>, wanted: Wanted<Input>, { brief, ...labels }: { jobId?: string; brief?: Brief } = {},
): Promise<{ work: WorkRow; started: boolean }> {
  const { db, config } = services;
  const kind = declared as unknown as WorkKind;
  const { workId } = inputOf(kind, wanted, 1);
  let known = await findWork(db, workId);
  if (known && Date.now() - known.updatedAt.getTime() > IDLE_MS && await isLost(services, known)) {
    await failLostWork(services, kind, known, { code: 'internal_error', message: 'The run was stopped; it was started again.' });
    known = await findWork(db, workId);
  }
  if (known && known.status !== 'FAILED' && known.status !== 'PENDING') return { work: known, started: true };
  const epoch = known ? known.epoch + (known.status === 'FAILED' ? 1 : 0) : 1;
  const input = inputOf<Input>(kind, wanted, epoch);
  await openWork(db, kind, input, config.billingCycleDays, brief);
  const started = await startFreeWork(services, runOf(kind, input, labels));
  return { work: await getWork(db, workId), started };
}
