import { ApiError } from '../../../kernel/errors/api-error.js';
import { findStoryboard, openStoryboard } from '../../../kernel/families/storyboards/storyboard-store.js';
import type { BoardContent } from '../../../kernel/families/storyboards/storyboard.js';
import type { Services } from '../../../kernel/services.js';
import { startFreeWork } from '../../../kernel/works/request.js';
import { insertDeck } from '../../artifacts/decks/deck-rows-store.js';
import { boardOf, deckSubject, type DeckBoard, type DeckRow } from '../deck-model.js';
import { deckRunSpec } from '../deck-run.js';
import { findDeck, findVersion } from '../deck-store.js';

/** A request to copy the current deck, or one of its versions. */
export interface WantedCopy { id: string; version: number | null; title: string | null; createdBy: string; requestId: string }

/** The storyboard for a copy. It has no takes, because those of the original may be deleted with the original. */
function copiedBoard(content: BoardContent, id: string): DeckBoard {
  const { items, fields } = boardOf(content);
  const ids = new Map(items.map((chapter, at) => [chapter.id, `${id}-${at}`]));
  return {
    items: items.map((chapter) => ({ ...chapter, id: ids.get(chapter.id)!, takeId: null, isKept: false, trim: null })),
    fields: { ...fields, bells: fields.bells.flatMap((bell) => (ids.has(bell.chapterId) ? [{ ...bell, chapterId: ids.get(bell.chapterId)! }] : [])) },
  };
}

/**
 * Copies a deck, once for each id, and starts the run of the copy, which begins at its plan. Raises `story_job_not_found` for a version that does not exist,
 * and when the deck is gone.
 */
export async function duplicateDeck(services: Services, deck: DeckRow, { id, version, title, createdBy, requestId }: WantedCopy): Promise<DeckRow> {
  const { db } = services;
  const kept = version === null ? null : await findVersion(db, deck.id, version);
  const content = version === null ? await findStoryboard(db, deckSubject(deck)) : kept?.board;
  if (!content) throw new ApiError('story_job_not_found', version === null ? 'the pitch deck is gone' : 'the pitch deck has no such version');
  const { items, fields } = copiedBoard(content, id);
  await db.transaction(async (tx) => {
    const { accountId, projectId, artifactId, readRevision, planId } = deck;
    await insertDeck(tx, {
      id, accountId, projectId, deckArtifactId: null, artifactId, readRevision, planId,
      title: title ?? `${kept?.title ?? deck.title} (copy)`.slice(0, 120), createdBy, requestId,
    });
    await openStoryboard(tx, deckSubject({ id, projectId }), items, fields);
  });
  const copy = (await findDeck(db, id))!;
  await startFreeWork(services, deckRunSpec(copy));
  return copy;
}
