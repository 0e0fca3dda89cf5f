import type { Db } from '../../db/database.js';
import type { Logger } from '../../log/index.js';
import { addHits, type WindowHits } from './rate-window-store.js';

const WINDOW_MS = 60_000;
const FLUSH_MS = 100;

export interface RateVerdict { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

interface Counter { windowStart: number; unflushed: number; shared: number }

/**
 * Counts requests in one-minute windows per bucket. Counters live in memory and are added to one shared row per bucket every
 * 100 ms, so that several API processes share a limit without a query per request. While Postgres does not answer, each
 * process limits by its own counts.
 */
export class RateLimiter {
  private readonly counters = new Map<string, Counter>();
  private readonly dirty = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly db: Db, private readonly log: Logger, private readonly now: () => number = Date.now) {}

  /** Counts one request (none with `cost` 0) and returns whether it is within the limit. */
  hit(bucket: string, limit: number, cost = 1): RateVerdict {
    const now = this.now();
    const windowStart = now - (now % WINDOW_MS);
    let counter = this.counters.get(bucket);
    if (!counter || counter.windowStart !== windowStart) {
      counter = { windowStart, unflushed: 0, shared: 0 };
      this.counters.set(bucket, counter);
    }
    const used = counter.shared + counter.unflushed;
    const resetSeconds = Math.max(1, Math.ceil((windowStart + WINDOW_MS - now) / 1000));
    if (used + cost > limit || (cost === 0 && used >= limit)) return { allowed: false, limit, remaining: 0, resetSeconds };
    if (cost > 0) {
      counter.unflushed += cost;
      this.dirty.add(bucket);
      // Flushes run one after the other, so that hits in flight are not sent twice.
      this.timer ??= setTimeout(() => { this.flushing = this.flushing.then(() => this.flush()); }, FLUSH_MS).unref();
    }
    return { allowed: true, limit, remaining: limit - used - cost, resetSeconds };
  }

  async close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.flushing;
  }

  private async flush(): Promise<void> {
    this.timer = null;
    const now = this.now();
    for (const [bucket, counter] of this.counters) if (counter.windowStart + WINDOW_MS < now) this.counters.delete(bucket);
    const batch: WindowHits[] = [];
    for (const bucket of [...this.dirty].sort()) {
      const counter = this.counters.get(bucket);
      if (counter && counter.unflushed > 0) batch.push({ bucket, start: counter.windowStart, hits: counter.unflushed });
    }
    this.dirty.clear();
    if (batch.length === 0) return;
    try {
      const rows = await addHits(this.db, batch);
      const flushed = new Map(batch.map((row) => [row.bucket, row.hits]));
      for (const row of rows) {
        const counter = this.counters.get(row.bucket);
        if (!counter || counter.windowStart !== row.start) continue;
        counter.unflushed -= flushed.get(row.bucket) ?? 0;
        counter.shared = row.hits;
      }
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'rate counters could not be shared');
      for (const row of batch) this.dirty.add(row.bucket);
    }
  }
}

/** The headers of the IETF drafts on rate limits: one per figure (draft 02), and the pair of policy and state (draft 09). */
export function rateHeaders(verdict: RateVerdict): Record<string, string> {
  return {
    'RateLimit-Limit': String(verdict.limit),
    'RateLimit-Remaining': String(verdict.remaining),
    'RateLimit-Reset': String(verdict.resetSeconds),
    'RateLimit-Policy': `"default";q=${verdict.limit};w=60`,
    RateLimit: `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  };
}
