import type { Grade } from '../../../craft/images/grade.js';
import { describeLook } from '../../../craft/images/person/look.js';
import type { ImageRequest } from '../../../craft/images/port.js';
import type { Services } from '../../../kernel/services.js';
import { personNamed, projectLooks, type ProjectPerson } from '../looks/project-looks.js';
import { imageUrlOf, makeProjectImage } from './project-images.js';

/** The pictures of a character: the face, the whole figure, and a sheet with expressions and colours. */
export const CHARACTER_IMAGE_KINDS = ['face', 'body', 'sheet'] as const;
export type CharacterImageKind = (typeof CHARACTER_IMAGE_KINDS)[number];

const SHAPES: Record<CharacterImageKind, Pick<ImageRequest, 'aspect' | 'widthPx'>> = {
  face: { aspect: '1:1', widthPx: 1_024 }, body: { aspect: '2:3', widthPx: 1_024 }, sheet: { aspect: '8:5', widthPx: 1_600 },
};

const WORDS: Record<CharacterImageKind, string> = {
  face: 'Portrait, head and shoulders, looking at the viewer', body: 'Full figure, standing, from head to foot',
  sheet: 'Model sheet of one person: full figure, six expressions, the colours of skin, hair and clothes',
};

const MAX_PROMPT_CHARS = 1_500;

/** A picture of a person in words: what it shows, how the person looks, and what the canon says. */
export function characterPrompt(kind: CharacterImageKind, { look, statement }: Pick<ProjectPerson, 'look' | 'statement'>, style: string): string {
  return [`${WORDS[kind]}: ${describeLook(look)}.`, ...statement.words, style && `Style: ${style}`].filter(Boolean).join(' ').slice(0, MAX_PROMPT_CHARS);
}

/** The request for a character's picture in its usual shape. */
export function characterRequest(
  kind: CharacterImageKind, person: Pick<ProjectPerson, 'look' | 'statement'>, { seed, style, grades }: { seed: string; style: string; grades: readonly Grade[] },
): ImageRequest {
  return { purpose: kind, prompt: characterPrompt(kind, person, style), looks: [person.look], ...(grades.length > 0 ? { grades } : {}), seed, ...SHAPES[kind], format: 'webp' };
}

export interface WantedCharacterImage { accountId: string; projectId: string; character: string; kind: CharacterImageKind }

/**
 * Makes the picture of a character, or finds the one that was made. It shows the look that the project's reads show; a person without one
 * gets one, which is stored. The same look gives the same image. Free; do not call it in the API process, because it draws. Throws the
 * errors of the image engine.
 */
export async function makeCharacterImage(
  services: Pick<Services, 'db' | 'store' | 'images' | 'ffmpeg' | 'config'>, { projectId, character, kind }: WantedCharacterImage, signal?: AbortSignal,
): Promise<{ imageId: string; imageUrl: string }> {
  const looks = await projectLooks(services, projectId, character);
  const { seed, canon, visual: { grades } } = looks;
  const request = characterRequest(kind, personNamed(looks, character), { seed, style: canon.bible.visualStyle ?? '', grades });
  const image = await makeProjectImage(services, projectId, request, signal);
  return { imageId: image.id, imageUrl: imageUrlOf(services, image) };
}
