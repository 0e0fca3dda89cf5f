import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { describeRelease } from '../../publishing/releases/describe.js';
import { publishRelease, refreshMedia } from '../../publishing/releases/publishing.js';
import { findRelease, type ShownRelease } from '../../publishing/releases/release-store.js';
import { changeRelease, createRelease } from '../../publishing/releases/releases.js';
import { findIntroduction } from '../../publishing/series/introduction.js';
import { createSeries } from '../../publishing/series/series.js';
import type { ShownSeries } from '../../publishing/series/series-model.js';
import { findOnlyAudioSeries, getSeries } from '../../publishing/series/series-store.js';
import type { OpenStep } from '../action-store.js';
import { derivedId } from '../../../kernel/db/ids.js';
import { type EpisodeRow, type RunRow } from '../season-run-model.js';
import { requireJudgedText, stateOfRelease, textChanged } from './judged-text.js';

/** Raises `publishing_series_not_found` unless the series belongs to the project. */
export async function requireSeries({ db }: Services, accountId: string, projectId: string, seriesId: string): Promise<void> {
  if ((await getSeries(db, accountId, seriesId)).projectId !== projectId) {
    throw new ApiError('publishing_series_not_found', 'the series belongs to another project');
  }
}

/** The series of the run, else the only one of its project, else the one that all runs of the project share, which is made if need be. */
async function seriesOf(services: Services, run: RunRow): Promise<ShownSeries> {
  if (run.seriesId !== null) return getSeries(services.db, run.accountId, run.seriesId);
  const only = await findOnlyAudioSeries(services.db, run.projectId);
  if (only) return only;
  const { title } = await findIntroduction(services.db, run.projectId);
  return createSeries(services, {
    id: derivedId('series', run.projectId), accountId: run.accountId, projectId: run.projectId, requestId: run.requestId, title: title || run.title,
    medium: 'audio', format: 'audio_drama',
  });
}

/** The id of the release for the episode's read. A cancelled release gets a successor with another id, because its guid is never used again. */
async function releaseIdOf({ db }: Services, run: RunRow, { id, artifactId }: EpisodeRow): Promise<string> {
  let releaseId = derivedId('release', run.id, id, artifactId!);
  while ((await findRelease(db, releaseId))?.status === 'cancelled') releaseId = derivedId('release', releaseId);
  return releaseId;
}

/** The release with the current recording, also when the script has newer words by now; a release from an earlier attempt may have an older recording. */
async function currentRelease(services: Services, { run, episode, action }: OpenStep, series: ShownSeries): Promise<ShownRelease> {
  const [sourceArtifactId, { requestId }] = [episode.artifactId!, action];
  const release = await createRelease(services, series, {
    id: await releaseIdOf(services, run, episode), requestId, title: episode.title, sourceArtifactId, seasonNumber: run.seasonNumber,
    episodeNumber: episode.episodeNumber, takesOlder: true,
  });
  if (!release.stale || release.status === 'published') return release;
  return refreshMedia(services, { accountId: run.accountId, releaseId: release.id }, { sourceArtifactId, requestId, takesOlder: true });
}

/** Raises `season_run_state_invalid` (`text_changed`) unless the release plays the words that were judged. */
async function requireJudgedRelease(services: Services, episode: EpisodeRow, release: ShownRelease): Promise<void> {
  if (await stateOfRelease(services, episode, release) !== 'judged') throw textChanged(episode);
}

/**
 * Releases the episode in the series of its run, with a description from its script and cast, and publishes it. Each id follows from run, episode and read,
 * so a repeat makes nothing new. Only the judged words are published.
 */
export async function publishRead(services: Services, step: OpenStep): Promise<{ releaseId: string; seriesId: string }> {
  const { run, episode } = step;
  const { accountId } = run;
  await requireJudgedText(services, { ...episode, status: 'ready_to_publish' });
  const series = await seriesOf(services, run);
  const release = await currentRelease(services, step, series);
  await requireJudgedRelease(services, episode, release);
  if (release.status === 'ready' && release.description === null) {
    await changeRelease(services, { accountId: release.accountId, releaseId: release.id }, { description: await describeRelease(services, release) });
  }
  await services.faults.reach('season.released', release.id);
  await publishRelease(services, { accountId, releaseId: release.id }, release.assetVersion).catch((error: unknown) => {
    // The retry publishes the media that the release has then.
    throw error instanceof ApiError && error.code === 'publishing_asset_stale' ? new Error(error.message) : error;
  });
  return { releaseId: release.id, seriesId: release.seriesId };
}
