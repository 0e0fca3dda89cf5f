import { ChangeFeed } from '../../../kernel/db/change-feed.js';
import type { Database } from '../../../kernel/db/database.js';
import type { Logger } from '../../../kernel/log/index.js';
import { findPerformance, PERFORMANCE_CHANNEL, listPerformedLines, type PerformanceRow, type PerformedLine } from './performance-store.js';

/** A performance as last loaded by this process. */
export interface PerformanceView { row: PerformanceRow | null; lines: readonly PerformedLine[] }

export type PerformanceFeed = ChangeFeed<PerformanceView>;

export const isOver = (row: PerformanceRow | null): boolean => row?.status === 'complete' || row?.status === 'failed';

/** The key of a performance in its feed. */
export const performanceKeyOf = ({ artifactId, revision }: { artifactId: string; revision: number }): string => `${artifactId}:${revision}`;

async function load(db: Database, key: string, last: PerformanceView | null): Promise<PerformanceView | null> {
  const [artifactId, revision] = [key.slice(0, key.lastIndexOf(':')), Number(key.slice(key.lastIndexOf(':') + 1))];
  // The row is loaded first, so that there are at least as many lines as it counts.
  const row = await findPerformance(db, artifactId, revision);
  const fresh = await listPerformedLines(db, artifactId, revision, last?.lines.length ?? 0);
  const same = last?.row?.status === row?.status && last?.row?.performedCount === row?.performedCount
    && last?.row?.nextAttemptAt?.getTime() === row?.nextAttemptAt?.getTime();
  if (last && fresh.length === 0 && same) return null;
  return { row, lines: [...last?.lines ?? [], ...fresh] };
}

/** Follows performances for all listeners of this process. */
export const openPerformanceFeed = (db: Database, log: Logger): PerformanceFeed => new ChangeFeed(db, log, { channel: PERFORMANCE_CHANNEL, load });
