import { countPublished } from '../../src/domain/publishing/releases/release-store.js';
import { feedUrlOf, publishingPaths } from '../../src/domain/publishing/addresses.js';
import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import type { DestinationRow, ProviderConfigRow } from '../../src/domain/publishing/series/destination-store.js';
import { viewSeries, type Medium, type SeriesRow, type ShownSeries } from '../../src/domain/publishing/series/series-model.js';
import { listTargets, type ShownRelease } from '../../src/domain/publishing/releases/release-store.js';
import { viewRelease } from '../../src/domain/publishing/releases/release-view.js';
import type { Services } from '../../src/kernel/services.js';

const AWAIT_COVER_MS = 3_000;

/** The next call after a series: a poll while its cover is being drawn, its feed once something is published, else its first episode. */
async function nextOfSeries({ db }: Pick<Services, 'db'>, { id, slug }: SeriesRow, isDrawn: boolean): Promise<NextStep> {
  if (!isDrawn) return { method: 'GET', path: `/publishing-series/${id}`, afterMs: AWAIT_COVER_MS, why: 'The cover is being drawn.' };
  const release: NextStep = {
    method: 'POST', path: `/publishing-series/${id}/releases`, body: {}, why: 'Makes an episode of a table read with a finalized MP3.',
    asks: [{ field: 'title', what: 'The title of the episode' }, { field: 'sourceArtifactId', what: 'A table read with a finalized MP3; GET /artifacts lists them' }],
  };
  return await countPublished(db, id) > 0 ? { ...feedStep(slug), or: [release] } : release;
}

/** The call that reads a feed, the last step of publishing. */
const feedStep = (slug: string): NextStep => ({ method: 'GET', path: publishingPaths.feed(slug), why: 'The feed that podcast apps follow.' });

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

function nextOf({ id, status, stale, sourceArtifactId, scheduledAt, seriesSlug }: ShownRelease): NextStep | null {
  const path = `/publishing-releases/${id}`;
  if (stale && status !== 'cancelled') {
    return { method: 'POST', path: `${path}/refresh-media`, body: { sourceArtifactId }, why: 'The artifact was revised since; takes its current recording over.' };
  }
  if (status === 'ready') return { method: 'POST', path: `${path}/publish`, why: 'Puts it into the feed now; `schedule` does so at a time.' };
  if (status === 'scheduled') {
    const afterMs = Math.min(MAX_WAIT_MS, Math.max(1_000, (scheduledAt?.getTime() ?? 0) - Date.now()));
    return { method: 'GET', path, afterMs, why: 'It is published by itself when it is due.' };
  }
  return status === 'published' ? feedStep(seriesSlug) : null;
}

/** A release with its targets and the call that comes next. */
export async function releaseAnswer(services: Services, release: ShownRelease) {
  return { release: viewRelease(services, release, await listTargets(services.db, [release.id])), ...withNext(nextOf(release)) };
}
