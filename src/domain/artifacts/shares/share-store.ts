import { IsNull } from 'typeorm';
import { Script } from '../../../../entities/script.js';
import { ScriptShare } from '../../../../entities/script-share.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Database, Db } from '../../../kernel/db/database.js';
import { newId } from '../../../kernel/db/ids.js';
import { columnsOf, tableOf, type Known, type Selected } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { ShareAudience, ShareChoice, ShareMode, ShareScope, ShownPart } from './share-model.js';

const SHARES = tableOf<ScriptShare, Known<ScriptShare, { audience: ShareAudience; mode: ShareMode; scope: ShareScope }>>(ScriptShare);
const SHARE = columnsOf(SHARES, 'h');

interface StoredRow extends Selected<typeof SHARE> { jobId: string; scriptUploadId: string; currentRevision: number }

/** An open share. */
export type ShareRow = Omit<StoredRow, 'scope' | 'revision' | 'sceneIndex' | 'firstEntry' | 'lastEntry'> & { part: ShownPart };

/** Joins everything that a share depends on, so that its link closes in the same transaction that deletes any of it. */
const FROM = `FROM script_shares h JOIN scripts s ON s.id = h.script_id AND s.deleted_at IS NULL
    JOIN artifacts a ON a.id = h.artifact_id JOIN jobs j ON j.id = a.job_id
    JOIN script_versions v ON v.id = j.script_upload_id AND v.deleted_at IS NULL`;
const COLUMNS = `${SHARE}, j.id AS "jobId", v.id AS "scriptUploadId", a.current_version AS "currentRevision"`;
const OPEN = `SELECT ${COLUMNS} ${FROM} WHERE h.expires_at > now()`;

function rowOf({ scope, revision, sceneIndex, firstEntry, lastEntry, ...row }: StoredRow): ShareRow {
  const range = firstEntry === null || lastEntry === null ? null : { firstEntry, lastEntry };
  return { ...row, part: { scope, revision, sceneIndex, range } };
}

/** The open share with this id; null when it is unknown, expired, or its script or version is deleted. */
export async function findShare(db: Db, shareId: string): Promise<ShareRow | null> {
  const [row] = await db.query<StoredRow>(`${OPEN} AND h.id = $1`, [shareId]);
  return row ? rowOf(row) : null;
}

/** The open share of a script, or null. */
export async function findShareOfScript(db: Db, scriptId: string): Promise<ShareRow | null> {
  const [row] = await db.query<StoredRow>(`${OPEN} AND h.script_id = $1`, [scriptId]);
  return row ? rowOf(row) : null;
}

/** The open share that shows a read, or null. */
export async function findShareOfArtifact(db: Db, artifactId: string): Promise<ShareRow | null> {
  const [row] = await db.query<StoredRow>(`${OPEN} AND h.artifact_id = $1`, [artifactId]);
  return row ? rowOf(row) : null;
}

/** A share in a list, which may have expired. */
export type ListedShare = ShareRow & { title: string; isOpen: boolean };

/** One page of the shares of an account, the newest link first. Shares of deleted scripts, reads and projects are left out. */
export async function listShares(db: Db, accountId: string, page: Page): Promise<ListedShare[]> {
  const rows = await db.query<StoredRow & { title: string; isOpen: boolean }>(
    `SELECT ${COLUMNS}, s.title, h.expires_at > now() AS "isOpen"
     ${FROM} JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
     WHERE s.account_id = $1 AND ${afterCursor('h', 'script_shares', '$2')} ORDER BY ${newestFirst('h')} LIMIT $3`,
    [accountId, startAfter(page, 'scriptShare'), pageQuerySize(page)]);
  return rows.map(({ title, isOpen, ...row }) => ({ ...rowOf(row), title, isOpen }));
}

/** Closes the link of a script for good; a later share gets another link. False when there was none that was open. */
export async function deleteShare(db: Db, scriptId: string): Promise<boolean> {
  const rows = await db.query<{ wasOpen: boolean }>('DELETE FROM script_shares WHERE script_id = $1 RETURNING expires_at > now() AS "wasOpen"', [scriptId]);
  return rows[0]?.wasOpen ?? false;
}

/** The newest job, in any state, that performs one of these versions. */
export async function findLatestJobId(db: Db, accountId: string, versionIds: readonly string[]): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(`SELECT j.id FROM jobs j JOIN works w ON w.id = j.id WHERE j.account_id = $1 AND j.script_upload_id = ANY($2)
       AND NOT EXISTS (SELECT 1 FROM refinements f WHERE f.job_id = j.id) ORDER BY ${newestFirst('w')} LIMIT 1`,
    [accountId, versionIds]);
  return row?.id ?? null;
}

/** The artifact of the newest READY table read of the version `preferred`, else of these versions; null when there is none. */
export async function findReadyRead(
  db: Db, accountId: string, versionIds: readonly string[], preferred: string | null,
): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `SELECT a.id FROM jobs j JOIN artifacts a ON a.job_id = j.id AND a.type = 'table_read' AND a.status = 'READY'
       JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = a.current_version AND (r.content->>'spokenCount')::int > 0
       JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
     WHERE j.account_id = $1 AND j.script_upload_id = ANY($2)
     ORDER BY (j.script_upload_id = $3) IS TRUE DESC, j.id DESC, a.line LIMIT 1`, [accountId, versionIds, preferred]);
  return row?.id ?? null;
}

/** The new state of a share. */
export type ShareDecision = ShareChoice & { artifactId: string; part: ShownPart };

/**
 * Opens the share of a script, or refreshes the open one, which keeps its id; `decide` gets the open share or null. Concurrent calls
 * and deletions of the script are serialised. Raises `script_not_found` when the script is deleted.
 */
export async function putShare(db: Database, scriptId: string, decide: (open: ShareRow | null) => ShareDecision): Promise<ShareRow> {
  return db.transaction(async (tx) => {
    const script = await tx.repository(Script).findOne({ where: { id: scriptId, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
    if (!script) throw new ApiError('script_not_found');
    const open = await findShareOfScript(tx, scriptId);
    const { artifactId, audience, includeOnProfile, windowDays, mode, part } = decide(open);
    const reads = await tx.query(
      `SELECT 1 FROM artifacts a JOIN jobs j ON j.id = a.job_id JOIN script_versions v ON v.id = j.script_upload_id AND v.deleted_at IS NULL
       WHERE a.id = $1`, [artifactId]);
    if (reads.length === 0) throw new ApiError('script_not_found', 'the version was deleted meanwhile');
    if (!open) await tx.repository(ScriptShare).delete({ scriptId });
    await tx.query(
      `INSERT INTO script_shares (id, script_id, artifact_id, revision, audience, include_on_profile, mode, scope, scene_index, first_entry,
         last_entry, window_days, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, date_trunc('second', now()) + $12::int * interval '24 hours')
       ON CONFLICT (script_id) DO UPDATE SET artifact_id = EXCLUDED.artifact_id, revision = EXCLUDED.revision, audience = EXCLUDED.audience,
         include_on_profile = EXCLUDED.include_on_profile, mode = EXCLUDED.mode, scope = EXCLUDED.scope, scene_index = EXCLUDED.scene_index,
         first_entry = EXCLUDED.first_entry, last_entry = EXCLUDED.last_entry, window_days = EXCLUDED.window_days,
         expires_at = EXCLUDED.expires_at, updated_at = now()`,
      [open?.id ?? newId('scriptShare'), scriptId, artifactId, part.revision, audience, includeOnProfile, mode, part.scope, part.sceneIndex,
        part.range?.firstEntry ?? null, part.range?.lastEntry ?? null, windowDays]);
    return (await findShareOfScript(tx, scriptId))!;
  });
}
