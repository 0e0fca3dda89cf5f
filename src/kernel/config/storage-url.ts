import { fileURLToPath } from 'node:url';

/** Where media are stored: a folder, or a bucket of an S3 service. */
export type StoragePlace = { folder: string } | { bucket: URL };

/** The addresses that `parseStorageUrl` accepts, for messages. */
export const STORAGE_URL_FORM = 'file:///path or s3://bucket?endpoint=…&region=…';

/**
 * Reads `file:///path` or `s3://bucket[/prefix]?endpoint=…&region=…`. Null for another scheme, a file with a host, no bucket, or a path that cannot be decoded.
 */
export function parseStorageUrl(value: string): StoragePlace | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === 's3:' && url.hostname) return { bucket: url };
  if (url?.protocol !== 'file:' || url.host !== '') return null;
  try {
    return { folder: fileURLToPath(url) };
  } catch {
    // Such as an encoded slash, which no folder has in its name.
    return null;
  }
}
