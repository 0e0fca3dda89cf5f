import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { cancelRunsOfEndedWork } from '../../../kernel/works/request.js';
import { deleteBoardedDecisions, deleteBoardedFamilies, lockBoardedReports, type DeletedRows } from '../../artifacts/deletion/boarded-rows-store.js';
import { deleteObjects } from '../../scripts/script-objects.js';
import { cancelDeckWork } from './cancel-render.js';
import { PITCH_DECK, stageOf, type DeckRow } from '../deck-model.js';
import { deckRunId } from '../deck-run.js';
import { deleteDeckRow } from '../deck-store.js';
import { listOpenDeckWork, lockOpenDeckWork, takeDeckObjects } from './deck-works-store.js';

const MOST_ATTEMPTS = 5;

/** Deletes the rows of a deck; null when work on the deck was ordered meanwhile and is open. */
async function deleteRows({ db }: Services, deck: DeckRow): Promise<DeletedRows | null> {
  const { id } = deck;
  return db.transaction(async (tx) => {
    if ((await lockOpenDeckWork(tx, id)).length > 0) return null;
    await lockBoardedReports(tx, PITCH_DECK, [id]);
    if (!await deleteDeckRow(tx, deck)) return { objectKeys: [], runIds: [] };
    const objectKeys = await takeDeckObjects(tx, deck);
    const families = await deleteBoardedFamilies(tx, PITCH_DECK, [id]);
    await deleteBoardedDecisions(tx, PITCH_DECK, [id]);
    return { objectKeys: [...objectKeys, ...families.objectKeys], runIds: families.runIds };
  });
}

/**
 * Deletes a deck for good: its run ends, its open work is cancelled, held credits are released, and its link no longer shows anything. Raises
 * `story_job_state_invalid` when its work cannot be stopped in time.
 */
export async function deleteDeck(services: Services, deck: DeckRow): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await cancelDeckWork(services, await listOpenDeckWork(services.db, deck.id));
    const gone = await deleteRows(services, deck);
    if (!gone) continue;
    await cancelRunsOfEndedWork(services, [deckRunId(deck.id), ...gone.runIds]);
    await deleteObjects(services.store, gone.objectKeys);
    return;
  }
  throw new ApiError('story_job_state_invalid', 'what is rendered of the deck could not be stopped in time; delete it again', { status: stageOf(deck.status), reason: 'work_open' });
}
