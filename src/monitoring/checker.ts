import { mendAllLostWork, type Mended } from './lost-work.js';
import { IS_OPEN } from '../kernel/works/work-store.js';
import { purgeProjects } from './purge/purge-projects.js';
import type { Services } from '../kernel/services.js';
import { clearAwaySource } from '../domain/sources/source-objects.js';
import { listEndedWithoutText } from '../domain/sources/source-store.js';
import { checkLedger } from '../kernel/credits/check.js';

/** An inconsistency that only a person can mend. */
export interface Finding { check: 'ledger' | 'files'; subject: string; detail: string }
export interface CheckOutcome { findings: Finding[]; mended: Mended[] }

/** The writer of a half-written stored object of this age has ended. */
const STALE_TEMPORARY_MS = 10 * 60_000;

/**
 * Finds recordings without their stored file, among the newest 50. READY promises that the file exists. Deleted projects are left out, because their files
 * may be being removed.
 */
async function missingFiles({ db, store }: Services): Promise<Finding[]> {
  const files = await db.query<{ id: string; key: string; byteSize: number }>(
    `SELECT m.artifact_id AS id, m.media_key AS key, m.byte_size AS "byteSize" FROM recordings m
     JOIN artifacts a ON a.id = m.artifact_id JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL ORDER BY m.created_at DESC LIMIT 50`,
  );
  const findings: Finding[] = [];
  for (const { id, key, byteSize } of files) {
    const found = await store.stat(key);
    if (found?.byteSize !== byteSize) findings.push({ check: 'files', subject: id, detail: found ? 'its size has changed' : 'its file is gone' });
  }
  return findings;
}

/** Ids of sources whose request died before it stored a row. Deletes the idempotency keys that they hold; their texts remain for the caller to remove. */
async function abandonedSources({ db }: Services): Promise<string[]> {
  const claims = await db.query<{ id: string }>(
    `DELETE FROM idempotency_keys k WHERE k.state = 'busy' AND k.lease_until < now() - interval '10 minutes' AND k.resource_id LIKE 'src\\_%'
       AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.id = k.resource_id) RETURNING k.resource_id AS id`);
  return claims.map(({ id }) => id);
}

async function sweep(services: Services): Promise<void> {
  const { db, store } = services;
  await store.sweep(STALE_TEMPORARY_MS);
  // Removes the texts that remain when a run was stopped from outside before it could clean up.
  for (const id of [...await listEndedWithoutText(db), ...await abandonedSources(services)]) await clearAwaySource(services, id);
  await db.query(`DELETE FROM rate_windows WHERE window_start < now() - interval '10 minutes'`);
  await db.query(`DELETE FROM idempotency_keys k WHERE k.lease_until < now() AND created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM works w WHERE k.resource_id IN (w.id, w.request_id, w.subject_id) AND w.${IS_OPEN})`);
  await db.query(`DELETE FROM quotes WHERE expires_at < now() - interval '1 day'`);
}

/** Compares ledger, rows, files and open runs; mends lost runs; removes projects that were deleted 30 days ago; stores the outcome for `/generation-health`. */
export async function runChecks(services: Services): Promise<CheckOutcome> {
  const mended = await mendAllLostWork(services);
  const ledger = (await checkLedger(services.db)).map(({ invariant, subject, detail }): Finding =>
    ({ check: 'ledger', subject, detail: `${invariant}: ${detail}` }));
  const findings = [...ledger, ...await missingFiles(services)].slice(0, 100);
  const purged = await purgeProjects(services);
  if (purged.length > 0) services.log.info({ projectIds: purged }, 'projects that were deleted 30 days ago are gone');
  await sweep(services);
  await services.db.query(
    `INSERT INTO system_checks (name, findings, mended, checked_at) VALUES ('consistency', $1, $2, now())
     ON CONFLICT (name) DO UPDATE SET findings = EXCLUDED.findings, mended = EXCLUDED.mended, checked_at = now()`,
    [JSON.stringify(findings), JSON.stringify(mended)]);
  for (const finding of findings) services.log.error({ finding }, 'an invariant does not hold');
  return { findings, mended };
}
