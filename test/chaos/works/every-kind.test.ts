import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WORK_KINDS } from '../../../src/domain/work-kinds.js';
import { runChecks } from '../../../src/monitoring/checker.js';
import { workRunId } from '../../../src/kernel/works/ids.js';
import { ENDED, type WorkStatus } from '../../../src/kernel/works/model.js';
import type { WorkRow } from '../../../src/kernel/works/work-store.js';
import { isFollowing, KINDS_OF_WORK, prepareForAll, type Prepared } from '../../support/chaos/kinds-of-work.js';
import { until } from '../../support/chaos/until.js';
import { childrenOf, expectSound, journalOf } from '../../support/invariants.js';
import { startProcesses, type Processes, type Served } from '../../support/processes.js';
import { arrivedAt, closedStatus, resetRun } from '../../support/runs.js';
import { ALL_QUEUES } from '../../support/stands/stand.js';
import { openSite, STORY, type Site } from '../../workflows/source-worker.js';

/**
 * The stages at which work is held when something happens to it: the fault points, and the call that arrives there. What happens before, while work is
 * opened, is the same for all kinds; `every-way.test.ts` has it.
 */
const STAGES = {
  making: {
    points: [...new Set(Object.values(KINDS_OF_WORK).map(({ point }) => point))],
    call: ({ kind }: WorkRow) => KINDS_OF_WORK[kind]!.call ?? KINDS_OF_WORK[kind]!.point,
  },
  publishing: { points: ['settle.before_commit'], call: ({ id }: WorkRow) => `settle.before_commit ${id}` },
} as const;
type Stage = keyof typeof STAGES;
const STAGE_NAMES = Object.keys(STAGES) as Stage[];

/** What happens to work of every kind. Each way has an account of its own. */
type Way = 'terminated' | 'cancelled' | `${Stage} when its worker is killed`;
const killed = (stage: Stage): Way => `${stage} when its worker is killed`;
const WAYS: readonly Way[] = ['terminated', 'cancelled', ...STAGE_NAMES.map(killed)];

let stack: Processes;
let site: Site;
const accounts = new Map<Way, Prepared>();
const standing = new Map<Way, WorkRow[]>();

const gateOf = (stage: Stage): string => stack.file(`passes-${stage}`);
const letPass = (stage: Stage): Promise<void> => writeFile(gateOf(stage), '');

const worksOf = ({ client }: Prepared): Promise<WorkRow[]> => stack.services.db.query<WorkRow>(
  `SELECT id, kind, project_id AS "projectId", subject_id AS "subjectId", revision, epoch, status, credits_quoted AS "creditsQuoted" FROM works
   WHERE account_id = $1 ORDER BY created_at`, [client.accountId]);
const allEnded = (works: readonly WorkRow[]): boolean => works.every(({ status }) => ENDED.includes(status));

/**
 * Starts work of every kind. Repeats a request with its key while the connection is lost or the answer is a 5xx; `answers` gets the last outcome of each
 * kind.
 */
async function startAll(prepared: Prepared, answers: Record<string, string>): Promise<void> {
  await Promise.all(Object.entries(KINDS_OF_WORK).map(async ([kind, { start }]) => {
    for (const key = randomUUID(); ;) {
      const status = await start(prepared, { key }).then((answer) => answer.status, (error: Error) => {
        answers[kind] = `${error.message}: ${String(error.cause)}`;
        return null;
      });
      if (status !== null) answers[kind] = String(status);
      if (status !== null && status < 500) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }));
}

const requests: Promise<void>[] = [];

/** Starts work of every kind, and waits until a call of each is held at the stage. Work that other work starts may be held there too, but is not returned. */
async function standAt(stage: Stage, way: Way): Promise<WorkRow[]> {
  const prepared = accounts.get(way)!;
  const before = (await worksOf(prepared)).map(({ id }) => id);
  await rm(gateOf(stage));
  await rm(`${gateOf(stage)}.reached`, { force: true });
  const answers: Record<string, string> = {};
  requests.push(startAll(prepared, answers));
  const { works } = await until(async () => {
    const made = (await worksOf(prepared)).filter(({ id }) => !before.includes(id));
    return { works: made.filter((work) => !isFollowing(work, made, prepared)), arrived: await arrivedAt(gateOf(stage)), answers };
  }, (found) => found.works.length >= Object.keys(KINDS_OF_WORK).length && found.works.every((work) => found.arrived.includes(STAGES[stage].call(work))));
  standing.set(way, works);
  return works;
}

const runOf = (work: WorkRow) => stack.temporal.workflow.getHandle(workRunId(work));

/** Terminates the runs and has the check find it at once: `updated_at` is set back because the check skips works that changed only just now. */
async function terminateAll(works: readonly WorkRow[]): Promise<void> {
  await Promise.all(works.map((work) => runOf(work).terminate('test')));
  await stack.services.db.query(`UPDATE works SET updated_at = now() - interval '1 hour' WHERE id = ANY($1)`, [works.map(({ id }) => id)]);
  await runChecks(stack.services);
}

/** Cancels the runs while they make something. Their work ends at once, but each run closes only when its activity does. */
async function cancelAll(works: readonly WorkRow[]): Promise<void> {
  await Promise.all(works.map((work) => runOf(work).cancel()));
  await until(() => worksOf(accounts.get('cancelled')!), (rows) => works.every(({ id }) => rows.some((row) => row.id === id && ENDED.includes(row.status))));
  await letPass('making');
  await Promise.all(works.map((work) => closedStatus(stack.temporal, workRunId(work))));
}

async function allDone(): Promise<void> {
  for (const prepared of accounts.values()) await until(() => worksOf(prepared), allEnded);
}

/** Starts a worker that waits at each of these stages while the file of the stage is missing. */
const startStanding = (stages: readonly Stage[]): Promise<Served> => stack.startWorker(
  ALL_QUEUES, stages.flatMap((stage) => STAGES[stage].points.map((point) => `${point}:wait-file:${gateOf(stage)}`)).join(','));

beforeAll(async () => {
  site = await openSite();
  site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
  stack = await startProcesses({
    workers: [], env: { MEDIA_CONCURRENCY: '8', DATABASE_POOL_SIZE: '24', FETCH_ALLOW_HOSTS: site.host },
  });
  await stack.withLogs(async () => {
    await Promise.all(STAGE_NAMES.map(letPass));
    const first = await startStanding(['making', 'publishing']);
    for (const way of WAYS) accounts.set(way, await prepareForAll(stack, site));
    await allDone();
    await cancelAll(await standAt('making', 'cancelled'));
    // The last stage comes first: on its way there, work must pass the earlier stages, whose gates are still open.
    await standAt('publishing', killed('publishing'));
    await standAt('making', killed('making'));
    await first.kill('SIGKILL');
    await startStanding(['making']);
    await letPass('making');
    await Promise.all(requests);
    await allDone();
    await terminateAll(await standAt('making', 'terminated'));
    await letPass('making');
    await allDone();
  });
});
afterAll(async () => {
  await stack?.close();
  await site?.close();
});

const ends = (kind: string, way: Way): WorkStatus => {
  if (way === 'cancelled') return WORK_KINDS.get(kind)!.whenCancelled;
  return way === 'terminated' ? 'FAILED' : 'READY';
};

const CELLS = WAYS.flatMap((way) => Object.keys(KINDS_OF_WORK).map((kind) => [kind, way] as const));

it.each(CELLS)('work of kind %s, %s, ends once, in the expected status, and its credits move once', async (kind, way) => {
  const { client } = accounts.get(way)!;
  const [stood, ...more] = standing.get(way)!.filter((work) => work.kind === kind);
  const ended = (await worksOf(accounts.get(way)!)).filter((work) => work.kind === kind && work.subjectId === stood!.subjectId);
  const status = ends(kind, way);
  const failures = await stack.services.db.query('SELECT failure_code, failure_message FROM works WHERE id = $1 AND status <> $2', [stood!.id, status]);
  expect({ more, ended, failures }).toEqual({ more: [], ended: [{ ...stood!, epoch: 1, status }], failures: [] });
  if (way === 'terminated') {
    const [{ message }] = await stack.services.db.query<{ message: string }>('SELECT failure_message AS message FROM works WHERE id = $1', [stood!.id]) as [{ message: string }];
    // Only these have an operation that resumes them.
    expect([message, message.includes('resume')]).toEqual([expect.stringMatching(/stopped/), ['plan', 'job', 'refine'].includes(kind)]);
  }
  const movements = (await journalOf(stack.services, stood!.id)).map((movement) => movement.kind).sort();
  expect(movements).toEqual(stood!.creditsQuoted === 0 ? [] : ['reserve', status === 'READY' ? 'settle' : 'release'].sort());
  // The run of a drafted plan waits for the approval.
  if (kind === 'plan' && status === 'READY') expect((await client.post(`/story-plans/${stood!.id}/approve`, { userConfirmed: true })).status).toBe(200);
  expect(await closedStatus(stack.temporal, workRunId(stood!))).not.toBe('RUNNING');
});

/** All that a run may have made or changed: rows, and the hashes of the sound. */
async function everything() {
  const { db, store } = stack.services;
  const tables = ['works ORDER BY id', 'ledger_entries ORDER BY entry_id', 'candidate_requests ORDER BY id', 'candidates ORDER BY request_id, ordinal', 'images ORDER BY id',
    'artifacts ORDER BY id', 'artifact_revisions ORDER BY artifact_id, revision', 'recordings ORDER BY work_id', 'performances ORDER BY artifact_id, revision',
    'performance_lines ORDER BY artifact_id, revision, position'];
  const rows = await Promise.all(tables.map((table) => db.query(`SELECT * FROM ${table}`)));
  const sounds = await db.query<{ key: string }>(
    `SELECT media_key AS key FROM recordings UNION SELECT chunk_key FROM performance_lines WHERE byte_size > 1 ORDER BY key`);
  return { rows, sounds: await Promise.all(sounds.map(async ({ key }) => [key, createHash('sha256').update(await store.get(key)).digest('hex')])) };
}

it('the finished runs, reset to their first task, change nothing', async () => {
  const runs = [...standing].flatMap(([way, works]) => (way === 'terminated' ? [] : works.filter(({ kind }) => kind !== 'plan'))).map((work) => workRunId(work));
  const before = await everything();
  await Promise.all(runs.map((run) => resetRun(stack.temporal, run, 'first')));
  await Promise.all(runs.map((run) => closedStatus(stack.temporal, run)));
  expect(await everything()).toEqual(before);
});

/** Finds records whose status says that something is still being done on them, and holds that are still held. */
const STUCK = `
  SELECT 'source ' || id || status || digest_status AS stuck FROM sources WHERE deleted_at IS NULL
    AND (status IN ('PENDING', 'EXTRACTING') OR digest_status IN ('PENDING', 'RUNNING'))
  UNION ALL SELECT 'plan ' || id || status FROM plans WHERE status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'version ' || id || status FROM script_versions WHERE status IN ('pending', 'parsing') OR draft_status = 'drafting'
  UNION ALL SELECT 'artifact ' || id || status FROM artifacts WHERE status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'hold ' || ref_id || line FROM credit_holds WHERE state = 'held'`;

it('nothing is stuck, kept too long or left behind', async () => {
  const { db, store } = stack.services;
  await until(() => db.query(STUCK), (stuck) => stuck.length === 0);
  // A run that was ended after it published, but before it cleared away, leaves the clearing to the check, which the schedule runs every minute.
  expect((await runChecks(stack.services)).findings).toEqual([]);
  const unkept = await db.query<{ id: string }>(`SELECT id FROM sources WHERE retention_policy = 'METADATA_ONLY'`);
  expect(unkept).toHaveLength(2 * WAYS.length);
  expect(await Promise.all(unkept.map(({ id }) => store.stat(`sources/${id}/text.txt`)))).toEqual(unkept.map(() => null));
  const works = await db.query<{ id: string }>('SELECT id FROM works');
  await until(() => childrenOf(works.map(({ id }) => id)), (children) => children.length === 0);
  await expectSound(stack.services);
});
