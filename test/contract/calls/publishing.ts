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
const WITHHELD = { state: releaseIn, refusals: { publishing_asset_not_ready: withheld } };

export const PUBLISHING_CALLS: AreaCalls = {
  ...Object.fromEntries(WITH_A_RELEASE.map((id) => [id, { state: releaseIn }])), publishRelease: WITHHELD, schedulePublishingRelease: WITHHELD,
};
