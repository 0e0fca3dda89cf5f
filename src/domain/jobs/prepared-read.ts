import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { hasOwnChanges, type Staleness } from '../../kernel/contract/staleness.js';
import { creditsSummary } from '../../kernel/credits/summary.js';
import { tableReadPriceKey } from '../../kernel/credits/prices.js';
import { ensurePerforming } from '../artifacts/shares/live-start.js';
import { findPerformance } from '../artifacts/performance/performance-store.js';
import { findCurrentRead } from '../artifacts/read-store.js';
import { putScreenplay } from '../scripts/screenplay-store.js';
import { resumeJob, startJob } from './job-start.js';
import { findReadOfVersion, getJob, type JobRow } from './job-store.js';
import { isUpdating, wordsOfStaleness } from './updates/next-step.js';
import { findStaleness } from './updates/staleness.js';
import { updateRead } from './updates/update-read.js';
import { requireCastForScreenplay } from './script-cast.js';
import { requireSpokenScript } from './script-language.js';
import type { VoiceMap } from '../library/voice-map.js';
import { quoteOne, type Quote } from '../plans/quote.js';
import { TABLE_READ } from '../plans/types/table-read-type.js';
import type { Screenplay } from '../../craft/screenplay/model.js';
import { adoptVersion } from '../scripts/adoption.js';
import type { FoundScript } from '../scripts/script-view.js';
import { findLatestJobId } from '../artifacts/shares/share-store.js';

/**
 * State and price of a version's read. `credits` is the price of confirming now; `balanceAfter` is negative if the
 * balance is too low.
 */
export interface Preparation {
  status: 'quoted' | 'queued' | 'prepared' | 'preparing';
  quotedOnly: boolean;
  credits: number;
  balanceAfter: number;
  sufficient: boolean;
  note: string;
  jobId: string | null;
  /** What differs between the read and the current script, cast and pronunciations; null when nothing differs. */
  staleness: Staleness | null;
}

export interface PrepareRequest {
  accountId: string;
  /** Id of the job that the first confirmation creates. The same for every retry of the request. */
  jobId: string;
  confirmed: boolean;
  /** The title of the read; default: that of the script. Has no effect on a read that exists. */
  title?: string;
  /** See `AdoptionOptions`. Has no effect on a read that exists. */
  announcesScenes?: boolean | undefined;
  announcesTitle?: boolean | undefined;
  /** People without a voice get the suggested one. */
  acceptsSuggestions?: boolean | undefined;
  httpRequestId: string;
  /** Raises an error when exactly this text must not be read. */
  requireText?: (screenplay: Screenplay) => Promise<void>;
}

/** The preparation of a read for which nothing is charged now. */
async function free(
  services: Services, accountId: string, job: JobRow, status: Preparation['status'], note: string, staleness: Staleness | null = null,
): Promise<Preparation> {
  const { balance } = await creditsSummary(services.db, accountId, services.config.billingCycleDays);
  return { status, quotedOnly: false, credits: 0, balanceAfter: balance, sufficient: true, note, jobId: job.id, staleness };
}

/** True when every line of the paid read is performed. Starts the performance again if it failed or stalled. */
async function isPerformed(services: Services, job: JobRow): Promise<boolean> {
  const read = await findCurrentRead(services.db, artifactOf(job));
  if (!read) return false;
  if ((await findPerformance(services.db, read.artifactId, read.revision))?.status === 'complete') return true;
  await ensurePerforming(services, read);
  return false;
}

const artifactOf = ({ artifacts }: JobRow): string => artifacts[0]!.id;

/** The preparation of a read that is made and paid. A confirmation has the later changes spoken. */
async function preparationOfMade(services: Services, job: JobRow, request: PrepareRequest): Promise<Preparation> {
  const { accountId, confirmed, acceptsSuggestions, httpRequestId, requireText } = request;
  const before = await findStaleness(services, artifactOf(job));
  if (before && hasOwnChanges(before)) {
    if (confirmed) {
      const { outcome, staleness } = await updateRead(services, artifactOf(job), { acceptsSuggestions, requestId: httpRequestId, requireText });
      const status = outcome === 'started' ? 'queued' : 'preparing';
      return free(services, accountId, job, status, 'Charged already; what changed is being spoken. The old recording plays until then.', staleness);
    }
    if (isUpdating(before)) {
      return free(services, accountId, job, 'preparing', 'Charged already; what changed is being spoken. The old recording plays until then.', before);
    }
    const note = `Charged already; not heard yet: ${wordsOfStaleness(before)}. Sending confirmed: true speaks what changed, free of charge.`;
    return free(services, accountId, job, await isPerformed(services, job) ? 'prepared' : 'preparing', note, before);
  }
  return await isPerformed(services, job)
    ? free(services, accountId, job, 'prepared', 'Charged already; the read is performed and can be heard and shared.', before)
    : free(services, accountId, job, 'preparing', 'Charged already; the read is being performed.', before);
}

/** The script's project. Raises `project_precondition_failed` for a script in no project, which has no cast. */
function requireProject({ script }: FoundScript): string {
  if (script.projectId !== null) return script.projectId;
  throw new ApiError('project_precondition_failed', 'the script is in no project, so it has no cast', {
    stage: 'premise', missingFields: ['project'], canPlan: false, canStartEpisode: false,
    nextCall: { method: 'POST', path: '/story-projects/from-script' },
  });
}

const quoteFor = (pages: number): Quote => quoteOne({
  label: `Table read of a screenplay, ${pages} ${pages === 1 ? 'page' : 'pages'}`, priceKey: tableReadPriceKey(pages), notes: ['Charged once for this version.'],
});

interface Materials { projectId: string; screenplay: Screenplay; quote: Quote; voiceMap: VoiceMap }

async function ready(services: Services, found: FoundScript, request: PrepareRequest): Promise<Materials> {
  const { announcesScenes, announcesTitle, acceptsSuggestions, requireText } = request;
  const projectId = requireProject(found);
  const { script, version } = found;
  const title = request.title ?? script.title;
  const screenplay = await adoptVersion(services, version, { mode: 'drama', narrationPolicy: 'include', announcesScenes, announcesTitle, title });
  await requireText?.(screenplay);
  await requireSpokenScript(services, screenplay);
  const voiceMap = await requireCastForScreenplay(services, projectId, screenplay, {}, acceptsSuggestions);
  return { projectId, screenplay, voiceMap, quote: quoteFor(Math.max(1, version.pageCount ?? 1)) };
}

/**
 * Reserves the price and starts the read, or starts a failed one again. Null when another call started the read first, so that this one reserved nothing.
 */
async function order(
  services: Services, found: FoundScript, request: PrepareRequest, failed: JobRow | null, { projectId, screenplay, quote, voiceMap }: Materials,
): Promise<JobRow | null> {
  const { accountId, jobId, httpRequestId, title = found.script.title } = request;
  if (failed) {
    const resumed = await resumeJob(services, accountId, failed, jobId, httpRequestId);
    return resumed.requestId === jobId ? resumed : null;
  }
  const { version } = found;
  return startJob(services, {
    workId: jobId, epoch: 1, accountId, projectId, planId: null, requestId: httpRequestId, voiceMap, performs: true, quote,
    adopts: { scriptUploadId: version.id, screenplayKey: await putScreenplay(services.store, screenplay), title }, types: [TABLE_READ],
  }, httpRequestId);
}

/**
 * Quotes the read of a version, or charges and starts it. A version is charged once: the status of a paid read is
 * `preparing` until every line is performed, then `prepared`. A failed read has returned its credits and is quoted
 * again. Raises `insufficient_credits`, `cast_precondition_failed`, `project_precondition_failed`, `voice_retired`.
 */
export async function prepareTableRead(services: Services, found: FoundScript, request: PrepareRequest): Promise<Preparation> {
  const { accountId, confirmed } = request;
  const known = await findReadOfVersion(services.db, accountId, found.version.id);
  if (known?.status === 'READY') return preparationOfMade(services, known, request);
  if (known && known.status !== 'FAILED') return free(services, accountId, known, 'preparing', 'The credits are on hold; the read is being made.');
  const materials = await ready(services, found, request);
  const { balance } = await creditsSummary(services.db, accountId, services.config.billingCycleDays);
  const credits = materials.quote.total;
  const [balanceAfter, sufficient] = [balance - credits, balance >= credits];
  if (!confirmed) {
    const note = sufficient
      ? `Nothing was charged. Sending confirmed: true charges ${credits} credits, once for this version.`
      : `Nothing was charged. ${credits} credits are needed and ${balance} are available; do not confirm before there are enough.`;
    return { status: 'quoted', quotedOnly: true, credits, balanceAfter, sufficient, note, jobId: known?.id ?? null, staleness: null };
  }
  const job = await order(services, found, request, known, materials);
  if (!job) return prepareTableRead(services, found, { ...request, confirmed: false });
  const after = await creditsSummary(services.db, accountId, services.config.billingCycleDays);
  return {
    status: 'queued', quotedOnly: false, credits, balanceAfter: after.balance, sufficient: true, jobId: job.id, staleness: null,
    note: 'The credits are on hold; the read is being made. Credits of a read that fails go back.',
  };
}

/**
 * Starts the newest failed read of a script, or of a named version, again with the current voices of the cast. Raises
 * `table_read_not_failed`, and `insufficient_credits` when the returned credits were spent.
 */
export async function retryTableRead(
  services: Services, found: FoundScript, request: { accountId: string; versionIds: readonly string[]; resumeId: string; httpRequestId: string },
): Promise<JobRow> {
  const { accountId, versionIds, resumeId, httpRequestId } = request;
  const latest = await findLatestJobId(services.db, accountId, versionIds);
  const job = latest === null ? null : await getJob(services.db, accountId, latest);
  if (job?.status !== 'FAILED') {
    throw new ApiError('table_read_not_failed', job ? `the table read of ${found.script.id} is ${job.status}` : `${found.script.id} has no table read`,
      { status: job?.status ?? null, jobId: job?.id ?? null, allowed: ['FAILED'] });
  }
  return resumeJob(services, accountId, job, resumeId, httpRequestId);
}
