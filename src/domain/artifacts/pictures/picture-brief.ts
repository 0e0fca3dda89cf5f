import type { RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import type { ChosenFigure, ChosenNoun, ChosenPictures, ChosenPlate, ChosenPortrait, NounKind } from './chosen-pictures.js';

/** What is requested. `key` identifies what the picture shows; only one picture per key is made at a time. */
export type PictureBrief = { key: string } & (
  | { purpose: 'plate'; plateKey: string }
  | { purpose: 'avatar'; person: string; character: string; refinement: string | null; style: string | null }
  | { purpose: 'figure'; person: string; character: string; refinement: string | null }
  | { purpose: 'nouns'; nouns: readonly WantedNoun[]; free: boolean });

/** A noun for which a picture is requested. */
export interface WantedNoun { nounKey: string; label: string; kind: NounKind }

/** The finished picture. It is shown as soon as it is published. */
export type PictureFacts =
  | { purpose: 'plate'; plateKey: string; plate: ChosenPlate }
  | { purpose: 'avatar'; person: string; portrait: ChosenPortrait }
  | { purpose: 'figure'; person: string; figure: ChosenFigure }
  | { purpose: 'noun'; nounKey: string; noun: ChosenNoun };

export type PictureRequest = RequestRow<PictureBrief, PictureFacts>;

/** The chosen pictures after these pictures were added. */
export function withMade(chosen: ChosenPictures, made: readonly PictureFacts[]): ChosenPictures {
  return made.reduce((now, facts): ChosenPictures => {
    switch (facts.purpose) {
      case 'plate': return { ...now, plates: { ...now.plates, [facts.plateKey]: facts.plate } };
      case 'avatar': return { ...now, portraits: { ...now.portraits, [facts.person]: facts.portrait } };
      case 'figure': return { ...now, figures: { ...now.figures, [facts.person]: facts.figure } };
      case 'noun': return { ...now, nouns: { ...now.nouns, [facts.nounKey]: facts.noun } };
    }
  }, chosen);
}
