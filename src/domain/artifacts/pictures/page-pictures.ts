import type { CastRole } from '../../../craft/screenplay/model.js';

/** A drawn picture: the same-origin path of an SVG file, and a description. */
export interface PagePicture { url: string; alt: string }

export interface ReadCastMember {
  character: string;
  role: CastRole;
  /** Null when no voice is chosen yet. */
  voiceName: string | null;
  /** Transparent bust, 600×760, for the stage; null for voices that are never seen (narrators). */
  bust: PagePicture | null;
  /** Square face on a soft disc, for lists. */
  face: PagePicture | null;
  /** The speaking portrait, with the words that it speaks; absent when there is none. */
  video?: { url: string; words: string };
}
