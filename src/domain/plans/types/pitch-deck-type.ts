import { PRICES } from '../../../kernel/credits/prices.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { DECK_SECONDS } from '../../../craft/deck/writer/write-deck.js';
import type { PitchDeckArtifactRequest } from '../plan-request.js';
import type { PlanType } from './plan-type.js';

/** Pitch decks: written from the plan and a performed read of its project. A person approves each stage of the deck itself. */
export const pitchDeckType: PlanType<PitchDeckArtifactRequest> = {
  type: 'pitch_deck', modes: [], ownFields: ['includePdf'], isReviewed: false, needsRead: true,
  accept({ durationSeconds, includePdf = false }, at) {
    if (durationSeconds !== undefined && (durationSeconds < DECK_SECONDS.least || durationSeconds > DECK_SECONDS.most)) {
      const field = `${at}.durationSeconds`;
      throw new ApiError('validation_failed', `${field} must be ${DECK_SECONDS.least} to ${DECK_SECONDS.most} for a pitch deck`, { field });
    }
    return { type: 'pitch_deck', includePdf, ...(durationSeconds === undefined ? {} : { durationSeconds }) };
  },
  quote: () => ({ label: 'Pitch deck, written', credits: PRICES.PITCH_DECK, priceKey: 'PITCH_DECK' }),
  view({ durationSeconds, includePdf }) {
    const outputs = ['share page', 'MP4', 'PDF and PPTX'];
    return { type: 'pitch_deck', mode: null, renderPlan: { durationSeconds: durationSeconds ?? null, includePdf, priceKey: 'PITCH_DECK', outputs } };
  },
  warnings: () => [],
};
