import type { RunSpec, RunType } from '../../kernel/contract/runs.js';
import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';

/** Rows that changed within these seconds are skipped, because their run may be about to see the change. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/** Starts runs that have work waiting, because they were never started or an operator stopped them. Safe to repeat. */
export async function mendRuns<Row, W extends RunType>(
  { db, engine }: Pick<Services, 'db' | 'engine'>, listUnattended: (db: Db, seconds: number, limit: number) => Promise<Row[]>, specOf: (row: Row) => RunSpec<W>,
): Promise<void> {
  for (const row of await listUnattended(db, GRACE_SECONDS, BATCH)) await engine.start(specOf(row));
}
