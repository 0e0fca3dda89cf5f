import { createHash } from 'node:crypto';
import { fingerprintOf } from '../../../craft/images/engines/likeness.js';
import type { ImageEngine, ImageRequest } from '../../../craft/images/port.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { imagePath } from '../../../kernel/contract/page-paths.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { Services } from '../../../kernel/services.js';
import { ensureImage, findProjectImage, findSameImage, findShownImage, type ImageRow } from './image-store.js';

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The key of an image's bytes: a hash of the request and of the engine that answers it. */
async function objectKeyOf(engine: ImageEngine, request: ImageRequest): Promise<string> {
  const hash = createHash('sha256').update(`${engine.name}\n${await engine.version()}\n${canonicalJson(engine.essence(request))}`).digest('hex');
  return `images/${hash.slice(0, 2)}/${hash}`;
}

/** The path of an image below the app URL. */
export const imagePathOf = ({ id, mime }: Pick<ImageRow, 'id' | 'mime'>): string => imagePath(id, EXTENSIONS[mime] ?? 'bin');

/** The public address of an image, for anybody who has it. */
export const imageUrlOf = ({ config }: Pick<Services, 'config'>, image: Pick<ImageRow, 'id' | 'mime'>): string => config.appUrl + imagePathOf(image);

/** The id in the address of an image; empty for another address. */
export const imageIdIn = (url: string): string => /\/images\/(img_[0-9a-z]{26})\.[a-z]+$/.exec(url)?.[1] ?? '';

/** True for the address of an image of this installation. */
export const isProjectImage = ({ config }: Pick<Services, 'config'>, url: string): boolean => url.startsWith(`${config.appUrl}/images/img_`);

/**
 * The image of a request, made at most once: the same request of any project has the same bytes, and of one project the same id. Do not
 * call it in the API process: it draws. Throws the errors of the engine.
 */
export async function makeProjectImage(
  services: Pick<Services, 'db' | 'store' | 'images' | 'ffmpeg'>, projectId: string, request: ImageRequest, signal?: AbortSignal,
): Promise<ImageRow> {
  const { db, store } = services;
  const engine = await services.images();
  const objectKey = await objectKeyOf(engine, request);
  const known = await findProjectImage(db, projectId, objectKey);
  if (known && await store.stat(objectKey)) return known;
  const { purpose } = request;
  const same = known ?? await findSameImage(db, objectKey);
  if (same && await store.stat(objectKey)) {
    const { id: _id, createdAt: _createdAt, ...image } = same;
    return ensureImage(db, { ...image, projectId });
  }
  const { bytes, ...image } = await engine.make(request, signal);
  await store.put(objectKey, bytes);
  return ensureImage(db, {
    ...image, projectId, purpose, byteSize: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex'), objectKey,
    fingerprint: purpose === 'face' && !engine.embedded ? await fingerprintOf(await services.ffmpeg(), bytes) : null,
  });
}

const NAME = /^(img_[0-9a-z]{26})\.(jpg|png|webp)$/;

/** The file of an image's public name; null for an unknown one, and while its project is deleted. */
export async function findImageFile({ db, store }: Pick<Services, 'db' | 'store'>, name: string): Promise<MediaFile | null> {
  const [, id, extension] = NAME.exec(name) ?? [];
  const row = id ? await findShownImage(db, id) : null;
  if (!row || EXTENSIONS[row.mime] !== extension) return null;
  return {
    byteSize: row.byteSize, etag: `"${row.sha256}"`, contentType: row.mime, lastModified: row.createdAt,
    open: (range) => store.stream(row.objectKey, range),
  };
}
