import { feedUrlOf, mediaUrlOf, publishingPaths } from '../../domain/publishing/addresses.js';
import { feedDocument } from '../../domain/publishing/feed/feed.js';
import type { FeedDocument } from '../../domain/publishing/feed/feed-model.js';
import { drawnFor } from '../../domain/publishing/releases/episode-pictures.js';
import { getProgramme, type Credited, type Programme } from '../../domain/publishing/releases/programme.js';
import { findPublishedBySlug, wasWithdrawn, type ShownRelease } from '../../domain/publishing/releases/release-store.js';
import type { SeriesRow } from '../../domain/publishing/series/series-model.js';
import { findSeriesBySlug } from '../../domain/publishing/series/series-store.js';
import type { Services } from '../../kernel/services.js';
import type { PreviewImage } from '../view.js';

/** A series as its page shows it. */
export interface SeriesPage { series: SeriesRow; feed: FeedDocument; feedUrl: string; coverPath: string | null; previewImage: PreviewImage | null }

/** An episode as its page shows it. Pictures and sound are of the same origin as the page. */
export interface EpisodePage extends SeriesPage { release: ShownRelease; programme: Programme; soundPath: string; captionsPath: string }

const COVER_PX = 600;
const PREVIEW_PX = 1_200;

/** The data of a series page. Null for an unknown slug, and for a series without a connected feed. */
export async function findSeriesPage(services: Pick<Services, 'db' | 'config'>, slug: string): Promise<SeriesPage | null> {
  const series = await findSeriesBySlug(services.db, slug);
  const feed = series && await feedDocument(services, series, 1);
  if (!feed) return null;
  const coverOf = (widthPx: number): string | null => series.art && publishingPaths.cover(slug, series.art.version, widthPx);
  const previewPath = coverOf(PREVIEW_PX);
  return {
    series, feed, feedUrl: feedUrlOf(services.config, slug), coverPath: coverOf(COVER_PX),
    previewImage: previewPath ? { url: mediaUrlOf(services.config) + previewPath, widthPx: PREVIEW_PX, heightPx: PREVIEW_PX } : null,
  };
}

/** A published episode; `gone` for a withdrawn one, null for one that was never public. */
export async function findEpisodePage(services: Services, slug: string, episodeSlug: string): Promise<EpisodePage | 'gone' | null> {
  const page = await findSeriesPage(services, slug);
  if (!page) return null;
  const release = await findPublishedBySlug(services.db, page.series.id, episodeSlug);
  if (!release) return await wasWithdrawn(services.db, page.series.id, episodeSlug) ? 'gone' : null;
  return {
    ...page, release, programme: await getProgramme(services.store, release.asset.programmeKey),
    soundPath: publishingPaths.episode(release.asset.token, 'mp3'), captionsPath: publishingPaths.episode(release.asset.token, 'vtt'),
  };
}

/** Path of a drawn picture of an episode, below its page. */
export const facePath = ({ series, release }: EpisodePage, { seat }: Credited): string =>
  `${publishingPaths.episodePage(series.slug, release.slug)}/face-${seat}.svg`;

const PICTURE = /^(face|bust|scene)-(\d{1,4})\.svg$/;

/** A picture of an episode by its public name, or null. */
export function drawEpisodePicture(programme: Programme, name: string): string | null {
  const [, kind, digits] = PICTURE.exec(name) ?? [];
  return kind ? drawnFor(programme, kind as 'face' | 'bust' | 'scene', Number(digits)) : null;
}
