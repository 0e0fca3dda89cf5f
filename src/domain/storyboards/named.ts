import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { findShownImage } from '../canon/images/image-store.js';
import { imagePathOf } from '../canon/images/project-images.js';
import { resolveVoice } from '../library/voice-choice.js';
import type { ChosenNarrator, ItemImage } from './boarded-film.js';

/** An image of a project by its id. Raises `validation_failed` for one that the project does not have. */
export async function imageNamed({ db }: Pick<Services, 'db'>, projectId: string, imageId: string): Promise<ItemImage> {
  const image = await findShownImage(db, imageId);
  if (image?.projectId !== projectId) throw new ApiError('validation_failed', 'the project has no such image', { field: 'imageId' });
  return { imageId, path: imagePathOf(image) };
}

/** The narrator voice of the catalogue; null when none is chosen. Raises `validation_failed` for an unknown voice, and `voice_retired`. */
export async function narratorNamed(services: Services, { voiceId, provider }: { voiceId?: string | null; provider?: string }): Promise<ChosenNarrator | null> {
  if (voiceId === null || voiceId === undefined) return null;
  const found = resolveVoice((await services.speech()).voices(), { voiceId, ...(provider ? { provider } : {}) }, 'voiceId');
  return { voiceId: found.voiceId, provider: found.provider };
}
