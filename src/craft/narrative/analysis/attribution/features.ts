import { WEIGHTS } from './weights.js';

/** A kind of evidence for or against a speaker; each has one weight. */
export type Feature = keyof typeof WEIGHTS;
export const FEATURES = Object.keys(WEIGHTS) as Feature[];
/** The place of each feature in lists of weights and of counts. */
export const F = Object.fromEntries(FEATURES.map((feature, place) => [feature, place])) as Readonly<Record<Feature, number>>;
/** The fitted weights in the order of `FEATURES`. */
export const FITTED: Float64Array = Float64Array.from(Object.values(WEIGHTS));

/** Receives how much of each feature a possible speaker shows. */
export interface Sheet { add(feature: number, amount?: number): void }

/** Sums the weighted features into a score. */
export class Total implements Sheet {
  value = 0;
  constructor(private readonly weights: Float64Array) {}
  add(feature: number, amount = 1): void {
    this.value += this.weights[feature]! * amount;
  }
}

/** Counts the features, multiplied by `share`: the gradient of a score with respect to its weights. */
export class Tally implements Sheet {
  share = 1;
  constructor(readonly counts: Float64Array) {}
  add(feature: number, amount = 1): void {
    this.counts[feature]! += this.share * amount;
  }
}

/** The kinds of tags, by how far they leave the speaker open. */
export const TAG_CLASSES = ['untagged', 'beat', 'pronoun', 'described', 'named'] as const;
export type TagClass = (typeof TAG_CLASSES)[number];
/**
 * Where the last subject of the narration before a turn stands: before the words in the same paragraph, in a paragraph of its own, or after the previous
 * turn.
 */
export const SUBJECT_PLACES = ['lead', 'between', 'previous'] as const;
export type SubjectPlace = (typeof SUBJECT_PLACES)[number];
/** What that subject is to a possible speaker: the same person, another one, or a `he` or `she` of the same or the other gender. */
export const SUBJECT_FITS = ['is', 'is not', 'fits', 'fits not'] as const;
export type SubjectFit = (typeof SUBJECT_FITS)[number];
/** When a possible speaker spoke last: in the turn before, in the one before it, or neither. */
export const TURN_ROLES = ['again', 'back', 'third'] as const;
export type TurnRole = (typeof TURN_ROLES)[number];
/** Words of narration between two turns, in classes: none, up to 11, to 24, to 59, more. */
export const GAP_CLASSES = ['none', 'few', 'some', 'many', 'most'] as const;
export type GapClass = (typeof GAP_CLASSES)[number];

export const gapClass = (gap: number): GapClass => (gap === 0 ? 'none' : gap < 12 ? 'few' : gap < 25 ? 'some' : gap < 60 ? 'many' : 'most');
