import { Plan } from '../../../entities/plan.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { PlanStatus } from '../../kernel/contract/states.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { columnsOf, columnsWithout, tableOf, type Known, type Selected } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { WorkStatus } from '../../kernel/works/model.js';
import { openRow } from '../../kernel/works/moves.js';
import { cancelReplacedWork } from '../../kernel/works/work-store.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findProjectName, lockProject } from '../projects/project-store.js';
import type { PlanEnvelope } from './envelope.js';
import type { PlanRequest } from './plan-request.js';
import { PLAN_KIND, type PlanInput } from './plan-run.js';
import type { PlanWarning } from './types/plan-type.js';
import type { Quote } from './quote.js';

type StoredPlan = Known<Plan, {
  status: PlanStatus; request: PlanRequest; envelope: PlanEnvelope | null; quote: Quote; warnings: PlanWarning[];
}>;
const PLANS = tableOf<Plan, StoredPlan>(Plan);

/** The title of a plan until its draft or its owner gives it one. */
export const UNTITLED = 'Untitled plan';

/** State of the drafting, from the plan's work. */
interface PlanRun { workStatus: WorkStatus; epoch: number; requestId: string; failureCode: string | null; failureMessage: string | null }
const RUN = `w.status AS "workStatus", w.epoch, w.request_id AS "requestId", w.failure_code AS "failureCode",
  w.failure_message AS "failureMessage"`;

const COLUMNS = columnsOf(PLANS, 'p');
const SUMMARY_COLUMNS = columnsWithout(PLANS, ['envelope'], 'p');

export type PlanRow = Selected<typeof COLUMNS> & PlanRun;
export type PlanSummaryRow = Omit<PlanRow, 'envelope'>;

/** The plan with this id in any account, or null. For background work; the API uses `getPlan`. */
export async function findPlan(db: Db, planId: string): Promise<PlanRow | null> {
  const [row] = await db.query<PlanRow>(`SELECT ${COLUMNS}, ${RUN} FROM plans p JOIN works w ON w.id = p.id WHERE p.id = $1`, [planId]);
  return row ?? null;
}

/** A plan of the account in a live project. Raises `story_plan_not_found` for one that is missing, deleted or another account's. */
export async function getPlan(db: Db, accountId: string, planId: string): Promise<PlanRow> {
  const [row] = await db.query<PlanRow>(
    `SELECT ${COLUMNS}, ${RUN} FROM plans p JOIN works w ON w.id = p.id WHERE p.id = $1 AND p.account_id = $2
       AND EXISTS (SELECT 1 FROM projects WHERE id = p.project_id AND deleted_at IS NULL)`, [planId, accountId]);
  if (!row) throw new ApiError('story_plan_not_found');
  return row;
}

const EARLIER_PLANS = 8;

/** Voices by cue of the project's other plans, the newest plan's first; plans that were rejected or have no cast do not count. */
export async function findEarlierVoices(db: Db, projectId: string, planId: string): Promise<VoiceMap> {
  const rows = await db.query<{ voiceMap: VoiceMap }>(
    `SELECT p.envelope->'scriptBlueprint'->'voiceMap' AS "voiceMap" FROM plans p
     WHERE p.project_id = $1 AND p.id <> $2 AND p.status IN ('APPROVED', 'SUPERSEDED')
       AND jsonb_typeof(p.envelope->'scriptBlueprint'->'voiceMap') = 'object' ORDER BY p.id DESC LIMIT ${EARLIER_PLANS}`, [projectId, planId]);
  return Object.assign({}, ...rows.reverse().map(({ voiceMap }) => voiceMap)) as VoiceMap;
}

/** One page of a project's plans, newest first, without their envelopes. */
export async function listPlans(db: Db, projectId: string, page: Page): Promise<PlanSummaryRow[]> {
  return db.query<PlanSummaryRow>(
    `SELECT ${SUMMARY_COLUMNS}, ${RUN} FROM plans p JOIN works w ON w.id = p.id
     WHERE p.project_id = $1 AND ${afterCursor('p', 'plans', '$2')} ORDER BY ${newestFirst('p')} LIMIT $3`,
    [projectId, startAfter(page, 'plan'), pageQuerySize(page)]);
}

/**
 * Inserts the plan with its work and supersedes every other plan of the project that was not rejected, in the order of insertion.
 * A plan that exists already is left as it is and supersedes nothing. Jobs of superseded plans continue. Raises
 * `project_not_found` when the project was purged.
 */
export async function insertPlan(db: Database, input: PlanInput, request: PlanRequest, quote: Quote): Promise<void> {
  const { workId: planId, accountId, projectId } = input;
  await db.transaction(async (tx) => {
    await lockProject(tx, projectId);
    if (await findProjectName(tx, projectId) === null) throw new ApiError('project_not_found');
    if (await findPlan(tx, planId)) return;
    const older = await tx.query<{ id: string }>(
      `SELECT id FROM plans WHERE project_id = $1 AND id <> $2 AND status NOT IN ('SUPERSEDED', 'REJECTED')`, [projectId, planId]);
    const ids = older.map(({ id }) => id);
    await cancelReplacedWork(tx, PLAN_KIND, ids);
    await openRow(tx, input);
    await tx.query(
      `INSERT INTO plans (id, account_id, project_id, title, status, version, request, quote, warnings)
       VALUES ($1, $2, $3, $4, 'PENDING', 1, $5, $6, '[]')`,
      [planId, accountId, projectId, UNTITLED, JSON.stringify(request), JSON.stringify(quote)]);
    await tx.query(
      `UPDATE plans SET status = 'SUPERSEDED', superseded_by = $2, updated_at = now()
       WHERE id = ANY($1) AND status NOT IN ('SUPERSEDED', 'REJECTED')`, [ids, planId]);
  });
}

/** Plans that this one superseded, newest first. */
export async function listSuperseded(db: Db, planId: string): Promise<{ id: string; epoch: number }[]> {
  return db.query<{ id: string; epoch: number }>(
    `SELECT p.id, w.epoch FROM plans p JOIN works w ON w.id = p.id WHERE p.superseded_by = $1 ORDER BY p.id DESC`, [planId]);
}

/** Renames the plan and the title in its envelope. Raises `story_plan_not_found`. */
export async function renamePlan(db: Db, accountId: string, planId: string, title: string): Promise<PlanRow> {
  await getPlan(db, accountId, planId);
  await db.query(
    `UPDATE plans SET title = $3, envelope = jsonb_set(envelope, '{title}', to_jsonb($3::text)), updated_at = now()
     WHERE id = $1 AND account_id = $2`, [planId, accountId, title]);
  return getPlan(db, accountId, planId);
}

/** What a correction of the cast changes of a plan. */
export interface CorrectedPlan { envelope: PlanEnvelope; request: PlanRequest; warnings: readonly PlanWarning[] }

/**
 * Makes the corrected envelope, request and warnings the plan's next version; false when it is no longer at the version of `plan`, or no
 * longer waits for approval. A title that was changed meanwhile stays.
 */
export async function saveCorrectedPlan(
  db: Db, { id, version }: PlanRow, { envelope, request, warnings }: CorrectedPlan,
): Promise<boolean> {
  const saved = await db.query(
    `UPDATE plans SET envelope = jsonb_set($3::jsonb, '{title}', to_jsonb(title)), request = $4, warnings = $5, version = $2 + 1, updated_at = now()
     WHERE id = $1 AND version = $2 AND status = 'REQUIRES_APPROVAL' RETURNING id`,
    [id, version, JSON.stringify(envelope), JSON.stringify(request), JSON.stringify(warnings)]);
  return saved.length > 0;
}
