import type { Db } from '../../../kernel/db/database.js';
import { newId } from '../../../kernel/db/ids.js';
import type { Services } from '../../../kernel/services.js';
import { putDestination, type DestinationRow, type DestinationWish } from '../series/destination-store.js';
import { touchFeed } from '../series/series-store.js';
import { insertTargets, markLive } from './release-store.js';

/** Gives the releases of a series a target at each of its destinations, and notes which are live there. Call it with the series locked. */
export async function settleTargets(tx: Db, seriesId: string): Promise<void> {
  await insertTargets(tx, seriesId, () => newId('publishingTarget'));
  await markLive(tx, seriesId);
}

/** Connects a series to a destination, or changes the destination. Episodes that are published already are live there from then on. */
export async function connectDestination({ db }: Pick<Services, 'db'>, wish: DestinationWish): Promise<{ destination: DestinationRow; isNew: boolean }> {
  return db.transaction(async (tx) => {
    // Locks the series.
    await touchFeed(tx, wish.seriesId);
    const put = await putDestination(tx, wish);
    await settleTargets(tx, wish.seriesId);
    return put;
  });
}
