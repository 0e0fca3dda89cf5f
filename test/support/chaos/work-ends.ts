import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WORK_KINDS } from '../../../src/domain/work-kinds.js';
import { runChecks } from '../../../src/monitoring/checker.js';
import { workRunId } from '../../../src/works/ids.js';
import { ENDED, type WorkStatus } from '../../../src/works/model.js';
import type { WorkRow } from '../../../src/works/work-store.js';
import type { ApiClient } from '../api-client.js';
import { childrenOf, expectSound, journalOf } from '../invariants.js';
import { startProcesses, type Processes, type Served } from '../processes.js';
import { arrivedAt, closedStatus, resetRun } from '../runs.js';
import { ALL_QUEUES } from '../stands/stand.js';

interface Account { client: ApiClient }

/** Work of one kind: how it is started, and the point that its process reaches while it makes something. */
export interface EndingKind<Prepared extends Account> {
  point: string;
  /** What is written down at the point, where work of several kinds reaches it. */
  call?: string;
  start: (prepared: Prepared, options: { key: string }) => Promise<{ status: number }>;
}

/** Kinds of work, what they are done on, and what is true of that afterwards. */
export interface EndingWork<Prepared extends Account> {
  kinds: Record<string, EndingKind<Prepared>>;
  /** Makes what the work of one account is done on, once for each cell, while a worker for everything runs. */
  prepare: (stack: Processes) => Promise<Prepared>;
  env: () => Record<string, string> | Promise<Record<string, string>>;
  /** True for work that the started work starts itself. */
  isFollowing?: (work: WorkRow, works: readonly WorkRow[], prepared: Prepared) => boolean;
  afterwards?: (stack: Processes, prepared: Prepared) => Promise<void>;
}

/** The kinds that make what a cast and a series look and sound like; all others make texts and recordings. */
export const PICTURED_KINDS = ['casting', 'cover-art', 'coverage', 'mood_frames', 'portrait_design', 'voice-design'] as const;

let stack: Processes;

interface Stage {
  points: (kinds: readonly EndingKind<never>[]) => readonly string[];
  /** What a call of this work writes down where it stands. */
  call: (work: WorkRow, kind: EndingKind<never>) => string;
}
const STAGES: Record<string, Stage> = {
  opened: { points: () => ['reserve.after_commit'], call: ({ id }) => `reserve.after_commit ${id}` },
  making: { points: (kinds) => [...new Set(kinds.map(({ point }) => point))], call: (_work, { point, call }) => call ?? point },
  publishing: { points: () => ['settle.before_commit'], call: ({ id }) => `settle.before_commit ${id}` },
};

const whenCancelled = (kind: string): WorkStatus => WORK_KINDS.get(kind)!.whenCancelled;
const runOf = (work: WorkRow): string => workRunId(work);
const handleOf = (work: WorkRow) => stack.temporal.workflow.getHandle(runOf(work));

async function eachOf(works: readonly WorkRow[], act: (work: WorkRow) => Promise<unknown>): Promise<void> {
  await Promise.all(works.map(act));
}

interface Way {
  /** Answers the worker that goes on, where that is another one. */
  act: (works: readonly WorkRow[], worker: Served, stage: string) => Promise<Served | void>;
  /** How the work may end; what is being published when the run goes is published or not. */
  ends: (kind: string, stage: string) => readonly WorkStatus[];
}
const WAYS: Record<string, Way> = {
  terminated: {
    act: (works) => eachOf(works, (work) => handleOf(work).terminate('test')),
    ends: (_kind, stage) => (stage === 'publishing' ? ['FAILED', 'READY'] : ['FAILED']),
  },
  cancelled: {
    act: (works, _worker, stage) => eachOf(works, (work) => cancel(work, stage)),
    ends: (kind, stage) => (stage === 'publishing' ? [whenCancelled(kind), 'READY'] : [whenCancelled(kind)]),
  },
  reset: { act: (works) => eachOf(works, resetWhenPossible), ends: () => ['READY'] },
  'without their worker': {
    async act(_works, worker) {
      await worker.kill('SIGKILL');
      return stack.startWorker(ALL_QUEUES);
    },
    ends: () => ['READY'],
  },
};

/** While something is made, the run takes the request at once; what is made before it has may be published. */
async function cancel(work: WorkRow, stage: string): Promise<void> {
  await handleOf(work).cancel();
  if (stage !== 'making') return;
  await until(async () => (await handleOf(work).fetchHistory()).events ?? [], (events) => {
    const asked = events.findIndex((event) => event.workflowExecutionCancelRequestedEventAttributes);
    return events.slice(asked).some((event) => event.workflowTaskCompletedEventAttributes);
  });
}

/** A run can be reset from its first completed task on, which a long first step completes with a beat of its own. */
async function resetWhenPossible(work: WorkRow): Promise<void> {
  for (;;) {
    const done = (await handleOf(work).fetchHistory()).events?.some((event) => event.workflowTaskCompletedEventAttributes);
    if (done) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await resetRun(stack.temporal, runOf(work), 'first');
}

const worksOf = ({ accountId }: ApiClient): Promise<WorkRow[]> => stack.services.db.query<WorkRow>(
  `SELECT id, kind, project_id AS "projectId", subject_id AS "subjectId", revision, epoch, status, credits_quoted AS "creditsQuoted" FROM works
   WHERE account_id = $1 ORDER BY id`, [accountId]);
const isOpen = ({ status }: WorkRow): boolean => !ENDED.includes(status);

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 100_000; ;) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > deadline) throw new Error(`it did not come about: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A cell of the table while it runs: its kinds and stage, the account, and the work that there was before. */
interface Cell<Prepared extends Account> { work: EndingWork<Prepared>; stage: Stage; prepared: Prepared; before: ReadonlySet<string> }

/**
 * Starts work of every kind. A request whose answer is lost, or whose connection is, is repeated until the work stands; `answers` names
 * the last answer of each kind.
 */
function startAll<Prepared extends Account>(
  { work: { kinds }, prepared }: Cell<Prepared>, answers: Record<string, string>, stands: () => boolean,
): Promise<unknown> {
  return Promise.all(Object.entries(kinds).map(async ([kind, { start }]) => {
    for (const key = randomUUID(); ;) {
      const status = await start(prepared, { key }).then((answer) => answer.status, (error: Error) => {
        answers[kind] = `${error.message}: ${String(error.cause)}`;
        return null;
      });
      if (status !== null) answers[kind] = String(status);
      if ((status !== null && status < 500) || stands()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }));
}

/** The new work, once a call of each kind stands at the gate; what it starts itself may stand there too. */
async function allStanding<Prepared extends Account>(
  { work: { kinds, isFollowing }, stage, prepared, before }: Cell<Prepared>, gate: string, answers: Record<string, string>,
): Promise<WorkRow[]> {
  const { works } = await until(async () => {
    const all = await worksOf(prepared.client);
    const works = all.filter((work) => !before.has(work.id) && !isFollowing?.(work, all.filter(({ id }) => !before.has(id)), prepared));
    return { works, arrived: await arrivedAt(gate), answers };
  }, ({ works, arrived }) => works.length >= Object.keys(kinds).length
    && works.every((work) => kinds[work.kind] && arrived.includes(stage.call(work, kinds[work.kind]!))));
  return works;
}

/** Records that say of themselves that something is being done on them. */
const STUCK = `
  SELECT 'source ' || id || status || digest_status AS stuck FROM sources WHERE account_id = $1
    AND (status IN ('PENDING', 'EXTRACTING') OR digest_status IN ('PENDING', 'RUNNING'))
  UNION ALL SELECT 'plan ' || id || status FROM plans WHERE account_id = $1 AND status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'version ' || id || status FROM script_versions WHERE account_id = $1 AND (status IN ('pending', 'parsing') OR draft_status = 'drafting')
  UNION ALL SELECT 'artifact ' || id || status FROM artifacts WHERE account_id = $1 AND status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'hold ' || ref_id || line FROM credit_holds WHERE account_id = $1 AND state = 'held'`;

/** What must be true of work that stood when its run was ended: its id, its money and its subject. */
async function expectEnded<Prepared extends Account>(
  { work: table, prepared }: Cell<Prepared>, standing: readonly WorkRow[], ends: (kind: string) => readonly WorkStatus[],
): Promise<void> {
  const ended = await until(() => worksOf(prepared.client), (works) => !works.some(isOpen));
  for (const { id, kind, subjectId } of standing) {
    const [work, ...others] = ended.filter((one) => one.kind === kind && one.subjectId === subjectId);
    expect([kind, work!.id, work!.epoch, others]).toEqual([kind, id, 1, []]);
    expect([kind, ends(kind)]).toEqual([kind, expect.arrayContaining([work!.status])]);
    const movements = (await journalOf(stack.services, id)).map((movement) => movement.kind).sort();
    const moved = work!.status === 'READY' ? ['reserve', 'settle'] : ['release', 'reserve'];
    expect([kind, movements]).toEqual([kind, work!.creditsQuoted === 0 ? [] : moved]);
    // A plan that is drafted waits for a person.
    if (kind === 'plan' && work!.status === 'READY') expect((await prepared.client.post(`/story-plans/${id}/approve`, { userConfirmed: true })).status).toBe(200);
    expect(await closedStatus(stack.temporal, runOf(work!))).not.toBe('RUNNING');
  }
  // What the work started itself ends afterwards.
  await until(() => stack.services.db.query(STUCK, [prepared.client.accountId]), (stuck) => stuck.length === 0);
  // A run that was ended between its publication and its clearing away leaves that to the check, which the schedule runs every minute.
  expect((await runChecks(stack.services)).findings).toEqual([]);
  await table.afterwards?.(stack, prepared);
  // A cancelled attempt stops its encoder, which takes a moment; the encoder of a read carries the id of the job that made the read.
  await until(() => childrenOf(ended.map(({ id }) => id)), (children) => children.length === 0);
  await expectSound(stack.services);
}

/**
 * Declares the tests of these kinds: work of each is terminated, cancelled, reset and loses its worker, once it is opened, while something
 * is made, and before that is published; it ends as it must, once, with nothing stuck.
 */
export function itEndsAsItMust<Prepared extends Account>(work: EndingWork<Prepared>): void {
  const cells = Object.keys(STAGES).flatMap((stage) => Object.keys(WAYS).map((way) => [stage, way] as const));
  const prepared = new Map<string, Prepared>();
  beforeAll(async () => {
    // Work that stands before its commit keeps a connection; work of other kinds must still find one.
    stack = await startProcesses({ workers: [], env: { MEDIA_CONCURRENCY: '4', DATABASE_POOL_SIZE: '24', ...await work.env() } });
    await stack.withLogs(async () => {
      const worker = await stack.startWorker(ALL_QUEUES);
      await Promise.all(Object.keys(STAGES).map(async (stage) => {
        for (const way of Object.keys(WAYS)) prepared.set(`${stage} ${way}`, await work.prepare(stack));
      }));
      await worker.kill('SIGTERM');
    });
  }, 300_000);
  afterAll(() => stack?.close());
  for (const [stage, way] of cells) {
    it(`work of every kind, ${stage} and then ${way}: it ends as it must, once, with nothing stuck`,
      () => stack.withLogs(() => runCell(work, prepared.get(`${stage} ${way}`)!, stage, way)), 240_000);
  }
}

async function runCell<Prepared extends Account>(work: EndingWork<Prepared>, prepared: Prepared, stage: string, way: string): Promise<void> {
  const gate = stack.file(`${stage}-${way.replaceAll(' ', '-')}`);
  const points = STAGES[stage]!.points(Object.values(work.kinds));
  let worker = await stack.startWorker(ALL_QUEUES, points.map((point) => `${point}:wait-file:${gate}`).join(','));
  try {
    const cell = { work, stage: STAGES[stage]!, prepared, before: new Set((await worksOf(prepared.client)).map(({ id }) => id)) };
    let stands = false;
    const answers: Record<string, string> = {};
    const started = startAll(cell, answers, () => stands);
    const standing = await allStanding(cell, gate, answers);
    expect(standing.map(({ kind }) => kind).sort()).toEqual(Object.keys(work.kinds).sort());
    stands = true;

    worker = await WAYS[way]!.act(standing, worker, stage) ?? worker;
    await writeFile(gate, '');
    await started;
    await expectEnded(cell, standing, (kind) => WAYS[way]!.ends(kind, stage));
  } finally {
    await worker.kill('SIGKILL');
  }
}
