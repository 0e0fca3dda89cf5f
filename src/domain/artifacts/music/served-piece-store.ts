import { ServedPiece } from '../../../../entities/served-piece.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf } from '../../../kernel/db/rows.js';

type PieceId = Pick<ServedPiece, 'artifactId' | 'soundKey' | 'durationMs'>;

/** The storage key of a piece's audio file, as the service sent it. */
export const pieceKeyOf = ({ artifactId, soundKey, durationMs }: PieceId): string => `music/${artifactId}/${soundKey}-${durationMs}`;

/** The pieces that services made for a read. */
export const listServedPieces = (db: Pick<Db, 'query'>, artifactId: string): Promise<ServedPiece[]> =>
  db.query<ServedPiece>(`SELECT ${columnsOf(ServedPiece, 's')} FROM served_pieces s WHERE artifact_id = $1`, [artifactId]);

/** Keeps a piece whose file is stored. False when its read is deleted; then nothing is kept. */
export async function insertServedPiece(db: Pick<Db, 'query'>, { artifactId, soundKey, durationMs, lufs, provider }: Omit<ServedPiece, 'createdAt'>): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO served_pieces (artifact_id, sound_key, duration_ms, lufs, provider) SELECT id, $2, $3, $4, $5 FROM artifacts WHERE id = $1
     ON CONFLICT (artifact_id, sound_key, duration_ms) DO UPDATE SET lufs = excluded.lufs, provider = excluded.provider RETURNING artifact_id`,
    [artifactId, soundKey, durationMs, lufs, provider]);
  return rows.length === 1;
}

/** Storage keys of the pieces that `of` selects, an SQL condition on `artifact_id`. */
export async function listPieceObjects(db: Pick<Db, 'query'>, of: string, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<PieceId>(`SELECT artifact_id AS "artifactId", sound_key AS "soundKey", duration_ms AS "durationMs" FROM served_pieces WHERE ${of}`, [...values]);
  return rows.map(pieceKeyOf);
}
