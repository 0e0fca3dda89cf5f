import { ImageRender } from '../../../../entities/image-render.js';
import type { ImageAspect, ImageFormat } from '../../../craft/images/port.js';
import { pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, tableOf, type Known } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Progress, WorkStatus } from '../../../kernel/works/model.js';
import type { Candidate } from './candidate.js';

/** The kinds of work that make candidates. */
export const PORTRAIT_DESIGN = 'portrait-design';
export const MOOD_FRAMES = 'mood-frames';
export type RenderKind = typeof PORTRAIT_DESIGN | typeof MOOD_FRAMES;

/** A render as it is stored, without its work. */
export type StoredRender = Known<ImageRender, { kind: RenderKind; aspect: ImageAspect; format: ImageFormat; candidates: Candidate[] }>;

/** A render with the state of its work. */
export type RenderRow = StoredRender & { status: WorkStatus; progress: Progress; failureCode: string | null; failureMessage: string | null };

const TABLE = tableOf<ImageRender, StoredRender>(ImageRender);
const COLUMNS = columnsOf(TABLE, 'r');
const SELECT = `SELECT ${COLUMNS}, w.status, w.progress, w.failure_code AS "failureCode", w.failure_message AS "failureMessage"
  FROM image_renders r JOIN works w ON w.kind = r.kind AND w.subject_id = r.id`;

export type NewRender = Pick<StoredRender, 'id' | 'projectId' | 'kind' | 'character' | 'words' | 'aspect' | 'format' | 'wanted'>;

/** Inserts a render before its work is opened; a repeat changes nothing. Nobody sees it until its work is open. */
export async function insertRender(db: Db, { id, projectId, kind, character, words, aspect, format, wanted }: NewRender): Promise<void> {
  await db.query(
    `INSERT INTO image_renders (id, project_id, kind, character, words, aspect, format, wanted, ordinal)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, (SELECT count(*) FROM image_renders o
       WHERE o.project_id = $2 AND o.kind = $3 AND lower(o.character) IS NOT DISTINCT FROM lower($4))
     ON CONFLICT (id) DO NOTHING`, [id, projectId, kind, character, words, aspect, format, wanted]);
}

/** Deletes a render whose work was never opened. */
export async function deleteUnopened(db: Db, { id, kind }: Pick<NewRender, 'id' | 'kind'>): Promise<void> {
  await db.query('DELETE FROM image_renders r WHERE r.id = $1 AND NOT EXISTS (SELECT 1 FROM works w WHERE w.kind = $2 AND w.subject_id = r.id)', [id, kind]);
}

/** The render with this id, or null. */
export async function findRender(db: Db, id: string): Promise<StoredRender | null> {
  return db.repository(TABLE).findOneBy({ id });
}

/** The render of a project with its work, or null. */
export async function findRenderOf(db: Db, projectId: string, kind: RenderKind, id: string): Promise<RenderRow | null> {
  const [row] = await db.query<RenderRow>(`${SELECT} WHERE r.id = $1 AND r.project_id = $2 AND r.kind = $3`, [id, projectId, kind]);
  return row ?? null;
}

/** The render of an account's project. Raises `image_design_not_found`, also for a project that is deleted or another account's. */
export async function getOwnRender(db: Db, accountId: string, projectId: string, kind: RenderKind, id: string): Promise<RenderRow> {
  const [row] = await db.query<RenderRow>(
    `${SELECT} JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
     WHERE p.account_id = $1 AND r.project_id = $2 AND r.kind = $3 AND r.id = $4`, [accountId, projectId, kind, id]);
  if (!row) throw new ApiError('image_design_not_found');
  return row;
}

/** One page of a project's renders of a kind, newest first; of one character where it is given. */
export async function listRenders(db: Db, projectId: string, kind: RenderKind, page: Page, character: string | null = null): Promise<RenderRow[]> {
  return db.query<RenderRow>(
    `${SELECT} WHERE r.project_id = $1 AND r.kind = $2 AND ($3::text IS NULL OR r.id < $3) AND ($5::text IS NULL OR lower(r.character) = lower($5))
     ORDER BY r.id DESC LIMIT $4`, [projectId, kind, startAfter(page), pageQuerySize(page), character]);
}

/** Adds candidates to a render. False when it has them, or was deleted with its project. */
export async function addCandidates(tx: Db, renderId: string, candidates: readonly Candidate[]): Promise<boolean> {
  const added = await tx.query(
    `UPDATE image_renders SET candidates = candidates || $2::jsonb, updated_at = now()
     WHERE id = $1 AND NOT candidates @> jsonb_build_array(jsonb_build_object('candidateId', $3::text)) RETURNING id`,
    [renderId, JSON.stringify(candidates), candidates[0]?.candidateId ?? '']);
  return added.length > 0;
}

/** Marks the candidate that was chosen. */
export async function markChosen(db: Db, renderId: string, candidateId: string): Promise<void> {
  await db.repository(TABLE).update({ id: renderId }, { chosenId: candidateId, updatedAt: new Date() });
}
