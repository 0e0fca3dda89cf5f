import type { ImageRequest } from '../../../craft/images/port.js';
import type { Services } from '../../../kernel/services.js';
import { makeProjectImage } from '../../canon/images/project-images.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import type { ShownImage } from './chosen-pictures.js';
import type { DrawnRead } from './drawn-read.js';
import type { PictureRequest } from './picture-brief.js';

/** Everything that making a picture needs, with the signal that cancels it. */
export interface Making { services: Services; request: PictureRequest; drawn: DrawnRead; signal: AbortSignal }

/** Makes an image of the project. Throws the errors of the image engine. */
export async function imageOf({ services, request: { projectId }, signal }: Making, wanted: ImageRequest, description: string): Promise<ShownImage> {
  const image = await makeProjectImage(services, projectId, wanted, signal);
  return { imageId: image.id, mime: image.mime, description, provider: image.provider };
}

/** The words of the Series Bible about style; empty for none. */
export const styleOf = async ({ services: { db }, request: { projectId } }: Making): Promise<string> => (await findSeriesBible(db, projectId))?.content.visualStyle ?? '';

/** Another request for the same picture has another seed. */
export const seedFor = ({ request: { brief, round }, drawn: { decided } }: Making): string => `${decided.seed}:${brief.key}:${round}`;
