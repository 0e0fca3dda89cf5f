import { feedUrlOf } from '../../src/domain/publishing/addresses.js';
import { withNext, type NextStep } from '../../src/contract/next-step.js';
import type { DestinationRow, ProviderConfigRow } from '../../src/domain/publishing/series/destination-store.js';
import { viewSeries, type Medium, type SeriesRow, type ShownSeries } from '../../src/domain/publishing/series/series-model.js';
import { listTargets, type ShownRelease } from '../../src/domain/publishing/releases/release-store.js';
import { viewRelease } from '../../src/domain/publishing/releases/release-view.js';
import type { Services } from '../../src/services.js';

const AWAIT_COVER_MS = 3_000;

/** A series with the call that goes on from it. */
export function seriesAnswer(services: Services, series: ShownSeries) {
  const shown = viewSeries(services, series);
  const next: NextStep = shown.coverArt.status === 'drawing'
    ? { method: 'GET', path: `/publishing-series/${series.id}`, afterMs: AWAIT_COVER_MS, why: 'The cover is being drawn.' }
    : {
      method: 'POST', path: `/publishing-series/${series.id}/releases`, body: { title: '…', sourceArtifactId: '…' },
      why: 'Makes an episode of a table read with a finalized MP3.',
    };
  return { series: shown, ...withNext(next) };
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

function nextOf({ id, status, stale, sourceArtifactId }: ShownRelease): NextStep | null {
  const path = `/publishing-releases/${id}`;
  if (stale && status !== 'cancelled') {
    return { method: 'POST', path: `${path}/refresh-media`, body: { sourceArtifactId }, why: 'The artifact was revised since; takes its current recording over.' };
  }
  if (status === 'ready') return { method: 'POST', path: `${path}/publish`, why: 'Puts it into the feed now; `schedule` does so at a time.' };
  return status === 'scheduled' ? { method: 'GET', path, why: 'It is published by itself when it is due.' } : null;
}

/** A release with its targets and the call that goes on from it. */
export async function releaseAnswer(services: Services, release: ShownRelease) {
  return { release: viewRelease(services, release, await listTargets(services.db, [release.id])), ...withNext(nextOf(release)) };
}
