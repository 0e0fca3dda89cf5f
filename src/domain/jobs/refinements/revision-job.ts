import type { Services } from '../../../kernel/services.js';
import type { PriceKey } from '../../../kernel/credits/prices.js';
import { defineWork, STOPPED_RESUMABLE, type WorkKind } from '../../../kernel/works/kind.js';
import { requestWork } from '../../../kernel/works/request.js';
import type { WorkStep } from '../../../kernel/works/step.js';
import { OVERTAKEN, revisesRead, type LoadedRevision, type MadeRevision, type RevisionInput } from '../../artifacts/next-revision.js';
import type { ReadRevision } from '../../artifacts/read-store.js';
import { quoteOne } from '../../plans/quote.js';
import { JOB_UNIT } from '../job-run.js';
import { getJob, type JobRow } from '../job-store.js';
import { baseOfRevision } from '../revisions/revise-read.js';
import { findRefinement, insertRefinement, type RefineBrief, type Refining } from './refinement-store.js';

type RevisionKind = WorkKind<RevisionInput, MadeRevision, LoadedRevision, RefineBrief>;
type DeclaredRevision = Pick<RevisionKind, 'kind' | 'workflow' | 'queue' | 'provider'> & Pick<WorkStep<RevisionInput, MadeRevision>, 'activity' | 'words' | 'make'>;

/**
 * Declares a job that makes the next revision of a read, for credits. The work has the job's id, and the job is its subject, so it is shown, cancelled and
 * resumed like every job. `make` returns null when the job no longer exists, and throws `MakingFailed` when there is no such revision to make.
 */
export const revisionJob = ({ activity, words, make, ...declared }: DeclaredRevision): RevisionKind => defineWork({
  ...declared, runOn: '<job>', whenCancelled: 'CANCELED', unit: JOB_UNIT, briefed: true, stopped: STOPPED_RESUMABLE, ...revisesRead(),
  opened: (tx, { workId }, brief) => insertRefinement(tx, workId, brief),
  step: { activity, group: 'modelCall', stage: 'writing', words, progress: 'writing', make, overtaken: OVERTAKEN },
});

/** What is asked of a read, its price, and its names in the quote and in the list of work. `base` is the revision that it follows, by default the newest. */
export interface RevisionOrder extends Pick<Refining, 'scope' | 'by' | 'instruction'> {
  base?: ReadRevision; priceKey: PriceKey; words: { quote: string; work: string };
}

/** Who orders a revision of which read, and the id that the job gets if this call makes one. */
export interface OrderedRead { accountId: string; artifactId: string; jobId: string; requestId: string }

/**
 * Orders the next revision of a READY table read and reserves its credits. A repeat with the same job id answers the job as it is. Raises
 * `artifact_not_ready`, `version_conflict` and `insufficient_credits`; then nothing was changed.
 */
export async function orderRevision(
  services: Services, kind: RevisionKind, { accountId, artifactId, jobId, requestId }: OrderedRead, { base, priceKey, words, ...asked }: RevisionOrder,
): Promise<JobRow> {
  if (await findRefinement(services.db, jobId)) return getJob(services.db, accountId, jobId);
  const { projectId, title, revision } = base ?? await baseOfRevision(services, artifactId, undefined);
  const quote = quoteOne({ label: `${words.quote}: ${title}`, priceKey });
  await requestWork(services, kind, {
    workId: jobId, accountId, projectId, subjectId: jobId, artifactId, follows: revision, label: `${words.work}: ${title}`, requestId,
    lines: [{ line: 0, credits: quote.total }],
  }, { artifactId, revision, ...asked, quote });
  return getJob(services.db, accountId, jobId);
}
