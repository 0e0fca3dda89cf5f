import { ApiError } from '../../kernel/errors/api-error.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../kernel/services.js';
import type { WorkFailure } from '../../kernel/works/model.js';
import { askedRegeneration, failBoarded, isNoted, orderFilm, orderTakes, verdictAt, type Ordered } from '../storyboards/orders.js';
import type { TakeBrief } from '../storyboards/takes/take.js';
import { trailerFilmKind } from './film/trailer-film-kind.js';
import { pricesAt, takeRequestIdOf } from './ordered-work.js';
import { trailerTakes } from './takes/take-kind.js';
import { boardOf, trailerSubject } from './trailer-model.js';
import type { TrailerPart } from './trailer-run.js';
import { findTrailer, updateTrailer } from './trailer-store.js';
import { TRAILER_TYPE } from './trailer-type.js';

async function openBoard({ db }: Services, trailerId: string) {
  const trailer = await findTrailer(db, trailerId);
  const stored = trailer && await findStoryboard(db, trailerSubject(trailer));
  if (!trailer || !stored) throw new ApiError('story_job_not_found', 'the trailer is gone');
  return { trailer, board: boardOf(stored), revision: stored.revision };
}

/** Orders the given part of a trailer. Raises `insufficient_credits`, and the failure of a part that failed. */
export async function orderPart(services: Services, trailerId: string, part: TrailerPart): Promise<Ordered> {
  const { trailer, board, revision } = await openBoard(services, trailerId);
  if (part === 'draft') return orderFilm(services, TRAILER_TYPE, trailerFilmKind, trailer, { place: 'draft', resolution: '480p', revision, credits: 0 });
  const verdict = await verdictAt(services, TRAILER_TYPE, trailer, part === 'takes' ? 'plan' : 'draft');
  if (part === 'finish') {
    const [resolution, credits] = [trailer.resolution ?? '720p', pricesAt.draft(verdict)];
    // The credits are on hold for the film of the revision that was approved.
    return orderFilm(services, TRAILER_TYPE, trailerFilmKind, trailer, { place: 'film', resolution, revision: verdict.revision ?? revision, credits });
  }
  const brief: TakeBrief = { purpose: 'draft', itemIds: board.items.map((beat) => beat.id), instruction: null };
  return orderTakes(services, TRAILER_TYPE, trailerTakes, trailer, { id: takeRequestIdOf(verdict.id), brief, credits: pricesAt.plan(verdict) });
}

/** Orders another clip or frame of a beat, as an edit asks for it. */
export async function orderRegeneration(services: Services, trailerId: string, editId: string): Promise<Ordered> {
  const { trailer, board } = await openBoard(services, trailerId);
  const asked = await askedRegeneration(services, board.items, editId);
  if (!asked?.itemId) return { waitsFor: null };
  const { edit: { part, instruction, credits = 0 }, itemId } = asked;
  const brief: TakeBrief = { purpose: part === 'frame' ? 'frame' : 'clip', itemIds: [itemId], instruction };
  return orderTakes(services, TRAILER_TYPE, trailerTakes, trailer, { id: takeRequestIdOf(editId), brief, credits });
}

/** Records that a part could not be made: the trailer returns to the previous gate. */
export const failTrailer = (services: Services, trailerId: string, failure: WorkFailure): Promise<void> =>
  failBoarded(services, TRAILER_TYPE, trailerId, failure, async (tx, trailer, failure, renew) => {
    const { status, draft } = trailer;
    const before = status === 'rendering' ? 'draft' as const : status === 'finishing' ? 'review' as const : null;
    if (before === null && isNoted(trailer, failure)) return;
    const revision = before && await renew();
    // The failure changed nothing that was reviewed, so the finish can be requested again without another review.
    const reviewed = before === 'review' && revision !== null ? { approvedRevision: revision, draft: draft && { ...draft, revision } } : {};
    await updateTrailer(tx, trailerId, { ...(before ? { status: before } : {}), ...reviewed, failureCode: failure.code, failureMessage: failure.message });
  });
