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

const POOL_SIZE = 3;
/** Two pools' worth of requests for each kind: so many accounts, each with so many requests at once. */
const ACCOUNTS = 2;
const REQUESTS = POOL_SIZE;

let stack: Processes;
let site: Site;
let accounts: Prepared[];
/** Work of the preparation, some of which was inserted without a run. */
let before: string[] = [];

/** The answers to each account, as `202` or `409 code`, by kind. */
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

/** Drawn one at a time, for longer than all else takes: what they make is looked at elsewhere. */
const DRAWINGS = ['cover-art', 'episode-pictures', 'read-clip', 'film', 'trailer-take', 'trailer-film', 'chapter-take', 'deck-film', 'deck-file', 'deck-addition'];
const countOf = (works: readonly WorkRow[], wanted: string): number => works.filter(({ kind }) => kind === wanted).length;
const isOver = ({ status }: WorkRow): boolean => ENDED.includes(status);

/** A run that has ended just now needs no cancellation. */
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

/** What else than an opening, or the work that is open, may be answered. */
const REFUSED: Record<string, readonly string[]> = {
  // Another request has opened the same pictures: after this one was priced, or before.
  casting: ['409 artifact_not_ready', '409 quote_invalid'],
  // One picture of a person at a time.
  'read-picture': ['409 artifact_not_ready'],
  'read-clip': ['409 artifact_not_ready'],
  // One at a time on a read, from its newest revision.
  refine: ['409 artifact_not_ready', '409 version_conflict'],
};

it.each(Object.keys(KINDS_OF_WORK))('of %s, all requests at once are answered with work or with the refusal that is meant for them', (kind) => {
  const given = answers.get(kind)!;
  const isServed = (answer: string): boolean => answer.startsWith('2');
  expect(given.flat().filter((answer) => !isServed(answer) && !REFUSED[kind]?.includes(answer))).toEqual([]);
  expect(given.filter((toAccount) => !toAccount.some(isServed))).toEqual([]);
});

it('all of it ends as it must, and no transaction waited for another in a circle', () => stack.withLogs(async () => {
  const works = await worksOf();
  const unlucky = works.filter(({ kind, status }) => status === 'FAILED' && !DRAWINGS.includes(kind));
  // A newer plan, and a newer text of a script, take the place of those before.
  const replaced = works.filter(({ kind, status }) => status === 'CANCELED' && kind !== 'plan' && kind !== 'script');
  expect({ unlucky, replaced }).toEqual({ unlucky: [], replaced: [] });
  // A plan that is drafted waits for a person.
  const closing = works.filter(({ kind, status }) => kind !== 'plan' || status !== 'READY');
  for (const work of closing) expect([work.id, await closedStatus(stack.temporal, workRunId(work))]).not.toEqual([work.id, 'RUNNING']);
  expect((await stack.logged(/"msg":"request failed"/)).filter((line) => !line.includes('EngineUnavailable'))).toEqual([]);
  expect(await stack.logged(/LockOrderViolation|deadlock|40P01|40001/)).toEqual([]);
  expect((await runChecks(stack.services)).findings).toEqual([]);
  await expectSound(stack.services);
}));
