import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { definedKind } from '../../kernel/works/kind.js';
import { CANCELLABLE, type WorkLine } from '../../kernel/works/model.js';
import { requestCancel, runOf, startPricedWork } from '../../kernel/works/request.js';
import { getWork } from '../../kernel/works/work-store.js';
import type { Quote } from '../plans/quote.js';
import { artifactIdOf } from './job-ids.js';
import { jobKind } from './job-kind.js';
import { WRITING, type JobArtifact, type JobInput } from './job-run.js';
import { findJob, getJob, getJobTitle, getQuote, type JobRow } from './job-store.js';

/** What a caller requests of a job. The other fields of its input follow from it. */
export type JobRequest = Omit<JobInput, 'kind' | 'subjectId' | 'revision' | 'label' | 'lines' | 'artifacts' | 'writesHere'> & {
  types: readonly string[]; quote: Quote;
};

/** The credits of each line: the quoted price of each artifact. */
function pricedLines(types: readonly string[], { lineItems }: Quote): WorkLine[] {
  return types.map((_, line) => ({
    line, credits: lineItems.filter(({ artifactIndex }) => artifactIndex === line).reduce((sum, { credits }) => sum + credits, 0),
  }));
}

const artifactsOf = (jobId: string, types: readonly string[]): JobArtifact[] =>
  types.map((type, line) => ({ line, type, artifactId: artifactIdOf(jobId, line) }));

/**
 * Starts (or joins) the run of the job in this epoch and waits until its credits are on hold. Returns null when the
 * version that the job would read has a read already. Raises `insufficient_credits` with `details.required` and
 * `details.available`, and `script_not_found` when the adopted version was deleted; nothing is created or changed then.
 */
export async function startJob(services: Services, { types, ...wanted }: JobRequest, httpRequestId: string): Promise<JobRow | null> {
  const { workId, adopts, planId, quote, ...rest } = wanted;
  const input: JobInput = {
    ...rest, workId, planId, kind: jobKind.kind, subjectId: workId, revision: 0, 
    label: `Producing: ${adopts?.title ?? await getJobTitle(services.db, workId, planId)} (${types.join(', ').replaceAll('_', ' ')})`,
    lines: pricedLines(types, quote), artifacts: artifactsOf(workId, types), writesHere: (await services.writer()).embedded,
    ...(adopts ? { adopts } : {}), ...(planId === null ? { quote } : {}),
  };
  await startPricedWork(services, runOf(jobKind, input, { jobId: workId, stage: WRITING, requestId: httpRequestId }), httpRequestId);
  return findJob(services.db, input.accountId, workId);
}

/** Like `startJob`, for a job that no other job can replace. Throws when there is no job. */
export async function startOwnJob(...request: Parameters<typeof startJob>): Promise<JobRow> {
  const row = await startJob(...request);
  if (!row) throw new Error(`the run of ${request[1].workId} ended without a job`);
  return row;
}

/**
 * Opens the next epoch of a failed job. `resumeId` is the same for every retry of one request, so that a retry finds
 * the resume of the request whose response was lost. Raises `story_job_state_invalid`, `insufficient_credits`.
 */
export async function resumeJob(
  services: Services, accountId: string, row: JobRow, resumeId: string, httpRequestId: string,
): Promise<JobRow> {
  if (row.requestId === resumeId) return row;
  if (row.status !== 'FAILED') {
    throw new ApiError('story_job_state_invalid', `only a failed job can be resumed; this one is ${row.status}`,
      { status: row.status, allowed: ['FAILED'] });
  }
  if (row.refines) return resumeRefine(services, row, resumeId, httpRequestId);
  return startOwnJob(services, {
    workId: row.id, epoch: row.epoch + 1, accountId, projectId: row.projectId, planId: row.planId, requestId: resumeId,
    types: row.artifacts.map(({ type }) => type), quote: await getQuote(services.db, row.id), voiceMap: {},
    ...(row.planId === null ? { performs: true } : {}),
  }, httpRequestId);
}

/** Opens the next epoch of a job that revises a read, with the input of the one before. */
async function resumeRefine(services: Services, row: JobRow, requestId: string, httpRequestId: string): Promise<JobRow> {
  const work = await getWork(services.db, row.id);
  const next = { ...work.input, epoch: row.epoch + 1, requestId };
  try {
    await startPricedWork(services, runOf(definedKind(work), next, { jobId: row.id, requestId: httpRequestId }), httpRequestId);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'version_conflict' && error.code !== 'artifact_not_ready')) throw error;
    throw new ApiError('story_job_state_invalid', 'the read has changed since; refine it again', { status: row.status, allowed: [], reason: 'overtaken' });
  }
  return getJob(services.db, work.accountId, row.id);
}

function refuseCancel({ status }: JobRow): never {
  throw new ApiError('story_job_state_invalid', `a job that is ${status} cannot be cancelled`, { status, allowed: [...CANCELLABLE, 'CANCELED'] });
}

/**
 * Cancels a job. Returns a CANCELED job unchanged. Raises `story_job_state_invalid` when the job is PARTIAL or has
 * ended.
 */
export async function cancelJob(services: Services, accountId: string, row: JobRow): Promise<JobRow> {
  if (row.status === 'CANCELED') return row;
  if (!CANCELLABLE.includes(row.status)) refuseCancel(row);
  await requestCancel(services, await getWork(services.db, row.id));
  const after = await getJob(services.db, accountId, row.id);
  if (after.status !== 'CANCELED' && !CANCELLABLE.includes(after.status)) refuseCancel(after);
  return after;
}
