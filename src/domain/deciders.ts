import type { Decider } from '../kernel/decisions/mend-decisions.js';
import { planDecider } from './plans/plan-gate.js';
import { deckDeciders } from './pitch-decks/deck-gates.js';
import { trailerDeciders } from './trailers/trailer-gates.js';
import { episodeDecider, mapDecider } from './season-runs/season-decider.js';

/** Every subject type about which people decide. A decision that its run has not received yet is passed on again. */
export const DECIDERS: readonly Decider[] = [planDecider, mapDecider, episodeDecider, ...trailerDeciders, ...deckDeciders];
