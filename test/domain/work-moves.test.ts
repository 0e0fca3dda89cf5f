import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { openDatabase, type Database } from '../../src/kernel/db/database.js';
import { newId } from '../../src/kernel/db/ids.js';
import { createAccount } from '../../src/domain/account/account-store.js';
import { artifactIdOf } from '../../src/domain/jobs/job-ids.js';
import { jobKind } from '../../src/domain/jobs/job-kind.js';
import type { JobInput } from '../../src/domain/jobs/job-run.js';
import { startArtifact } from '../../src/domain/jobs/job-work-store.js';
import { holdAhead, releaseAhead } from '../../src/kernel/works/ahead.js';
import { workIdOf, workRunId } from '../../src/kernel/works/ids.js';
import type { WorkKind } from '../../src/kernel/works/kind.js';
import { QUEUED, type WorkInput } from '../../src/kernel/works/model.js';
import { abandonWork, cancelWork, failLine, failWork, finishLine, openWork } from '../../src/kernel/works/moves.js';
import { getWork, startWork } from '../../src/kernel/works/work-store.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { insertPlan } from '../support/work-rows.js';

const CYCLE_DAYS = 30;
const REVISION = {
  title: 'A', mode: 'drama', narrationPolicy: 'include', scriptKey: 'scripts/a.json', voiceMap: {}, castList: [], entryCount: 1, spokenCount: 1,
};
const FAILURE = { code: 'artifact_generation_failed', message: 'no' };
const KIND = jobKind as WorkKind;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await openDatabase({ url: database.url, poolSize: 8 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function newJob(artifacts: number, credits = 30): Promise<JobInput> {
  const accountId = (await createAccount(db, { name: 'Moves', monthlyAllocation: credits })).id;
  const [projectId, planId, jobId] = [newId('project'), newId('plan'), newId('job')];
  await db.query(`INSERT INTO projects (id, account_id, name) VALUES ($1, $2, 'P')`, [projectId, accountId]);
  await insertPlan(db, { planId, accountId, projectId });
  const numbers = Array.from({ length: artifacts }, (_, line) => line);
  return {
    workId: jobId, kind: 'job', subjectId: jobId, revision: 0, label: 'Producing', epoch: 1, accountId, projectId, planId, requestId: 'req_1',
    artifacts: numbers.map((line) => ({ line, artifactId: artifactIdOf(jobId, line), type: 'table_read' })),
    lines: numbers.map((line) => ({ line, credits: 10 })), voiceMap: {},
  };
}

const key = ({ workId, epoch, artifacts }: JobInput, line: number) => ({ workId, epoch, line, artifactId: artifacts[line]!.artifactId });
const open = (job: WorkInput) => openWork(db, KIND, job, CYCLE_DAYS);
const publish = (job: JobInput, line: number) =>
  finishLine(db, KIND, key(job, line), { artifactId: key(job, line).artifactId, type: 'table_read', loaded: { read: REVISION, shareTtlDays: 30 } });
const failOne = (job: JobInput, line: number) => failLine(db, KIND, key(job, line), FAILURE);
const failAll = (job: JobInput) => failWork(db, KIND, job, FAILURE);
const cancel = (job: JobInput) => cancelWork(db, KIND, job);

describe('credits held ahead of work', () => {
  const ordered = ({ workId, accountId, lines }: JobInput) => ({ kind: 'job', workId, epoch: 1, accountId, lines });
  const hold = (job: JobInput) => db.transaction((tx) => holdAhead(tx, ordered(job), CYCLE_DAYS));
  const giveUp = (job: JobInput) => db.transaction((tx) => releaseAhead(tx, ordered(job)));
  const entriesOf = async ({ workId }: JobInput) =>
    (await db.query<{ kind: string }>('SELECT kind FROM ledger_entries WHERE ref_id = $1 ORDER BY kind, line', [workId])).map(({ kind }) => kind);

  it('are those of the work that opens, also when nothing else is left, and refuse a second order', async () => {
    const job = await newJob(3);
    await hold(job);
    await hold(job);
    await expect(hold({ ...job, workId: newId('job') })).rejects.toMatchObject({ code: 'insufficient_credits', details: { required: 30, available: 0 } });
    expect(await open(job)).toEqual({ outcome: 'open' });
    // The order can't be withdrawn any more: the work has the credits.
    await giveUp(job);
    await startArtifact(db, key(job, 0), QUEUED);
    expect(await publish(job, 0)).toBe('READY');
    expect(await failAll(job)).toBe('READY');
    expect(await entriesOf(job)).toEqual(['release', 'release', 'reserve', 'reserve', 'reserve', 'settle']);
    expect(await checkLedger(db)).toEqual([]);
  });

  it('go back with an order that is withdrawn, and its work is not opened later without them', async () => {
    const job = await newJob(1);
    await hold(job);
    await giveUp(job);
    await giveUp(job);
    expect(await entriesOf(job)).toEqual(['release', 'reserve']);
    expect(await open(job)).toMatchObject({ outcome: 'refused', failure: { code: 'artifact_generation_failed' } });
    expect(await db.query('SELECT id FROM works WHERE id = $1', [job.workId])).toEqual([]);
    expect(await checkLedger(db)).toEqual([]);
  });
});

describe('ids', () => {
  it('of an artifact: the same for a repeat, differ by line and job, and look like every other id', () => {
    const [job, other] = [newId('job'), newId('job')];
    const ids = [artifactIdOf(job, 0), artifactIdOf(job, 1), artifactIdOf(other, 0)];
    expect(new Set([...ids, artifactIdOf(job, 0)]).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^art_[0-9a-z]{26}$/);
  });

  it('of work: one for each kind, subject and revision; its run says the epoch', async () => {
    const ids = [workIdOf('finalize', 'art_1', 1), workIdOf('finalize', 'art_1', 2), workIdOf('perform', 'art_1', 1)];
    expect(new Set([...ids, workIdOf('finalize', 'art_1', 1)]).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^wrk_[0-9a-z]{26}$/);
    const [row] = await db.query<{ id: string }>(
      `SELECT 'wrk_' || left(encode(sha256(convert_to('finalize:' || 'art_1' || ':' || 1, 'UTF8')), 'hex'), 26) AS id`);
    expect(row!.id).toBe(ids[0]);
    expect(workRunId({ kind: 'job', subjectId: 'job_1', revision: 0, epoch: 1 })).toBe('job:job_1');
    expect(workRunId({ kind: 'finalize', subjectId: 'art_1', revision: 2, epoch: 3 })).toBe('finalize:art_1:r2:e3');
  });
});

describe('every move of work', () => {
  it('has the same effect when it is made twice, one after the other or at once', async () => {
    for (const atOnce of [false, true]) {
      const twice = async <T>(act: () => Promise<T>): Promise<T[]> => (atOnce ? Promise.all([act(), act()]) : [await act(), await act()]);
      const job = await newJob(2);
      expect(await twice(() => open(job))).toEqual([{ outcome: 'open' }, { outcome: 'open' }]);
      expect(await twice(() => startArtifact(db, key(job, 0), QUEUED))).toEqual([true, true]);
      expect((await twice(() => publish(job, 0))).sort()).toEqual(['READY', 'over']);
      expect(await getWork(db, job.workId)).toMatchObject({ status: 'PARTIAL', creditsSettled: 10, linesReady: 1 });
      expect((await twice(() => failOne(job, 1))).sort()).toEqual(['FAILED', 'over']);
      expect(await getWork(db, job.workId)).toMatchObject({
        status: 'READY', creditsReserved: 20, creditsSettled: 10, creditsReleased: 10, failureCode: null, linesReady: 1, linesFailed: 1,
      });
      expect(await twice(() => cancel(job))).toEqual(['READY', 'READY']);
      await twice(() => failAll(job));
      expect(await getWork(db, job.workId)).toMatchObject({ status: 'READY' });
    }
    expect(await checkLedger(db)).toEqual([]);
  });

  it('does nothing in an epoch that is over', async () => {
    const job = await newJob(1);
    await open(job);
    await failAll(job);
    const second = { ...job, epoch: 2 };
    expect(await open(second)).toEqual({ outcome: 'open' });
    expect(await open(job)).toEqual({ outcome: 'over' });
    expect(await startArtifact(db, key(job, 0), QUEUED)).toBe(false);
    expect(await startWork(db, job, QUEUED)).toBe(false);
    expect(await publish(job, 0)).toBe('over');
    expect(await failOne(job, 0)).toBe('over');
    expect(await failAll(job)).toBeNull();
    expect(await cancel(job)).toBeNull();
    expect(await getWork(db, job.workId)).toMatchObject({ status: 'RESERVED', epoch: 2 });
  });

  it('refuses an epoch that cannot be paid for and changes nothing, with the same answer each time', async () => {
    const job = await newJob(2, 20);
    await open(job);
    await failAll(job);
    const other = { ...await newJob(1), accountId: job.accountId, projectId: job.projectId, planId: job.planId };
    await open(other);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await open({ ...job, epoch: 2 })).toEqual({ outcome: 'insufficient', required: 20, available: 10 });
    }
    expect(await getWork(db, job.workId)).toMatchObject({ status: 'FAILED', epoch: 1, creditsReserved: 20 });
    const unpaid = { ...await newJob(2), accountId: job.accountId, projectId: job.projectId, planId: job.planId };
    expect(await open(unpaid)).toMatchObject({ outcome: 'insufficient' });
    expect(await db.query('SELECT id FROM works WHERE id = $1 UNION SELECT id FROM jobs WHERE id = $1', [unpaid.workId])).toEqual([]);
  });

  it('charges nobody for a project that was deleted meanwhile', async () => {
    const job = await newJob(1);
    await open(job);
    await startArtifact(db, key(job, 0), QUEUED);
    await db.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [job.projectId]);
    expect(await publish(job, 0)).toBe('FAILED');
    expect(await getWork(db, job.workId)).toMatchObject({
      status: 'FAILED', creditsSettled: 0, creditsReleased: 10, failureCode: 'project_not_found',
    });
    const [waiting, partly] = [await newJob(1), await newJob(2)];
    for (const other of [waiting, partly]) await open(other);
    await startArtifact(db, key(partly, 0), QUEUED);
    await publish(partly, 0);
    await abandonWork(db, KIND, waiting);
    expect(await getWork(db, waiting.workId)).toMatchObject({ creditsReleased: 0 });
    await db.query('UPDATE projects SET deleted_at = now() WHERE id = ANY($1)', [[waiting.projectId, partly.projectId]]);
    for (const other of [waiting, partly, partly, job]) await abandonWork(db, KIND, other);
    expect(await getWork(db, waiting.workId)).toMatchObject({ status: 'CANCELED', creditsSettled: 0, creditsReleased: 10 });
    expect(await getWork(db, partly.workId)).toMatchObject({ status: 'READY', creditsSettled: 10, creditsReleased: 10, linesReady: 1, linesFailed: 1 });
    expect(await checkLedger(db)).toEqual([]);
  });

  it('ends in a legal state with a sound ledger, whatever happens at once', async () => {
    const moves = fc.constantFrom('reserve', 'start 0', 'start 1', 'publish 0', 'publish 1', 'fail 0', 'fail 1', 'cancel', 'fail', 'resume');
    await fc.assert(fc.asyncProperty(fc.array(moves, { minLength: 6, maxLength: 20 }), async (sequence) => {
      const job = await newJob(2, 60);
      await open(job);
      await Promise.all(sequence.map(async (move) => {
        const [verb, line] = move.split(' ');
        if (verb === 'reserve') await open(job);
        if (verb === 'resume') await open({ ...job, epoch: 2 });
        if (verb === 'start') await startArtifact(db, key(job, Number(line)), QUEUED);
        if (verb === 'publish') await publish(job, Number(line));
        if (verb === 'cancel') await cancel(job);
        if (verb === 'fail') await (line ? failOne(job, Number(line)) : failAll(job));
      }));
      await failAll(job);
      await failAll({ ...job, epoch: 2 });
      const row = await getWork(db, job.workId);
      const ready = (await db.query(`SELECT 1 FROM artifacts WHERE job_id = $1 AND status = 'READY'`, [job.workId])).length;
      expect(['READY', 'FAILED', 'CANCELED']).toContain(row.status);
      expect(row.linesReady).toBe(ready);
      expect(row.creditsSettled).toBe(ready * 10);
      expect(row.creditsReserved).toBe(row.creditsSettled + row.creditsReleased);
      if (row.status !== 'READY') expect(ready).toBe(0);
      expect(await checkLedger(db)).toEqual([]);
    }), { numRuns: 40 });
  });
});
