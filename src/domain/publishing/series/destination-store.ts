import { PublishingDestination } from '../../../../entities/publishing-destination.js';
import { PublishingProviderConfig } from '../../../../entities/publishing-provider-config.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../../kernel/contract/paging.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf, tableOf, type Known } from '../../../kernel/db/rows.js';
import { RSS, type Medium } from './series-model.js';

/** What a feed says of its owner, and the address that it has moved to. */
export interface RssConfig {
  author?: string; ownerName?: string; ownerEmail?: string; copyright?: string; language?: string; locked?: boolean; newFeedUrl?: string;
}

export type DestinationRow = Known<PublishingDestination, { config: RssConfig }>;
export type ProviderConfigRow = PublishingProviderConfig;

const DESTINATION = columnsOf(tableOf<PublishingDestination, DestinationRow>(PublishingDestination));
const CONFIG = columnsOf(PublishingProviderConfig);

/** One page of the destinations of a series, newest first. */
export async function listDestinations(db: Db, seriesId: string, page: Page = {}): Promise<DestinationRow[]> {
  return db.query<DestinationRow>(
    `SELECT ${DESTINATION} FROM publishing_destinations d WHERE series_id = $1 AND ${afterCursor('d', 'publishing_destinations', '$2')} ORDER BY ${newestFirst('d')} LIMIT $3`,
    [seriesId, startAfter(page, 'destination'), pageQuerySize(page)]);
}

export async function findDestination(db: Db, seriesId: string, provider: string): Promise<DestinationRow | null> {
  const [row] = await db.query<DestinationRow>(
    `SELECT ${DESTINATION} FROM publishing_destinations WHERE series_id = $1 AND provider = $2`, [seriesId, provider]);
  return row ?? null;
}

/** Whether a series has a connected feed. */
export const isFeedConnected = async (db: Db, seriesId: string): Promise<boolean> => (await findDestination(db, seriesId, RSS))?.enabled ?? false;

export interface DestinationWish { id: string; seriesId: string; provider: string; enabled?: boolean; config?: RssConfig }

/** Inserts or changes the destination of a provider; fields that are not given stay. `isNew` is true after an insert. */
export async function putDestination(tx: Db, wish: DestinationWish): Promise<{ destination: DestinationRow; isNew: boolean }> {
  const [row] = await tx.query<DestinationRow & { isNew: boolean }>(
    `INSERT INTO publishing_destinations (id, series_id, provider, enabled, config) VALUES ($1, $2, $3, coalesce($4, true), coalesce($5::jsonb, '{}'))
     ON CONFLICT (series_id, provider) DO UPDATE SET enabled = coalesce($4, publishing_destinations.enabled),
       config = coalesce($5::jsonb, publishing_destinations.config), updated_at = now()
     RETURNING ${DESTINATION}, (xmax = 0) AS "isNew"`,
    [wish.id, wish.seriesId, wish.provider, wish.enabled ?? null, wish.config === undefined ? null : JSON.stringify(wish.config)]);
  const { isNew, ...destination } = row!;
  return { destination, isNew };
}

/** One page of the account's provider configs, newest first. */
export async function listProviderConfigs(db: Db, accountId: string, page: Page): Promise<ProviderConfigRow[]> {
  return db.query<ProviderConfigRow>(
    `SELECT ${CONFIG} FROM publishing_provider_configs c WHERE account_id = $1 AND ${afterCursor('c', 'publishing_provider_configs', '$2')} ORDER BY ${newestFirst('c')} LIMIT $3`,
    [accountId, startAfter(page, 'providerConfig'), pageQuerySize(page)]);
}

/** Inserts or changes the config of a provider for a medium. */
export async function putProviderConfig(
  tx: Db, config: Pick<ProviderConfigRow, 'id' | 'accountId' | 'provider' | 'medium' | 'enabled'>,
): Promise<{ config: ProviderConfigRow; isNew: boolean }> {
  const [row] = await tx.query<ProviderConfigRow & { isNew: boolean }>(
    `INSERT INTO publishing_provider_configs (id, account_id, provider, medium, enabled) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account_id, provider, medium) DO UPDATE SET enabled = EXCLUDED.enabled, updated_at = now()
     RETURNING ${CONFIG}, (xmax = 0) AS "isNew"`,
    [config.id, config.accountId, config.provider, config.medium, config.enabled]);
  const { isNew, ...shown } = row!;
  return { config: shown, isNew };
}

/** Whether new series of this medium are connected to the provider automatically: as the config of the account says; without one, audio series only. */
export async function connectsByItself(db: Db, accountId: string, provider: string, medium: Medium): Promise<boolean> {
  const [config] = await db.query<{ enabled: boolean }>(
    'SELECT enabled FROM publishing_provider_configs WHERE account_id = $1 AND provider = $2 AND medium = $3', [accountId, provider, medium]);
  return config?.enabled ?? medium === 'audio';
}
