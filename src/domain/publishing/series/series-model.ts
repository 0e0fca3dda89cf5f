import type { PublishingSeries } from '../../../../entities/publishing-series.js';
import { feedUrlOf, mediaUrlOf, publishingPaths } from '../addresses.js';
import type { Known } from '../../../kernel/db/rows.js';
import type { Services } from '../../../kernel/services.js';
import type { WorkStatus } from '../../../kernel/works/model.js';
import type { Cadence } from './cadence.js';

/** The provider that needs no external account: this server's own feed. */
export const RSS = 'rss';

export const MEDIUMS = ['audio', 'video'] as const;
export const FORMATS = ['podcast', 'audio_drama', 'audiobook', 'documentary'] as const;
/** `paused` and `completed` series keep their feed; a completed one announces no more episodes. */
export const STANDINGS = ['active', 'paused', 'completed'] as const;

export type Medium = (typeof MEDIUMS)[number];
export type Format = (typeof FORMATS)[number];
export type Standing = (typeof STANDINGS)[number];

/** Widths of a cover in pixels, largest first: the size for directories, and thumbnails. */
export const COVER_WIDTHS = [3_000, 1_200, 600, 300] as const;

/** A finished cover: one picture for each width. */
export interface CoverArt { version: number; pictures: readonly { widthPx: number; key: string; byteSize: number; sha256: string }[] }

export type SeriesRow = Known<PublishingSeries, {
  cadence: Cadence | null; medium: Medium; format: Format; standing: Standing; art: CoverArt | null;
}>;

/** A series with the state of the cover that was requested last. */
export interface ShownSeries extends SeriesRow { artStatus: WorkStatus | null; artFailure: string | null }

const COVER_STATUS: Record<WorkStatus, 'drawing' | 'ready' | 'failed'> = {
  PENDING: 'drawing', RESERVED: 'drawing', RUNNING: 'drawing', PARTIAL: 'drawing', READY: 'ready', FAILED: 'failed', CANCELED: 'failed',
};

function viewCover(services: Pick<Services, 'config'>, { slug, art, artStatus, artFailure }: ShownSeries) {
  const urlOf = (widthPx: number): string => mediaUrlOf(services.config) + publishingPaths.cover(slug, art!.version, widthPx);
  const [largest, ...thumbnails] = art?.pictures ?? [];
  return {
    status: artStatus === null ? 'none' as const : COVER_STATUS[artStatus],
    url: largest ? urlOf(largest.widthPx) : null,
    widthPx: largest?.widthPx ?? null,
    byteSize: largest?.byteSize ?? null,
    mimeType: largest ? 'image/jpeg' as const : null,
    thumbnails: thumbnails.map(({ widthPx, byteSize }) => ({ widthPx, byteSize, url: urlOf(widthPx) })),
    failureMessage: artStatus === 'FAILED' ? artFailure : null,
  };
}

/** The `PublishingSeries` of the API. */
export function viewSeries(services: Pick<Services, 'config'>, series: ShownSeries) {
  const { config } = services;
  return {
    id: series.id, projectId: series.projectId, title: series.title, slug: series.slug, description: series.description,
    medium: series.medium, format: series.format, cadence: series.cadence, status: series.standing,
    category: series.category, subcategory: series.subcategory, podcastGuid: series.podcastGuid,
    feedUrl: feedUrlOf(config, series.slug), pageUrl: config.appUrl + publishingPaths.seriesPage(series.slug),
    coverArt: viewCover(services, series),
    createdAt: series.createdAt.toISOString(), updatedAt: series.updatedAt.toISOString(),
  };
}
