import { LiveMix } from '../../../../entities/live-mix.js';
import { LIVE_MIX_FRAME_BYTES } from '../../../craft/audio/live-encoder.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf } from '../../../kernel/db/rows.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

/** The live stream of a mix, with the state of its work. `now` is the clock of the database. */
export interface LiveMixRow extends LiveMix { status: WorkStatus; now: Date }

/** Identifies a stream. */
export type LiveMixId = Pick<LiveMix, 'artifactId' | 'revision' | 'mixKey'>;

/** Announces progress to every API process; the payload is `<artifactId>:<revision>:<mixKey>`. */
export const LIVE_MIX_CHANNEL = 'live_mixes';

const ANNOUNCE = `pg_notify('${LIVE_MIX_CHANNEL}', artifact_id || ':' || revision || ':' || mix_key)`;

/** The size of the stored chunks of a stream, six seconds each; the last one is shorter. All attempts make the same bytes, so they share the chunks. */
export const CHUNK_BYTES = 256 * LIVE_MIX_FRAME_BYTES;

/** Key of the chunk with this number. */
export const chunkKeyOf = ({ artifactId, revision, mixKey }: LiveMixId, number: number): string =>
  `performances/${artifactId}/r${revision}/mix-${mixKey}/${String(number).padStart(5, '0')}.mp3`;

const SELECT = `SELECT ${columnsOf(LiveMix, 'm')}, w.status, now() AS now FROM live_mixes m JOIN works w ON w.id = m.work_id`;

export async function findLiveMix(db: Pick<Db, 'query'>, { artifactId, revision, mixKey }: LiveMixId): Promise<LiveMixRow | null> {
  const [row] = await db.query<LiveMixRow>(`${SELECT} WHERE m.artifact_id = $1 AND m.revision = $2 AND m.mix_key = $3`, [artifactId, revision, mixKey]);
  return row ?? null;
}

/** The stream that a work makes. */
export async function findMixOfWork(db: Db, workId: string): Promise<LiveMixRow | null> {
  const [row] = await db.query<LiveMixRow>(`${SELECT} WHERE m.work_id = $1`, [workId]);
  return row ?? null;
}

export type WantedMix = LiveMixId & Pick<LiveMix, 'firstEntry' | 'lastEntry' | 'lanes'>;

export async function insertLiveMix(tx: Db, workId: string, { artifactId, revision, mixKey, firstEntry, lastEntry, lanes }: WantedMix): Promise<void> {
  await tx.query(
    `INSERT INTO live_mixes (artifact_id, revision, mix_key, work_id, first_entry, last_entry, lanes) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING`, [artifactId, revision, mixKey, workId, firstEntry, lastEntry, JSON.stringify(lanes)]);
}

/** Notes and announces stored bytes, which are heard from `startMs` on, unless another attempt has noted them. */
export async function extendLiveMix(db: Db, workId: string, { byteSize, startMs }: { byteSize: number; startMs: number }): Promise<void> {
  await db.query(
    `WITH grown AS (
       UPDATE live_mixes SET byte_size = $2, hearable_at = greatest(hearable_at, now() - $3::int * interval '1 millisecond')
       WHERE work_id = $1 AND byte_size < $2 RETURNING artifact_id, revision, mix_key)
     SELECT ${ANNOUNCE} FROM grown`, [workId, byteSize, startMs]);
}

/** Ends the stream and announces it; false when it had ended, or its read is deleted. */
export async function completeLiveMix(tx: Db, workId: string): Promise<boolean> {
  const done = await tx.query(
    `WITH done AS (
       UPDATE live_mixes SET completed_at = now() WHERE work_id = $1 AND completed_at IS NULL RETURNING artifact_id, revision, mix_key)
     SELECT ${ANNOUNCE} FROM done`, [workId]);
  return done.length === 1;
}

/** Announces a change of the work's state. True when the stream has not ended. */
export async function announceLiveMix(db: Db, workId: string): Promise<boolean> {
  const open = await db.query(`SELECT ${ANNOUNCE} FROM live_mixes WHERE work_id = $1 AND completed_at IS NULL`, [workId]);
  return open.length === 1;
}

/**
 * Keys of the objects of the streams that the SQL condition `of` selects. Each stream gets one key more than recorded, because its next chunk may be stored
 * but not yet recorded.
 */
export async function listMixObjects(db: Pick<Db, 'query'>, of: string, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<LiveMixId & { byteSize: number }>(
    `SELECT artifact_id AS "artifactId", revision, mix_key AS "mixKey", byte_size AS "byteSize" FROM live_mixes WHERE ${of}`, values);
  return rows.flatMap((row) => Array.from({ length: Math.ceil(row.byteSize / CHUNK_BYTES) + 1 }, (_, number) => chunkKeyOf(row, number)));
}
