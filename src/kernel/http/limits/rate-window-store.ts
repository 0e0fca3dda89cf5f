import type { Db } from '../../db/database.js';

/** Requests of a bucket in the window that starts at `start` (milliseconds since 1970). */
export interface WindowHits { bucket: string; start: number; hits: number }

/** Adds hits to the shared counters and returns the new totals. */
export async function addHits(db: Db, batch: readonly WindowHits[]): Promise<WindowHits[]> {
  return db.query<WindowHits>(
    `INSERT INTO rate_windows (bucket, window_start, hits)
     SELECT b, to_timestamp(s / 1000.0), h FROM unnest($1::text[], $2::float8[], $3::int[]) AS t(b, s, h)
     ON CONFLICT (bucket, window_start) DO UPDATE SET hits = rate_windows.hits + EXCLUDED.hits
     RETURNING bucket, (extract(epoch FROM window_start) * 1000)::float8 AS start, hits`,
    [batch.map(({ bucket }) => bucket), batch.map(({ start }) => start), batch.map(({ hits }) => hits)]);
}
