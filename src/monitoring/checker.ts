import { sourceWorkflowId } from '../domain/sources/source-run.js';
import { mendAllLostWork, type Mended } from './lost-work.js';
import { IS_OPEN } from '../works/work-store.js';
import type { Services } from '../services.js';
import { failExtraction } from '../domain/sources/source-store.js';
import { checkLedger } from '../credits/check.js';

/** Something that is not as it must be; nothing mends it but a person. */
export interface Finding { check: 'ledger' | 'files'; subject: string; detail: string }
export interface CheckOutcome { findings: Finding[]; mended: Mended[] }

/** A record is left alone this long after its last change: its run may be about to start. */
const GRACE = `interval '60 seconds'`;
const BATCH = 200;
/** A half-written object this old has lost its writer. */
const STALE_TEMPORARY_MS = 10 * 60_000;

interface Watched { id: string; epoch: number; artifactId: string; revision: number }

interface Watch {
  kind: Mended['kind'];
  sql: string;
  runOf: (row: Watched) => string;
  fail: (services: Services, row: Watched) => Promise<unknown>;
}

const WATCHES: Watch[] = [
  {
    kind: 'source', sql: `SELECT id, 0 AS epoch FROM sources WHERE status IN ('PENDING','EXTRACTING') AND deleted_at IS NULL`,
    runOf: (row) => sourceWorkflowId(row.id),
    fail: ({ db }, { id }) => failExtraction(db, id, {
      code: 'source_fetch_failed', message: 'The run that read this source was stopped; attach it again.', details: {},
    }),
  },
];

/** Fails what says that it is under way although no run is open (an operator terminated it), and gives its credits back. */
async function mendLostRuns(services: Services): Promise<Mended[]> {
  const mended = await mendAllLostWork(services);
  for (const { kind, sql, runOf, fail } of WATCHES) {
    const rows = await services.db.query<Watched>(`${sql} AND updated_at < now() - ${GRACE} ORDER BY updated_at LIMIT ${BATCH}`);
    for (const row of rows) {
      if (await services.engine.status(runOf(row)) === 'open') continue;
      await fail(services, row);
      mended.push({ kind, id: row.id });
    }
  }
  return mended;
}

/** READY means that the file is there: the newest durable files are looked at each time. */
async function missingFiles({ db, store }: Services): Promise<Finding[]> {
  const files = await db.query<{ id: string; key: string; byteSize: number }>(
    `SELECT artifact_id AS id, media_key AS key, byte_size AS "byteSize" FROM recordings ORDER BY created_at DESC LIMIT 50`,
  );
  const findings: Finding[] = [];
  for (const { id, key, byteSize } of files) {
    const found = await store.stat(key);
    if (found?.byteSize !== byteSize) findings.push({ check: 'files', subject: id, detail: found ? 'its size has changed' : 'its file is gone' });
  }
  return findings;
}

async function sweep({ db, store }: Services): Promise<void> {
  await store.sweep(STALE_TEMPORARY_MS);
  await db.query(`DELETE FROM rate_windows WHERE window_start < now() - interval '10 minutes'`);
  await db.query(`DELETE FROM idempotency_keys k WHERE k.lease_until < now() AND created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM works w WHERE k.resource_id IN (w.id, w.request_id) AND w.${IS_OPEN})`);
  await db.query(`DELETE FROM quotes WHERE expires_at < now() - interval '1 day'`);
}

/** Compares ledger, rows, files and open runs; mends lost runs; keeps the outcome for `/generation-health`. */
export async function runChecks(services: Services): Promise<CheckOutcome> {
  const mended = await mendLostRuns(services);
  const ledger = (await checkLedger(services.db)).map(({ invariant, subject, detail }): Finding =>
    ({ check: 'ledger', subject, detail: `${invariant}: ${detail}` }));
  const findings = [...ledger, ...await missingFiles(services)].slice(0, 100);
  await sweep(services);
  await services.db.query(
    `INSERT INTO system_checks (name, findings, mended, checked_at) VALUES ('consistency', $1, $2, now())
     ON CONFLICT (name) DO UPDATE SET findings = EXCLUDED.findings, mended = EXCLUDED.mended, checked_at = now()`,
    [JSON.stringify(findings), JSON.stringify(mended)]);
  for (const finding of findings) services.log.error({ finding }, 'an invariant does not hold');
  return { findings, mended };
}
