import { ApiError } from '../../../errors/api-error.js';
import type { Services } from '../../../services.js';
import { findProjectName } from '../../projects/project-store.js';
import { describeRelease } from '../../publishing/releases/describe.js';
import { publishRelease } from '../../publishing/releases/publishing.js';
import { changeRelease, createRelease } from '../../publishing/releases/releases.js';
import { createSeries } from '../../publishing/series/series.js';
import type { ShownSeries } from '../../publishing/series/series-model.js';
import { getSeries } from '../../publishing/series/series-store.js';
import type { OpenStep } from '../action-store.js';
import { derivedId, type RunRow } from '../season-run-model.js';

/** Raises `publishing_series_not_found` unless the project has this series. */
export async function requireSeries({ db }: Services, accountId: string, projectId: string, seriesId: string): Promise<void> {
  if ((await getSeries(db, accountId, seriesId)).projectId !== projectId) {
    throw new ApiError('publishing_series_not_found', 'the series belongs to another project');
  }
}

/** The series of the run, or the one that all runs of its project share. */
async function seriesOf(services: Services, run: RunRow): Promise<ShownSeries> {
  if (run.seriesId !== null) return getSeries(services.db, run.accountId, run.seriesId);
  const title = await findProjectName(services.db, run.projectId) ?? run.title;
  return createSeries(services, {
    id: derivedId('series', run.projectId), accountId: run.accountId, projectId: run.projectId, requestId: run.requestId, title,
    medium: 'audio', format: 'audio_drama',
  });
}

/**
 * Releases the episode in the series of its run, with a description from its script and cast, and publishes it. Each part is keyed by run,
 * episode and read, so that a repeat makes nothing new.
 */
export async function publishRead(services: Services, { run, episode, action }: OpenStep): Promise<{ releaseId: string; seriesId: string }> {
  const { accountId } = run;
  const series = await seriesOf(services, run);
  const release = await createRelease(services, series, {
    id: derivedId('release', run.id, episode.id, episode.artifactId!), requestId: action.requestId, title: episode.title, sourceArtifactId: episode.artifactId!,
    seasonNumber: run.seasonNumber, episodeNumber: episode.episodeNumber,
  });
  if (release.status === 'ready' && release.description === null) {
    await changeRelease(services, release, { description: await describeRelease(services, release) });
  }
  await services.faults.reach('season.released', release.id);
  await publishRelease(services, { accountId, releaseId: release.id });
  return { releaseId: release.id, seriesId: series.id };
}
