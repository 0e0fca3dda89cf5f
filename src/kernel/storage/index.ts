import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.js';
import { FilesystemStore } from './filesystem.js';
import type { ObjectStore } from './port.js';
import { S3Store } from './s3.js';

export { ObjectMissing, type ObjectStore, type StoredObject } from './port.js';
export { ObjectKeyInvalid } from './keys.js';

const DEFAULT_REGION = 'us-east-1';

/**
 * Opens the media store of the configuration: no URL → `<dataDir>/media`, `file:///path` → that folder, `s3://bucket[/prefix]?endpoint=…&region=…` → a
 * bucket. Nothing is read or written before the first call. Throws an `Error` that names STORAGE_URL when the URL has another scheme, a host before the path of a
 * file, no bucket, or cannot be parsed.
 */
export function createStore(config: Pick<Config, 'storageUrl' | 'dataDir' | 's3'>): ObjectStore {
  if (!config.storageUrl) return new FilesystemStore(path.join(config.dataDir, 'media'));
  const url = URL.canParse(config.storageUrl) ? new URL(config.storageUrl) : null;
  if (url?.protocol === 'file:' && url.host === '') return new FilesystemStore(fileURLToPath(url));
  if (url?.protocol === 's3:' && url.hostname) {
    return new S3Store({
      bucket: url.hostname,
      prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
      endpoint: url.searchParams.get('endpoint'),
      region: url.searchParams.get('region') ?? DEFAULT_REGION,
      ...config.s3,
    });
  }
  throw new Error('STORAGE_URL must be file:///path or s3://bucket?endpoint=…&region=…');
}
