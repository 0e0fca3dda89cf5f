import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { requestCancel, waitUntil } from '../../../kernel/works/request.js';
import type { WorkRow } from '../../../kernel/works/work-store.js';
import { stageOf, type DeckRow } from '../deck-model.js';
import { findDeck } from '../deck-store.js';
import { listOpenDeckWork } from './deck-works-store.js';

/** How long a request waits for the next order of the deck's run, and for the deck's return to its gate. */
const ORDER_WAIT_MS = 3_000;
const GATE_WAIT_MS = 4_000;

/** Cancels open work of a deck: encoders are stopped, and held credits are released. Safe to repeat. */
export async function cancelDeckWork(services: Services, works: readonly WorkRow[]): Promise<void> {
  for (const work of works) await requestCancel(services, work);
}

const isRendering = (deck: DeckRow | null): boolean => deck !== null && stageOf(deck.status) === 'rendering';

/**
 * Cancels the rendering of a deck; its run then returns the deck to the gate before. Returns the deck: still rendering when no worker answered in time, and
 * unchanged when nothing was being rendered.
 */
export async function cancelRender(services: Services, { id }: Pick<DeckRow, 'id'>): Promise<DeckRow> {
  const { db } = services;
  // Between two parts of a draft nothing is open for a moment.
  const works = await waitUntil(() => listOpenDeckWork(db, id), (found) => found.length > 0, isRendering(await findDeck(db, id)) ? ORDER_WAIT_MS : 0);
  const deck = await findDeck(db, id);
  if (!deck) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
  if (works.length === 0 && !isRendering(deck)) return deck;
  await cancelDeckWork(services, works);
  return await waitUntil(() => findDeck(db, id), (found) => !isRendering(found), GATE_WAIT_MS) ?? deck;
}
