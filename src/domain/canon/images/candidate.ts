import type { Look } from '../../../craft/images/person/look.js';
import type { Place } from '../../../craft/images/places/place.js';
import type { ImageAspect, ImageFormat } from '../../../craft/images/port.js';
import type { RequestRow } from '../../../kernel/families/candidates/candidate-store.js';

/** What a request asks for: portraits of a person, or frames. */
export interface ImageBrief {
  /** The person of the portraits; null for a mood board. */
  character: string | null;
  /** The direction of the portraits or the brief of the frames. */
  words: string | null;
  aspect: ImageAspect;
  format: ImageFormat;
}

/** One image of a request, to choose or to keep. */
export interface ImageFacts {
  imageId: string;
  mime: string;
  prompt: string;
  seed: string;
  provider: string;
  /** What the image shows, in words. */
  description: string;
  /** The person of a portrait. */
  look?: Look;
  /** The place of a frame. */
  place?: Place;
  /** The colours of a frame. */
  palette?: string[];
}

export type ImageRequest = RequestRow<ImageBrief, ImageFacts>;

/** Id of a candidate of a request, by its number from 0. */
export const candidateIdOf = (requestId: string, ordinal: number): string => `${requestId}.${ordinal + 1}`;
