import { setTimeout as sleep } from 'node:timers/promises';
import type { FailingRun } from '../contract/runs.js';
import { WORK_KINDS } from '../domain/work-kinds.js';
import type { Services } from '../services.js';

/** What health counts at most: beyond it the figure only says "many". */
const MAX_RUNS = 200;
const ANSWER_MS = 1_000;

const kindOf = ({ workflow }: FailingRun): string => [...WORK_KINDS.values()].find((kind) => kind.workflow === workflow)?.kind ?? workflow;

/** Failing runs by what they do, such as `plan`; null when the engine did not answer within a second. */
export async function countFailingRuns({ engine, log }: Pick<Services, 'engine' | 'log'>): Promise<{ kind: string; runs: number }[] | null> {
  const listed = engine.listFailingRuns(MAX_RUNS).catch((error: Error) => {
    log.warn({ err: error }, 'failing runs could not be listed');
    return null;
  });
  const failing = await Promise.race([listed, sleep(ANSWER_MS, null, { ref: false })]);
  if (!failing) return null;
  const counts = new Map<string, number>();
  for (const run of failing) counts.set(kindOf(run), (counts.get(kindOf(run)) ?? 0) + 1);
  return [...counts].map(([kind, runs]) => ({ kind, runs })).sort((a, b) => a.kind.localeCompare(b.kind));
}

/** Logs each run once when its workflow tasks begin to fail, and once when they no longer do. Each call is one look. */
export function failingRunsLog({ engine, log }: Pick<Services, 'engine' | 'log'>): () => Promise<void> {
  let known = new Map<string, FailingRun>();
  return async () => {
    const found = new Map((await engine.listFailingRuns(MAX_RUNS)).map((run) => [run.runId, run]));
    for (const [runId, run] of found) {
      if (!known.has(runId)) log.error({ ...run }, 'the workflow tasks of a run keep failing: it makes no progress until its code is fixed or it is reset');
    }
    for (const [runId, { workflowId }] of known) {
      if (!found.has(runId)) log.info({ workflowId, runId }, 'the workflow tasks of a run no longer fail');
    }
    known = found;
  };
}
