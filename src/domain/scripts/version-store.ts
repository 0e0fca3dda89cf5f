import { IsNull } from 'typeorm';
import { Script } from '../../../entities/script.js';
import { ScriptLineEdit } from '../../../entities/script-line-edit.js';
import { ScriptVersion } from '../../../entities/script-version.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { columnsOf, now, tableOf } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ParseResult } from './parsing/parse-version.js';
import { NO_OVERRIDES, type Overrides, type ParseFailure, type ParsedVersion, type SourceFormat, type NewVersion, type VersionRow } from './script-model.js';
import { openParse, PARSE, parseWorkId } from './parsing/parse-work.js';
import { ensureProject } from '../projects/project-store.js';
import { nextFreeSlug } from './slug-store.js';
import { lockOpenWork, lockWork, supersedeWork } from '../../kernel/works/work-store.js';

const VERSIONS = tableOf<ScriptVersion, VersionRow>(ScriptVersion);
const COLUMNS = columnsOf(VERSIONS);

/** The single row that an UPDATE changed, or null. */
async function changed(db: Db, sql: string, values: unknown[]): Promise<VersionRow | null> {
  const [row] = await db.query<VersionRow>(`${sql} RETURNING ${COLUMNS}`, values);
  return row ?? null;
}

/** The row in any state, deleted included; null when it was never inserted. */
export async function findVersionById(db: Db, versionId: string): Promise<VersionRow | null> {
  return db.repository(VERSIONS).findOneBy({ id: versionId });
}

/** Locks and returns the row of a version; null when it is deleted. */
export async function lockVersion(tx: Db, versionId: string): Promise<VersionRow | null> {
  return tx.repository(VERSIONS).findOne({ where: { id: versionId, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
}

/** Live versions, newest first. */
export async function listVersions(db: Db, scriptId: string): Promise<VersionRow[]> {
  return db.repository(VERSIONS).find({ where: { scriptId, deletedAt: IsNull() }, order: { number: 'DESC' } });
}

/**
 * Inserts the version of an upload with the work that parses it, unless it exists. Returns the current version, or the version that another upload made of
 * the same source before. Null when its script or its intended project is gone.
 */
export async function insertUpload(db: Database, draft: NewVersion, requestId: string): Promise<VersionRow | null> {
  return db.transaction(async (tx) => {
    if (draft.script) await insertScript(tx, draft, draft.script);
    const script = await tx.repository(Script).findOne({
      where: { id: draft.scriptId, accountId: draft.accountId }, lock: { mode: 'for_no_key_update' },
    });
    const known = await findVersionById(tx, draft.versionId);
    if (known || !script || script.deletedAt) return known;
    const live = await listVersions(tx, draft.scriptId);
    const sameSource = draft.sourceId && live.find(({ sourceId }) => sourceId === draft.sourceId);
    if (sameSource) return sameSource;
    const { scriptId, accountId, versionId, title, sourceFormat, sourceId, contentKey, sha256, byteSize } = draft;
    const number = script.versionCount + 1;
    await tx.repository(Script).update({ id: scriptId }, { versionCount: number, updatedAt: now });
    await tx.repository(VERSIONS).insert({
      id: versionId, scriptId, accountId, number, title, sourceFormat, sourceId, status: 'pending', revision: 1, edition: 0,
      contentKey, sha256, byteSize, overrides: live[0]?.overrides ?? NO_OVERRIDES,
    });
    const made = await findVersionById(tx, draft.versionId);
    await openParse(tx, made!, requestId);
    return made;
  });
}

async function insertScript(tx: Db, draft: NewVersion, script: NonNullable<NewVersion['script']>): Promise<void> {
  const { scriptId, accountId, title } = draft;
  if (await tx.repository(Script).existsBy({ id: scriptId })) return;
  if (script.makesProject) await ensureProject(tx, script.projectId, accountId, { name: title });
  const slug = await nextFreeSlug(tx, accountId, title);
  await tx.query(
    `INSERT INTO scripts (id, account_id, project_id, title, slug, version_count)
     SELECT $1, $2, id, $3, $4, 0 FROM projects WHERE id = $5 AND account_id = $2 ON CONFLICT (id) DO NOTHING`,
    [scriptId, accountId, title, slug, script.projectId]);
}

const PAST = `WHERE id = $1 AND revision = $2 AND deleted_at IS NULL AND status`;

/** pending → parsing for this revision; also returns a row that is parsing already. Null when there is nothing left to parse. */
export async function takeForParsing(db: Db, versionId: string, revision: number): Promise<VersionRow | null> {
  return changed(db, `UPDATE script_versions SET status = 'parsing' ${PAST} IN ('pending', 'parsing')`, [versionId, revision]);
}

/** Object keys of the parsed model and the line sheet. */
export interface ParsedKeys { modelKey: string; linesKey: string }

/** The parse result of a text, with the model and the lines in the media store. */
export type ParsedText = Omit<ParseResult, 'model' | 'lines'> & ParsedKeys & { versionId: string; revision: number };

/** parsing → complete. Null when a newer text or a deletion came first. */
export async function completeParse(db: Db, { versionId, revision, ...read }: ParsedText): Promise<VersionRow | null> {
  return changed(db,
    `UPDATE script_versions SET status = 'complete', parse_failure = NULL, read_format = $3, model_key = $4, lines_key = $5,
       page_count = $6, entry_count = $7, fountain_sha256 = $8, updated_at = now() ${PAST} = 'parsing'`,
    [versionId, revision, read.format, read.modelKey, read.linesKey, read.pageCount, read.entryCount, read.fountainSha256]);
}

/** pending or parsing → failed for the text that the work parses. Null when the version is in another state. */
export async function failOpenParse(tx: Db, workId: string, failure: ParseFailure): Promise<VersionRow | null> {
  return changed(tx,
    `UPDATE script_versions SET status = 'failed', parse_failure = $2::jsonb, updated_at = now()
     WHERE (id, revision) = (SELECT subject_id, revision FROM works WHERE id = $1) AND deleted_at IS NULL AND status IN ('pending', 'parsing')`,
    [workId, JSON.stringify(failure)]);
}

export interface StoredText { contentKey: string; sha256: string; byteSize: number }

/** failed → pending for the current text, and its work is opened again. Null when the version is in another state. */
export async function reopenParse(db: Database, versionId: string, revision: number, requestId: string): Promise<VersionRow | null> {
  return db.transaction(async (tx) => {
    await lockWork(tx, parseWorkId(versionId, revision));
    const row = await changed(tx,
      `UPDATE script_versions SET status = 'pending', parse_failure = NULL, updated_at = now() ${PAST} = 'failed'`, [versionId, revision]);
    if (row) await openParse(tx, row, requestId);
    return row;
  });
}

/**
 * Replaces the text of `revision`: supersedes the work that parses the old text and opens work that parses the new one. Null when
 * `revision` is no longer the current one.
 */
export async function replaceText(
  tx: Db, versionId: string, revision: number, text: StoredText & { sourceFormat: SourceFormat }, requestId: string,
): Promise<VersionRow | null> {
  await lockOpenWork(tx, [PARSE], [versionId]);
  const row = await changed(tx,
    `UPDATE script_versions SET revision = revision + 1, status = 'pending', content_key = $3, sha256 = $4, byte_size = $5,
       source_format = $6, read_format = NULL, fountain_sha256 = NULL, page_count = NULL, entry_count = NULL, parse_failure = NULL,
       updated_at = now()
     WHERE id = $1 AND revision = $2 AND deleted_at IS NULL`,
    [versionId, revision, text.contentKey, text.sha256, text.byteSize, text.sourceFormat]);
  if (!row) return null;
  await supersedeWork(tx, PARSE, versionId);
  await openParse(tx, row, requestId);
  return row;
}

export interface LineEdit { lineId: string; entryIndex: number; snapshotKey: string; read: ParseResult; keys: ParsedKeys; text: StoredText | null }

/** Stores a change of one line as the version's next edition, with its snapshot. Null when the version has changed meanwhile. */
export async function commitLineEdit(db: Database, row: ParsedVersion, edit: LineEdit): Promise<VersionRow | null> {
  const { read, keys, text } = edit;
  return db.transaction(async (tx) => {
    const next = await changed(tx,
      `UPDATE script_versions SET edition = edition + 1, revision = revision + CASE WHEN $4::text IS NULL THEN 0 ELSE 1 END,
         content_key = coalesce($4, content_key), sha256 = coalesce($5, sha256), byte_size = coalesce($6, byte_size),
         source_format = CASE WHEN $4::text IS NULL THEN source_format ELSE 'fountain' END,
         read_format = CASE WHEN $4::text IS NULL THEN read_format ELSE 'fountain' END, model_key = $7, lines_key = $8, page_count = $9,
         entry_count = $10, fountain_sha256 = $11, updated_at = now()
       WHERE id = $1 AND revision = $2 AND edition = $3 AND status = 'complete' AND deleted_at IS NULL`,
      [row.id, row.revision, row.edition, text?.contentKey ?? null, text?.sha256 ?? null, text?.byteSize ?? null, keys.modelKey,
        keys.linesKey, read.pageCount, read.entryCount, read.fountainSha256]);
    if (!next) return null;
    const { lineId, entryIndex, snapshotKey } = edit;
    await tx.repository(ScriptLineEdit).insert({
      versionId: row.id, edition: next.edition, lineId, entryIndex, revision: row.revision, sha256: row.sha256, snapshotKey,
    });
    return next;
  });
}

/** Changes of one line, newest first. */
export async function listLineEdits(db: Db, versionId: string, lineId: string, limit: number): Promise<ScriptLineEdit[]> {
  return db.repository(ScriptLineEdit).find({ where: { versionId, lineId }, order: { edition: 'DESC' }, take: limit });
}

/** Sets the overrides of the patch and keeps the others. Raises `script_not_found`. */
export async function patchOverrides(db: Db, versionId: string, patch: Partial<Overrides>): Promise<VersionRow> {
  const row = await changed(db,
    `UPDATE script_versions SET overrides = overrides || $2::jsonb, updated_at = now() WHERE id = $1 AND deleted_at IS NULL`,
    [versionId, JSON.stringify(patch)]);
  if (!row) throw new ApiError('script_not_found');
  return row;
}

/** Live versions of all live scripts of a project, newest first within each script. */
export async function listProjectVersions(db: Db, projectId: string): Promise<VersionRow[]> {
  return db.query<VersionRow>(
    `SELECT ${COLUMNS} FROM script_versions WHERE deleted_at IS NULL
       AND script_id IN (SELECT s.id FROM scripts s WHERE s.project_id = $1 AND s.deleted_at IS NULL)
     ORDER BY script_id DESC, number DESC`, [projectId]);
}

/** Inserts the first version of a script with its parse result. */
export async function insertVersion(tx: Db, version: Omit<VersionRow, 'parseFailure' | 'deletedAt' | 'createdAt' | 'updatedAt'>): Promise<void> {
  await tx.repository(VERSIONS).insert(version);
}
