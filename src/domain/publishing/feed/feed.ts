import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isVisible } from '../../../kernel/contract/texts/visible-text.js';
import { episodePageUrlOf, feedUrlOf, mediaUrlOf, publishingPaths } from '../addresses.js';
import type { CastRole } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { faceName } from '../releases/episode-pictures.js';
import { withOwnLink } from '../releases/own-link.js';
import { countPublished, listPublished, type ShownRelease } from '../releases/release-store.js';
import { findDestination } from '../series/destination-store.js';
import { RSS, type SeriesRow } from '../series/series-model.js';
import { findSeriesBySlug } from '../series/series-store.js';
import type { FeedDocument, FeedItem, FeedPerson } from './feed-model.js';
import { getBackground, type SeriesBackground } from './feed-store.js';
import { processStart } from './process-start.js';
import { rssOf } from './rss.js';

type FeedServices = Pick<Services, 'db' | 'config'>;

export const FEED_TYPE = 'application/rss+xml';
/** Most episodes on one page of a feed. */
export const FEED_PAGE_ITEMS = 300;

const ROLES: Record<CastRole, string> = { host: 'host', narrator: 'narrator', reader: 'narrator', character: 'voice actor' };

function personOf(base: string, { asset }: ShownRelease, { name, role, seat, drawn }: ShownRelease['asset']['facts']['people'][number]): FeedPerson {
  const imageUrl = drawn && asset.pictured ? base + publishingPaths.episodePicture(asset.token, faceName(seat)) : null;
  return { name, role: ROLES[role], group: 'cast', imageUrl };
}

function itemOf({ config }: FeedServices, release: ShownRelease, { seasonNames }: SeriesBackground): FeedItem {
  const base = mediaUrlOf(config);
  const { asset, seasonNumber } = release;
  const film = release.filmWithheld ? null : asset.film;
  const fileUrl = (file: Parameters<typeof publishingPaths.episode>[1]): string => base + publishingPaths.episode(asset.token, file);
  const pageUrl = episodePageUrlOf(config, release);
  return {
    title: release.title, description: publicWords(release.description && withOwnLink(release.description, release, pageUrl)) ?? release.title,
    guid: release.guid, datedAt: release.datedAt!, pageUrl,
    enclosure: { url: fileUrl('mp3'), byteSize: asset.byteSize, durationMs: asset.durationMs },
    film: film && { url: fileUrl('mp4'), byteSize: film.byteSize, durationMs: film.durationMs, heightPx: film.heightPx, sha256: film.sha256 },
    seasonNumber, seasonName: seasonNumber === null ? null : seasonNames.get(seasonNumber) ?? null, episodeNumber: release.episodeNumber,
    episodeType: release.episodeType, explicit: release.explicit, author: asset.facts.author,
    language: asset.facts.language === 'und' ? 'en' : asset.facts.language,
    people: asset.facts.people.map((person) => personOf(base, release, person)),
    transcriptUrls: asset.facts.lineCount > 0 ? { vtt: fileUrl('vtt'), srt: fileUrl('srt'), json: fileUrl('json') } : null,
    chaptersUrl: asset.facts.chapterCount > 0 ? fileUrl('chapters.json') : null,
  };
}

const MEDIUMS: Record<SeriesRow['format'], 'podcast' | 'audiobook'> = {
  podcast: 'podcast', audio_drama: 'podcast', documentary: 'podcast', audiobook: 'audiobook',
};

/** A description that people wrote for listeners; null when it is missing or has no visible characters. */
const publicWords = (description: string | null): string | null => (description !== null && isVisible(description) ? description.trim() : null);

/** The description of a series that has none: apps refuse a feed without a description. */
const neutralWords = (title: string, byline: string | null): string => (byline !== null && isVisible(byline) ? `${title}, by ${byline}.` : title);

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Page `number` of a series' feed as data; null for a page that does not exist, or without a connected feed. */
export async function feedDocument(services: FeedServices, series: SeriesRow, number: number): Promise<FeedDocument | null> {
  const { db, config } = services;
  const destination = await findDestination(db, series.id, RSS);
  if (!destination?.enabled) return null;
  const [total, releases, background] = await Promise.all([
    countPublished(db, series.id), listPublished(db, series.id, { offset: (number - 1) * FEED_PAGE_ITEMS, limit: FEED_PAGE_ITEMS }),
    getBackground(db, series.projectId),
  ]);
  const count = Math.max(1, Math.ceil(total / FEED_PAGE_ITEMS));
  if (number > count) return null;
  const items = releases.map((release) => itemOf(services, release, background));
  const feedUrl = feedUrlOf(config, series.slug);
  const { art } = series;
  const byline = destination.config.author ?? background.author;
  return {
    title: series.title, description: publicWords(series.description) ?? neutralWords(series.title, byline),
    pageUrl: config.appUrl + publishingPaths.seriesPage(series.slug), language: destination.config.language ?? items[0]?.language ?? 'en',
    podcastGuid: series.podcastGuid, medium: series.medium === 'video' ? 'video' : MEDIUMS[series.format], config: destination.config,
    byline, author: byline ?? series.title, standing: series.standing, cadence: series.cadence,
    category: series.category, subcategory: series.subcategory,
    imageUrl: art && mediaUrlOf(config) + publishingPaths.cover(series.slug, art.version, art.pictures[0]!.widthPx),
    serial: items.some(({ episodeNumber }) => episodeNumber !== null), explicit: items.some(({ explicit }) => explicit),
    changedAt: later(series.fedAt, background.changedAt), page: { number, count, urlOf: (page) => (page === 1 ? feedUrl : `${feedUrl}?page=${page}`) }, items,
  };
}

/** A written feed, plain and compressed. */
export interface WrittenFeed { version: number; madeAt: number; bytes: Buffer; gzipped: Buffer; etag: string; lastModified: Date }

const MAX_CACHED_FEEDS = 32;
/** A cached feed expires, because the author, the account and the seasons may change without a new version of the series. */
const MAX_AGE_MS = 60_000;
/** Another release of the server, and another address of it, change feeds without any row; both begin with a process. */
const startedAt = processStart();
const written = new Map<string, WrittenFeed>();

/**
 * Page `number` of the feed at a slug, from this process's memory while nothing that it shows has changed. Null for an unknown slug, a
 * page that does not exist, and a feed that is not connected.
 */
export async function findFeed(services: FeedServices, slug: string, number: number): Promise<WrittenFeed | null> {
  const series = await findSeriesBySlug(services.db, slug);
  if (!series) return null;
  const key = [series.id, number, feedUrlOf(services.config, slug), mediaUrlOf(services.config)].join(' ');
  const known = written.get(key);
  if (known?.version === series.feedVersion && Date.now() - known.madeAt < MAX_AGE_MS) return known;
  const feed = await feedDocument(services, series, number);
  if (!feed) return null;
  const bytes = Buffer.from(rssOf(feed));
  const made = {
    version: series.feedVersion, madeAt: Date.now(), bytes, gzipped: gzipSync(bytes), lastModified: later(feed.changedAt, await startedAt(services.db)),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}"`,
  };
  written.delete(key);
  if (written.size >= MAX_CACHED_FEEDS) written.delete(written.keys().next().value!);
  written.set(key, made);
  return made;
}
