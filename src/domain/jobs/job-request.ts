import { jobWorkflowId, RESERVE_UPDATE, WRITING, type Adoption, type JobInput, type JobLine, type ReserveAnswer } from '../../../workflows/jobs/contract.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { putScreenplay } from '../scripts/screenplay-store.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { isAudioOnly } from '../canon/series-bible.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import type { VoiceChoice } from '../library/voice-choice.js';
import { tableReadOf } from '../plans/plan-request.js';
import type { PlanRow } from '../plans/plan-store.js';
import type { Quote } from '../plans/quote.js';
import { adoptVersion } from '../scripts/adoption.js';
import type { FoundScript } from '../scripts/script-view.js';
import { requireCast, resolveVoiceMap, usableCast } from './cast-check.js';
import { artifactIdOf } from './job-ids.js';
import { requireCastForScreenplay } from './script-cast.js';
import { CANCELLABLE, cancelJob } from './job-moves.js';
import { findJob, getQuote, waitForStatus, type JobRow } from './job-store.js';

/** Artifacts as lines of a job, each with the credits that the quote asks for. */
export function linesOf(jobId: string, types: readonly string[], { lineItems }: Quote): JobLine[] {
  return types.map((type, line) => ({
    line, type, artifactId: artifactIdOf(jobId, line),
    credits: lineItems.filter(({ artifactIndex }) => artifactIndex === line).reduce((sum, { credits }) => sum + credits, 0),
  }));
}

/**
 * The finished version of a screenplay that a plan's job is to perform, fixed as it is now. Raises `validation_failed` for a script
 * of another project or a plan without a table read, `cast_precondition_failed`, `voice_retired`.
 */
export async function adoptForPlan(
  services: Services, plan: PlanRow, { script, version }: FoundScript, voiceMap: VoiceMap,
): Promise<Adoption> {
  const request = tableReadOf(plan.request);
  if (!request) throw new ApiError('validation_failed', 'the plan asks for no table read that could perform a script', { field: 'scriptUploadId' });
  if (script.projectId !== plan.projectId) {
    throw new ApiError('validation_failed', 'scriptUploadId is of another project than the plan', { field: 'scriptUploadId', reason: 'other_project' });
  }
  const { mode, narrationPolicy } = request;
  const screenplay = await adoptVersion(services, version, { mode, narrationPolicy, title: script.title });
  await requireCastForScreenplay(services, plan.projectId, screenplay, { ...request.voiceMap, ...voiceMap });
  return { scriptUploadId: version.id, screenplayKey: await putScreenplay(services.store, screenplay), title: script.title };
}

export const typesOf = ({ request }: PlanRow): string[] => request.artifactRequests.map(({ type }) => type);

/** Raises `story_plan_state_invalid` unless the plan is approved. */
export function requireApproved(plan: PlanRow): void {
  if (plan.status === 'APPROVED') return;
  throw new ApiError('story_plan_state_invalid', `a job needs an approved plan; this one is ${plan.status}`,
    { status: plan.status, allowed: ['APPROVED'] });
}

/**
 * Specification 4.5: a table read starts only when the project's cast and the voice map of the request are complete. Returns the
 * request's voices with the catalogue's names. Raises `cast_precondition_failed`, `voice_retired` or `validation_failed`.
 */
export async function requireCastForPlan(services: Services, plan: PlanRow, choices: Record<string, VoiceChoice>): Promise<VoiceMap> {
  const tableRead = tableReadOf(plan.request);
  if (!tableRead) return {};
  const catalogue = (await services.speech()).voices();
  const voiceMap = resolveVoiceMap(catalogue, choices);
  const [canon, bible] = await Promise.all([
    findCastCanon(services.db, plan.projectId), findSeriesBible(services.db, plan.projectId),
  ]);
  const narrated = tableRead.narrationPolicy === 'include';
  const chosen = { ...tableRead.voiceMap, ...voiceMap };
  requireCast({
    projectId: plan.projectId,
    cast: usableCast(catalogue, { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] }, chosen, narrated),
    voiceMap: chosen,
    audioOnly: isAudioOnly(bible?.content ?? {}),
    narrated,
    suggestions: plan.envelope?.scriptBlueprint?.voiceMap ?? {},
  });
  return voiceMap;
}

/**
 * Starts (or joins) the run of the job in this epoch and waits for its reserve step. Raises `insufficient_credits` with
 * `details.required` and `details.available`, `script_not_found` when the adopted version was deleted meanwhile; then nothing was
 * created or changed. Null when the version that the job was to read has its read already.
 */
export async function startJob(services: Services, request: Omit<JobInput, 'writesHere'>, httpRequestId: string): Promise<JobRow | null> {
  const input: JobInput = { ...request, writesHere: (await services.writer()).embedded };
  const answer = await services.engine.startAndWait<ReserveAnswer>({
    type: 'jobWorkflow', workflowId: jobWorkflowId(input.jobId, input.epoch), input,
    labels: { accountId: input.accountId, projectId: input.projectId, jobId: input.jobId, requestId: httpRequestId, stage: WRITING },
    summary: `Job ${input.jobId}: ${input.lines.map(({ type }) => type).join(', ')}`,
  }, { name: RESERVE_UPDATE, id: RESERVE_UPDATE });
  if (answer?.outcome === 'insufficient') {
    const { required, available } = answer;
    throw new ApiError('insufficient_credits', `this needs ${required} credits and ${available} are available`, { required, available });
  }
  if (answer?.outcome === 'script_gone') throw new ApiError('script_not_found');
  return findJob(services.db, input.accountId, input.jobId);
}

/** As `startJob`, for a job that nothing else can have taken the place of. */
export async function startOwnJob(...request: Parameters<typeof startJob>): Promise<JobRow> {
  const row = await startJob(...request);
  if (!row) throw new Error(`the run of ${request[1].jobId} ended without a job`);
  return row;
}

/**
 * Opens the next epoch of a failed job. `resumeId` is the same for every retry of one request, so that a retry whose answer was
 * lost finds its own resume. Raises `story_job_state_invalid`, `insufficient_credits`.
 */
export async function resumeJob(
  services: Services, accountId: string, row: JobRow, resumeId: string, httpRequestId: string,
): Promise<JobRow> {
  if (row.requestId === resumeId) return row;
  if (row.status !== 'FAILED') {
    throw new ApiError('story_job_state_invalid', `only a failed job can be resumed; this one is ${row.status}`,
      { status: row.status, allowed: ['FAILED'] });
  }
  const quote = await getQuote(services.db, row.id);
  return startOwnJob(services, {
    jobId: row.id, epoch: row.epoch + 1, accountId, projectId: row.projectId, planId: row.planId, requestId: resumeId,
    lines: linesOf(row.id, row.artifacts.map(({ type }) => type), quote), voiceMap: {}, ...(row.planId === null ? { performs: true } : {}),
  }, httpRequestId);
}

const CANCEL_WAIT_MS = 4_000;

function refuseCancel(row: JobRow): never {
  throw new ApiError('story_job_state_invalid', `a job that is ${row.status} cannot be cancelled`,
    { status: row.status, allowed: [...CANCELLABLE, 'CANCELED'] });
}

/**
 * Asks the run to cancel and waits briefly, so that the answer shows the outcome; a job whose run is gone (an operator
 * terminated it) is cancelled here. A CANCELED job is left as it is. Raises
 * `story_job_state_invalid` when the job had ended, or was PARTIAL, before the cancellation came.
 */
export async function cancelRun(services: Services, accountId: string, row: JobRow): Promise<JobRow> {
  if (row.status === 'CANCELED') return row;
  if (!CANCELLABLE.includes(row.status)) refuseCancel(row);
  const run = jobWorkflowId(row.id, row.epoch);
  if (await services.engine.status(run) === 'open') await services.engine.cancel(run);
  else await cancelJob(services.db, { jobId: row.id, epoch: row.epoch });
  const after = await waitForStatus(services.db, accountId, row.id, ({ status }) => !CANCELLABLE.includes(status), CANCEL_WAIT_MS);
  if (after.status !== 'CANCELED' && !CANCELLABLE.includes(after.status)) refuseCancel(after);
  return after;
}
