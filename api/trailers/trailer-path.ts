import { findStoryboard, type StoryboardState } from '../../src/kernel/families/storyboards/storyboard-store.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import type { Services } from '../../src/kernel/services.js';
import { nextOfTrailer } from '../../src/domain/trailers/next-step.js';
import type { TakeRequest } from '../../src/domain/storyboards/takes/take.js';
import { openRequests } from '../../src/domain/storyboards/views.js';
import { listBeatTakes } from '../../src/domain/trailers/takes/beat-takes.js';
import { withRevision, type GatedTrailer } from '../../src/domain/trailers/trailer-gates.js';
import { trailerBoard } from '../../src/domain/trailers/trailer-board.js';
import { boardOf, EDITABLE, TRAILER, trailerSubject } from '../../src/domain/trailers/trailer-model.js';
import { trailerRunSpec } from '../../src/domain/trailers/trailer-run.js';
import { getTrailer } from '../../src/domain/trailers/trailer-store.js';
import { staleBeats, viewBoard, viewTrailer } from '../../src/domain/trailers/trailer-view.js';
import type { StoryboardSubject } from '../families/storyboard-edits.js';
import { BEAT_FIELDS, BOARD_FIELDS, Trailer } from './schemas.js';

/** A trailer and the next call, which every answer about the trailer contains. */
export async function besideBoard(services: Services, row: GatedTrailer, stored: StoryboardState | null, known?: readonly TakeRequest[]) {
  const requests = known ?? await listBeatTakes(services.db, row);
  const trailer = viewTrailer(services, row, stored?.revision ?? null);
  const next = nextOfTrailer(trailer, {
    isCut: stored !== null, isOpen: openRequests(requests).length > 0, stale: stored ? staleBeats(row, boardOf(stored), requests) : [],
  });
  return { trailer, ...withNext(next) };
}

/** Trailers as the subject of families. */
export const trailerPath: StoryboardSubject<GatedTrailer> = {
  type: TRAILER, name: 'Trailer', words: 'a trailer', area: 'trailers', base: '/trailers/{jobId}', notFound: 'story_job_not_found',
  load: async (services, { accountId }, { jobId }) => withRevision(services, await getTrailer(services.db, accountId, jobId!)),
  noun: 'beat', board: trailerBoard, fields: {}, run: (row) => trailerRunSpec(row), stateInvalid: 'story_job_state_invalid', editable: EDITABLE, statusOf: ({ status }) => status,
  shown: {
    item: BEAT_FIELDS, board: BOARD_FIELDS, beside: { trailer: Trailer, next: Next },
    async load(services, row, stored) {
      const requests = await listBeatTakes(services.db, row);
      const beside = await besideBoard(services, row, stored, requests);
      return stored ? { ...viewBoard(services, row, stored, requests), beside } : { items: [], board: {}, beside };
    },
  },
};

/** The storyboard of a trailer, or null before it is cut. */
export const storyboardOf = ({ db }: Services, row: GatedTrailer): Promise<StoryboardState | null> => findStoryboard(db, trailerSubject(row));
