import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import { hasOwnChanges, stalenessFields, type Staleness } from '../../src/kernel/contract/staleness.js';
import { viewListedShare, type getShareState } from '../../src/domain/artifacts/shares/share.js';
import type { ListedShare } from '../../src/domain/artifacts/shares/share-store.js';
import { findReadOfVersion } from '../../src/domain/jobs/job-store.js';
import { nextOfJob } from '../../src/domain/jobs/next-step.js';
import { nextOfStale } from '../../src/domain/jobs/updates/next-step.js';
import { findStaleness, listStaleness } from '../../src/domain/jobs/updates/staleness.js';
import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import type { VersionRow } from '../../src/domain/scripts/script-model.js';
import type { viewFound, viewVersion } from '../../src/domain/scripts/script-view.js';
import type { Services } from '../../src/kernel/services.js';

type VersionView = ReturnType<typeof viewVersion>;

/** Adds `stale` to every read that was made from a version of these scripts. */
export async function withStaleReads<View extends { versions: readonly VersionView[] }>(services: Services, views: readonly View[]) {
  const jobs = views.flatMap(({ versions }) => versions).flatMap(({ madeFrom }) => madeFrom);
  const ids = jobs.flatMap(({ artifacts }) => artifacts.map(({ artifactId }) => artifactId));
  const stale = await listStaleness(services, ids);
  return views.map((view) => ({
    ...view,
    versions: view.versions.map((version) => ({
      ...version,
      madeFrom: version.madeFrom.map((job) => ({
        ...job, artifacts: job.artifacts.map((artifact) => ({ ...artifact, stale: stale.has(artifact.artifactId) })),
      })),
    })),
  }));
}

/** A script whose reads are marked when they are stale. */
export async function scriptView(services: Services, view: Awaited<ReturnType<typeof viewFound>>) {
  const [marked] = await withStaleReads(services, [view]);
  return marked!;
}

/** The next step after a change of a version's text: the free update of the read that was made of it, else a quote of its first read. */
export async function nextOfEdited(services: Services, accountId: string, version: VersionRow): Promise<NextStep> {
  const read = await findReadOfVersion(services.db, accountId, version.id);
  const artifactId = read?.status === 'READY' ? read.artifacts[0]?.id : undefined;
  const staleness = artifactId === undefined ? null : await findStaleness(services, artifactId);
  return artifactId !== undefined && staleness && hasOwnChanges(staleness) ? nextOfStale(artifactId, staleness) : nextOfVersion(version);
}

const AWAIT_JOB_MS = 2_000;

/** The next step with a version: the quote of its read, or once it was ordered what that read needs. */
export async function nextOfScript(services: Services, accountId: string, version: VersionRow): Promise<NextStep> {
  const read = version.status === 'complete' ? await findReadOfVersion(services.db, accountId, version.id) : null;
  if (!read) return nextOfVersion(version);
  const { id, status, artifacts } = read;
  const made = status === 'READY' ? artifacts.find((artifact) => artifact.status === 'READY') : undefined;
  const staleness = made ? await findStaleness(services, made.id) : null;
  if (made && staleness) return nextOfStale(made.id, staleness);
  const ordered = { storyPlanId: null, scriptUploadId: version.id, refines: null };
  return nextOfJob({ id, status, artifacts, progress: { nextPollAfterMs: AWAIT_JOB_MS }, ...ordered }) ?? nextOfVersion(version);
}

type ShareState = Awaited<ReturnType<typeof getShareState>>;

/** The staleness of a shared part that plays an earlier revision although the read itself is up to date: nothing else differs. */
const EARLIER: Omit<Staleness, 'scriptUploadId'> = {
  changedLines: [], changedLineCount: 0, removedLineCount: 0, voices: [], directions: [], pronunciations: [], mix: [], corrected: false, parseStatus: 'complete', versionsBehind: 0,
  newerScriptUploadId: null, update: null,
};

function chooseAgain(scriptId: string, { descriptor: { scope, sceneIndex, startEntry, endEntry } }: NonNullable<ShareState['share']>): NextStep {
  const place = scope === 'scene' ? { sceneIndex } : { startEntry, endEntry };
  return { method: 'POST', path: `/scripts/${scriptId}/share`, body: { descriptor: { scope, ...place } }, why: 'Shares the part as it is recorded now; check its indexes first.' };
}

/** The share of a script, its differences from the script, and the call that brings it up to date. */
export async function shareAnswer(services: Services, scriptId: string, { share, jobId, playsEarlier }: ShareState) {
  if (!share) return { share: null, jobId };
  const { artifactId, scriptUploadId } = share;
  const own = await findStaleness(services, artifactId);
  const staleness = own ?? (playsEarlier ? { ...EARLIER, scriptUploadId } : null);
  const next = own ? nextOfStale(artifactId, own) : playsEarlier ? chooseAgain(scriptId, share) : null;
  return { share: { ...share, ...stalenessFields(staleness) }, jobId, ...withNext(next) };
}

/** Links in a list, marked as stale when the read differs from what it was made from, or when the shared part plays an earlier revision of the read. */
export async function listedShares(services: Services, rows: readonly ListedShare[]) {
  const stale = await listStaleness(services, rows.map(({ artifactId }) => artifactId));
  return rows.map((row) => ({
    ...viewListedShare(services, row), stale: stale.has(row.artifactId) || (row.part.revision ?? row.currentRevision) < row.currentRevision,
  }));
}
