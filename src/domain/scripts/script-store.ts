import { IsNull, Not } from 'typeorm';
import { Script } from '../../../entities/script.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { ID_PREFIX } from '../../kernel/db/ids.js';
import { columnsWithout, containing, now } from '../../kernel/db/rows.js';
import { afterCursor, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { ParseStatus } from '../../kernel/contract/states.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { ensureSeason } from '../projects/season-store.js';
import { requireFreeSlug } from './slug-store.js';

/** A script with the names of its project and season and two fields of its Series Bible. `projectId` is null when the project is deleted. */
export interface ScriptRow extends Omit<Script, 'deletedAt' | 'versionCount'> {
  projectName: string | null;
  seasonName: string | null;
  productionMedium: string | null;
  audioStyle: string | null;
}

const READ = `SELECT ${columnsWithout(Script, ['projectId', 'versionCount', 'deletedAt'], 's')}, p.id AS "projectId", p.name AS "projectName",
    n.name AS "seasonName", b.content->>'productionMedium' AS "productionMedium", b.content->>'audioStyle' AS "audioStyle"
  FROM scripts s LEFT JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
    LEFT JOIN project_seasons n ON n.project_id = p.id AND n.number = s.season_number
    LEFT JOIN series_bibles b ON b.project_id = p.id`;

/** Matches a script by its own id, the id of one of its versions, or its slug. */
const BY_REFERENCE: [prefix: string, condition: string][] = [
  [`${ID_PREFIX.scriptVersion}_`, `s.id = (SELECT v.script_id FROM script_versions v WHERE v.id = $2 AND v.deleted_at IS NULL)`],
  [`${ID_PREFIX.script}_`, 's.id = $2'],
  ['', 's.slug = $2'],
];

/** A live script of the account by its id, its slug or the id of one of its versions, or null. */
export async function findLiveScript(db: Db, accountId: string, reference: string): Promise<ScriptRow | null> {
  const [, condition] = BY_REFERENCE.find(([prefix]) => reference.startsWith(prefix))!;
  const [row] = await db.query<ScriptRow>(
    `${READ} WHERE s.account_id = $1 AND s.deleted_at IS NULL AND ${condition}`, [accountId, reference]);
  return row ?? null;
}

/** Like `findLiveScript`. Raises `script_not_found`. */
export async function getScript(db: Db, accountId: string, reference: string): Promise<ScriptRow> {
  const row = await findLiveScript(db, accountId, reference);
  if (!row) throw new ApiError('script_not_found');
  return row;
}

export interface ScriptFilter extends Page { projectId?: string; query?: string }
export type ScriptSummaryRow = ScriptRow & { latestVersionId: string; parseStatus: ParseStatus; versionCount: number };

/** One page of the account's live scripts, newest first, with the state of their latest version. `query` is found within the title. */
export async function listScripts(db: Db, accountId: string, filter: ScriptFilter): Promise<ScriptSummaryRow[]> {
  return db.query<ScriptSummaryRow>(
    `SELECT s.*, v.id AS "latestVersionId", v.status AS "parseStatus", v.count AS "versionCount" FROM (${READ} WHERE s.account_id = $1 AND s.deleted_at IS NULL
       AND ${afterCursor('s', 'scripts', '$2')} AND ($4::text IS NULL OR p.id = $4) AND ($5::text IS NULL OR s.title ILIKE $5)) s
     JOIN LATERAL (SELECT id, status, count(*) OVER ()::int AS count FROM script_versions WHERE script_id = s.id AND deleted_at IS NULL
       ORDER BY number DESC LIMIT 1) v ON true
     ORDER BY s."createdAt" DESC, s.id DESC LIMIT $3`,
    [accountId, startAfter(filter, 'script'), pageQuerySize(filter), filter.projectId ?? null, filter.query === undefined ? null : containing(filter.query)]);
}

/** A job that performs a version, with its artifacts. */
export interface MadeFrom { versionId: string; jobId: string; status: string; artifacts: { artifactId: string; type: string; status: string }[] }

export async function listMadeFrom(db: Db, accountId: string, versionIds: readonly string[]): Promise<MadeFrom[]> {
  return db.query<MadeFrom>(
    `SELECT j.script_upload_id AS "versionId", j.id AS "jobId", w.status, (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'artifactId', a.id, 'type', a.type, 'status', a.status) ORDER BY a.line), '[]') FROM artifacts a WHERE a.job_id = j.id) AS artifacts
     FROM jobs j JOIN works w ON w.id = j.id
     WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) AND NOT EXISTS (SELECT 1 FROM refinements f WHERE f.job_id = j.id)
     ORDER BY w.created_at DESC, j.id DESC`, [accountId, versionIds]);
}

export interface ScriptPatch {
  title?: string; slug?: string; logline?: string | null; format?: string | null; genre?: string | null; seasonNumber?: number;
}

/**
 * Changes the fields of the patch. A title also renames the latest version; a new season is added to the project's list.
 * Raises `script_not_found` and `validation_failed`.
 */
export async function updateScript(db: Database, accountId: string, scriptId: string, patch: ScriptPatch): Promise<void> {
  await db.transaction(async (tx) => {
    const { slug } = await getScript(tx, accountId, scriptId);
    if (patch.slug !== undefined && patch.slug !== slug) await requireFreeSlug(tx, accountId, scriptId, patch.slug);
    await lockScript(tx, scriptId);
    const script = await getScript(tx, accountId, scriptId);
    if (patch.seasonNumber !== undefined) await requireSeason(tx, script, patch.seasonNumber);
    await tx.repository(Script).update({ id: scriptId }, { ...patch, updatedAt: now });
    if (patch.title !== undefined) {
      await tx.query(
        `UPDATE script_versions SET title = $2, updated_at = now() WHERE id = (SELECT id FROM script_versions
           WHERE script_id = $1 AND deleted_at IS NULL ORDER BY number DESC LIMIT 1)`, [scriptId, patch.title]);
    }
  });
}

/** Adds the season to the script's project unless it exists. Raises `validation_failed` for a script without a project. */
async function requireSeason(tx: Db, script: ScriptRow, number: number): Promise<void> {
  if (script.projectId === null) {
    throw new ApiError('validation_failed',
      'seasonNumber needs a project, and the script belongs to none; create one with POST /story-projects/from-script',
      { field: 'seasonNumber', reason: 'no_project' });
  }
  await ensureSeason(tx, script.projectId, number);
}

/** Locks the script until the transaction ends: no other transaction changes it or adds a version. */
export async function lockScript(tx: Db, scriptId: string): Promise<void> {
  await tx.query('SELECT id FROM scripts WHERE id = $1 FOR NO KEY UPDATE', [scriptId]);
}

/** Live scripts of a project, newest first. */
export async function listProjectScripts(db: Db, accountId: string, projectId: string): Promise<Script[]> {
  return db.repository(Script).find({ where: { projectId, accountId, deletedAt: IsNull() }, order: { createdAt: 'DESC', id: 'DESC' } });
}

export async function moveToProject(db: Db, scriptId: string, projectId: string): Promise<void> {
  await db.repository(Script).update({ id: scriptId }, { projectId, updatedAt: now });
}

export async function insertScript(tx: Db, script: Omit<Script, 'format' | 'genre' | 'deletedAt' | 'createdAt' | 'updatedAt'>): Promise<void> {
  await tx.repository(Script).insert(script);
}

/** True when the script is the only live one of its project, as after an upload without a project id. */
export async function isOnlyScriptOfProject(tx: Db, { id, projectId }: ScriptRow): Promise<boolean> {
  return projectId === null || !await tx.repository(Script).existsBy({ projectId, id: Not(id), deletedAt: IsNull() });
}

/** Id of the script's project, or null when it has none or that is deleted. */
export async function findLiveProjectId(db: Db, scriptId: string): Promise<string | null> {
  const [script] = await db.query<{ projectId: string | null }>(
    `SELECT p.id AS "projectId" FROM scripts s LEFT JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL WHERE s.id = $1`, [scriptId]);
  return script?.projectId ?? null;
}
