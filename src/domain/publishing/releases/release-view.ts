import { episodePageUrlOf, feedUrlOf, mediaUrlOf, publishingPaths } from '../addresses.js';
import type { Services } from '../../../kernel/services.js';
import { withOwnLink } from './own-link.js';
import type { ShownRelease, TargetRow } from './release-store.js';

type Shown = Pick<Services, 'config'>;

/** The `PublishingTarget` of the API. */
export function viewTarget({ config }: Shown, release: ShownRelease, target: TargetRow) {
  // A disabled destination no longer shows its episodes.
  const isRemoved = target.removedAt !== null || release.status === 'cancelled' || (target.publishedAt !== null && !target.enabled);
  const status = isRemoved ? 'removed' as const
    : target.failureCode ? 'failed' as const
      : target.publishedAt ? 'live' as const : 'pending' as const;
  return {
    id: target.id, releaseId: target.releaseId, destinationId: target.destinationId, provider: target.provider, status,
    externalUrl: status === 'live' ? feedUrlOf(config, release.seriesSlug) : null,
    publishedAt: target.publishedAt?.toISOString() ?? null, failureCode: target.failureCode,
    createdAt: target.createdAt.toISOString(), updatedAt: target.updatedAt.toISOString(),
  };
}

/** The published copies: the MP3, and the film that the read had then. A film that is withheld is not shown. */
function viewAssets({ config }: Shown, { asset, stale, filmStale, filmWithheld }: ShownRelease) {
  const copyOf = (file: 'mp3' | 'mp4', isStale: boolean, { byteSize, durationMs, sha256 }: Pick<ShownRelease['asset'], 'byteSize' | 'durationMs' | 'sha256'>) => ({
    status: isStale ? 'stale' as const : 'ready' as const, url: mediaUrlOf(config) + publishingPaths.episode(asset.token, file),
    byteSize, durationMs, sha256, assetVersion: asset.version,
  });
  const film = filmWithheld ? null : asset.film;
  return [
    { kind: 'mp3' as const, mimeType: 'audio/mpeg' as const, ...copyOf('mp3', stale, asset) },
    ...film ? [{ kind: 'video' as const, mimeType: 'video/mp4' as const, ...copyOf('mp4', filmStale, film) }] : [],
  ];
}

/** The `PublishingRelease` of the API. */
export function viewRelease(services: Shown, release: ShownRelease, targets: readonly TargetRow[]) {
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  const pageUrl = episodePageUrlOf(services.config, release);
  return {
    id: release.id, seriesId: release.seriesId, status: release.status, title: release.title,
    description: release.description && withOwnLink(release.description, release, pageUrl),
    sourceArtifactId: release.sourceArtifactId, sourceRevision: release.sourceVersion, guid: release.guid,
    seasonNumber: release.seasonNumber, episodeNumber: release.episodeNumber, episodeType: release.episodeType, explicit: release.explicit,
    assets: viewAssets(services, release),
    scheduledAt: iso(release.scheduledAt), publishedAt: iso(release.publishedAt), cancelledAt: iso(release.cancelledAt),
    failureCode: release.failureCode, failureMessage: release.failureMessage,
    // The page is one of the feed's series, so it answers 404 while no feed is connected.
    pageUrl: release.status === 'published' && release.feedConnected ? pageUrl : null,
    targets: targets.filter(({ releaseId }) => releaseId === release.id).map((target) => viewTarget(services, release, target)),
    createdAt: release.createdAt.toISOString(), updatedAt: release.updatedAt.toISOString(),
  };
}
