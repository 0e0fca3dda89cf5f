import { ApiError } from '../../kernel/errors/api-error.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import { requestCandidates } from '../../kernel/families/candidates/candidates.js';
import type { Services } from '../../kernel/services.js';
import { workIdOf } from '../../kernel/works/ids.js';
import type { WorkFailure } from '../../kernel/works/model.js';
import { askedRegeneration, failBoarded, isNoted, ordered, orderFilm, orderTakes, verdictAt, type Ordered } from '../storyboards/orders.js';
import type { TakeBrief } from '../storyboards/takes/take.js';
import { ADDITION_KIND, type AdditionBrief } from './additions/addition.js';
import { deckAdditions } from './additions/addition-kind.js';
import { boardOf, deckSubject, type DeckRow } from './deck-model.js';
import type { DeckPart } from './deck-run.js';
import { findDeck, updateDeck } from './deck-store.js';
import { DECK_TYPE } from './deck-type.js';
import { chaptersToRender } from './deck-view.js';
import { deckFilmKind } from './film/deck-film-kind.js';
import { listChapterTakes } from './takes/chapter-takes.js';
import { additionIdOf, isAddition, pricesAt, takeRequestIdOf } from './ordered-work.js';
import { chapterTakes } from './takes/take-kind.js';

async function openBoard({ db }: Services, deckId: string) {
  const deck = await findDeck(db, deckId);
  const stored = deck && await findStoryboard(db, deckSubject(deck));
  if (!deck || !stored) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
  return { deck, board: boardOf(stored), revision: stored.revision };
}

/** Orders takes for chapters that have none or that changed since their take. They belong to the draft, which was paid with the plan. */
async function orderMissingTakes(services: Services, deckId: string): Promise<Ordered> {
  const { deck, board } = await openBoard(services, deckId);
  const { id } = await verdictAt(services, DECK_TYPE, deck, 'storyboard');
  const requests = await listChapterTakes(services.db, deck);
  const takeId = takeRequestIdOf(id);
  // A repeat waits for what this decision ordered before, even if the chapters have changed since.
  const known = requests.find((request) => request.id === takeId);
  const itemIds = known ? known.brief.itemIds : chaptersToRender(deck, board, requests).map((at) => board.items[at]!.id);
  if (itemIds.length === 0) return { waitsFor: null };
  return orderTakes(services, DECK_TYPE, chapterTakes, deck, { id: takeId, brief: { purpose: 'draft', itemIds, instruction: null }, credits: 0 });
}

/** Orders a part of a deck, as its status requires. Raises the failure of an earlier order of this part, and `insufficient_credits`. */
export async function orderPart(services: Services, deckId: string, part: DeckPart): Promise<Ordered> {
  if (part === 'takes') return orderMissingTakes(services, deckId);
  const { deck, board, revision } = await openBoard(services, deckId);
  if (part === 'draft') {
    const film = await orderFilm(services, DECK_TYPE, deckFilmKind, deck, { place: 'draft', resolution: '480p', revision, credits: 0 });
    // The film of this storyboard may have been made before the storyboard was approved.
    if (film.waitsFor === null && deck.status === 'drafting') await updateDeck(services.db, deckId, { status: 'draft' });
    return film;
  }
  const verdict = await verdictAt(services, DECK_TYPE, deck, part === 'frames' ? 'plan' : 'finish');
  if (part === 'finish') {
    const { resolution } = board.fields.resolution;
    // The credits are on hold for the film of the revision that was approved.
    return orderFilm(services, DECK_TYPE, deckFilmKind, deck, { place: 'film', resolution, revision: verdict.revision ?? revision, credits: pricesAt.finish(verdict) });
  }
  const brief: TakeBrief = { purpose: 'frames', itemIds: board.items.map((chapter) => chapter.id), instruction: null };
  const drawn = await orderTakes(services, DECK_TYPE, chapterTakes, deck, { id: takeRequestIdOf(verdict.id), brief, credits: pricesAt.plan(verdict) });
  if (drawn.waitsFor === null && deck.status === 'drawing') await updateDeck(services.db, deckId, { status: 'storyboard' });
  return drawn;
}

/** The part of an edit that has several chapters made again. */
export const FIXES = 'fixes';

/** Orders music written to the pictures of a deck, or motion shots that lead to its title. Each call makes a different piece. */
async function orderAddition(services: Services, deck: DeckRow, part: AdditionBrief['part'], editId: string, credits: number): Promise<Ordered> {
  const id = additionIdOf(editId);
  return ordered(services, workIdOf(ADDITION_KIND, id), async () => {
    await requestCandidates(services, deckAdditions, {
      id, accountId: deck.accountId, subject: deckSubject(deck), brief: { part, seed: id }, wanted: 1, requestId: deck.requestId, credits,
      label: `${part === 'score' ? 'Music' : 'The title'} of a pitch deck: ${deck.title}`,
    });
  });
}

/** Orders what an edit asks to make again: the clip or frame of a chapter, several clips, music, the title, or the film for review. */
export async function orderRegeneration(services: Services, deckId: string, editId: string): Promise<Ordered> {
  const { deck, board } = await openBoard(services, deckId);
  const asked = await askedRegeneration(services, board.items, editId);
  if (!asked) return { waitsFor: null };
  const { edit: { part, instruction, credits = 0 }, itemId, revision } = asked;
  // Shows the revision of the call; later edits need a call of their own.
  if (part === 'film') return orderFilm(services, DECK_TYPE, deckFilmKind, deck, { place: 'draft', resolution: '480p', revision, credits: 0 });
  if (isAddition(part)) return orderAddition(services, deck, part, editId, credits);
  // `instruction` has the ids of the chapters whose price was confirmed; chapters that were removed since are left out.
  const itemIds = part === FIXES ? (instruction ?? '').split(' ').filter((id) => board.items.some((chapter) => chapter.id === id)) : itemId === null ? [] : [itemId];
  if (itemIds.length === 0) return { waitsFor: null };
  const brief: TakeBrief = { purpose: part === 'frame' || part === 'repair' ? part : 'clip', itemIds, instruction: part === FIXES ? null : instruction };
  return orderTakes(services, DECK_TYPE, chapterTakes, deck, { id: takeRequestIdOf(editId), brief, credits });
}

/** Notes that a part could not be made: the deck returns to the gate before it. */
export const failDeck = (services: Services, deckId: string, failure: WorkFailure): Promise<void> =>
  failBoarded(services, DECK_TYPE, deckId, failure, async (tx, deck, failure, renew) => {
    const { status, draft } = deck;
    const before = status === 'drawing' ? 'plan' as const : status === 'drafting' ? 'storyboard' as const : status === 'finishing' ? 'review' as const : null;
    if (before === null && isNoted(deck, failure)) return;
    // An edit of a deck under review would return it to its storyboard, so the storyboard is renewed while the deck still counts as rendering.
    const revision = before && await renew();
    const reviewed = before === 'review' && revision !== null ? { approvedRevision: revision, draft: draft && { ...draft, revision } } : {};
    await updateDeck(tx, deckId, { ...(before ? { status: before } : {}), ...reviewed, failureCode: failure.code, failureMessage: failure.message });
  });
