import path from 'node:path';
import type { Config } from '../config/index.js';
import { parseStorageUrl, STORAGE_URL_FORM } from '../config/storage-url.js';
import { FilesystemStore } from './filesystem.js';
import type { ObjectStore } from './port.js';
import { S3Store } from './s3.js';

export { ObjectMissing, StoreMissing, type ObjectStore, type StoredObject } from './port.js';
export { ObjectKeyInvalid } from './keys.js';

const DEFAULT_REGION = 'us-east-1';

/**
 * Opens the media store of the configuration: no URL → `<dataDir>/media`, `file:///path` → that folder, `s3://bucket[/prefix]?endpoint=…&region=…` → a
 * bucket. Nothing is read or written before the first call. Throws an `Error` that names STORAGE_URL when the URL has another scheme, a host before the path
 * of a file, no bucket, or cannot be parsed.
 */
export function createStore(config: Pick<Config, 'storageUrl' | 'dataDir' | 's3'>): ObjectStore {
  if (!config.storageUrl) return new FilesystemStore(path.join(config.dataDir, 'media'));
  const place = parseStorageUrl(config.storageUrl);
  if (!place) throw new Error(`STORAGE_URL must be ${STORAGE_URL_FORM}`);
  if ('folder' in place) return new FilesystemStore(place.folder);
  const { hostname, pathname, searchParams } = place.bucket;
  return new S3Store({
    bucket: hostname,
    prefix: pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: searchParams.get('endpoint'),
    region: searchParams.get('region') ?? DEFAULT_REGION,
    ...config.s3,
  });
}
