import type { Channel } from '../../../kernel/db/channel.js';
import type { Database } from '../../../kernel/db/database.js';
import type { Logger } from '../../../kernel/log/index.js';
import { findPerformance, PERFORMANCE_CHANNEL, listPerformedLines, type PerformanceRow, type PerformedLine } from './performance-store.js';

/** A performance as last loaded by this process; `version` grows with every change. */
export interface PerformanceView { version: number; row: PerformanceRow | null; lines: readonly PerformedLine[] }

interface Watch { view: PerformanceView; lines: PerformedLine[]; listeners: Set<() => void>; refreshing: Promise<void> | null; again: boolean }

/** A watched performance is loaded at least this often, even without a notification from Postgres. */
const POLL_MS = 1_000;

export const isOver = (row: PerformanceRow | null): boolean => row?.status === 'complete' || row?.status === 'failed';

/**
 * Follows performances for all listeners of this process with one LISTEN connection and one query per change.
 */
export class PerformanceFeed {
  private readonly watches = new Map<string, Watch>();
  private channel: Channel | null = null;
  private closed = false;
  private readonly poll: NodeJS.Timeout;

  constructor(private readonly db: Database, private readonly log: Logger) {
    this.poll = setInterval(() => { for (const key of this.watches.keys()) void this.refresh(key); }, POLL_MS).unref();
  }

  async listen(): Promise<void> {
    this.channel = await this.db.listen(PERFORMANCE_CHANNEL, {
      message: (key) => { if (this.watches.has(key)) void this.refresh(key); },
      failed: (error) => this.log.warn({ err: error }, 'the performance channel could not be opened again; retrying'),
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    for (const watch of this.watches.values()) for (const wake of watch.listeners) wake();
    await this.channel?.close();
  }

  /** Yields the current view of a performance, then a new one after each change, until the signal aborts. */
  async *follow(artifactId: string, revision: number, signal: AbortSignal): AsyncGenerator<PerformanceView> {
    const key = `${artifactId}:${revision}`;
    const watch = this.watches.get(key) ?? this.open(key);
    let wake: () => void = () => undefined;
    const listener = (): void => wake();
    watch.listeners.add(listener);
    signal.addEventListener('abort', listener);
    try {
      let seen = -1;
      await this.refresh(key);
      while (!signal.aborted && !this.closed) {
        if (watch.view.version > seen) {
          seen = watch.view.version;
          yield watch.view;
          continue;
        }
        await new Promise<void>((resolve) => { wake = resolve; });
      }
    } finally {
      signal.removeEventListener('abort', listener);
      watch.listeners.delete(listener);
      if (watch.listeners.size === 0) this.watches.delete(key);
    }
  }

  private open(key: string): Watch {
    const watch: Watch = { view: { version: 0, row: null, lines: [] }, lines: [], listeners: new Set(), refreshing: null, again: false };
    this.watches.set(key, watch);
    return watch;
  }

  private refresh(key: string): Promise<void> {
    const watch = this.watches.get(key);
    if (!watch) return Promise.resolve();
    if (watch.refreshing) {
      watch.again = true;
      return watch.refreshing;
    }
    watch.refreshing = this.load(key, watch)
      .catch((error: Error) => { this.log.warn({ err: error, key }, 'a performance could not be loaded'); })
      .finally(() => { watch.refreshing = null; });
    return watch.refreshing;
  }

  private async load(key: string, watch: Watch): Promise<void> {
    const [artifactId, revision] = [key.slice(0, key.lastIndexOf(':')), Number(key.slice(key.lastIndexOf(':') + 1))];
    do {
      watch.again = false;
      // The row is loaded first, so that there are at least as many lines as it counts.
      const row = await findPerformance(this.db, artifactId, revision);
      const fresh = await listPerformedLines(this.db, artifactId, revision, watch.lines.length);
      const before = watch.view.row;
      const same = before?.status === row?.status && before?.performedCount === row?.performedCount
        && before?.nextAttemptAt?.getTime() === row?.nextAttemptAt?.getTime();
      if (fresh.length === 0 && same && watch.view.version > 0) continue;
      watch.lines.push(...fresh);
      watch.view = { version: watch.view.version + 1, row, lines: watch.lines };
      for (const wake of watch.listeners) wake();
    } while (watch.again);
  }
}
