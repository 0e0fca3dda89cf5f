import Type from 'typebox';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { readAnalytics } from '../../src/domain/publishing/audience/analytics.js';
import { FEED_TYPE, findFeed } from '../../src/domain/publishing/feed/feed.js';
import { connectDestination } from '../../src/domain/publishing/releases/targets.js';
import { listDestinations, listProviderConfigs, putProviderConfig } from '../../src/domain/publishing/series/destination-store.js';
import { requestCover } from '../../src/domain/publishing/series/cover.js';
import { changeSeries, checkCategory, createSeries } from '../../src/domain/publishing/series/series.js';
import { viewSeries } from '../../src/domain/publishing/series/series-model.js';
import { getSeries, listSeries } from '../../src/domain/publishing/series/series-store.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { created, file, fileOfBytes, ok } from '../../src/kernel/http/operations/answers.js';
import { SETTING_ENDS } from '../../src/kernel/families/settings/setting.js';
import { defineOperation } from '../operation.js';
import { seriesAnswer, viewDestination, viewProviderConfig } from './answers.js';
import {
  AnalyticsEnvelope, AnalyticsQuery, CoverArtRequest, DestinationEnvelope, DestinationList, DestinationRequest, ProviderConfigEnvelope, ProviderConfigList,
  ProviderConfigRequest, SeriesCreateRequest, SeriesEnvelope, SeriesList, SeriesUpdateRequest,
} from './schemas.js';

/** Apps fetch the feed again after this time; until then a CDN may answer them. */
const FEED_CACHE = 'public, max-age=60';

const seriesRecords = [
  defineOperation({
    id: 'listPublishingSeries', method: 'GET', path: '/story-projects/{projectId}/publishing-series', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'List the series of a project, newest first',
    description: 'A project may have several, such as a show and its trailers.',
    request: { query: PageQuery }, response: { 200: SeriesList },
    async handle({ project, query }, services) {
      const { items, nextCursor } = cutPage(await listSeries(services.db, project.id, query), query);
      return { series: items.map((series) => viewSeries(services, series)), nextCursor };
    },
  }),
  defineOperation({
    id: 'createPublishingSeries', method: 'POST', path: '/story-projects/{projectId}/publishing-series', area: 'publishing',
    scopes: ['publishing:write'], idempotency: 'required', summary: 'Create a series that listeners can subscribe to', mints: 'series',
    description: 'An audio series is connected to its own feed by itself; no account elsewhere is needed. Another one is when a provider config says so. '
      + '`feedUrl` never changes, whatever the title becomes. A cover is drawn in the background.',
    effects: { description: 'of the feed', cadence: 'of the feed', 'cadence.dayOfWeek': 'of the feed', title: 'of the feed, and its address' },
    request: { body: SeriesCreateRequest }, response: { 201: SeriesEnvelope },
    async handle({ project, body, actor, resourceId, requestId }, services) {
      return seriesAnswer(services, await createSeries(services, { ...body, id: resourceId, projectId: project.id, accountId: actor.accountId, requestId }));
    },
  }),
  defineOperation({
    id: 'getPublishingSeries', method: 'GET', path: '/publishing-series/{seriesId}', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'Read a series', description: 'With its feed, its page and the state of its cover.',
    response: { 200: SeriesEnvelope },
    async handle({ series }, services) {
      return seriesAnswer(services, series);
    },
  }),
  defineOperation({
    id: 'updatePublishingSeries', method: 'PATCH', path: '/publishing-series/{seriesId}', area: 'publishing', scopes: ['publishing:write'],
    idempotency: 'none', summary: 'Update a series; omitted fields stay',
    description: 'The feed shows the change at once. A new category without a subcategory clears the old subcategory.',
    effects: {
      title: 'of the feed', description: 'of the feed', cadence: 'of the feed', 'cadence.dayOfWeek': 'of the feed', status: 'of the feed',
      category: 'of the feed', subcategory: 'of the feed',
    },
    request: { body: SeriesUpdateRequest }, response: { 200: SeriesEnvelope },
    async handle({ series, body: { status, ...change } }, services) {
      const subcategory = change.category !== undefined && change.subcategory === undefined ? { subcategory: null } : {};
      return seriesAnswer(services, await changeSeries(services, series, { ...change, ...subcategory, ...(status ? { standing: status } : {}) }));
    },
  }),
  defineOperation({
    id: 'generatePublishingCoverArt', method: 'POST', path: '/publishing-series/{seriesId}/generate-cover-art', area: 'publishing',
    scopes: ['publishing:write'], idempotency: 'none', summary: 'Generate new cover art for a series',
    description: 'Free. A JPEG of 3000×3000 pixels under 512 KB with thumbnails, drawn from the newest episode in the background; poll '
      + '`coverArt.status`. The address of the cover before it is served on, because apps and previews of links keep it. A category '
      + 'and subcategory are checked against those of podcast directories and kept for the feed.',
    effects: { title: 'on the cover', description: 'what it shows', category: 'of the feed', subcategory: 'of the feed' },
    request: { body: CoverArtRequest }, response: { 202: SeriesEnvelope },
    async handle({ series, body: { title, ...change }, requestId }, services) {
      checkCategory(change);
      const subcategory = change.category !== undefined && change.subcategory === undefined ? { subcategory: null } : {};
      const changed = await changeSeries(services, series, { ...change, ...subcategory });
      await requestCover(services, changed, { requestId, ...(title === undefined ? {} : { title }) });
      return seriesAnswer(services, await getSeries(services.db, series.accountId, series.id));
    },
  }),
];

const analytics = defineOperation({
  id: 'getPublishingAnalytics', method: 'GET', path: '/publishing-series/{seriesId}/analytics', area: 'publishing', scopes: ['publishing:analytics'],
  idempotency: 'none', summary: 'Read the analytics of a series, day by day',
  description: 'Counted from our own answers, by the rules of the industry: one download for each episode, address and app in a day, from a minute '
    + 'of sound on; known bots are left out, and parts of one listening count once. Days without listeners are left out. Without `from` and `to`, '
    + 'the last 30 days.',
  request: { query: AnalyticsQuery }, response: { 200: AnalyticsEnvelope },
  async handle({ series, query }, { db }) {
    return { analytics: { seriesId: series.id, ...await readAnalytics(db, series.id, query) } };
  },
});

const destinations = [
  defineOperation({
    id: 'listPublishingDestinations', method: 'GET', path: '/publishing-series/{seriesId}/destinations', area: 'publishing', scopes: ['publishing:read'],
    idempotency: 'none', summary: 'List the destinations of a series', description: 'An audio series has its own feed there from the start.',
    request: { query: PageQuery }, response: { 200: DestinationList },
    async handle({ series, query }, services) {
      const { items, nextCursor } = cutPage(await listDestinations(services.db, series.id, query), query);
      return { destinations: items.map((row) => viewDestination(services, series, row)), nextCursor };
    },
  }),
  defineOperation({
    id: 'putPublishingDestination', method: 'POST', path: '/publishing-series/{seriesId}/destinations', area: 'publishing', scopes: ['publishing:connect'],
    idempotency: 'required', summary: 'Connect a destination, or change one', mints: 'destination',
    description: 'A series has one destination of each provider: the call creates or changes it. `config` is replaced as a whole; the feed shows it. Episodes that were published '
      + 'before are live there from then on.',
    ends: SETTING_ENDS,
    effects: {
      status: 'connected or not', config: 'of the feed', 'config.author': 'of the feed', 'config.copyright': 'of the feed', 'config.language': 'of the feed',
      'config.locked': 'of the feed', 'config.newFeedUrl': 'moves subscribers', 'config.ownerEmail': 'of the feed', 'config.ownerName': 'of the feed',
    },
    request: { body: DestinationRequest }, response: { 201: DestinationEnvelope, 200: DestinationEnvelope },
    async handle({ series, body: { provider, status, config }, resourceId }, services) {
      const { destination, isNew } = await connectDestination(services, {
        id: resourceId, seriesId: series.id, provider, ...(status ? { enabled: status === 'connected' } : {}), ...(config ? { config } : {}),
      });
      const answer = { destination: viewDestination(services, series, destination) };
      return isNew ? created(answer) : ok(answer);
    },
  }),
  defineOperation({
    id: 'listPublishingProviderConfigs', method: 'GET', path: '/publishing-provider-configs', area: 'publishing', scopes: ['publishing:connect'],
    idempotency: 'none', summary: 'List the provider configs of new series',
    description: 'Without a config, an audio series is connected to its own feed, and a video series is not.',
    request: { query: PageQuery }, response: { 200: ProviderConfigList },
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listProviderConfigs(db, actor.accountId, query), query);
      return { providerConfigs: items.map(viewProviderConfig), nextCursor };
    },
  }),
  defineOperation({
    id: 'putPublishingProviderConfig', method: 'POST', path: '/publishing-provider-configs', area: 'publishing', scopes: ['publishing:connect'],
    idempotency: 'required', summary: 'Set whether new series connect to a provider automatically', mints: 'providerConfig',
    description: 'Series that exist keep their destinations.',
    ends: SETTING_ENDS,
    effects: { status: 'whether new series connect by themselves' },
    request: { body: ProviderConfigRequest }, response: { 201: ProviderConfigEnvelope, 200: ProviderConfigEnvelope },
    async handle({ body: { provider, medium, status = 'enabled' }, actor, resourceId }, { db }) {
      const { config, isNew } = await putProviderConfig(db, { id: resourceId, accountId: actor.accountId, provider, medium, enabled: status === 'enabled' });
      const answer = { providerConfig: viewProviderConfig(config) };
      return isNew ? created(answer) : ok(answer);
    },
  }),
];

const feed = defineOperation({
  id: 'getPublishingFeed', method: 'GET', path: '/publishing-feeds/{seriesSlug}.xml', area: 'publishing', scopes: [], public: true,
  idempotency: 'none', summary: 'Read the feed of a series',
  description: 'RSS 2.0 for podcast apps, newest episode first, with the extensions of Apple and of the podcast namespace. Takes no key. More than '
    + '300 episodes are spread over pages, which link to each other. Answers `ETag`, `Last-Modified`, 304 and gzip. Parameters that trackers add to '
    + 'its address are ignored.',
  request: {
    // Open, unlike all other queries: links to a feed are passed on by people and programs that add parameters of their own.
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) }),
  },
  response: { 200: file(FEED_TYPE) }, errors: ['publishing_series_not_found'], cacheControl: FEED_CACHE, anySite: true,
  async handle({ params, query }, services) {
    const found = await findFeed(services, params.seriesSlug, query.page ?? 1);
    if (!found) throw new ApiError('publishing_series_not_found', 'there is no such feed');
    const { bytes, gzipped, lastModified, etag } = found;
    return { ...fileOfBytes(bytes, { contentType: FEED_TYPE, lastModified, etag, disposition: 'inline' }), gzipped };
  },
});

export const publishingSeriesOperations = [...seriesRecords, analytics, ...destinations, feed];
