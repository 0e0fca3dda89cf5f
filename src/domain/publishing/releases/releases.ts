import type { NextStep } from '../../../kernel/contract/next-step.js';
import { hasOwnChanges, type Staleness } from '../../../kernel/contract/staleness.js';
import type { Db } from '../../../kernel/db/database.js';
import { newId } from '../../../kernel/db/ids.js';
import { requirePublishable } from '../../artifacts/overlays/publish-state.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { replaceWork } from '../../../kernel/works/request.js';
import { getArtifact } from '../../artifacts/artifact-store.js';
import { nextOfStale } from '../../jobs/updates/next-step.js';
import { listStaleness } from '../../jobs/updates/staleness.js';
import type { SeriesRow } from '../series/series-model.js';
import { lockSeries, touchFeed } from '../series/series-store.js';
import { addressWords } from '../../scripts/slugs.js';
import { insertAsset } from './asset-store.js';
import { assetToken, makeAsset, type MadeAsset } from './make-asset.js';
import { episodePicturesKind, picturesOf } from './pictures-kind.js';
import {
  findNumbered, findRelease, getRelease, insertRelease, insertTargets, listEpisodeSlugs, lockRelease, updateRelease,
  type EpisodeType, type ReleaseChange, type ShownRelease,
} from './release-store.js';

export interface ReleaseWish extends MediaWish {
  /** Identifies the release: a repeat with the same id returns the first one. */
  id: string;
  requestId: string;
  title: string;
  description?: string | null;
  seasonNumber?: number | null;
  episodeNumber?: number | null;
  episodeType?: EpisodeType;
  explicit?: boolean;
}

function firstFreeSlug(taken: ReadonlySet<string>, base: string): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return slug;
}

/** Raises `artifact_not_found`, and `validation_failed` for an artifact of another project than the series. */
async function requireOwnArtifact(db: Db, { accountId, projectId }: Pick<SeriesRow, 'accountId' | 'projectId'>, artifactId: string): Promise<void> {
  const artifact = await getArtifact(db, accountId, artifactId);
  if (artifact.projectId === projectId) return;
  throw new ApiError('validation_failed', 'sourceArtifactId and the series belong to different projects', { field: 'sourceArtifactId', reason: 'other_project' });
}

/**
 * True while a recording lacks changes of its script, its cast or its sounds. A read whose script has a newer version lacks nothing: that version gets a read
 * of its own.
 */
const lacksChanges = (staleness: Staleness): boolean =>
  hasOwnChanges(staleness) || staleness.parseStatus === 'pending' || staleness.parseStatus === 'parsing';

/** The calls that bring recordings up to date, by the ids of their artifacts; those that lack nothing are left out. */
export async function listLacking(services: Services, artifactIds: readonly string[]): Promise<ReadonlyMap<string, NextStep>> {
  const lacking = [...await listStaleness(services, artifactIds)].filter(([, staleness]) => lacksChanges(staleness));
  return new Map(lacking.map(([artifactId, staleness]) => [artifactId, nextOfStale(artifactId, staleness)]));
}

/** What a release takes its media from: with `takesOlder` also a recording that lacks the newest changes of its script, its cast or its sounds. */
export interface MediaWish { sourceArtifactId: string; takesOlder?: true | undefined }

/**
 * The media of an artifact for a release of a series. Raises `artifact_not_found`, `validation_failed` for an artifact of another project than the series,
 * `publishing_asset_stale`, with the call that brings the recording up to date, while that lacks changes, and `publishing_asset_not_ready`.
 */
export async function mediaFor(
  services: Services, owner: Pick<SeriesRow, 'accountId' | 'projectId'>, { sourceArtifactId, takesOlder }: MediaWish,
): Promise<MadeAsset> {
  await requireOwnArtifact(services.db, owner, sourceArtifactId);
  const next = takesOlder ? undefined : (await listLacking(services, [sourceArtifactId])).get(sourceArtifactId);
  if (next) throw new ApiError('publishing_asset_stale', 'the recording lacks what was changed since it was made; update it first', { sourceArtifactId, next });
  return makeAsset(services, sourceArtifactId);
}

/**
 * Makes a release of an artifact, in the status `ready`. The recording is copied, so later changes of the artifact do not affect it. Raises
 * `artifact_not_found`, `publishing_asset_stale`, `publishing_asset_not_ready`, and `validation_failed` for an artifact of another project.
 */
export async function createRelease(services: Services, series: SeriesRow, wish: ReleaseWish): Promise<ShownRelease> {
  const { db } = services;
  const known = await findRelease(db, wish.id);
  if (known) return known;
  const { accountId, id: seriesId } = series;
  const { read, asset } = await mediaFor(services, series, wish);
  const { id, requestId, title, description = null, seasonNumber = null, episodeNumber = null, episodeType = 'full', explicit = false } = wish;
  await replaceWork(services, episodePicturesKind, async (tx, open) => {
    await lockSeries(tx, seriesId);
    if (await lockRelease(tx, id)) return;
    const base = addressWords(title, 'episode');
    await insertRelease(tx, {
      id, accountId, seriesId, title, description, sourceArtifactId: read.artifactId, sourceRevision: read.revision, seasonNumber, episodeNumber,
      episodeType, explicit, guid: id, slug: firstFreeSlug(await listEpisodeSlugs(tx, seriesId, base), base),
    });
    await insertTargets(tx, seriesId, () => newId('publishingTarget'));
    const { programmeKey } = asset;
    const { projectId } = series;
    await open(picturesOf({ releaseId: id, version: 1, programmeKey, accountId, projectId, title, requestId }));
    await insertAsset(tx, { ...asset, releaseId: id, version: 1, token: assetToken(services, id, 1) });
  });
  return getRelease(db, accountId, id);
}

/** Identifies a release. Every operation loads the current row itself, so that a repeated call is safe. */
export interface ReleaseKey { accountId: string; releaseId: string }

/** The current release, under its lock and the lock of its series. Raises `publishing_release_not_found`. */
export async function locked(tx: Db, { accountId, releaseId }: ReleaseKey): Promise<ShownRelease> {
  const { seriesId } = await getRelease(tx, accountId, releaseId);
  await lockSeries(tx, seriesId);
  await lockRelease(tx, releaseId);
  return getRelease(tx, accountId, releaseId);
}

/** Raises `publishing_release_state_invalid` unless the release has one of these statuses. */
export function requireStatus({ status }: Pick<ShownRelease, 'status'>, allowed: readonly ShownRelease['status'][], words: string): void {
  if (allowed.includes(status)) return;
  throw new ApiError('publishing_release_state_invalid', `a ${status} release cannot be ${words}`, { status, allowed });
}

/** The call that gives a release the current recording of its artifact. */
export const takeRecording = ({ id, sourceArtifactId }: Pick<ShownRelease, 'id' | 'sourceArtifactId'>, why = 'Takes the current recording over.'): NextStep =>
  ({ method: 'POST', path: `/publishing-releases/${id}/refresh-media`, body: { sourceArtifactId }, why });

/**
 * Raises `publishing_asset_stale` when the artifact or its recording changed since the release was made, `publishing_asset_not_ready` when its MP3 must not be
 * published, and `publishing_release_state_invalid` while another episode of the feed has its number: apps show an episode by its number, and listeners would
 * find two of them.
 */
export async function requirePublishableRelease(tx: Db, release: ShownRelease): Promise<void> {
  const { stale, sourceArtifactId, asset, status, episodeNumber } = release;
  if (stale) {
    throw new ApiError('publishing_asset_stale', 'the artifact was revised, or recorded again, since this release was made', {
      sourceArtifactId, next: takeRecording(release),
    });
  }
  await requirePublishable(tx, sourceArtifactId, asset.sha256);
  const other = await findNumbered(tx, release);
  if (!other) return;
  throw new ApiError('publishing_release_state_invalid', `the feed has an episode ${episodeNumber} already: ${other.title}`, {
    status, reason: 'number_taken', releaseId: other.id,
    next: {
      method: 'GET', path: `/publishing-releases/${other.id}`, why: 'Shows the episode that has the number.',
      or: [{ method: 'POST', path: `/publishing-releases/${other.id}/cancel`, why: 'Withdraws it for good; then this one can take its place.' }],
    },
  });
}

/** Changes texts and numbers of a release. Raises `publishing_release_state_invalid` for a cancelled one. */
export async function changeRelease(services: Services, key: ReleaseKey, change: ReleaseChange): Promise<ShownRelease> {
  await services.db.transaction(async (tx) => {
    const release = await locked(tx, key);
    requireStatus(release, ['ready', 'scheduled', 'published'], 'changed');
    await updateRelease(tx, release.id, change);
    if (release.status === 'published') await touchFeed(tx, release.seriesId);
  });
  return getRelease(services.db, key.accountId, key.releaseId);
}
