import { countPublished } from '../../src/domain/publishing/releases/release-store.js';
import { feedUrlOf } from '../../src/domain/publishing/addresses.js';
import { nextOfFeed } from '../../src/domain/publishing/feed/next-step.js';
import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import { isFeedConnected, type DestinationRow, type ProviderConfigRow } from '../../src/domain/publishing/series/destination-store.js';
import { viewSeries, type Medium, type SeriesRow, type ShownSeries } from '../../src/domain/publishing/series/series-model.js';
import { listTargets, type ShownRelease } from '../../src/domain/publishing/releases/release-store.js';
import { viewRelease } from '../../src/domain/publishing/releases/release-view.js';
import { takeRecording } from '../../src/domain/publishing/releases/releases.js';
import type { Services } from '../../src/kernel/services.js';

const AWAIT_COVER_MS = 3_000;

/** The next call after a series: a poll while its cover is being drawn, its feed or the feed's connection once it has an episode, else its first episode. */
async function nextOfSeries({ db }: Pick<Services, 'db'>, { id, slug }: SeriesRow, isDrawn: boolean): Promise<NextStep> {
  if (!isDrawn) return { method: 'GET', path: `/publishing-series/${id}`, afterMs: AWAIT_COVER_MS, why: 'The cover is being drawn.' };
  const release: NextStep = {
    method: 'POST', path: `/publishing-series/${id}/releases`, body: {}, why: 'Makes an episode of a table read with a finalized MP3.',
    asks: [{ field: 'title', what: 'The title of the episode' }, { field: 'sourceArtifactId', what: 'A table read with a finalized MP3; GET /artifacts lists them' }],
  };
  const [isConnected, published] = await Promise.all([isFeedConnected(db, id), countPublished(db, id)]);
  const feed = nextOfFeed({ seriesId: id, slug, isConnected });
  if (published > 0) return { ...feed, or: [release] };
  return isConnected ? release : { ...release, or: [feed] };
}

/** A series with the call that comes next. */
export async function seriesAnswer(services: Services, series: ShownSeries) {
  const shown = viewSeries(services, series);
  return { series: shown, ...withNext(await nextOfSeries(services, series, shown.coverArt.status !== 'drawing')) };
}

export function viewDestination(services: Pick<Services, 'config'>, series: SeriesRow, { enabled, config, createdAt, updatedAt, ...row }: DestinationRow) {
  return {
    id: row.id, seriesId: row.seriesId, provider: 'rss' as const, status: enabled ? 'connected' as const : 'disabled' as const, config,
    feedUrl: enabled ? feedUrlOf(services.config, series.slug) : null, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(),
  };
}

export function viewProviderConfig({ id, medium, enabled, createdAt, updatedAt }: ProviderConfigRow) {
  return {
    id, provider: 'rss' as const, medium: medium as Medium, status: enabled ? 'enabled' as const : 'disabled' as const,
    createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString(),
  };
}

/** The longest interval between two polls of a scheduled release. */
const MAX_WAIT_MS = 3_600_000;

function nextOf(release: ShownRelease): NextStep | null {
  const { id, status, stale, scheduledAt } = release;
  const path = `/publishing-releases/${id}`;
  if (stale && status !== 'cancelled') return takeRecording(release, 'The artifact was revised since; takes its current recording over.');
  const feed = nextOfFeed({ seriesId: release.seriesId, slug: release.seriesSlug, isConnected: release.feedConnected });
  if (status === 'ready') {
    const publish: NextStep = { method: 'POST', path: `${path}/publish`, why: 'Puts it into the feed now; `schedule` does so at a time.' };
    return release.feedConnected ? publish : { ...publish, why: 'Publishes it; it is in no feed until the series is connected to one.', or: [feed] };
  }
  if (status === 'scheduled') {
    const afterMs = Math.min(MAX_WAIT_MS, Math.max(1_000, (scheduledAt?.getTime() ?? 0) - Date.now()));
    return { method: 'GET', path, afterMs, why: 'It is published by itself when it is due.' };
  }
  return status === 'published' ? feed : null;
}

/** A release with its targets and the call that comes next. */
export async function releaseAnswer(services: Services, release: ShownRelease) {
  return { release: viewRelease(services, release, await listTargets(services.db, [release.id])), ...withNext(nextOf(release)) };
}
