import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { requestFinalize, retryFinalize } from '../../artifacts/finalize/finalize.js';
import { getJob, type JobRow } from '../../jobs/job-store.js';
import { prepareTableRead, type PrepareRequest } from '../../jobs/prepared-read.js';
import { getVersion } from '../../scripts/script-view.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { CANCELLED, ENDED } from '../../../kernel/works/model.js';
import { findWork, listWorkOn } from '../../../kernel/works/work-store.js';
import { performanceKind } from '../../artifacts/performance/performance-kind.js';
import { siblingId } from '../../../kernel/db/ids.js';

import { noteWork, type OpenStep } from '../action-store.js';
import { findCurrentRead, type CurrentRead } from '../../artifacts/read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { requireJudged, textChanged, isJudged } from './judged-text.js';
import { StillAtWork } from './ordering.js';
import type { ErrorCode } from '../../../kernel/errors/catalogue.js';

/**
 * The request for the read of the episode's text, the same for the quote and the confirmation. Only the judged words are read, under the title of the map; the
 * script keeps the title by which the Series Bible knows it.
 */
const asked = (services: Services, { run, episode, action }: OpenStep, confirmed: boolean): PrepareRequest => ({
  accountId: run.accountId, jobId: siblingId('job', action.id), confirmed, title: episode.title, announcesScenes: false, httpRequestId: action.requestId,
  requireText: (screenplay) => requireJudged(services, episode, screenplay),
});

/** Raises an error when the text cannot be read: `cast_precondition_failed`, `voice_retired`, `script_not_found`. */
export async function requireReadable(services: Services, accountId: string, scriptUploadId: string): Promise<void> {
  const found = await getVersion(services.db, accountId, scriptUploadId);
  await prepareTableRead(services, found, { accountId, jobId: '', confirmed: false, announcesScenes: false, httpRequestId: '' });
}

const failure = (code: string | null, message: string | null, details: object): ApiError =>
  new ApiError((code ?? 'artifact_generation_failed') as ErrorCode, message ?? 'it failed', { ...details });

/** The code of work that failed or was cancelled. */
const codeOf = ({ status, failureCode }: { status: string; failureCode: string | null }): string | null => (status === 'CANCELED' ? CANCELLED : failureCode);

/** Reserves the price of the read and starts it; a read that exists or is being made is joined. Returns the id of the job. */
export async function orderRead(services: Services, step: OpenStep): Promise<string> {
  const { run, episode, action } = step;
  const found = await getVersion(services.db, run.accountId, episode.scriptUploadId!);
  const { status, jobId } = await prepareTableRead(services, found, asked(services, step, true));
  if (jobId === null) throw failure(null, 'the read did not start', {});
  if (status === 'queued' || action.notes.workId === undefined && jobId === siblingId('job', action.id)) await noteWork(services.db, action.id, jobId);
  return jobId;
}

/** The read as it plays now. Raises `artifact_not_found` when it was deleted. */
async function getCurrentRead({ db }: Services, artifactId: string): Promise<CurrentRead> {
  const read = await findCurrentRead(db, artifactId);
  if (!read) throw new ApiError('artifact_not_found');
  return read;
}

/** The open work on the sound of a read. Throws an internal error when none is open any more, so that the read is checked again. */
async function soundOf({ db }: Services, artifactId: string): Promise<StillAtWork> {
  const works = await listWorkOn(db, [{ kind: performanceKind.kind, subjectId: artifactId }]);
  const open = works.find(({ status }) => !ENDED.includes(status));
  if (!open) throw new Error(`the performance of ${artifactId} ended while it was looked at`);
  return new StillAtWork(open.id);
}

/**
 * The finished read of a job, performed to the end with the judged words. Throws `StillAtWork` while it is being made. A read of other words is updated
 * first. Raises the failure of a failed job, and `season_run_state_invalid` when the script has other words by now.
 */
export async function findFinishedRead(services: Services, step: OpenStep, jobId: string): Promise<JobRow> {
  const { run, episode } = step;
  const job = await getJob(services.db, run.accountId, jobId);
  if (job.status === 'FAILED' || job.status === 'CANCELED') {
    throw failure(codeOf(job), job.failureMessage ?? 'The read was cancelled.', { ...job.failureDetails as object | null, jobId });
  }
  if (job.status !== 'READY') throw new StillAtWork(jobId);
  const artifactId = job.artifacts[0]!.id;
  const found = await getVersion(services.db, run.accountId, episode.scriptUploadId!);
  if ((await prepareTableRead(services, found, asked(services, step, false))).status !== 'prepared') throw await soundOf(services, artifactId);
  const { scriptKey } = await getCurrentRead(services, artifactId);
  if (await isJudged(services, episode, await getScreenplay(services.store, scriptKey))) return job;
  const { status } = await prepareTableRead(services, found, asked(services, step, true));
  throw status === 'prepared' ? textChanged(episode) : await soundOf(services, artifactId);
}

/**
 * Reserves the price of the MP3 of the judged words and starts it. An existing or open MP3 is joined, a failed one is tried again. Returns the id of the
 * work.
 */
export async function orderMp3(services: Services, { run, episode, action }: OpenStep): Promise<string> {
  const { db } = services;
  const artifactId = episode.artifactId!;
  const { revision, scriptKey } = await getCurrentRead(services, artifactId);
  await requireJudged(services, episode, await getScreenplay(services.store, scriptKey));
  await services.faults.reach('season.judged', action.id);
  const workId = workIdOf('finalize', artifactId, revision);
  const known = await findWork(db, workId);
  const wanted = { accountId: run.accountId, artifactId, revision, requestId: action.requestId, waitForRecording: true };
  await (known?.status === 'FAILED' ? retryFinalize : requestFinalize)(services, wanted).catch((error: unknown) => {
    // The retry renders the revision that the read has then.
    throw error instanceof ApiError && error.code === 'version_conflict' ? new Error(error.message) : error;
  });
  const work = await findWork(db, workId);
  if (work && work.creditsQuoted > 0 && (known === null || known.status === 'FAILED')) await noteWork(db, action.id, workId);
  return workId;
}

/** Throws `StillAtWork` while an MP3 is being made, and the failure of one that failed. */
export async function requireMp3({ db }: Services, workId: string): Promise<void> {
  const work = await findWork(db, workId);
  if (work?.status === 'FAILED' || work?.status === 'CANCELED') throw failure(codeOf(work), work.failureMessage ?? 'It was cancelled.', {});
  if (work?.status !== 'READY') throw new StillAtWork(workId);
}
