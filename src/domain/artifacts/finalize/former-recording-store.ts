import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { LIVE_CONTENT_TYPE } from '../../../craft/audio/live-encoder.js';

/**
 * The name, below a share link, of an MP3 that a read had before: before it was mixed again, or in an earlier revision. It cannot be guessed without the hash,
 * because a replaced MP3 is for the producer, not for every listener.
 */
export const formerName = (sha256: string): string => `former-${sha256.slice(0, 32)}.mp3`;

export const isFormerName = (name: string): boolean => /^former-[0-9a-f]{32}\.mp3$/.test(name);

/** SQL: the MP3 that the current one of a row of `recordings` replaced, as JSON; null for none. Files with separate parts are left out. */
export const formerMp3 = (recording: string): string =>
  `(SELECT f FROM jsonb_array_elements(${recording}.former) WITH ORDINALITY AS e(f, place) WHERE f->>'mediaKey' LIKE '%.mp3' ORDER BY place DESC LIMIT 1)`;

/** SQL: the MP3s of earlier revisions than `$2`, and those that each revision had before it was last mixed again. */
const FORMER = `SELECT f.mp3->>'mediaKey' AS "mediaKey", f.mp3->>'sha256' AS sha256, r.created_at AS "createdAt" FROM recordings r
  CROSS JOIN LATERAL (SELECT ${formerMp3('r')} AS mp3
    UNION ALL SELECT jsonb_build_object('mediaKey', r.media_key, 'sha256', r.sha256) WHERE r.revision < $2) f
  WHERE r.artifact_id = $1 AND r.revision <= $2 AND r.mode = 'audio' AND f.mp3 IS NOT NULL`;

/** An MP3 that the read had before its revision, or before that was mixed again, by its name; null when there is none. */
export async function formerRecording(
  { db, store }: Pick<Services, 'db' | 'store'>, { artifactId, revision }: { artifactId: string; revision: number }, name: string,
): Promise<MediaFile | null> {
  const rows = await db.query<{ mediaKey: string; sha256: string; createdAt: Date }>(FORMER, [artifactId, revision]);
  const row = rows.find(({ sha256 }) => formerName(sha256) === name);
  const kept = row ? await store.stat(row.mediaKey) : null;
  if (!row || !kept) return null;
  return {
    byteSize: kept.byteSize, etag: `"${row.sha256}"`, contentType: LIVE_CONTENT_TYPE, lastModified: row.createdAt,
    open: (range) => store.stream(row.mediaKey, range),
  };
}
