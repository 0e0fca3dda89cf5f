import { In, IsNull } from 'typeorm';
import { Source } from '../../../entities/source.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { columnsOf, olderThan, tableOf } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { Digest } from '../../craft/narrative/model.js';
import { workRunId } from '../../kernel/works/ids.js';
import { deleteWorks, lockOpenWork } from '../../kernel/works/work-store.js';
import {
  originalKeyOf, textKeyOf, type SourceDraft, type SourceFailure, type SourceRow, type StoredFacts,
} from './source-model.js';
import type { PreparedSource } from './source-request.js';
import { DIGEST, openSourceWork, SOURCE, type SourceInput } from './source-work.js';

const SOURCES = tableOf<Source, SourceRow>(Source);
const COLUMNS = columnsOf(SOURCES);

/** Runs an UPDATE of at most one row. Returns the changed row, or null. */
async function changed(db: Db, sql: string, values: unknown[]): Promise<SourceRow | null> {
  const [row] = await db.query<SourceRow>(`${sql} RETURNING ${COLUMNS}`, values);
  return row ?? null;
}

/**
 * A source of the account and project. Raises `source_not_found` for missing sources, deleted ones, and those of other
 * accounts.
 */
export async function getSource(db: Db, accountId: string, projectId: string, sourceId: string): Promise<SourceRow> {
  const row = await db.repository(SOURCES).findOneBy({ id: sourceId, projectId, accountId, deletedAt: IsNull() });
  if (!row) throw new ApiError('source_not_found');
  return row;
}

/** One page, newest first. */
export async function listSources(db: Db, accountId: string, projectId: string, page: Page): Promise<SourceRow[]> {
  return db.repository(SOURCES).find({
    where: { projectId, accountId, deletedAt: IsNull(), ...olderThan(startAfter(page, 'source')) }, order: { id: 'DESC' }, take: pageQuerySize(page),
  });
}

/** The row in any state, even deleted. Null when it was never inserted. */
export async function findSourceById(db: Db, sourceId: string): Promise<SourceRow | null> {
  return db.repository(SOURCES).findOneBy({ id: sourceId });
}

/** The sources with these ids that are not deleted, in any order. */
export async function listLiveSources(db: Db, sourceIds: readonly string[]): Promise<SourceRow[]> {
  return db.repository(SOURCES).findBy({ id: In(sourceIds), deletedAt: IsNull() });
}

/** Ids of the READY sources of a project, oldest first. */
export async function listReadySourceIds(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.repository(SOURCES).find({
    select: { id: true }, where: { projectId, status: 'READY', deletedAt: IsNull() }, order: { id: 'ASC' },
  });
  return rows.map(({ id }) => id);
}

async function insertSource(tx: Db, draft: SourceDraft, preview: string | null): Promise<SourceRow | null> {
  const { facts } = draft;
  return changed(tx,
    `INSERT INTO sources (id, account_id, project_id, type, label, uri, retention_policy, metadata, original_key, status,
       digest_status, byte_size, token_estimate, content_hash, preview, text_key, language, extracted_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       CASE WHEN $10 = 'READY' THEN now() END
     WHERE EXISTS (SELECT 1 FROM projects WHERE id = $3)
     ON CONFLICT (id) DO NOTHING`,
    [draft.id, draft.accountId, draft.projectId, draft.type, draft.label, draft.uri, draft.retentionPolicy,
      JSON.stringify(draft.metadata), draft.hasOriginal ? originalKeyOf(draft.id) : null,
      facts ? 'READY' : 'PENDING', facts ? 'PENDING' : 'NOT_STARTED', facts?.byteSize ?? null,
      facts?.tokenEstimate ?? null, facts?.contentHash ?? null,
      draft.retentionPolicy === 'METADATA_ONLY' ? null : preview, facts ? textKeyOf(draft.id) : null, draft.language ?? facts?.language ?? null]);
}

/**
 * Inserts a source with its work unless it exists, and returns the current row. Null when its project was purged. A
 * source with an inline text is READY with a pending digest; one that must be fetched is PENDING.
 */
export async function createSource(
  db: Database, { draft, inline }: PreparedSource, requestId: string, more: Pick<SourceInput, 'screenplay'> = {},
): Promise<SourceRow | null> {
  return db.transaction(async (tx) => {
    const row = await insertSource(tx, draft, inline?.preview ?? null);
    if (!row) return findSourceById(tx, draft.id);
    await openSourceWork(tx, row, requestId, more);
    return row;
  });
}

/** PENDING → EXTRACTING. Also returns a row that is EXTRACTING already. Null in any other state. */
export async function takeForExtraction(db: Db, sourceId: string): Promise<SourceRow | null> {
  return changed(db,
    `UPDATE sources SET status = 'EXTRACTING', updated_at = CASE WHEN status = 'PENDING' THEN now() ELSE updated_at END
     WHERE id = $1 AND status IN ('PENDING', 'EXTRACTING') AND deleted_at IS NULL`, [sourceId]);
}

export interface ExtractionResult {
  facts: StoredFacts;
  preview: string;
  metadata: Record<string, unknown>;
  hasOriginal: boolean;
}

/** EXTRACTING → READY with a pending digest. Null when another attempt, a failure or a deletion came first. */
export async function completeExtraction(db: Db, sourceId: string, result: ExtractionResult): Promise<SourceRow | null> {
  const { facts } = result;
  return changed(db,
    `UPDATE sources SET status = 'READY', digest_status = 'PENDING', byte_size = $2, token_estimate = $3, content_hash = $4,
       preview = CASE WHEN retention_policy = 'METADATA_ONLY' THEN NULL ELSE $5 END, metadata = $6::jsonb, text_key = $7,
       original_key = $8, language = coalesce(language, $9), extracted_at = now(), updated_at = now()
     WHERE id = $1 AND status = 'EXTRACTING' AND deleted_at IS NULL`,
    [sourceId, facts.byteSize, facts.tokenEstimate, facts.contentHash, result.preview, JSON.stringify(result.metadata),
      textKeyOf(sourceId), result.hasOriginal ? originalKeyOf(sourceId) : null, facts.language ?? null]);
}

/** The id of the source that is the subject of the work. */
const SUBJECT = '(SELECT subject_id FROM works WHERE id = $1)';

/** PENDING or EXTRACTING → FAILED, for the subject of the work. Null when the source has ended or is deleted. */
export async function failExtraction(db: Db, workId: string, failure: SourceFailure): Promise<SourceRow | null> {
  return changed(db,
    `UPDATE sources SET status = 'FAILED', failure_code = $2, failure_message = $3, failure_details = $4::jsonb,
       updated_at = now()
     WHERE id = ${SUBJECT} AND status IN ('PENDING', 'EXTRACTING') AND deleted_at IS NULL`,
    [workId, failure.code, failure.message, JSON.stringify(failure.details)]);
}

/** Digest PENDING → RUNNING. Also returns a row whose digest is RUNNING already. Null in any other state. */
export async function takeForDigest(db: Db, sourceId: string): Promise<SourceRow | null> {
  return changed(db,
    `UPDATE sources SET digest_status = 'RUNNING',
       updated_at = CASE WHEN digest_status = 'PENDING' THEN now() ELSE updated_at END
     WHERE id = $1 AND status = 'READY' AND digest_status IN ('PENDING', 'RUNNING') AND deleted_at IS NULL`, [sourceId]);
}

/** For the statement that ends a digest: removes the key of the text and the preview of a METADATA_ONLY source, which retains no text. */
const DISCARD_TEXT = `text_key = CASE WHEN retention_policy = 'METADATA_ONLY' THEN NULL ELSE text_key END,
  preview = CASE WHEN retention_policy = 'METADATA_ONLY' THEN NULL ELSE preview END`;

/** Digest RUNNING → READY, or SKIPPED for null. Null when the digest ended before or the source is deleted. */
export async function finishDigest(db: Db, sourceId: string, digest: Digest | null): Promise<SourceRow | null> {
  return changed(db,
    `UPDATE sources SET digest_status = $2, digest = $3::jsonb, updated_at = now(), ${DISCARD_TEXT}
     WHERE id = $1 AND digest_status = 'RUNNING' AND deleted_at IS NULL`,
    [sourceId, digest ? 'READY' : 'SKIPPED', digest ? JSON.stringify(digest) : null]);
}

/**
 * Digest PENDING or RUNNING → FAILED, for the subject of the work. Null when the digest ended before or the source is
 * deleted.
 */
export async function failDigest(db: Db, workId: string): Promise<SourceRow | null> {
  return changed(db,
    `UPDATE sources SET digest_status = 'FAILED', updated_at = now(), ${DISCARD_TEXT}
     WHERE id = ${SUBJECT} AND digest_status IN ('PENDING', 'RUNNING') AND deleted_at IS NULL`, [workId]);
}

/** Identifies a source of an account. */
export interface SourceKey { accountId: string; projectId: string; sourceId: string }

/** Locks the open work on a source. Call it before locking the source or its project. */
export async function lockSourceWork(tx: Db, sourceId: string): Promise<void> {
  await lockOpenWork(tx, [SOURCE, DIGEST], [sourceId]);
}

/**
 * Deletes a source permanently: the row stays as a marker without words of the source, and its work is deleted. Returns
 * the ids of the runs that were open, or null when the source is gone. Call it with the open work locked.
 */
export async function deleteSourceIn(tx: Db, { accountId, projectId, sourceId }: SourceKey): Promise<string[] | null> {
  const row = await changed(tx,
    `UPDATE sources SET deleted_at = now(), updated_at = now(), preview = NULL, digest = NULL, text_key = NULL,
       original_key = NULL, metadata = '{}'::jsonb, failure_message = NULL, failure_details = NULL
     WHERE id = $1 AND project_id = $2 AND account_id = $3 AND deleted_at IS NULL`, [sourceId, projectId, accountId]);
  return row && (await deleteWorks(tx, [SOURCE, DIGEST], [sourceId])).map(workRunId);
}

/** As `deleteSourceIn`, in a transaction of its own. Raises `source_not_found`. */
export async function deleteSource(db: Database, key: SourceKey): Promise<string[]> {
  const runIds = await db.transaction(async (tx) => {
    await lockSourceWork(tx, key.sourceId);
    return deleteSourceIn(tx, key);
  });
  if (!runIds) throw new ApiError('source_not_found');
  return runIds;
}

/**
 * Ids of sources that ended in the last quarter of an hour and retain no text: FAILED ones, and METADATA_ONLY ones whose
 * digest ended.
 */
export async function listEndedWithoutText(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM sources WHERE updated_at > now() - interval '15 minutes'
       AND (status = 'FAILED' OR (status = 'READY' AND retention_policy = 'METADATA_ONLY' AND text_key IS NULL))`);
  return rows.map(({ id }) => id);
}
