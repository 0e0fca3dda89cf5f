import type { Db } from '../../../db/database.js';
import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { getArtifact } from '../../artifacts/artifact-store.js';
import { requestFinalize, retryFinalize } from '../../artifacts/finalize/finalize.js';
import { getJob, type JobRow } from '../../jobs/job-store.js';
import { prepareTableRead } from '../../jobs/prepared-read.js';
import { getVersion } from '../../scripts/script-view.js';
import { workIdOf } from '../../../works/ids.js';
import { findWork, type WorkRow } from '../../../works/work-store.js';
import { siblingId } from '../season-run-model.js';
import { noteWork, type OpenStep } from '../action-store.js';
import type { ErrorCode } from '../../../errors/catalogue.js';

export async function getArtifactRevision(db: Db, accountId: string, artifactId: string): Promise<number> {
  return (await getArtifact(db, accountId, artifactId)).currentVersion;
}

/** The read of the episode's text is asked for with these, so that a quote and its confirmation agree. */
const asked = ({ run, action }: Pick<OpenStep, 'run' | 'action'>, confirmed: boolean) => ({
  accountId: run.accountId, jobId: siblingId('job', action.id), confirmed, announcesScenes: false, httpRequestId: action.requestId,
});

/** Raises what keeps the text from being read: `cast_precondition_failed`, `voice_retired`, `script_not_found`. */
export async function requireReadable(services: Services, accountId: string, scriptUploadId: string): Promise<void> {
  const found = await getVersion(services.db, accountId, scriptUploadId);
  await prepareTableRead(services, found, { accountId, jobId: '', confirmed: false, announcesScenes: false, httpRequestId: '' });
}

const failure = (code: string | null, message: string | null, details: object): ApiError =>
  new ApiError((code ?? 'artifact_generation_failed') as ErrorCode, message ?? 'it failed', { ...details });

/** Reserves the price of the read and starts it; a read that was made or is being made is joined. */
export async function orderRead(services: Services, step: OpenStep): Promise<string> {
  const { run, episode, action } = step;
  const found = await getVersion(services.db, run.accountId, episode.scriptUploadId!);
  const { status, jobId } = await prepareTableRead(services, found, asked(step, true));
  if (jobId === null) throw failure(null, 'the read did not start', {});
  if (status === 'queued' || action.workId === null && jobId === siblingId('job', action.id)) await noteWork(services.db, action.id, jobId);
  return jobId;
}

/** The finished read of a job that is performed to the end, null while it is being made. Raises the failure of a job that failed. */
export async function findFinishedRead(services: Services, step: OpenStep, jobId: string): Promise<JobRow | null> {
  const { run, episode } = step;
  const job = await getJob(services.db, run.accountId, jobId);
  if (job.status === 'FAILED' || job.status === 'CANCELED') {
    throw failure(job.failureCode, job.failureMessage ?? 'The read was cancelled.', { ...job.failureDetails as object | null, jobId });
  }
  if (job.status !== 'READY') return null;
  const found = await getVersion(services.db, run.accountId, episode.scriptUploadId!);
  return (await prepareTableRead(services, found, asked(step, false))).status === 'prepared' ? job : null;
}

/** Reserves the price of the MP3 and starts it; one that is there or being made is joined, one that failed is tried again. */
export async function orderMp3(services: Services, { run, episode, action }: OpenStep): Promise<string> {
  const { db } = services;
  const artifactId = episode.artifactId!;
  const workId = workIdOf('finalize', artifactId, await getArtifactRevision(db, run.accountId, artifactId));
  const known = await findWork(db, workId);
  const wanted = { accountId: run.accountId, artifactId, requestId: action.requestId, waitForRecording: true };
  await (known?.status === 'FAILED' ? retryFinalize : requestFinalize)(services, wanted);
  const work = await findWork(db, workId);
  if (work && work.creditsQuoted > 0 && (known === null || known.status === 'FAILED')) await noteWork(db, action.id, workId);
  return workId;
}

/** The work of an MP3 that is there, null while it is being made. Raises the failure of one that failed. */
export async function findMp3({ db }: Services, workId: string): Promise<WorkRow | null> {
  const work = await findWork(db, workId);
  if (work?.status === 'FAILED' || work?.status === 'CANCELED') throw failure(work.failureCode, work.failureMessage, {});
  return work?.status === 'READY' ? work : null;
}
