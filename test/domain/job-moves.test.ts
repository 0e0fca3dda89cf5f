import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDatabase, type Database } from '../../src/db/database.js';
import { newId } from '../../src/db/ids.js';
import { createAccount } from '../../src/domain/account/accounts.js';
import { checkLedger } from '../../src/credits/check.js';
import { artifactIdOf } from '../../src/domain/jobs/job-ids.js';
import { cancelJob, failArtifact, failJob, publishArtifact, startArtifact } from '../../src/domain/jobs/job-moves.js';
import { reserveJob } from '../../src/domain/jobs/job-reserve.js';
import { QUEUED } from '../../src/domain/jobs/progress.js';
import type { JobInput } from '../../workflows/jobs/contract.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const CYCLE_DAYS = 30;
const REVISION = {
  title: 'A', mode: 'drama', narrationPolicy: 'include', scriptKey: 'scripts/a.json', voiceMap: {}, castList: [], entryCount: 1, spokenCount: 1,
};
const FAILURE = { code: 'artifact_generation_failed', message: 'no' };

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
  await db.query(
    `INSERT INTO plans (id, account_id, project_id, title, status, version, epoch, request, quote)
     VALUES ($1, $2, $3, 'P', 'APPROVED', 1, 0, '{}', '{}')`, [planId, accountId, projectId]);
  const lines = Array.from({ length: artifacts }, (_, line) => ({ line, artifactId: artifactIdOf(jobId, line), type: 'table_read', credits: 10 }));
  return { jobId, epoch: 1, accountId, projectId, planId, requestId: 'req_1', lines, voiceMap: {} };
}

const key = ({ jobId, epoch, lines }: JobInput, line: number) => ({ jobId, epoch, artifactId: lines[line]!.artifactId });
interface StoredJob { status: string; credits_reserved: number; credits_settled: number; credits_released: number }
const rowOf = async ({ jobId }: JobInput) => (await db.query<StoredJob>('SELECT * FROM jobs WHERE id = $1', [jobId]))[0]!;

describe('artifactIdOf', () => {
  it('is the same for a repeat, differs by line and job, and looks like every other id', () => {
    const [job, other] = [newId('job'), newId('job')];
    const ids = [artifactIdOf(job, 0), artifactIdOf(job, 1), artifactIdOf(other, 0)];
    expect(new Set([...ids, artifactIdOf(job, 0)]).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^art_[0-9a-z]{26}$/);
  });
});

describe('every move of a job', () => {
  it('may be made twice, one after the other or at once', async () => {
    for (const atOnce of [false, true]) {
      const twice = async <T>(act: () => Promise<T>): Promise<T[]> => (atOnce ? Promise.all([act(), act()]) : [await act(), await act()]);
      const job = await newJob(2);
      expect(await twice(() => reserveJob(db, job, CYCLE_DAYS))).toEqual([{ outcome: 'reserved' }, { outcome: 'reserved' }]);
      expect(await twice(() => startArtifact(db, key(job, 0), QUEUED))).toEqual([true, true]);
      expect((await twice(() => publishArtifact(db, key(job, 0), REVISION, 30))).sort()).toEqual(['READY', 'over']);
      expect(await rowOf(job)).toMatchObject({ status: 'PARTIAL', credits_settled: 10 });
      expect((await twice(() => failArtifact(db, key(job, 1), FAILURE))).sort()).toEqual(['FAILED', 'over']);
      expect(await rowOf(job)).toMatchObject({ status: 'READY', credits_reserved: 20, credits_settled: 10, credits_released: 10, failure_code: null });
      expect(await twice(() => cancelJob(db, job))).toEqual(['READY', 'READY']);
      await twice(() => failJob(db, job, FAILURE));
      expect(await rowOf(job)).toMatchObject({ status: 'READY' });
    }
    expect(await checkLedger(db)).toEqual([]);
  });

  it('does nothing in another epoch', async () => {
    const job = await newJob(1);
    await reserveJob(db, job, CYCLE_DAYS);
    await failJob(db, job, FAILURE);
    const second = { ...job, epoch: 2 };
    expect(await reserveJob(db, second, CYCLE_DAYS)).toEqual({ outcome: 'reserved' });
    expect(await reserveJob(db, job, CYCLE_DAYS)).toEqual({ outcome: 'over' });
    expect(await startArtifact(db, key(job, 0), QUEUED)).toBe(false);
    expect(await publishArtifact(db, key(job, 0), REVISION, 30)).toBe('over');
    expect(await failArtifact(db, key(job, 0), FAILURE)).toBe('over');
    expect(await cancelJob(db, job)).toBeNull();
    expect(await rowOf(job)).toMatchObject({ status: 'RESERVED', epoch: 2 });
  });

  it('refuses a resume that cannot be paid and leaves the job failed, each time with the same answer', async () => {
    const job = await newJob(2, 20);
    await reserveJob(db, job, CYCLE_DAYS);
    await failJob(db, job, FAILURE);
    await reserveJob(db, { ...await newJob(1), accountId: job.accountId, projectId: job.projectId, planId: job.planId }, CYCLE_DAYS);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await reserveJob(db, { ...job, epoch: 2 }, CYCLE_DAYS)).toEqual({ outcome: 'insufficient', required: 20, available: 10 });
    }
    expect(await rowOf(job)).toMatchObject({ status: 'FAILED', epoch: 2, credits_reserved: 20 });
  });

  it('ends in a legal state with a sound ledger, whatever happens at once', async () => {
    const moves = fc.constantFrom('reserve', 'start 0', 'start 1', 'publish 0', 'publish 1', 'fail 0', 'fail 1', 'cancel', 'fail', 'resume');
    await fc.assert(fc.asyncProperty(fc.array(moves, { minLength: 6, maxLength: 20 }), async (sequence) => {
      const job = await newJob(2, 60);
      await reserveJob(db, job, CYCLE_DAYS);
      await Promise.all(sequence.map(async (move) => {
        const [verb, line] = move.split(' ');
        if (verb === 'reserve') await reserveJob(db, job, CYCLE_DAYS);
        if (verb === 'resume') await reserveJob(db, { ...job, epoch: 2 }, CYCLE_DAYS);
        if (verb === 'start') await startArtifact(db, key(job, Number(line)), QUEUED);
        if (verb === 'publish') await publishArtifact(db, key(job, Number(line)), REVISION, 30);
        if (verb === 'cancel') await cancelJob(db, job);
        if (verb === 'fail') await (line ? failArtifact(db, key(job, Number(line)), FAILURE) : failJob(db, job, FAILURE));
      }));
      await failJob(db, job, FAILURE);
      await failJob(db, { ...job, epoch: 2 }, FAILURE);
      const row = await rowOf(job);
      const ready = (await db.query(`SELECT 1 FROM artifacts WHERE job_id = $1 AND status = 'READY'`, [job.jobId])).length;
      expect(['READY', 'FAILED', 'CANCELED']).toContain(row.status);
      expect(row.credits_settled).toBe(ready * 10);
      expect(row.credits_reserved).toBe(row.credits_settled + row.credits_released);
      if (row.status !== 'READY') expect(ready).toBe(0);
      expect(await checkLedger(db)).toEqual([]);
    }), { numRuns: 40 });
  });
});
