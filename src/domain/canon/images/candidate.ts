import type { Look } from '../../../craft/images/person/look.js';
import type { Place } from '../../../craft/images/place.js';

/** One image of a render, to choose or to keep. */
export interface Candidate {
  candidateId: string;
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

/** Id of a candidate of a render, by its number from 0. */
export const candidateIdOf = (renderId: string, number: number): string => `${renderId}.${number + 1}`;
