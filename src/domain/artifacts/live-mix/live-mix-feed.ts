import { ChangeFeed } from '../../../kernel/db/change-feed.js';
import type { Database } from '../../../kernel/db/database.js';
import type { Logger } from '../../../kernel/log/index.js';
import { findLiveMix, LIVE_MIX_CHANNEL, type LiveMixId, type LiveMixRow } from './live-mix-store.js';

/** The stream of a mix as last loaded by this process; `row` is null when its read is deleted. */
export interface LiveMixView { row: LiveMixRow | null }

export type LiveMixFeed = ChangeFeed<LiveMixView>;

/** The key of a stream in its feed. */
export const liveMixKeyOf = ({ artifactId, revision, mixKey }: LiveMixId): string => `${artifactId}:${revision}:${mixKey}`;

async function load(db: Database, key: string, last: LiveMixView | null): Promise<LiveMixView | null> {
  const [artifactId = '', revision, mixKey = ''] = key.split(':');
  const row = await findLiveMix(db, { artifactId, revision: Number(revision), mixKey });
  const before = last?.row;
  const same = before?.byteSize === row?.byteSize && before?.status === row?.status && before?.completedAt?.getTime() === row?.completedAt?.getTime();
  return last && same ? null : { row };
}

/** Follows the streams of mixes for all listeners of this process. */
export const openLiveMixFeed = (db: Database, log: Logger): LiveMixFeed => new ChangeFeed(db, log, { channel: LIVE_MIX_CHANNEL, load });
