import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runChecks } from '../../src/monitoring/checker.js';
import { workRunId } from '../../src/kernel/works/ids.js';
import { ENDED } from '../../src/kernel/works/model.js';
import type { WorkRow } from '../../src/kernel/works/work-store.js';
import { KINDS_OF_WORK, prepareForAll, type Prepared } from '../support/chaos/kinds-of-work.js';
import { until } from '../support/chaos/until.js';
import { expectSound } from '../support/invariants.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { closedStatus } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';
import { openSite, STORY, type Site } from '../workflows/source-worker.js';

const POOL_SIZE = 3;
/** Three pools' worth of requests for each kind: so many accounts, each with so many requests at once. */
const ACCOUNTS = 3;
const REQUESTS = POOL_SIZE;
const MOST_ATTEMPTS = 5;

let stack: Processes;
let site: Site;
let accounts: Prepared[];
/** Work of the preparation, some of which was inserted without a run. */
let before: string[] = [];

/** The answers to each account, as `202` or `409 code`, by kind. */
const answers = new Map<string, string[][]>();

const worksOf = async (): Promise<WorkRow[]> => (await stack.services.db.query<WorkRow>(
  'SELECT id, kind, subject_id AS "subjectId", revision, epoch, status FROM works')).filter(({ id }) => !before.includes(id));

/** Repeats a request that the engine was too busy for, as clients do; a 5xx for any other reason is in the log. */
async function answered(kind: string, prepared: Prepared): Promise<{ status: number; body?: any }> {
  const key = randomUUID();
  for (let attempt = 1; ; attempt++) {
    const answer = await KINDS_OF_WORK[kind]!.start(prepared, { key });
    if (answer.status < 500 || attempt === MOST_ATTEMPTS) return answer;
  }
}

async function openAtOnce(kind: string): Promise<void> {
  const openings = accounts.map((prepared) => Promise.all(Array.from({ length: REQUESTS }, async () => {
    const { status, body } = await answered(kind, prepared);
    return [status, body?.error?.code ?? []].flat().join(' ');
  })));
  answers.set(kind, await Promise.all(openings));
}

/** Drawn one at a time, for longer than all else takes. */
const DRAWINGS = ['cover-art', 'episode-pictures', 'read-clip'];
const isOver = ({ status }: WorkRow): boolean => ENDED.includes(status);

beforeAll(async () => {
  site = await openSite();
  site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
  stack = await startProcesses({ workers: [ALL_QUEUES], env: { FETCH_ALLOW_HOSTS: site.host, DATABASE_POOL_SIZE: String(POOL_SIZE) } });
  await stack.withLogs(async () => {
    accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => prepareForAll(stack, site)));
    before = (await worksOf()).map(({ id }) => id);
    for (const kind of Object.keys(KINDS_OF_WORK)) await openAtOnce(kind);
    await until(worksOf, (works) => works.every((work) => isOver(work) || DRAWINGS.includes(work.kind)));
    const drawings = (await worksOf()).filter((work) => !isOver(work));
    await Promise.all(drawings.map((work) => stack.temporal.workflow.getHandle(workRunId(work)).cancel()));
    await until(worksOf, (works) => works.every(isOver));
  });
}, 300_000);
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
