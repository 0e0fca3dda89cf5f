import type { Db } from '../../src/kernel/db/database.js';
import { QUEUED, type Progress, type WorkStatus } from '../../src/kernel/works/model.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import { insertPerformance } from '../../src/domain/artifacts/performance/performance-store.js';
import { insertWork } from '../../src/kernel/works/work-store.js';

interface WorkFacts {
  workId: string; kind: string; accountId: string; projectId: string; subjectId?: string; revision?: number; status: WorkStatus;
  credits?: number; progress?: Partial<Progress>; label?: string; failureCode?: string;
}

/** Inserts a row of work in the given state, without a run. */
export async function insertWorkRow(db: Db, { workId, status, credits = 0, progress, failureCode, ...facts }: WorkFacts): Promise<void> {
  await insertWork(db, {
    workId, epoch: 1, subjectId: facts.subjectId ?? workId, revision: facts.revision ?? 0, label: facts.label ?? 'Producing', requestId: 'req_test_0001',
    kind: facts.kind, accountId: facts.accountId, projectId: facts.projectId, lines: credits > 0 ? [{ line: 0, credits }] : [],
  }, status, { ...QUEUED, ...progress });
  const ended = ['READY', 'FAILED', 'CANCELED'].includes(status);
  await db.query(
    `UPDATE works SET credits_settled = $2, lines_ready = $3, failure_code = $4, finished_at = CASE WHEN $5::boolean THEN now() END WHERE id = $1`,
    [workId, status === 'READY' ? credits : 0, status === 'READY' ? 1 : 0, failureCode ?? null, ended]);
}

/** Inserts a job of a plan and its work. */
export async function insertJobRow(
  db: Db, job: Omit<WorkFacts, 'kind' | 'workId'> & { jobId: string; planId: string; scriptUploadId?: string; quote?: object },
): Promise<void> {
  const { jobId, planId, scriptUploadId = null, quote = {}, ...facts } = job;
  await insertWorkRow(db, { ...facts, workId: jobId, kind: 'job' });
  await db.query(
    `INSERT INTO jobs (id, account_id, project_id, plan_id, script_upload_id, quote, voice_map, reads_version)
     VALUES ($1, $2, $3, $4, $5, $6, '{}', false)`,
    [jobId, facts.accountId, facts.projectId, planId, scriptUploadId, JSON.stringify(quote)]);
}

/** Inserts a performance in the given state, without a run. */
export async function insertPerformanceRow(
  db: Db, read: { artifactId: string; accountId: string; projectId: string },
  state: { status: WorkStatus; lineCount: number; performedCount?: number; nextAttemptAt?: Date },
): Promise<void> {
  const { artifactId, accountId, projectId } = read;
  const { status, lineCount, performedCount = 0, nextAttemptAt } = state;
  const workId = workIdOf('perform', artifactId, 1);
  await insertWorkRow(db, {
    workId, kind: 'perform', accountId, projectId, subjectId: artifactId, revision: 1, status, ...(status === 'FAILED' ? { failureCode: 'artifact_generation_failed' } : {}),
    progress: nextAttemptAt ? { stage: 'provider_backoff', nextAttemptAt: nextAttemptAt.toISOString() } : {},
  });
  await insertPerformance(db, { artifactId, revision: 1, workId, lineCount });
  await db.query('UPDATE performances SET performed_count = $2 WHERE work_id = $1', [workId, performedCount]);
}

/** The default request of a plan. */
const READ_REQUEST = {
  target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' }, sourceIds: [], creativeBrief: null, autoApprove: false,
  artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
};

/** Inserts a plan and its work in the given state, without a run. */
export async function insertPlan(
  db: Db, plan: { planId: string; accountId: string; projectId: string; status?: string; title?: string; failureCode?: string
    request?: object; envelope?: object | null; quote?: object },
): Promise<void> {
  const { planId, accountId, projectId, status = 'APPROVED', title = 'Plan', failureCode } = plan;
  const drafting = { PENDING: 'PENDING', RUNNING: 'RUNNING', FAILED: 'FAILED' }[status] ?? 'READY';
  await insertWorkRow(db, {
    workId: planId, kind: 'plan', accountId, projectId, status: drafting as WorkStatus, label: `Planning: ${title}`,
    ...(failureCode ? { failureCode } : {}),
  });
  await db.query(
    `INSERT INTO plans (id, account_id, project_id, title, status, version, request, envelope, quote, warnings)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, '[]')`,
    [planId, accountId, projectId, title, status, JSON.stringify(plan.request ?? READ_REQUEST), plan.envelope ? JSON.stringify(plan.envelope) : null,
      JSON.stringify(plan.quote ?? {})]);
}
