import { Image } from '../../../../entities/image.js';
import type { Db } from '../../../kernel/db/database.js';
import { newId } from '../../../kernel/db/ids.js';
import { columnsOf } from '../../../kernel/db/rows.js';

export type ImageRow = Image;

const COLUMNS = columnsOf(Image, 'i');

/** Inserts the image unless the project has it, and returns the project's row. */
export async function ensureImage(db: Db, image: Omit<Image, 'id' | 'createdAt'>): Promise<ImageRow> {
  await db.repository(Image).createQueryBuilder().insert().values({ id: newId('image'), ...image }).orIgnore().execute();
  return db.repository(Image).findOneByOrFail({ projectId: image.projectId, objectKey: image.objectKey });
}

/** The project's image with this content, or null. */
export const findProjectImage = (db: Db, projectId: string, objectKey: string): Promise<ImageRow | null> =>
  db.repository(Image).findOneBy({ projectId, objectKey });

/** Any project's image with this content, or null. */
export const findSameImage = (db: Db, objectKey: string): Promise<ImageRow | null> => db.repository(Image).findOneBy({ objectKey });

/** The image of a live project of an active account, or null. */
export async function findShownImage(db: Db, id: string): Promise<ImageRow | null> {
  const [row] = await db.query<ImageRow>(
    `SELECT ${COLUMNS} FROM images i JOIN projects p ON p.id = i.project_id JOIN accounts a ON a.id = p.account_id
     WHERE i.id = $1 AND p.deleted_at IS NULL AND a.status = 'active'`, [id]);
  return row ?? null;
}

/** The fingerprints of those images of a project that have one, by id. */
export async function fingerprintsOf(db: Db, projectId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; fingerprint: string }>(
    'SELECT id, fingerprint FROM images WHERE project_id = $1 AND id = ANY($2) AND fingerprint IS NOT NULL', [projectId, ids]);
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}
