import type { Db } from '../../../db/database.js';

export type FinalizeStatus = 'queued' | 'rendering' | 'uploading' | 'complete' | 'failed';

export interface FinalizeRow {
  id: string; artifactId: string; revision: number; mode: 'audio' | 'video'; accountId: string; epoch: number; status: FinalizeStatus;
  amountCredits: number; failureCode: string | null; failureMessage: string | null; mediaKey: string | null; sha256: string | null;
  byteSize: number | null; durationMs: number | null; integratedLufs: number | null; truePeakDb: number | null;
  buildManifest: Record<string, unknown> | null; completedAt: Date | null; updatedAt: Date;
}

const COLUMNS = `id, artifact_id AS "artifactId", revision, mode, account_id AS "accountId", epoch, status, amount_credits AS "amountCredits",
  failure_code AS "failureCode", failure_message AS "failureMessage", media_key AS "mediaKey", sha256, byte_size AS "byteSize",
  duration_ms AS "durationMs", integrated_lufs AS "integratedLufs", true_peak_db AS "truePeakDb", build_manifest AS "buildManifest",
  completed_at AS "completedAt", updated_at AS "updatedAt"`;

/** The business id of a finalize: its holds and ledger entries carry it, whatever run does the work. */
export const finalizeRef = (artifactId: string, revision: number): string => `${artifactId}:r${revision}:audio`;

export async function findFinalize(db: Db, artifactId: string, revision: number): Promise<FinalizeRow | null> {
  const [row] = await db.query<FinalizeRow>(
    `SELECT ${COLUMNS} FROM finalizes WHERE artifact_id = $1 AND revision = $2 AND mode = 'audio'`, [artifactId, revision]);
  return row ?? null;
}

/** Opens the row for an epoch (a new one, or the next after a failure); an equal or later epoch is left as it is. */
export async function openFinalize(
  db: Db, input: { artifactId: string; revision: number; accountId: string; epoch: number; amountCredits: number },
): Promise<void> {
  await db.query(
    `INSERT INTO finalizes (artifact_id, revision, mode, id, account_id, epoch, status, amount_credits)
     VALUES ($1, $2, 'audio', $3, $4, $5, 'queued', $6)
     ON CONFLICT (artifact_id, revision, mode) DO UPDATE SET epoch = EXCLUDED.epoch, status = 'queued', amount_credits = EXCLUDED.amount_credits,
       failure_code = NULL, failure_message = NULL, updated_at = now()
     WHERE finalizes.epoch < EXCLUDED.epoch AND finalizes.status <> 'complete'`,
    [input.artifactId, input.revision, finalizeRef(input.artifactId, input.revision), input.accountId, input.epoch, input.amountCredits]);
}

/** Moves an unfinished row of this epoch; false when it is over or belongs to another epoch. */
export async function moveFinalize(
  db: Db, key: { artifactId: string; revision: number; epoch: number },
  change: { status: FinalizeStatus; failureCode?: string; failureMessage?: string },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE finalizes SET status = $4, failure_code = $5, failure_message = $6, updated_at = now()
     WHERE artifact_id = $1 AND revision = $2 AND mode = 'audio' AND epoch = $3 AND status NOT IN ('complete', 'failed') RETURNING 1`,
    [key.artifactId, key.revision, key.epoch, change.status, change.failureCode ?? null, change.failureMessage ?? null]);
  return rows.length === 1;
}

/** What a finished render is: where it lies, its hash, and the measurements that made it acceptable. */
export interface MasteredRead {
  mediaKey: string;
  sha256: string;
  byteSize: number;
  durationMs: number;
  integratedLufs: number;
  truePeakDb: number;
  buildManifestKey: string;
}

/** Completes the row of this epoch; false when it was complete, failed or of another epoch already. */
export async function completeFinalize(
  db: Db, key: { artifactId: string; revision: number; epoch: number }, mastered: MasteredRead, buildManifest: object,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE finalizes SET status = 'complete', media_key = $4, sha256 = $5, byte_size = $6, duration_ms = $7, integrated_lufs = $8,
       true_peak_db = $9, build_manifest = $10, completed_at = now(), updated_at = now()
     WHERE artifact_id = $1 AND revision = $2 AND mode = 'audio' AND epoch = $3 AND status NOT IN ('complete', 'failed') RETURNING 1`,
    [key.artifactId, key.revision, key.epoch, mastered.mediaKey, mastered.sha256, mastered.byteSize, mastered.durationMs,
      mastered.integratedLufs, mastered.truePeakDb, JSON.stringify(buildManifest)]);
  return rows.length === 1;
}
