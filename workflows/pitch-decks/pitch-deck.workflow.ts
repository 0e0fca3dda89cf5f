import { continueAsNew } from '@temporalio/workflow';
import type { DeckStatus } from '../../src/domain/pitch-decks/deck-model.js';
import type { DeckInput, DeckPart } from '../../src/domain/pitch-decks/deck-run.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { runBoarded } from '../shared/boarded-run.js';

/**
 * A pitch deck, from its plan to its published film. A person approves the plan, and every chapter is drawn; a person approves the storyboard, and the film
 * is rendered for review; then the film is approved, finished and published. An edit once there is a film for review returns the deck to its storyboard.
 */
export async function pitchDeckWorkflow(input: DeckInput): Promise<{ status: string }> {
  const { deckId } = input;
  const { carryOutDeckDecisions, failDeckPart } = localActivities();
  const { orderDeckPart, orderDeckRegeneration } = activitiesOf('ordering');
  await runBoarded<DeckStatus, DeckPart>(input, {
    subject: { type: 'pitch_deck', id: deckId }, noun: 'chapter',
    waits: {
      plan: { words: 'Waiting for a person to approve the plan: POST /pitch-decks/{jobId}/plan/approve, or the signal `decide`.' },
      storyboard: { words: 'Waiting for a person to approve the storyboard: POST /pitch-decks/{jobId}/storyboard/approve.' },
      draft: { words: 'Waiting for a person to approve the film for review: POST /pitch-decks/{jobId}/draft/approve.' },
      review: { words: 'Waiting for a person to have it finished: POST /pitch-decks/{jobId}/finish.' },
      finished: { words: 'The pitch deck is finished. An edit returns it to its storyboard.', isDone: true },
      published: { words: 'The pitch deck is published. An edit returns it to its storyboard.', isDone: true },
    },
    parts: {
      drawing: { words: 'Drawing the frames of the chapters.', parts: ['frames'] },
      drafting: { words: 'Rendering the chapters, then the film for review.', parts: ['takes', 'draft'] },
      finishing: { words: 'Rendering the finished film.', parts: ['finish'] },
    },
    reviewed: [], review: 'draft',
    carryOut: (decisions) => carryOutDeckDecisions({ deckId, decisions }),
    order: (part) => orderDeckPart({ deckId, part }),
    regenerate: (editId) => orderDeckRegeneration({ deckId, editId }),
    fail: (failure) => failDeckPart({ deckId, failure }),
    continueAs: (seen) => continueAsNew<typeof pitchDeckWorkflow>({ ...input, seen }),
  });
  return { status: 'over' };
}
