import type { Database, Db } from '../../db/database.js';
import type { Script } from '../../../entities/script.js';
import { ID_PREFIX } from '../../db/ids.js';
import { ApiError } from '../../errors/api-error.js';
import { seasonNameOf } from './script-model.js';
import { requireFreeSlug } from './slugs.js';

/** A script with what its project says of it; `projectId` is null when that project is deleted. */
export interface ScriptRow extends Omit<Script, 'deletedAt' | 'versionCount'> {
  projectName: string | null;
  seasonName: string | null;
  productionMedium: string | null;
  audioStyle: string | null;
}

const READ = `SELECT s.id, s.account_id AS "accountId", p.id AS "projectId", p.name AS "projectName", s.title, s.slug, s.logline, s.format,
    s.genre, s.season_number AS "seasonNumber", n.name AS "seasonName", b.content->>'productionMedium' AS "productionMedium",
    b.content->>'audioStyle' AS "audioStyle", s.created_at AS "createdAt", s.updated_at AS "updatedAt"
  FROM scripts s LEFT JOIN projects p ON p.id = s.project_id AND p.deleted_at IS NULL
    LEFT JOIN project_seasons n ON n.project_id = p.id AND n.number = s.season_number
    LEFT JOIN series_bibles b ON b.project_id = p.id`;

/** How a script may be named: by its own id, a version's, or its slug. */
const BY_REFERENCE: [prefix: string, condition: string][] = [
  [`${ID_PREFIX.scriptVersion}_`, `s.id = (SELECT v.script_id FROM script_versions v WHERE v.id = $2 AND v.deleted_at IS NULL)`],
  [`${ID_PREFIX.script}_`, 's.id = $2'],
  ['', 's.slug = $2'],
];

/** A live script of the account by its id, its slug or the id of one of its versions. Raises `script_not_found`. */
export async function getScript(db: Db, accountId: string, reference: string): Promise<ScriptRow> {
  const [, condition] = BY_REFERENCE.find(([prefix]) => reference.startsWith(prefix))!;
  const [row] = await db.query<ScriptRow>(
    `${READ} WHERE s.account_id = $1 AND s.deleted_at IS NULL AND ${condition}`, [accountId, reference]);
  if (!row) throw new ApiError('script_not_found');
  return row;
}

/** Work that was made from a version. */
export interface MadeFrom { versionId: string; jobId: string; status: string; artifacts: { artifactId: string; type: string; status: string }[] }

export async function listMadeFrom(db: Db, accountId: string, versionIds: readonly string[]): Promise<MadeFrom[]> {
  return db.query<MadeFrom>(
    `SELECT j.script_upload_id AS "versionId", j.id AS "jobId", w.status, (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'artifactId', a.id, 'type', a.type, 'status', a.status) ORDER BY a.line), '[]') FROM artifacts a WHERE a.job_id = j.id) AS artifacts
     FROM jobs j JOIN works w ON w.id = j.id
     WHERE j.account_id = $1 AND j.script_upload_id = ANY($2) ORDER BY j.id DESC`, [accountId, versionIds]);
}

export interface ScriptPatch {
  title?: string; slug?: string; logline?: string | null; format?: string | null; genre?: string | null; seasonNumber?: number;
}

const PATCHED: Record<Exclude<keyof ScriptPatch, 'seasonNumber'>, string> = {
  title: 'title', slug: 'slug', logline: 'logline', format: 'format', genre: 'genre',
};

/**
 * Changes the named fields only. A title also renames the latest version; a season that is new to the project joins its list.
 * Raises `script_not_found` and `validation_failed`.
 */
export async function updateScript(db: Database, accountId: string, scriptId: string, patch: ScriptPatch): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SELECT id FROM scripts WHERE id = $1 FOR UPDATE', [scriptId]);
    const script = await getScript(tx, accountId, scriptId);
    if (patch.slug !== undefined && patch.slug !== script.slug) await requireFreeSlug(tx, accountId, scriptId, patch.slug);
    for (const [field, column] of Object.entries(PATCHED)) {
      const value = patch[field as keyof typeof PATCHED];
      if (value !== undefined) await tx.query(`UPDATE scripts SET ${column} = $2 WHERE id = $1`, [scriptId, value]);
    }
    if (patch.seasonNumber !== undefined) await moveToSeason(tx, script, patch.seasonNumber);
    if (patch.title !== undefined) {
      await tx.query(
        `UPDATE script_versions SET title = $2, updated_at = now() WHERE id = (SELECT id FROM script_versions
           WHERE script_id = $1 AND deleted_at IS NULL ORDER BY number DESC LIMIT 1)`, [scriptId, patch.title]);
    }
    await tx.query('UPDATE scripts SET updated_at = now() WHERE id = $1', [scriptId]);
  });
}

async function moveToSeason(tx: Db, script: ScriptRow, number: number): Promise<void> {
  if (script.projectId === null) {
    throw new ApiError('validation_failed', 'seasonNumber needs a project, and the script is in none', { field: 'seasonNumber', reason: 'no_project' });
  }
  await tx.query('INSERT INTO project_seasons (project_id, number, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [script.projectId, number, seasonNameOf(number)]);
  await tx.query('UPDATE scripts SET season_number = $2 WHERE id = $1', [script.id, number]);
}

/** A project of the account, live, or null. */
export async function isLiveProject(db: Db, accountId: string, projectId: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM projects WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL', [projectId, accountId]);
  return rows.length > 0;
}
