import { insertedRelease, insertedSeries } from '../../support/publishing/recorded-read.js';
import type { AreaCalls, Provoke, State } from './state.js';

/** A series of the world's project and a release of a recorded read, not yet published. */
const releaseIn: State = async ({ stand, client, names }) => {
  const series = await insertedSeries(stand, client, names.projectId as string);
  const release = await insertedRelease(stand, client, series);
  return { seriesId: series.id, seriesSlug: series.slug, releaseId: release.id, sourceArtifactId: release.read.artifactId };
};

const WITH_A_RELEASE = [
  'getPublishingSeries', 'updatePublishingSeries', 'generatePublishingCoverArt', 'listPublishingDestinations', 'putPublishingDestination',
  'getPublishingFeed', 'getPublishingAnalytics', 'listPublishingReleases', 'createPublishingRelease', 'getPublishingRelease', 'updatePublishingRelease',
  'generatePublishingDescription', 'listPublishingTargets', 'schedulePublishingRelease', 'publishRelease', 'refreshPublishingMedia',
  'cancelPublishingRelease',
];

/** Withholds the MP3 of an existing release from feeds. */
const withheld: Provoke = async ({ client, names }) => {
  await client.post(`/artifacts/${names.sourceArtifactId}/publish-state`, { audio: 'withheld' });
  return {};
};
/** Gives the read of a release a newer revision that nobody has recorded. */
const reworded: Provoke = async ({ stand, names }) => {
  await stand.services.db.query(
    `INSERT INTO artifact_revisions (artifact_id, revision, version, title, cause, work_id, content)
     SELECT artifact_id, 2, 2, title, 'edit', work_id, content FROM artifact_revisions WHERE artifact_id = $1`, [names.sourceArtifactId]);
  return {};
};
const WITHHELD = { state: releaseIn, refusals: { publishing_asset_not_ready: withheld } };

export const PUBLISHING_CALLS: AreaCalls = {
  ...Object.fromEntries(WITH_A_RELEASE.map((id) => [id, { state: releaseIn }])), publishRelease: WITHHELD, schedulePublishingRelease: WITHHELD,
  createPublishingRelease: { state: releaseIn, refusals: { publishing_asset_stale: reworded } },
  refreshPublishingMedia: { state: releaseIn, refusals: { publishing_asset_stale: reworded } },
};
