import type { Logger } from '../log/index.js';
import type { Channel } from './channel.js';
import type { Database } from './database.js';

/** The source of the changes that a feed follows. */
export interface FeedSource<View> {
  /** The Postgres channel; each message is the key of a changed view. */
  channel: string;
  /** Loads the view of a key; null when it equals `last`. `last` is null before the first load. */
  load(db: Database, key: string, last: View | null): Promise<View | null>;
}

interface Watch<View> { view: View | null; version: number; listeners: Set<() => void>; refreshing: Promise<void> | null; again: boolean }

/** A watched key is loaded at least this often, even without a notification from Postgres. */
const POLL_MS = 1_000;

/**
 * Follows changes in the database for all listeners of this process, with one LISTEN connection. All listeners of a key share its loads: after each change,
 * and at least every `POLL_MS`.
 */
export class ChangeFeed<View> {
  private readonly watches = new Map<string, Watch<View>>();
  private channel: Channel | null = null;
  private closed = false;
  private readonly poll: NodeJS.Timeout;

  constructor(private readonly db: Database, private readonly log: Logger, private readonly source: FeedSource<View>) {
    this.poll = setInterval(() => { for (const key of this.watches.keys()) void this.refresh(key); }, POLL_MS).unref();
  }

  async listen(): Promise<void> {
    this.channel = await this.db.listen(this.source.channel, {
      message: (key) => { if (this.watches.has(key)) void this.refresh(key); },
      failed: (error) => this.log.warn({ err: error, channel: this.source.channel }, 'a channel could not be opened again; retrying'),
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.poll);
    for (const watch of this.watches.values()) for (const wake of watch.listeners) wake();
    await this.channel?.close();
  }

  /** Yields the current view of a key, then a new one after each change, until the signal aborts. */
  async *follow(key: string, signal: AbortSignal): AsyncGenerator<View> {
    const watch = this.watches.get(key) ?? this.open(key);
    let wake: () => void = () => undefined;
    const listener = (): void => wake();
    watch.listeners.add(listener);
    signal.addEventListener('abort', listener);
    try {
      let seen = 0;
      await this.refresh(key);
      while (!signal.aborted && !this.closed) {
        if (watch.version > seen) {
          seen = watch.version;
          yield watch.view!;
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

  private open(key: string): Watch<View> {
    const watch: Watch<View> = { view: null, version: 0, listeners: new Set(), refreshing: null, again: false };
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
      .catch((error: Error) => { this.log.warn({ err: error, channel: this.source.channel, key }, 'a change could not be loaded'); })
      .finally(() => { watch.refreshing = null; });
    return watch.refreshing;
  }

  private async load(key: string, watch: Watch<View>): Promise<void> {
    do {
      watch.again = false;
      const view = await this.source.load(this.db, key, watch.view);
      if (view === null) continue;
      watch.view = view;
      watch.version += 1;
      for (const wake of watch.listeners) wake();
    } while (watch.again);
  }
}
