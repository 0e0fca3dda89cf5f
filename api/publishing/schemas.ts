import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { DAYS, FREQUENCIES } from '../../src/domain/publishing/series/cadence.js';
import { FORMATS, MEDIUMS, RSS, STANDINGS } from '../../src/domain/publishing/series/series-model.js';
import { MAX_DESCRIPTION_CHARS } from '../../src/domain/publishing/releases/describe.js';
import { EPISODE_TYPES } from '../../src/domain/publishing/releases/release-store.js';

const MAX_TITLE_CHARS = 200;
const MAX_EPISODE_TITLE_CHARS = 4_000;

const Cadence = model('PublishingCadence', 'How often episodes appear.', closed({
  frequency: oneOf(FREQUENCIES),
  dayOfWeek: Type.Optional(oneOf(DAYS)),
}));

const Url = Type.String({ format: 'uri' });
const Category = Type.String({ minLength: 1, maxLength: 80, description: 'A category of podcast directories, such as `Fiction`' });
const Subcategory = Type.String({ minLength: 1, maxLength: 80, description: 'One of the category, such as `Drama`' });
const SeriesTitle = Type.String({ minLength: 1, maxLength: MAX_TITLE_CHARS, pattern: VISIBLE });
const Description = nullable(Type.String({ maxLength: MAX_DESCRIPTION_CHARS }));

const CoverArt = model('PublishingCoverArt', 'The cover of a series in the sizes that directories ask for.', closed({
  status: oneOf(['none', 'drawing', 'ready', 'failed'], { description: 'Of the cover that was requested last; an older one stays until it is ready' }),
  url: nullable(Url, { description: 'JPEG of 3000×3000 pixels under 512 KB, as directories ask for it' }),
  widthPx: nullable(Type.Integer()),
  byteSize: nullable(Type.Integer()),
  mimeType: nullable(oneOf(['image/jpeg'])),
  thumbnails: Type.Array(closed({ widthPx: Type.Integer(), byteSize: Type.Integer(), url: Url })),
  failureMessage: nullable(Type.String()),
}));

export const Series = model('PublishingSeries', 'A series that listeners subscribe to.', closed({
  id: Id,
  projectId: Id,
  title: Type.String(),
  slug: Type.String({ description: 'Part of the address of the feed; never changes' }),
  description: nullable(Type.String()),
  medium: oneOf(MEDIUMS),
  format: oneOf(FORMATS),
  cadence: nullable(Cadence),
  status: oneOf(STANDINGS),
  category: nullable(Type.String()),
  subcategory: nullable(Type.String()),
  podcastGuid: Type.String({ description: 'Identity of the podcast in every directory; never changes' }),
  feedUrl: Type.String({ format: 'uri', description: 'Answers while the series is connected to its feed; never changes' }),
  pageUrl: Type.String({ format: 'uri', description: 'Answers while the series is connected to its feed' }),
  coverArt: CoverArt,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const SeriesEnvelope = model('PublishingSeriesEnvelope', 'One series, and the call that comes next.', closed({ series: Series, next: Next }));
export const SeriesList = model('PublishingSeriesList', 'One page of series.', closed({ series: Type.Array(Series), nextCursor: NextCursor }));

export const SeriesCreateRequest = model('PublishingSeriesCreateRequest', 'What a new series is called, and how often it appears.', closed({
  title: SeriesTitle,
  medium: oneOf(MEDIUMS),
  format: oneOf(FORMATS),
  cadence: Type.Optional(nullable(Cadence)),
  description: Type.Optional(Description),
}));

export const SeriesUpdateRequest = model('PublishingSeriesUpdateRequest', 'What to change of a series; fields that are left out stay.', closed({
  title: Type.Optional(SeriesTitle),
  status: Type.Optional(oneOf(STANDINGS, { description: '`completed` tells apps that no more episodes come; `paused` that none are announced' })),
  description: Type.Optional(Description),
  cadence: Type.Optional(nullable(Cadence)),
  category: Type.Optional(nullable(Category)),
  subcategory: Type.Optional(nullable(Subcategory)),
}));

export const CoverArtRequest = model('PublishingCoverArtRequest', 'What a new cover says and shows.', closed({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TITLE_CHARS, pattern: VISIBLE, description: 'What the cover says; default: the title of the series' })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_DESCRIPTION_CHARS, description: 'Becomes that of the series, and tells where a scene without episodes is' })),
  category: Type.Optional(Category),
  subcategory: Type.Optional(Subcategory),
}));

const RssConfig = model('PublishingRssConfig', 'What a feed says of its owner, and the address that it has moved to.', closed({
  author: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Default: the author of the material, else the name that was given to the account' })),
  ownerName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  ownerEmail: Type.Optional(Type.String({ format: 'email', maxLength: 200, description: 'Public, in the feed: directories verify ownership with it' })),
  copyright: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  language: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', description: 'BCP 47; default: that of the newest episode' })),
  locked: Type.Optional(Type.Boolean({ default: true, description: 'Asks other hosts not to import the feed' })),
  newFeedUrl: Type.Optional(Type.String({
    format: 'uri', pattern: '^https?://[^\\s]+$', maxLength: 500,
    description: 'The address of the feed at another host: apps move their subscribers there (`itunes:new-feed-url`). Only once that feed is served, with the same guids',
  })),
}));

export const Destination = model('PublishingDestination', 'A place where the episodes of a series appear.', closed({
  id: Id,
  seriesId: Id,
  provider: oneOf(['rss']),
  status: oneOf(['connected', 'disabled']),
  config: RssConfig,
  feedUrl: nullable(Url),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const DestinationEnvelope = model('PublishingDestinationEnvelope', 'One destination.', closed({ destination: Destination }));
export const DestinationList = model('PublishingDestinationList', 'One page of destinations.',
  closed({ destinations: Type.Array(Destination), nextCursor: NextCursor }));
export const DestinationRequest = model('PublishingDestinationRequest', 'The destination to connect or to change.', closed({
  provider: oneOf(['rss']),
  status: Type.Optional(oneOf(['connected', 'disabled'], { description: 'A disabled feed answers 404' })),
  config: Type.Optional(RssConfig),
}));

export const ProviderConfig = model('PublishingProviderConfig', 'Whether new series of a medium get a provider by themselves.', closed({
  id: Id,
  provider: oneOf(['rss']),
  medium: oneOf(MEDIUMS),
  status: oneOf(['enabled', 'disabled']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const ProviderConfigEnvelope = model('PublishingProviderConfigEnvelope', 'One provider config.', closed({ providerConfig: ProviderConfig }));
export const ProviderConfigList = model('PublishingProviderConfigList', 'One page of provider configs.',
  closed({ providerConfigs: Type.Array(ProviderConfig), nextCursor: NextCursor }));
export const ProviderConfigRequest = model('PublishingProviderConfigRequest', 'The provider config to make or to change.', closed({
  provider: oneOf(['rss']),
  medium: oneOf(MEDIUMS),
  status: Type.Optional(oneOf(['enabled', 'disabled'], { default: 'enabled', description: 'New series of the medium get an enabled provider by themselves' })),
}));

export const Target = model('PublishingTarget', 'A release at one destination.', closed({
  id: Id,
  releaseId: Id,
  destinationId: Id,
  provider: Type.String(),
  status: oneOf(['pending', 'live', 'failed', 'removed']),
  externalUrl: nullable(Url),
  publishedAt: nullable(Timestamp),
  failureCode: nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}), { provider: RSS, status: 'pending', externalUrl: null, publishedAt: null });
export const TargetList = model('PublishingTargetList', 'One page of targets.', closed({ targets: Type.Array(Target), nextCursor: NextCursor }));

const Asset = model('PublishingAsset', 'The published copy of a recording, or of the film of the same words.', closed({
  kind: oneOf(['mp3', 'video'], { description: '`video`: the film that the artifact had when the media were taken; apps that show none play the MP3' }),
  status: oneOf(['ready', 'stale'], { description: 'Stale: the artifact was revised, recorded or filmed again since' }),
  url: Type.String({ format: 'uri', description: 'Answers once the release is published' }),
  byteSize: Type.Integer(),
  durationMs: Type.Integer(),
  mimeType: oneOf(['audio/mpeg', 'video/mp4']),
  sha256: Type.String(),
  assetVersion: Type.Integer({ minimum: 1 }),
}));

const Numbering = Type.Integer({ minimum: 1, maximum: 9_999 });

export const Release = model('PublishingRelease', 'An episode: what it says, its sound, and its status.', closed({
  id: Id,
  seriesId: Id,
  status: oneOf(['ready', 'scheduled', 'published', 'cancelled']),
  title: Type.String(),
  description: nullable(Type.String()),
  sourceArtifactId: Id,
  sourceRevision: Type.Integer({ minimum: 1, description: 'The revision of the artifact that it plays; `GET /artifacts/{artifactId}?revision=` shows it' }),
  guid: Type.String({ description: 'Identity of the episode in every app; never changes and never used again' }),
  seasonNumber: nullable(Type.Integer()),
  episodeNumber: nullable(Type.Integer()),
  episodeType: oneOf(EPISODE_TYPES),
  explicit: Type.Boolean(),
  assets: Type.Array(Asset),
  scheduledAt: nullable(Timestamp),
  publishedAt: nullable(Timestamp),
  cancelledAt: nullable(Timestamp),
  failureCode: nullable(Type.String({ description: 'Why it could not be published when it was due' })),
  failureMessage: nullable(Type.String()),
  pageUrl: nullable(Url, { description: 'Null until it is published, and while its series has no connected feed' }),
  targets: Type.Array(Target, { description: 'Its state at each destination of its series; `pending` also while the destination is disabled before it was ever live there' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}), { status: 'ready', guid: exampleId('releaseId'), scheduledAt: null, publishedAt: null, pageUrl: null });

export const DescribedRelease = model('PublishingDescribedRelease', 'A release with its new description, and the words of the request that nothing follows.',
  closed({ release: Release, next: Next, warnings: Warnings }));
export const ReleaseEnvelope = model('PublishingReleaseEnvelope', 'One release, and the call that comes next.', closed({ release: Release, next: Next }), {
  next: { method: 'POST', path: `/publishing-releases/${exampleId('releaseId')}/publish`, why: 'Puts it into the feed now; `schedule` does so at a time.' },
});
export const ReleaseList = model('PublishingReleaseList', 'One page of releases.', closed({ releases: Type.Array(Release), nextCursor: NextCursor }));

const EpisodeTitle = Type.String({ minLength: 1, maxLength: MAX_EPISODE_TITLE_CHARS, pattern: VISIBLE });
const EpisodeKind = oneOf(EPISODE_TYPES, { default: 'full' });
const Explicit = Type.Boolean({ default: false });

export const ReleaseCreateRequest = model('PublishingReleaseCreateRequest', 'The artifact to make an episode of, and its title and place.', closed({
  title: EpisodeTitle,
  description: Type.Optional(Description),
  sourceArtifactId: Id,
  seasonNumber: Type.Optional(nullable(Numbering)),
  episodeNumber: Type.Optional(nullable(Numbering)),
  episodeType: Type.Optional(EpisodeKind),
  explicit: Type.Optional(Explicit),
}));

export const ReleaseUpdateRequest = model('PublishingReleaseUpdateRequest', 'What to change of a release; fields that are left out stay.', closed({
  title: Type.Optional(EpisodeTitle),
  description: Type.Optional(Description),
  explicit: Type.Optional(Type.Boolean()),
}));

export const DescriptionRequest = model('PublishingDescriptionRequest', 'How the description should be.', closed({
  direction: Type.Optional(Type.String({
    maxLength: 400, description: 'Length and parts in plain words: `short`, `without chapters`, `no cast`, `no links`',
  })),
}));

export const ScheduleRequest = model('PublishingScheduleRequest', 'When to publish a release.', closed({
  scheduledAt: Type.String({ format: 'date-time', description: 'ISO 8601. A time that has passed publishes at once' }),
}));

export const RefreshMediaRequest = model('PublishingRefreshMediaRequest', 'The artifact whose recording is taken over.', closed({ sourceArtifactId: Id }));

const Day = Type.String({ format: 'date', description: 'UTC, such as 2031-01-31' });
const Count = Type.Integer({ minimum: 0 });

export const AnalyticsQuery = closed({ from: Type.Optional(Day), to: Type.Optional(Day) });

const Snapshot = model('PublishingAnalyticsSnapshot', 'Listening to a series on one day.', closed({
  date: Day,
  downloads: Type.Integer({ minimum: 0, description: 'Listeners of each episode that got at least a minute of sound, or all of a shorter one' }),
  uniqueListeners: Type.Integer({ minimum: 0, description: 'Addresses with an app in a day of UTC, whatever they heard; no address is stored, and none is known again the next day' }),
  bytesServed: Count,
  byEpisode: Type.Array(closed({ releaseId: Id, title: Type.String(), downloads: Count, uniqueListeners: Count, bytesServed: Count })),
  byApp: Type.Array(closed({ app: Type.String(), downloads: Count })),
}));

export const AnalyticsEnvelope = model('PublishingAnalyticsEnvelope', 'Listening to a series, day by day.', closed({
  analytics: closed({ seriesId: Id, from: Day, to: Day, snapshots: Type.Array(Snapshot) }),
}));
