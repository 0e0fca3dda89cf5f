import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import type { Services } from '../../src/kernel/services.js';

const STALE_MS = 60_000;

export interface Movement { kind: string; epoch: number; line: number; credits: number }

/** Every credit movement of a reference, sorted. */
export function journalOf({ db }: Pick<Services, 'db'>, refId: string): Promise<Movement[]> {
  return db.query('SELECT kind, epoch, line, credits FROM ledger_entries WHERE ref_id = $1 ORDER BY epoch, line, kind', [refId]);
}

/** Processes whose environment names one of the jobs, as `pid command`. */
export async function childrenOf(jobIds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // The process may have ended, or belong to another user.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const jobId = /(?:^|\0)JOB_ID=([^\0]*)/.exec(environment)?.[1];
    if (jobId !== undefined && jobIds.includes(jobId)) found.push(`${pid} ${await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')}`.trim());
  }
  return found;
}

/** True for a file that a killed process left incomplete: the checker deletes it ten minutes later, a render some hours later. */
function isLeftByTheDead(file: string): boolean {
  const writer = /\/(?:\.incoming\/|work\/master-)(\d+)-[^/]+(?:\/[^/]+)?$/.exec(file)?.[1];
  return writer !== undefined && !existsSync(`/proc/${writer}`);
}

/** Incomplete files below the data folder that are older than a minute and that the checker will not delete. */
async function staleTemporaries(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const temporary = entries.filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => /\.(tmp|part)$|\/\.incoming\//.test(file) && !isLeftByTheDead(file));
  const facts = await Promise.all(temporary.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? Infinity })));
  return facts.filter(({ at }) => Date.now() - at > STALE_MS).map(({ file }) => file);
}

/** Artifacts that are READY without a stored script, or have one without being READY. */
async function artifactsWithoutScript({ db, store }: Pick<Services, 'db' | 'store'>): Promise<string[]> {
  const rows = await db.query<{ id: string; status: string; key: string | null }>(
    `SELECT a.id, a.status, r.content->>'scriptKey' AS key FROM artifacts a
     LEFT JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = a.current_version`);
  const checked = await Promise.all(rows.map(async ({ id, status, key }) => {
    const isThere = key !== null && await store.stat(key) !== null;
    return (status === 'READY') === isThere ? null : `${id} is ${status}, its script ${isThere ? 'is there' : 'is missing'}`;
  }));
  return checked.filter((problem) => problem !== null);
}

/**
 * Expects what must hold after all work has ended: the ledger is consistent, each line was held once, or again after its credits were
 * released, and settled at most once, READY artifacts have their script, and ended jobs have left no process and no temporary file.
 */
export async function expectSound(services: Pick<Services, 'db' | 'store' | 'config'>): Promise<void> {
  const { db, config } = services;
  const jobs = await db.query<{ id: string; status: string }>('SELECT id, status FROM works');
  const movedTwice = await db.query(
    `SELECT ref_id, line, kept, settled FROM (
       SELECT ref_id, line, bucket, (count(*) FILTER (WHERE kind = 'reserve') - count(*) FILTER (WHERE kind = 'release'))::int AS kept,
         (count(*) FILTER (WHERE kind = 'settle'))::int AS settled FROM ledger_entries GROUP BY ref_id, line, bucket) moved
     WHERE kept > 1 OR settled > 1`);
  const finalizes = await db.query<{ key: string; byteSize: number }>(
    `SELECT media_key AS key, byte_size AS "byteSize" FROM recordings`);
  const sizes = await Promise.all(finalizes.map(async ({ key, byteSize }) => (await services.store.stat(key))?.byteSize === byteSize));
  expect({
    ledger: await checkLedger(db),
    open: jobs.filter(({ status }) => !['READY', 'FAILED', 'CANCELED'].includes(status)),
    movedTwice,
    scripts: await artifactsWithoutScript(services),
    files: sizes.filter((isRight) => !isRight),
    children: await childrenOf(jobs.map(({ id }) => id)),
    temporaries: await staleTemporaries(config.dataDir),
  }).toEqual({ ledger: [], open: [], movedTwice: [], scripts: [], files: [], children: [], temporaries: [] });
}
