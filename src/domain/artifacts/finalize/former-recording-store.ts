import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { LIVE_CONTENT_TYPE } from '../../../craft/audio/live-encoder.js';

/**
 * The name, below a share link, of the MP3 that a read had before it was mixed again. It cannot be guessed without the hash, because a replaced MP3 is for
 * the producer, not for every listener.
 */
export const formerName = (sha256: string): string => `former-${sha256.slice(0, 32)}.mp3`;

export const isFormerName = (name: string): boolean => /^former-[0-9a-f]{32}\.mp3$/.test(name);

/** SQL: the MP3 that the current one of a row of `recordings` replaced, as JSON; null for none. Files with separate parts are left out. */
export const formerMp3 = (recording: string): string =>
  `(SELECT f FROM jsonb_array_elements(${recording}.former) WITH ORDINALITY AS e(f, place) WHERE f->>'mediaKey' LIKE '%.mp3' ORDER BY place DESC LIMIT 1)`;

/** The MP3 of the revision before it was mixed again, by its name; null when there is none. */
export async function formerRecording(
  { db, store }: Pick<Services, 'db' | 'store'>, { artifactId, revision }: { artifactId: string; revision: number }, name: string,
): Promise<MediaFile | null> {
  const [row] = await db.query<{ mediaKey: string; sha256: string; createdAt: Date }>(
    `SELECT former->>'mediaKey' AS "mediaKey", former->>'sha256' AS sha256, created_at AS "createdAt"
     FROM (SELECT ${formerMp3('r')} AS former, created_at FROM recordings r WHERE artifact_id = $1 AND revision = $2 AND mode = 'audio') x
     WHERE former IS NOT NULL`, [artifactId, revision]);
  const kept = row && formerName(row.sha256) === name ? await store.stat(row.mediaKey) : null;
  if (!row || !kept) return null;
  return {
    byteSize: kept.byteSize, etag: `"${row.sha256}"`, contentType: LIVE_CONTENT_TYPE, lastModified: row.createdAt,
    open: (range) => store.stream(row.mediaKey, range),
  };
}
