import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../../../db/database.js';

/** Sound that was sent to a listener of a release on a day. `from` and `to` are bytes, `to` excluded; equal where nothing counts. */
export interface Listen { releaseId: string; day: string; listener: string; app: string; from: number; to: number; needed: number; bytes: number }

/**
 * The salt of a day (UTC), one for all processes. Yesterday's is kept for answers that are written late; older ones are
 * deleted.
 */
export async function saltOf(db: Database, day: string): Promise<Buffer> {
  return db.transaction(async (tx) => {
    await tx.query('INSERT INTO publishing_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING', [day, randomBytes(32)]);
    await tx.query(`DELETE FROM publishing_salts WHERE day < current_date - 1`);
    const [row] = await tx.query<{ salt: Buffer }>('SELECT salt FROM publishing_salts WHERE day = $1', [day]);
    return row!.salt;
  });
}

/**
 * Adds what was sent, in one statement. Bytes that a listener got before count once, whatever was asked for in how many parts. Releases
 * that are gone are left out.
 */
export async function addListens(db: Db, listens: readonly Listen[]): Promise<void> {
  const column = <K extends keyof Listen>(name: K): Listen[K][] => listens.map((listen) => listen[name]);
  await db.query(
    `INSERT INTO publishing_listens AS l (release_id, day, listener, app, heard, needed, bytes)
     SELECT release_id, day, listener, min(app), range_agg(int8range(heard_from, heard_to)), max(needed), sum(bytes)
     FROM unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int[], $8::int8[])
       AS sent (release_id, day, listener, app, heard_from, heard_to, needed, bytes)
     WHERE EXISTS (SELECT 1 FROM publishing_releases r WHERE r.id = release_id)
     GROUP BY release_id, day, listener ORDER BY release_id, day, listener
     ON CONFLICT (release_id, day, listener) DO UPDATE SET heard = l.heard + EXCLUDED.heard, bytes = l.bytes + EXCLUDED.bytes`,
    [column('releaseId'), column('day'), column('listener'), column('app'), column('from'), column('to'), column('needed'), column('bytes')]);
}

export interface EpisodeDay { date: string; releaseId: string; title: string; app: string; downloads: number; bytesServed: number; listeners: string[] }

/** What each release and app had on each day, both days included. Listeners are hashes of those days. */
export async function listEpisodeDays(db: Db, seriesId: string, from: string, to: string): Promise<EpisodeDay[]> {
  return db.query<EpisodeDay>(
    `SELECT to_char(l.day, 'YYYY-MM-DD') AS date, l.release_id AS "releaseId", r.title, l.app,
       count(*) FILTER (WHERE counts)::int AS downloads, sum(l.bytes)::float8 AS "bytesServed",
       coalesce(array_agg(DISTINCT l.listener) FILTER (WHERE counts), '{}') AS listeners
     FROM publishing_listens l JOIN publishing_releases r ON r.id = l.release_id
     CROSS JOIN LATERAL (SELECT coalesce(sum(upper(part) - lower(part)), 0) >= l.needed AS counts FROM unnest(l.heard) AS part) heard
     WHERE r.series_id = $1 AND l.day BETWEEN $2 AND $3
     GROUP BY l.day, l.release_id, r.title, l.app ORDER BY l.day DESC, l.release_id, l.app`, [seriesId, from, to]);
}
