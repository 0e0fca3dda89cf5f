import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { listVersions, lockDeck, updateDeck } from '../deck-store.js';
import { requireStatus } from '../life/refusals.js';

const DAY_MS = 86_400_000;

/** The expiry of a link that is opened now, in whole seconds, because tokens have no smaller unit. */
const endOfLink = (days: number): Date => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * DAY_MS);

/**
 * Opens the share page of a finished deck, with the version of the finished film. The link of a deck that was published before and finished anew stays the
 * same. Raises `story_job_state_invalid` before the deck is finished.
 */
export async function publishDeck({ db, config }: Services, deckId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const deck = await lockDeck(tx, deckId);
    if (!deck) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
    requireStatus(deck, ['finished', 'published'], 'be published; finish it first');
    const shown = (await listVersions(tx, deckId)).find(({ film }) => film.sha256 === deck.film?.sha256);
    if (!shown) throw new Error(`the finished film of ${deckId} is no version`);
    const { publishedVersion, shareExpiresAt } = deck;
    const isOpen = publishedVersion !== null && shareExpiresAt !== null && shareExpiresAt.getTime() > Date.now();
    await updateDeck(tx, deckId, { status: 'published', publishedVersion: shown.number, ...(isOpen ? {} : { shareExpiresAt: endOfLink(config.shareTtlDays) }) });
  });
}

/**
 * Closes the share page of a deck: its link no longer shows anything, and the next link is a different one. Does nothing when the page is closed already.
 * Raises `story_job_state_invalid` for a deck that was never published.
 */
export async function unpublishDeck({ db }: Services, deckId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const deck = await lockDeck(tx, deckId);
    if (!deck) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
    if (deck.publishedVersion === null && deck.shareSerial > 0) return;
    if (deck.publishedVersion === null) requireStatus(deck, ['published'], 'be withdrawn; it has no share page');
    await updateDeck(tx, deckId, {
      ...(deck.status === 'published' ? { status: 'finished' } : {}), publishedVersion: null, shareExpiresAt: null, shareSerial: deck.shareSerial + 1,
    });
  });
}
