import { cutPage, pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import { describeRelease, warningsOfDirection } from '../../src/domain/publishing/releases/describe.js';
import { cancelRelease, publishRelease, refreshMedia, scheduleRelease } from '../../src/domain/publishing/releases/publishing.js';
import { listReleases, listTargets, type ShownRelease } from '../../src/domain/publishing/releases/release-store.js';
import { viewRelease, viewTarget } from '../../src/domain/publishing/releases/release-view.js';
import { changeRelease, createRelease, type ReleaseKey } from '../../src/domain/publishing/releases/releases.js';
import { reopenEpisodes } from '../../src/domain/season-runs/reopen-episode.js';
import { defineOperation } from '../operation.js';
import { releaseAnswer } from './answers.js';
import {
  DescribedRelease, DescriptionRequest, RefreshMediaRequest, ReleaseCreateRequest,
  ReleaseEnvelope, ReleaseList, ReleaseUpdateRequest, ScheduleRequest, TargetList,
} from './schemas.js';

const keyOf = ({ accountId, id }: ShownRelease): ReleaseKey => ({ accountId, releaseId: id });

const records = [
  defineOperation({
    id: 'listPublishingReleases', method: 'GET', path: '/publishing-series/{seriesId}/releases', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'List the releases of a series, newest first', description: 'Of every status; the feed has the published ones.',
    request: { query: PageQuery }, response: { 200: ReleaseList },
    async handle({ series, query }, services) {
      const { items, nextCursor } = cutPage(await listReleases(services.db, series.id, query), query);
      const targets = await listTargets(services.db, items.map(({ id }) => id));
      return { releases: items.map((release) => viewRelease(services, release, targets)), nextCursor };
    },
  }),
  defineOperation({
    id: 'createPublishingRelease', method: 'POST', path: '/publishing-series/{seriesId}/releases', area: 'publishing', scopes: ['publishing:write'],
    idempotency: 'required', summary: 'Create a release: an episode of a series from a table read', mints: 'release',
    description: 'The artifact must be of the project of the series and have a finalized MP3 of its current revision. The release keeps a copy of it: what becomes of the artifact does '
      + 'not change what listeners hear. Nothing is public before it is published. While the recording lacks changes of its script, cast or sounds, the call is refused; '
      + '`details.next` brings the recording up to date.',
    effects: {
      description: 'of the episode', episodeNumber: 'of the episode', seasonNumber: 'of the episode', episodeType: 'of the episode',
      explicit: 'of the episode', title: 'of the episode',
    },
    request: { body: ReleaseCreateRequest }, response: { 201: ReleaseEnvelope }, errors: ['artifact_not_found', 'publishing_asset_stale', 'publishing_asset_not_ready'],
    async handle({ series, body, resourceId, requestId }, services) {
      return releaseAnswer(services, await createRelease(services, series, { ...body, id: resourceId, requestId }));
    },
  }),
  defineOperation({
    id: 'getPublishingRelease', method: 'GET', path: '/publishing-releases/{releaseId}', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'Read a release', description: '`assets[].status` is `stale` when the artifact was revised since.',
    response: { 200: ReleaseEnvelope },
    async handle({ release }, services) {
      return releaseAnswer(services, release);
    },
  }),
  defineOperation({
    id: 'updatePublishingRelease', method: 'PATCH', path: '/publishing-releases/{releaseId}', area: 'publishing', scopes: ['publishing:write'],
    idempotency: 'none', summary: 'Update the details of a release; omitted fields stay',
    description: 'The feed shows the change of a published release at once. Its guid and its sound stay.',
    effects: { title: 'of the episode', description: 'of the episode', explicit: 'of the episode' },
    request: { body: ReleaseUpdateRequest }, response: { 200: ReleaseEnvelope }, errors: ['publishing_release_state_invalid'],
    async handle({ release, body }, services) {
      return releaseAnswer(services, await changeRelease(services, keyOf(release), body));
    },
  }),
  defineOperation({
    id: 'generatePublishingDescription', method: 'POST', path: '/publishing-releases/{releaseId}/description/generate', area: 'publishing',
    scopes: ['publishing:write'], idempotency: 'required', summary: 'Generate the description of a release',
    description: 'Free. From the script or plan, the cast and the chapters; replaces the description. `direction` chooses length and parts; '
      + '`warnings` name the rest of it.',
    effects: { direction: 'length and parts' },
    request: { body: DescriptionRequest }, response: { 200: DescribedRelease }, errors: ['publishing_release_state_invalid'],
    async handle({ release, body: { direction } }, services) {
      const description = await describeRelease(services, release, direction);
      const changed = await changeRelease(services, keyOf(release), { description });
      return { ...await releaseAnswer(services, changed), warnings: warningsOfDirection(direction) };
    },
  }),
  defineOperation({
    id: 'listPublishingTargets', method: 'GET', path: '/publishing-releases/{releaseId}/targets', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'List the targets of a release: its state at each destination', description: '`failureCode` says why it is not there.',
    request: { query: PageQuery }, response: { 200: TargetList },
    async handle({ release, query }, services) {
      const { items, nextCursor } = pageOf(await listTargets(services.db, [release.id]), query, ({ id }) => id);
      return { targets: items.map((target) => viewTarget(services, release, target)), nextCursor };
    },
  }),
];

const moves = [
  defineOperation({
    id: 'schedulePublishingRelease', method: 'POST', path: '/publishing-releases/{releaseId}/schedule', area: 'publishing', scopes: ['publishing:publish'],
    idempotency: 'required', summary: 'Schedule a release',
    description: 'Scheduling again moves the time; a time that has passed publishes at once. The release is published by itself, also when the '
      + 'server was down at that time.',
    request: { body: ScheduleRequest }, response: { 200: ReleaseEnvelope }, errors: ['publishing_release_state_invalid', 'publishing_asset_stale', 'publishing_asset_not_ready'],
    async handle({ release, body, requestId }, services) {
      return releaseAnswer(services, await scheduleRelease(services, keyOf(release), new Date(body.scheduledAt), requestId));
    },
  }),
  defineOperation({
    id: 'publishRelease', method: 'POST', path: '/publishing-releases/{releaseId}/publish', area: 'publishing', scopes: ['publishing:publish'],
    idempotency: 'required', summary: 'Publish a release now',
    description: 'It is in the feed at once. Episodes are dated in their order, at least a minute apart; one that comes late is dated before those '
      + 'after it.',
    response: { 200: ReleaseEnvelope }, errors: ['publishing_release_state_invalid', 'publishing_asset_stale', 'publishing_asset_not_ready'],
    async handle({ release }, services) {
      return releaseAnswer(services, await publishRelease(services, keyOf(release)));
    },
  }),
  defineOperation({
    id: 'refreshPublishingMedia', method: 'POST', path: '/publishing-releases/{releaseId}/refresh-media', area: 'publishing',
    scopes: ['publishing:publish'], idempotency: 'required', summary: 'Refresh the media of a release from the current recording',
    description: 'The episode gets a new media address, so that apps fetch it again, and keeps its guid, so that listeners keep their place. '
      + 'Cast and chapters in a generated description follow it. A release that has exactly these media stays as it is. While the recording lacks '
      + 'changes of its script, cast or sounds, the call is refused; `details.next` brings the recording up to date.',
    request: { body: RefreshMediaRequest }, response: { 200: ReleaseEnvelope },
    errors: ['publishing_release_state_invalid', 'artifact_not_found', 'publishing_asset_stale', 'publishing_asset_not_ready'],
    async handle({ release, body, requestId }, services) {
      return releaseAnswer(services, await refreshMedia(services, keyOf(release), { ...body, requestId }));
    },
  }),
  defineOperation({
    id: 'cancelPublishingRelease', method: 'POST', path: '/publishing-releases/{releaseId}/cancel', area: 'publishing', scopes: ['publishing:publish'],
    idempotency: 'required', summary: 'Withdraw a release',
    description: 'It leaves the feed, or its schedule, for good; its media answer 410. The artifact stays. An episode of an open season run '
      + 'can be published again, under a new release.',
    needsSpace: false, response: { 200: ReleaseEnvelope },
    async handle({ release }, services) {
      const cancelled = await cancelRelease(services, keyOf(release));
      await reopenEpisodes(services, release.id);
      return releaseAnswer(services, cancelled);
    },
  }),
];

export const publishingReleaseOperations = [...records, ...moves];
