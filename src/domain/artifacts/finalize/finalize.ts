import { finalizeWorkflowId, RESERVE_UPDATE, type FinalizeInput, type ReserveOutcome } from '../../../../workflows/artifacts/contract.js';
import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { creditsSummary } from '../../../credits/summary.js';
import { PRICES } from '../../../credits/prices.js';
import { findFinalize, type FinalizeRow, type FinalizeStatus } from './finalize-store.js';
import { findPerformance } from '../performance/performance-store.js';

interface Target { id: string; accountId: string; projectId: string; jobId: string; status: string; type: string; revision: number }

export interface FinalizeRequest { accountId: string; artifactId: string; requestId: string }

const FIND = `SELECT a.id, a.account_id AS "accountId", a.project_id AS "projectId", a.job_id AS "jobId", a.status, a.type,
    a.current_version AS revision
  FROM artifacts a JOIN projects p ON p.id = a.project_id WHERE a.id = $1 AND a.account_id = $2 AND p.deleted_at IS NULL`;

async function target(services: Services, request: FinalizeRequest): Promise<Target> {
  const [row] = await services.db.query<Target>(FIND, [request.artifactId, request.accountId]);
  if (!row) throw new ApiError('artifact_not_found');
  if (row.status !== 'READY' || row.type !== 'table_read') {
    throw new ApiError('artifact_not_ready', `the artifact is ${row.status}`, { status: row.status });
  }
  return row;
}

/** Reserves and starts one attempt. Raises `insufficient_credits`; then nothing has changed. */
async function begin(services: Services, artifact: Target, epoch: number, requestId: string): Promise<FinalizeStatus> {
  const input: FinalizeInput = {
    artifactId: artifact.id, accountId: artifact.accountId, projectId: artifact.projectId, revision: artifact.revision, epoch,
    amountCredits: PRICES.TABLE_READ_FINALIZE_AUDIO,
  };
  // A closed run repeats its stored answer to a known update id. An unchanged balance has the same answer; a top-up asks anew.
  const { balance } = await creditsSummary(services.db, artifact.accountId, services.config.billingCycleDays);
  const outcome = await services.engine.startAndWait<ReserveOutcome>({
    type: 'finalizeWorkflow', workflowId: finalizeWorkflowId(artifact.id, artifact.revision, epoch), input, repeatable: true,
    labels: { accountId: artifact.accountId, projectId: artifact.projectId, jobId: artifact.jobId, requestId },
    summary: `MP3 of ${artifact.id}, revision ${artifact.revision}`,
  }, { name: RESERVE_UPDATE, id: `${RESERVE_UPDATE}-${balance}` });
  if (outcome && !outcome.ok) {
    const { required, available } = outcome;
    throw new ApiError('insufficient_credits', `the MP3 costs ${required} credits, ${available} are available`, { required, available });
  }
  return (await findFinalize(services.db, artifact.id, artifact.revision))?.status ?? 'queued';
}

/**
 * Asks for the durable MP3 (specification 3.4). Without a completed recording the answer is `needs_recording` and nothing is
 * charged; complete or under way, the current state is the answer and nothing is charged again.
 */
export async function requestFinalize(services: Services, request: FinalizeRequest): Promise<FinalizeStatus | 'needs_recording'> {
  const artifact = await target(services, request);
  const performance = await findPerformance(services.db, artifact.id, artifact.revision);
  if (performance?.status !== 'complete') return 'needs_recording';
  const row = await findFinalize(services.db, artifact.id, artifact.revision);
  if (row && row.status !== 'failed') return row.status;
  return begin(services, artifact, (row?.epoch ?? 0) + 1, request.requestId);
}

/** True when the attempt's run is gone although its row says that it is under way. */
async function isStalled(services: Services, row: FinalizeRow): Promise<boolean> {
  return await services.engine.status(finalizeWorkflowId(row.artifactId, row.revision, row.epoch)) !== 'open';
}

/**
 * Retries a failed or stalled MP3. A stalled attempt is closed first, which gives its credits back; one that is complete or
 * under way is left as it is. Raises `artifact_not_ready` when none was ever asked for.
 */
export async function retryFinalize(
  services: Services, request: FinalizeRequest, close: (row: FinalizeRow) => Promise<void>,
): Promise<FinalizeStatus> {
  const artifact = await target(services, request);
  const row = await findFinalize(services.db, artifact.id, artifact.revision);
  if (!row) throw new ApiError('artifact_not_ready', 'there is no finalize to retry', { status: 'not_started' });
  if (row.status === 'complete') return row.status;
  if (row.status !== 'failed') {
    if (!await isStalled(services, row)) return row.status;
    await close(row);
  }
  return begin(services, artifact, row.epoch + 1, request.requestId);
}
