import type { PlanTarget } from './model.js';

/** Whom a read is for and what it is to do, when the person says nothing of it; a plan needs words for each. */
export const OWN_TARGET = { audience: 'people who like to listen', objective: 'to hear the text performed', outcome: 'they hear it to the end' } as const;

/** Whether a person said nothing of whom the read is for and what it is to do. */
export const isOwnTarget = ({ audience, objective, outcome }: PlanTarget): boolean =>
  audience === OWN_TARGET.audience && objective === OWN_TARGET.objective && outcome === OWN_TARGET.outcome;
