import type { RunSpec, RunType } from '../../kernel/contract/runs.js';
import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';

/** What changed so recently is left alone: its run may be about to see it. */
const GRACE_SECONDS = 10;
const BATCH = 200;

/** Starts the runs that something is waiting for: they were never started, or an operator stopped them. Safe to repeat. */
export async function mendRuns<Row, W extends RunType>(
  { db, engine }: Pick<Services, 'db' | 'engine'>, listUnattended: (db: Db, seconds: number, limit: number) => Promise<Row[]>, specOf: (row: Row) => RunSpec<W>,
): Promise<void> {
  for (const row of await listUnattended(db, GRACE_SECONDS, BATCH)) await engine.start(specOf(row));
}
