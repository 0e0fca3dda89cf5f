import type { Db } from '../../../kernel/db/database.js';
import { findSeasonCadence } from '../../projects/season-store.js';
import { feedUrlOf } from '../addresses.js';
import { newId } from '../../../kernel/db/ids.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { podcastGuid } from '../feed/podcast-guid.js';
import { seriesSlugOf } from '../slugs.js';
import { DEFAULT_CATEGORY, PODCAST_CATEGORIES } from './apple-categories.js';
import type { Cadence } from './cadence.js';
import { requestCover } from './cover.js';
import { connectsByItself, putDestination } from './destination-store.js';
import { RSS, type Format, type Medium, type SeriesRow, type ShownSeries } from './series-model.js';
import { getSeries, insertSeries, nextFreeSeriesSlug, updateSeries, type SeriesChange } from './series-store.js';

export interface CategoryChoice { category?: string | null; subcategory?: string | null }

/** Raises `validation_failed` for a category or subcategory that directories do not know. */
export function checkCategory({ category, subcategory }: CategoryChoice): void {
  if (category === undefined || category === null) {
    if (subcategory) throw new ApiError('validation_failed', 'subcategory needs the category that it belongs to', { field: 'subcategory' });
    return;
  }
  const known = Object.keys(PODCAST_CATEGORIES);
  const subcategories = PODCAST_CATEGORIES[category];
  if (!subcategories || !known.includes(category)) {
    throw new ApiError('validation_failed', `category ${category} is none of the podcast directories'`, { field: 'category', allowed: known });
  }
  if (subcategory && !subcategories.includes(subcategory)) {
    throw new ApiError('validation_failed', `${category} has no subcategory ${subcategory}`, { field: 'subcategory', allowed: subcategories });
  }
}

export interface SeriesWish {
  /** Identifies the series: a repeat with the same id returns the first one. */
  id: string;
  accountId: string;
  projectId: string;
  requestId: string;
  title: string;
  medium: Medium;
  format: Format;
  cadence?: Cadence | null;
  description?: string | null;
}

/** The cadence of a new series, from the season cadence of its project; null when that does not determine one. */
async function cadenceOfProject(tx: Db, projectId: string): Promise<Cadence | null> {
  return await findSeasonCadence(tx, projectId) === 'monthly' ? { frequency: 'monthly' } : null;
}

/**
 * Creates a series. Its slug is made of the title and never changes, because the address of the feed contains it. The provider config of the account decides
 * whether it is connected to the destination `rss` automatically; without a config, an audio series is. Every series gets a cover.
 */
export async function createSeries(services: Services, wish: SeriesWish): Promise<ShownSeries> {
  const { id, accountId, projectId, title, medium, format, description = null } = wish;
  const isNew = await services.db.transaction(async (tx) => {
    const cadence = wish.cadence === undefined ? await cadenceOfProject(tx, projectId) : wish.cadence;
    const slug = await nextFreeSeriesSlug(tx, seriesSlugOf(title));
    const inserted = await insertSeries(tx, {
      id, accountId, projectId, title, slug, description, medium, format, cadence, ...DEFAULT_CATEGORY[format]!,
      podcastGuid: podcastGuid(feedUrlOf(services.config, slug)),
    });
    if (inserted && await connectsByItself(tx, accountId, RSS, medium)) {
      await putDestination(tx, { id: newId('destination'), seriesId: id, provider: RSS });
    }
    return inserted;
  });
  const series = await getSeries(services.db, accountId, id);
  if (isNew) await requestCover(services, series, { requestId: wish.requestId });
  return getSeries(services.db, accountId, id);
}

/** Changes a series; its slug and addresses stay. */
export async function changeSeries(services: Services, series: SeriesRow, change: SeriesChange): Promise<ShownSeries> {
  if ('category' in change || 'subcategory' in change) checkCategory({ category: series.category, subcategory: null, ...change });
  await services.db.transaction((tx) => updateSeries(tx, series.id, change));
  return getSeries(services.db, series.accountId, series.id);
}
