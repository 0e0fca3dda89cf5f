import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/monitoring/checker.js';
import { workRunId } from '../../src/kernel/works/ids.js';
import { ENDED } from '../../src/kernel/works/model.js';
import type { WorkRow } from '../../src/kernel/works/work-store.js';
import { KINDS_OF_WORK, prepareForAll, type Prepared } from '../support/chaos/kinds-of-work.js';
import { patientCall } from '../support/chaos/patient-call.js';
import { until } from '../support/chaos/until.js';
import { expectSound } from '../support/invariants.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';
import { openSite, STORY, type Site } from '../workflows/source-worker.js';

const POOL_SIZE = 2;
/** The requests for each kind of work come to twice the connection pool: each account sends `REQUESTS` of them at once. */
const ACCOUNTS = 2;
const REQUESTS = POOL_SIZE;

let stack: Processes;
let site: Site;
let accounts: Prepared[];
/** Ids of works that the preparation made, some of them inserted without a run. */
let before: string[] = [];

/** By kind, the answers to each account, such as `202` or `409 code`. */
const answers = new Map<string, string[][]>();

const worksOf = async (): Promise<WorkRow[]> => (await stack.services.db.query<WorkRow>(
  'SELECT id, kind, subject_id AS "subjectId", revision, epoch, status FROM works')).filter(({ id }) => !before.includes(id));

async function openAtOnce(kind: string): Promise<void> {
  const openings = accounts.map((prepared) => Promise.all(Array.from({ length: REQUESTS }, async () => {
    const key = randomUUID();
    const { status, body } = await patientCall<{ status: number; body?: any }>(() => KINDS_OF_WORK[kind]!.start(prepared, { key }));
    return [status, body?.error?.code ?? []].flat().join(' ');
  })));
  answers.set(kind, await Promise.all(openings));
}

/** Kinds of drawings. They are drawn one at a time and would take longer than all the rest, so the test cancels them; other tests check what they make. */
const DRAWINGS = ['cover-art', 'episode-pictures', 'read-clip', 'film', 'trailer-take', 'trailer-film', 'chapter-take', 'deck-film', 'deck-file', 'deck-addition'];
const countOf = (works: readonly WorkRow[], wanted: string): number => works.filter(({ kind }) => kind === wanted).length;
const isOver = ({ status }: WorkRow): boolean => ENDED.includes(status);

/** Cancels a run; one that has just ended is ignored. */
async function cancelRun(work: WorkRow): Promise<void> {
  await stack.temporal.workflow.getHandle(workRunId(work)).cancel().catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
}

beforeAll(async () => {
  site = await openSite();
  site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
  stack = await startProcesses({ workers: [ALL_QUEUES], env: { FETCH_ALLOW_HOSTS: site.host, DATABASE_POOL_SIZE: String(POOL_SIZE) } });
  await stack.withLogs(async () => {
    accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => prepareForAll(stack, site)));
    before = (await worksOf()).map(({ id }) => id);
    for (const kind of Object.keys(KINDS_OF_WORK)) await openAtOnce(kind);
    const cancelled = new Set<string>();
    // The run of a trailer orders its takes one after the other; that of a deck orders its frames once.
    await until(async () => {
      const works = await worksOf();
      const drawings = works.filter((work) => DRAWINGS.includes(work.kind) && !isOver(work) && !cancelled.has(work.id));
      await Promise.all(drawings.map(cancelRun));
      for (const { id } of drawings) cancelled.add(id);
      return works;
    }, (works) => works.every(isOver) && countOf(works, 'trailer-take') === ACCOUNTS * REQUESTS && countOf(works, 'chapter-take') === ACCOUNTS);
  });
});
afterAll(async () => {
  await stack?.close();
  await site?.close();
});

/** By kind, the refusals that are allowed beside answers with new or open work. */
const REFUSED: Record<string, readonly string[]> = {
  // Another request has opened the same pictures: after this one was priced, or before.
  casting: ['409 artifact_not_ready', '409 quote_invalid'],
  // One picture of a person at a time.
  'read-picture': ['409 artifact_not_ready'],
  'read-clip': ['409 artifact_not_ready'],
  // A read takes one refinement at a time, and only on its newest revision.
  refine: ['409 artifact_not_ready', '409 version_conflict'],
};

it.each(Object.keys(KINDS_OF_WORK))('%s: simultaneous requests are answered with work or with a refusal that this kind allows', (kind) => {
  const given = answers.get(kind)!;
  const isServed = (answer: string): boolean => answer.startsWith('2');
  expect(given.flat().filter((answer) => !isServed(answer) && !REFUSED[kind]?.includes(answer))).toEqual([]);
  expect(given.filter((toAccount) => !toAccount.some(isServed))).toEqual([]);
});

it('all work ends without a failure, and nothing deadlocks', () => stack.withLogs(async () => {
  const works = await worksOf();
  const unlucky = works.filter(({ kind, status }) => status === 'FAILED' && !DRAWINGS.includes(kind));
  // A newer plan replaces an earlier one, and a newer text of a script replaces the text before it.
  const replaced = works.filter(({ kind, status }) => status === 'CANCELED' && kind !== 'plan' && kind !== 'script');
  expect({ unlucky, replaced }).toEqual({ unlucky: [], replaced: [] });
  // A drafted plan waits for a person, so its run stays open.
  const closing = works.filter(({ kind, status }) => kind !== 'plan' || status !== 'READY');
  for (const work of closing) expect([work.id, await closedStatus(stack.temporal, workRunId(work))]).not.toEqual([work.id, 'RUNNING']);
  expect((await stack.logged(/"msg":"request failed"/)).filter((line) => !line.includes('EngineUnavailable'))).toEqual([]);
  expect(await stack.logged(/LockOrderViolation|deadlock|40P01|40001/)).toEqual([]);
  expect((await runChecks(stack.services)).findings).toEqual([]);
  await expectSound(stack.services);
}));
