import { getArtifact } from '../src/domain/artifacts/artifact-store.js';
import { getJob } from '../src/domain/jobs/job-store.js';
import { getPlan } from '../src/domain/plans/plan-store.js';
import { getProject } from '../src/domain/projects/project-store.js';
import { getRelease } from '../src/domain/publishing/releases/release-store.js';
import { getSeries } from '../src/domain/publishing/series/series-store.js';
import { getRun } from '../src/domain/season-runs/season-run-store.js';
import { getVersion } from '../src/domain/scripts/script-view.js';
import { getCapture } from '../src/domain/sources/captures/capture-store.js';
import { getSource } from '../src/domain/sources/source-store.js';
import type { ErrorCode } from '../src/kernel/errors/catalogue.js';
import type { Subject } from '../src/kernel/http/operations/subjects.js';

function subject<Fields extends object>(notFound: ErrorCode, load: Subject<Fields>['load']): Subject<Fields> {
  return { notFound, load };
}

/** The parameters that paths may contain. For a path with one of them, its row is loaded, or the 404 answered, before the handler runs. */
export const subjects = {
  projectId: subject('project_not_found', async ({ db }, { accountId }, { projectId }) =>
    ({ project: await getProject(db, accountId, projectId!) })),
  /** `captureId` and `sourceId` are valid only in paths that also contain `projectId`. */
  captureId: subject('capture_not_found', async ({ db }, { accountId }, { projectId, captureId }) =>
    ({ capture: await getCapture(db, accountId, projectId!, captureId!) })),
  sourceId: subject('source_not_found', async ({ db }, { accountId }, { projectId, sourceId }) =>
    ({ source: await getSource(db, accountId, projectId!, sourceId!) })),
  planId: subject('story_plan_not_found', async ({ db }, { accountId }, { planId }) => ({ plan: await getPlan(db, accountId, planId!) })),
  jobId: subject('story_job_not_found', async ({ db }, { accountId }, { jobId }) => ({ job: await getJob(db, accountId, jobId!) })),
  /** The artifact at its current revision. */
  artifactId: subject('artifact_not_found', async ({ db }, { accountId }, { artifactId }) =>
    ({ artifact: await getArtifact(db, accountId, artifactId!) })),
  /** Accepts the id of a version, which loads that version, or the id or slug of a script, which loads its latest version. */
  scriptUploadId: subject('script_not_found', ({ db }, { accountId }, { scriptUploadId }) => getVersion(db, accountId, scriptUploadId!)),
  seriesId: subject('publishing_series_not_found', async ({ db }, { accountId }, { seriesId }) => ({ series: await getSeries(db, accountId, seriesId!) })),
  releaseId: subject('publishing_release_not_found', async ({ db }, { accountId }, { releaseId }) =>
    ({ release: await getRelease(db, accountId, releaseId!) })),
  runId: subject('season_run_not_found', async ({ db }, { accountId }, { runId }) => ({ run: await getRun(db, accountId, runId!) })),
};
