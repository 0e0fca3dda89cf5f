import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { replaceWork } from '../../../kernel/works/request.js';
import { touchFeed } from '../series/series-store.js';
import { insertAsset } from './asset-store.js';
import { dateEpisode } from './episode-dates.js';
import { redescribed } from './describe.js';
import { assetToken, type MadeAsset } from './make-asset.js';
import { episodePicturesKind, picturesOf } from './pictures-kind.js';
import { getProgramme } from './programme.js';
import { announceSchedule, type DueOutcome } from './release-run.js';
import {
  databaseTime, findRelease, getRelease, listDated, moveTargets, updateRelease, type ReleaseRow, type ShownRelease,
} from './release-store.js';
import { locked, mediaFor, requirePublishableRelease, requireStatus, type MediaWish, type ReleaseKey } from './releases.js';
import { settleTargets } from './targets.js';

async function putIntoFeed(tx: Db, release: ReleaseRow): Promise<void> {
  const { id, seriesId, seasonNumber, episodeNumber } = release;
  const now = await databaseTime(tx);
  const dated = dateEpisode(await listDated(tx, seriesId), { id, seasonNumber, episodeNumber }, now);
  for (const { id: episodeId, datedAt } of dated) await updateRelease(tx, episodeId, { datedAt });
  await updateRelease(tx, id, {
    status: 'published', publishedAt: now, failureCode: null, failureMessage: null, scheduleVersion: release.scheduleVersion + 1,
  });
  await moveTargets(tx, id, { failureCode: null });
  await settleTargets(tx, seriesId);
  await touchFeed(tx, seriesId);
}

/**
 * Publishes a release now; a published one only gets the targets that it lacks. Raises `publishing_release_state_invalid` for a cancelled one, and while
 * another episode has its number,
 * `publishing_asset_stale` also when `assetVersion` is not its current version, and `publishing_asset_not_ready` when its media must not be published.
 */
export async function publishRelease(services: Services, key: ReleaseKey, assetVersion?: number): Promise<ShownRelease> {
  const before = await services.db.transaction(async (tx) => {
    const release = await locked(tx, key);
    requireStatus(release, ['ready', 'scheduled', 'published'], 'published');
    if (release.status === 'published') {
      await settleTargets(tx, release.seriesId);
      return release;
    }
    await requirePublishableRelease(tx, release);
    if (assetVersion !== undefined && assetVersion !== release.assetVersion) throw new ApiError('publishing_asset_stale', 'the release was given other media');
    await putIntoFeed(tx, release);
    return release;
  });
  const release = await getRelease(services.db, key.accountId, key.releaseId);
  if (before.status === 'scheduled') await announceSchedule(services, release);
  return release;
}

/**
 * Schedules a release, or moves its date. A date that has passed publishes it at once. Raises `publishing_release_state_invalid` for a
 * published or cancelled one, `publishing_asset_stale` and `publishing_asset_not_ready`.
 */
export async function scheduleRelease(services: Services, key: ReleaseKey, scheduledAt: Date, requestId?: string): Promise<ShownRelease> {
  const isDue = await services.db.transaction(async (tx) => {
    const release = await locked(tx, key);
    requireStatus(release, ['ready', 'scheduled'], 'scheduled');
    await requirePublishableRelease(tx, release);
    await updateRelease(tx, release.id, {
      status: 'scheduled', scheduledAt, scheduleVersion: release.scheduleVersion + 1, failureCode: null, failureMessage: null,
    });
    await moveTargets(tx, release.id, { failureCode: null });
    return scheduledAt <= await databaseTime(tx);
  });
  if (isDue) return publishRelease(services, key);
  const release = await getRelease(services.db, key.accountId, key.releaseId);
  await announceSchedule(services, release, requestId);
  return release;
}

/** Cancels a release: it leaves the feed, its media are no longer served, and its guid is never used again. A cancelled one stays unchanged. */
export async function cancelRelease(services: Services, key: ReleaseKey): Promise<ShownRelease> {
  const before = await services.db.transaction(async (tx) => {
    const release = await locked(tx, key);
    if (release.status === 'cancelled') return release;
    await updateRelease(tx, release.id, {
      status: 'cancelled', cancelledAt: new Date(), scheduleVersion: release.scheduleVersion + 1, failureCode: null, failureMessage: null,
    });
    await moveTargets(tx, release.id, 'removed');
    if (release.status === 'published') await touchFeed(tx, release.seriesId);
    return release;
  });
  const release = await getRelease(services.db, key.accountId, key.releaseId);
  if (before.status === 'scheduled') await announceSchedule(services, release);
  return release;
}

/** True when a release already has exactly these media, and no failure that making them again could clear. */
const hasMedia = ({ asset: played, ...release }: ShownRelease, { read, asset }: MadeAsset): boolean =>
  release.failureCode === null && release.sourceArtifactId === read.artifactId && release.sourceRevision === read.revision
  && played.sha256 === asset.sha256 && played.programmeKey === asset.programmeKey && played.film?.sha256 === asset.film?.sha256;

export interface RefreshWish extends MediaWish { requestId: string }

/**
 * Replaces the media of a release by the current recording of an artifact, under a new address and the same guid; a release that has them already stays
 * unchanged. A generated description gets the new cast and chapters. A scheduled release that could not be published on its date is published now. Raises
 * `publishing_release_state_invalid` for a cancelled one, `artifact_not_found`, `publishing_asset_stale`, `publishing_asset_not_ready`, and
 * `validation_failed` for an artifact of another project.
 */
export async function refreshMedia(services: Services, key: ReleaseKey, { requestId, ...wish }: RefreshWish): Promise<ShownRelease> {
  const { db } = services;
  const current = await getRelease(db, key.accountId, key.releaseId);
  requireStatus(current, ['ready', 'scheduled', 'published'], 'given other media');
  const made = await mediaFor(services, current, wish);
  if (hasMedia(current, made)) return current;
  const { read, asset } = made;
  const programmes = await Promise.all([current.asset, asset].map(({ programmeKey }) => getProgramme(services.store, programmeKey)));
  await replaceWork(services, episodePicturesKind, async (tx, open) => {
    const release = await locked(tx, key);
    requireStatus(release, ['ready', 'scheduled', 'published'], 'given other media');
    const version = release.assetVersion + 1;
    await updateRelease(tx, release.id, {
      sourceArtifactId: wish.sourceArtifactId, sourceRevision: read.revision, assetVersion: version, failureCode: null, failureMessage: null,
      description: release.description === null ? null : redescribed(release.description, programmes[0]!, programmes[1]!),
      ...(release.status === 'scheduled' ? { scheduleVersion: release.scheduleVersion + 1 } : {}),
    });
    await moveTargets(tx, release.id, { failureCode: null });
    const { id: releaseId, accountId, projectId, title } = release;
    const { programmeKey } = asset;
    await open(picturesOf({ releaseId, version, programmeKey, accountId, projectId, title, requestId }));
    await insertAsset(tx, { ...asset, releaseId, version, token: assetToken(services, releaseId, version) });
    if (release.status === 'published') await touchFeed(tx, release.seriesId);
  });
  const release = await getRelease(db, key.accountId, key.releaseId);
  if (release.status === 'scheduled') await announceSchedule(services, release);
  return release;
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

async function noteRefusal(tx: Db, { id }: ReleaseRow, { code, message }: ApiError): Promise<DueOutcome> {
  await updateRelease(tx, id, { failureCode: code, failureMessage: message });
  await moveTargets(tx, id, { failureCode: code });
  return { outcome: 'refused', code, message };
}

/**
 * Publishes a scheduled release that is due by the clock of the database. The row decides: a run that is late, was reset, or has an old date changes nothing.
 * A reason not to publish is stored in the release.
 */
export async function publishDue(services: Pick<Services, 'db'>, releaseId: string): Promise<DueOutcome> {
  return services.db.transaction(async (tx) => {
    const found = await findRelease(tx, releaseId);
    if (!found) return { outcome: 'over' };
    const release = await locked(tx, { accountId: found.accountId, releaseId });
    if (release.status !== 'scheduled') return { outcome: 'over' };
    const waitMs = release.scheduledAt!.getTime() - (await databaseTime(tx)).getTime();
    if (waitMs > 0) return { outcome: 'early', version: release.scheduleVersion, waitMs };
    const refused = await requirePublishableRelease(tx, release).then(() => null, apiErrorOf);
    if (refused) return noteRefusal(tx, release, refused);
    await putIntoFeed(tx, release);
    return { outcome: 'published' };
  });
}
