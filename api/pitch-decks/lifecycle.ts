import Type from 'typebox';
import { cancelRender } from '../../src/domain/pitch-decks/life/cancel-render.js';
import { withRevision, type GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { updateDeck } from '../../src/domain/pitch-decks/deck-store.js';
import { deleteDeck } from '../../src/domain/pitch-decks/life/delete-deck.js';
import { closed, Id, model } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { familyOperation, WRITE_ACCESS } from '../families/subject.js';
import { deckAnswer, deckPath } from './deck-path.js';
import { PitchDeckEnvelope } from './schemas.js';

const PitchDeckRename = model('PitchDeckRename', 'The new title of a pitch deck.', closed({ title: Type.String({ minLength: 1, maxLength: 120 }) }), { title: 'The Light at Corran Head' });
const PitchDeckDeleted = model('PitchDeckDeleted', 'Which pitch deck was deleted.', closed({ deleted: Type.Literal(true), pitchDeckId: Id }));

/** The deck as it is now. Raises `story_job_not_found`. */
export async function reloaded(services: Services, { id, accountId }: GatedDeck): Promise<GatedDeck> {
  return deckPath.load(services, { accountId }, { jobId: id });
}

/** Operations on the life of a pitch deck as a whole. */
export const deckLifeOperations: Operation[] = [
  familyOperation(deckPath, {
    id: 'renamePitchDeck', method: 'PATCH', path: '', ...WRITE_ACCESS, idempotency: 'accepted', summary: 'Rename a pitch deck',
    effects: { title: 'title of the deck' },
    description: 'The title that lists, files and its share page show from now on. The title card of a film that is rendered already stays as it is.',
    request: { body: PitchDeckRename }, response: { 200: PitchDeckEnvelope },
    async handle({ row, body }, services) {
      const title = (body['title'] as string).trim();
      if (!title) throw new ApiError('validation_failed', 'title must not be blank', { field: 'title' });
      await updateDeck(services.db, row.id, { title });
      return deckAnswer(services, await reloaded(services, row));
    },
  }),
  familyOperation(deckPath, {
    id: 'deletePitchDeck', method: 'DELETE', path: '', ...WRITE_ACCESS, idempotency: 'accepted', summary: 'Delete a pitch deck, for good',
    description: 'Its storyboard, takes, versions, films and documents go with it, and its share page shows nothing any more. What is being rendered is cancelled, and what that holds '
      + 'is released. The read and the plan stay.',
    response: { 200: PitchDeckDeleted }, errors: ['story_job_state_invalid'],
    gone: { code: 'story_job_not_found', answer: ({ jobId }) => ({ deleted: true, pitchDeckId: jobId! }) },
    async handle({ row }, services) {
      await deleteDeck(services, row);
      return { deleted: true, pitchDeckId: row.id };
    },
  }),
  familyOperation(deckPath, {
    id: 'cancelPitchDeckRender', method: 'POST', path: '/cancel-render', scopes: ['artifact:publish'], idempotency: 'accepted', summary: 'Cancel what is rendered of a pitch deck',
    description: 'Stops the frames, takes, films and documents that are being made, and releases the credits that they hold. The deck returns to the gate before, where it can be approved again. Where nothing is made, nothing changes.',
    response: { 200: PitchDeckEnvelope },
    handle: async ({ row }, services) => deckAnswer(services, await withRevision(services, await cancelRender(services, row))),
  }),
];
