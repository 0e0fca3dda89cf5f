import { randomBytes } from 'node:crypto';
import type { Database, Db } from '../../../kernel/db/database.js';

/**
 * Sound that was sent to a listener of a release. `from` and `to` are byte offsets, `to` excluded; equal when no sound was sent. `listenerBefore` is the
 * listener's hash with the salt of the day before; null when nobody listened on that day.
 */
export interface Listen {
  releaseId: string; day: string; at: Date; listener: string; listenerBefore: string | null; app: string; from: number; to: number; needed: number;
  bytes: number;
}

/**
 * The salt of a day (UTC), the same for all processes. Yesterday's salt is kept for answers that are written late and for listening that began yesterday;
 * older ones are deleted.
 */
export async function saltOf(db: Database, day: string): Promise<Buffer> {
  return db.transaction(async (tx) => {
    await tx.query('INSERT INTO publishing_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING', [day, randomBytes(32)]);
    await tx.query(`DELETE FROM publishing_salts WHERE day < current_date - 1`);
    const [row] = await tx.query<{ salt: Buffer }>('SELECT salt FROM publishing_salts WHERE day = $1', [day]);
    return row!.salt;
  });
}

/** The salt of a day as long as it is kept; null when there is none. */
export async function findSalt(db: Db, day: string): Promise<Buffer | null> {
  const [row] = await db.query<{ salt: Buffer }>('SELECT salt FROM publishing_salts WHERE day = $1', [day]);
  return row?.salt ?? null;
}

/**
 * Adds what was sent, in one statement. Bytes that a listener got before count once, in however many requests they were sent. Everything within 24 hours
 * after a listener began counts for the day of that beginning. Deleted releases are left out. All `listens` must be of one day.
 */
export async function addListens(db: Db, listens: readonly Listen[]): Promise<void> {
  const column = <K extends keyof Listen>(name: K): Listen[K][] => listens.map((listen) => listen[name]);
  await db.query(
    `INSERT INTO publishing_listens AS l (release_id, day, listener, begun_at, app, heard, needed, bytes)
     SELECT sent.release_id, coalesce(b.day, sent.day) AS day, coalesce(b.listener, sent.listener) AS listener, min(sent.at), min(sent.app),
       range_agg(int8range(heard_from, heard_to)), max(sent.needed), sum(sent.bytes)
     FROM unnest($1::text[], $2::date[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::int8[], $8::int8[], $9::int[], $10::int8[])
       AS sent (release_id, day, at, listener, listener_before, app, heard_from, heard_to, needed, bytes)
     LEFT JOIN publishing_listens b ON b.release_id = sent.release_id AND b.day = sent.day - 1 AND b.listener = sent.listener_before
       AND b.begun_at > sent.at - interval '24 hours'
     WHERE EXISTS (SELECT 1 FROM publishing_releases r WHERE r.id = sent.release_id)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
     ON CONFLICT (release_id, day, listener) DO UPDATE SET heard = l.heard + EXCLUDED.heard, bytes = l.bytes + EXCLUDED.bytes`,
    [column('releaseId'), column('day'), column('at'), column('listener'), column('listenerBefore'), column('app'), column('from'), column('to'),
      column('needed'), column('bytes')]);
}

export interface EpisodeDay { date: string; releaseId: string; title: string; app: string; downloads: number; bytesServed: number; listeners: string[] }

/** The numbers of each release and app on each day of a range, both ends included. `listeners` are hashes that are only comparable within a day. */
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
