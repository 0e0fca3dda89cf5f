import { msOfCounts } from '../../craft/trailer/cut.js';
import { PRICES } from '../../kernel/credits/prices.js';
import type { StoryboardState } from '../../kernel/families/storyboards/storyboard-store.js';
import type { TakeRequest } from '../storyboards/takes/take.js';
import { frameUrlOf, seenTake, takesOf, viewFilm, type Addressed } from '../storyboards/views.js';
import { boardOf, countsOf, shownKey, type BeatItem, type TrailerBoard, type TrailerRow } from './trailer-model.js';
import { TRAILER_TYPE } from './trailer-type.js';

/** The credits of a take: for a draft, the price of the request divided among its takes. */
const creditsOf = ({ wanted, brief: { purpose } }: TakeRequest): number =>
  (purpose === 'draft' ? Math.round((PRICES.TRAILER_DRAFT / wanted) * 100) / 100 : purpose === 'frame' ? PRICES.FRAME : PRICES.CLIP);

/** True for a beat whose take no longer shows the current content of the beat. */
export function isStale(trailer: TrailerRow, board: TrailerBoard, beat: BeatItem, requests: readonly TakeRequest[]): boolean {
  const take = seenTake(beat, requests);
  return take !== null && take.key !== shownKey(trailer, board.fields, beat);
}

/** Indexes of the beats that must be rendered again before the trailer can be finished. */
export function staleBeats(trailer: TrailerRow, board: TrailerBoard, requests: readonly TakeRequest[]): number[] {
  return board.items.flatMap((beat, at) => (beat.takeId === null || isStale(trailer, board, beat, requests) ? [at] : []));
}

/** A trailer as the API shows it. `revision` is the revision of its storyboard; null before the trailer is cut. */
export function viewTrailer(services: Addressed, trailer: TrailerRow, revision: number | null) {
  const { id, projectId, artifactId, title, status, seconds, aspect, intent, resolution, approvedRevision, failureCode, failureMessage } = trailer;
  return {
    id, projectId, sourceArtifactId: artifactId, title, status, seconds, aspect, intent, resolution,
    approvals: { plan: status !== 'draft', storyboard: revision !== null && approvedRevision === revision, draft: status === 'finishing' || status === 'complete' },
    draft: viewFilm(services, TRAILER_TYPE, trailer, trailer.draft, revision ?? 0),
    film: viewFilm(services, TRAILER_TYPE, trailer, trailer.film, revision ?? 0),
    failureCode, failureMessage, createdAt: trailer.createdAt.toISOString(), updatedAt: trailer.updatedAt.toISOString(),
  };
}

/** A storyboard as the API shows it: its beats, the fields that concern all of them, and values that are computed for each answer. */
export function viewBoard(services: Addressed, trailer: TrailerRow, stored: StoryboardState, requests: readonly TakeRequest[]) {
  const board = boardOf(stored);
  const starts = countsOf(board.items);
  return {
    board: { countsPerMinute: Math.round(board.fields.countsPerMinute * 1_000) / 1_000, music: board.fields.music, narrator: board.fields.narrator },
    items: board.items.map((beat, at) => ({
      id: beat.id, index: at, slot: beat.slot, startMs: Math.round(msOfCounts(board.fields, starts[at]!)),
      durationMs: Math.round(msOfCounts(board.fields, beat.counts)),
      counts: beat.counts, cuts: beat.cuts, line: beat.line, picture: beat.picture && { ...beat.picture, people: [...beat.picture.people] }, card: beat.card,
      imageId: beat.image?.imageId ?? null, effects: [...beat.effects], marks: [...beat.marks], selectedTake: beat.takeId,
      stale: isStale(trailer, board, beat, requests),
      frameUrl: frameUrlOf(services, TRAILER_TYPE, trailer, beat, requests), takes: takesOf(services, TRAILER_TYPE, trailer, beat, requests, creditsOf),
    })),
  };
}
