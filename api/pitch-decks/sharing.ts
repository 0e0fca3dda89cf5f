import { publishDeck, unpublishDeck } from '../../src/domain/pitch-decks/sharing/publish-deck.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { familyOperation, WRITE_ACCESS } from '../families/subject.js';
import { deckAnswer, deckPath } from './deck-path.js';
import { reloaded } from './lifecycle.js';
import { PitchDeckEnvelope } from './schemas.js';

/** Opening and closing the share pages of pitch decks. */
export const deckSharingOperations: Operation[] = [
  familyOperation(deckPath, {
    id: 'publishPitchDeck', method: 'POST', path: '/publish', ...WRITE_ACCESS, summary: 'Publish a pitch deck',
    description: 'Opens its share page, which takes no account and shows the finished film by its chapters, until the link ends or is closed. The page keeps showing this version while the '
      + 'deck is edited; a deck that is finished anew is published anew, under the same link.',
    response: { 200: PitchDeckEnvelope }, errors: ['story_job_state_invalid'],
    async handle({ row }, services) {
      await publishDeck(services, row.id);
      return deckAnswer(services, await reloaded(services, row));
    },
  }),
  familyOperation(deckPath, {
    id: 'unpublishPitchDeck', method: 'POST', path: '/unpublish', ...WRITE_ACCESS, summary: 'Close the share page of a pitch deck',
    description: 'Its link shows nothing any more, for good: when the deck is published again, it has another one.',
    response: { 200: PitchDeckEnvelope }, errors: ['story_job_state_invalid'],
    async handle({ row }, services) {
      await unpublishDeck(services, row.id);
      return deckAnswer(services, await reloaded(services, row));
    },
  }),
];
