import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import type { OpenStep } from './action-store.js';

/** Raises `publishing_series_not_found` unless the project has this series. */
export async function requireSeries(_services: Services, _accountId: string, _projectId: string, seriesId: string): Promise<void> {
  throw new ApiError('publishing_series_not_found', `there is no series ${seriesId}`);
}

/** Releases the episode in the series of its run and publishes it. Each step is keyed by the episode's artifact, so a repeat makes nothing new. */
export async function publishRead(_services: Services, { episode }: OpenStep): Promise<{ releaseId: string; seriesId: string }> {
  throw new ApiError('publishing_asset_not_ready', `episode ${episode.episodeNumber} cannot be released by this server yet`);
}
