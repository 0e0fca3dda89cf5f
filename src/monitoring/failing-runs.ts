import { setTimeout as sleep } from 'node:timers/promises';
import type { FailingRun } from '../kernel/contract/runs.js';
import { WORK_KINDS } from '../domain/work-kinds.js';
import type { Services } from '../kernel/services.js';
import { OTHER_RUNS } from './other-runs.js';
import { subjectOfRun, workRunId } from '../kernel/works/ids.js';
import { listWorkOn } from '../kernel/works/work-store.js';

/** The most runs with failing tasks that health lists. A count this high only means "many". */
const MAX_RUNS = 200;
/**
 * The most queued runs among which those without work are sought. Most of them are open and only wait, and must not hide one that is not; all are read within
 * `ANSWER_MS`.
 */
const MAX_QUEUED = 1_000;
const ANSWER_MS = 1_000;
/** A run that is taken by a worker opens its work within milliseconds. */
const OPENS_WITHIN_MS = 15_000;
const UNOPENED = 'its work is not open yet';

type Watching = Pick<Services, 'db' | 'engine'>;

/** The kind that the id of a run names; for a run under a former name, that of its workflow. */
const kindOf = ({ workflowId, workflow }: FailingRun): string => WORK_KINDS.get(subjectOfRun(workflowId)?.kind ?? '')?.kind
  ?? [...WORK_KINDS.values()].find((kind) => kind.workflow === workflow)?.kind
  ?? OTHER_RUNS.find(({ workflows }) => workflows.some((each) => each === workflow))?.kind ?? workflow;

/** Runs that have not opened their work although they were started a while ago: opening it fails again and again, or no worker takes them. */
async function listUnopenedRuns({ db, engine }: Watching): Promise<FailingRun[]> {
  const queued = (await engine.listQueuedRuns(MAX_QUEUED, new Date(Date.now() - OPENS_WITHIN_MS)))
    .map((run) => ({ run, subject: subjectOfRun(run.workflowId) }))
    .filter(({ subject }) => subject !== null && WORK_KINDS.has(subject.kind));
  if (queued.length === 0) return [];
  const opened = new Set((await listWorkOn(db, queued.map(({ subject }) => subject!))).map(workRunId));
  return queued.filter(({ run }) => !opened.has(run.workflowId)).map(({ run }) => ({ ...run, problems: [UNOPENED] }));
}

/** Runs that make no progress, once each. */
async function listFailingRuns(services: Watching): Promise<FailingRun[]> {
  const [failing, unopened] = await Promise.all([services.engine.listFailingRuns(MAX_RUNS), listUnopenedRuns(services)]);
  return [...failing, ...unopened.filter(({ runId }) => !failing.some((run) => run.runId === runId))];
}

/** Failing runs by what they do, such as `plan`; null when the engine did not answer within a second. */
export async function countFailingRuns(services: Watching & Pick<Services, 'log'>): Promise<{ kind: string; runs: number }[] | null> {
  const listed = listFailingRuns(services).catch((error: Error) => {
    services.log.warn({ err: error }, 'failing runs could not be listed');
    return null;
  });
  const failing = await Promise.race([listed, sleep(ANSWER_MS, null, { ref: false })]);
  if (!failing) return null;
  const counts = new Map<string, number>();
  for (const run of failing) counts.set(kindOf(run), (counts.get(kindOf(run)) ?? 0) + 1);
  return [...counts].map(([kind, runs]) => ({ kind, runs })).sort((a, b) => a.kind.localeCompare(b.kind));
}

const wordsOf = ({ problems }: FailingRun): string => (problems.includes(UNOPENED)
  ? 'a run could not open its work yet, and tries again: the database refuses it, or no worker takes the run'
  : 'the workflow tasks of a run keep failing: it makes no progress until its code is fixed or it is reset');

/** Logs each run once when it begins to fail, and once when it no longer does. Each call is one look. */
export function failingRunsLog(services: Watching & Pick<Services, 'log'>): () => Promise<void> {
  const { log } = services;
  let known = new Map<string, FailingRun>();
  return async () => {
    const found = new Map((await listFailingRuns(services)).map((run) => [run.runId, run]));
    for (const [runId, run] of found) {
      if (!known.has(runId)) log.error({ ...run }, wordsOf(run));
    }
    for (const [runId, { workflowId }] of known) {
      if (!found.has(runId)) log.info({ workflowId, runId }, 'a run no longer fails');
    }
    known = found;
  };
}
