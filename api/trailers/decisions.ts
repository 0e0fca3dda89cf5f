import Type from 'typebox';
import { RESOLUTIONS } from '../../src/domain/artifacts/film/film-choice.js';
import { listBeatTakes } from '../../src/domain/trailers/takes/beat-takes.js';
import type { TakeRequest } from '../../src/domain/storyboards/takes/take.js';
import { openRequests } from '../../src/domain/storyboards/views.js';
import {
  DRAFT_GATE, gatedStoryboard, gatedTrailer, PLAN_GATE, requireApprovedStoryboard, STORYBOARD_GATE, type GatedTrailer,
} from '../../src/domain/trailers/trailer-gates.js';
import { staleBeats } from '../../src/domain/trailers/trailer-view.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import { boardOf, trailerSubject } from '../../src/domain/trailers/trailer-model.js';
import { oneOf } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { gates, type GateAnswer } from '../families/gates.js';
import { TrailerEnvelope } from './schemas.js';
import { besideBoard, trailerPath } from './trailer-path.js';

const requireCut = ({ revision, id, status }: GatedTrailer): void => {
  if (revision > 0) return;
  throw new ApiError('story_job_state_invalid', 'the trailer is not cut yet', {
    status, allowed: ['draft'], reason: 'not_cut', next: { method: 'GET', path: `/trailers/${id}/storyboard`, afterMs: 1_000, why: 'Shows the storyboard once it is cut.' },
  });
};

/** Raises `story_job_state_invalid` while a beat is being made again, because its result changes the revision. */
function requireNoOpenTakes({ status }: GatedTrailer, requests: readonly TakeRequest[]): void {
  if (openRequests(requests).length === 0) return;
  throw new ApiError('story_job_state_invalid', 'a beat is being made again', { status, allowed: ['review'], reason: 'takes_open' });
}

/** Raises `story_job_state_invalid` when the finished film would differ from the draft. */
async function requireCurrentTakes(services: Services, row: GatedTrailer): Promise<void> {
  if (row.status !== 'review') return;
  requireApprovedStoryboard(row);
  const requests = await listBeatTakes(services.db, row);
  const stored = await findStoryboard(services.db, trailerSubject(row));
  const stale = stored ? staleBeats(row, boardOf(stored), requests) : [];
  requireNoOpenTakes(row, requests);
  if (stale.length === 0) return;
  throw new ApiError('story_job_state_invalid', 'some beats say something else than their takes show; render them again', {
    status: row.status, allowed: ['review'], reason: 'takes_stale', beats: stale,
    next: { method: 'POST', path: `/trailers/${row.id}/storyboard/regenerate-clip`, body: { beatIndex: stale[0]! }, why: 'Quotes another take of the first of them.' },
  });
}

const answer: GateAnswer<GatedTrailer> = {
  schema: TrailerEnvelope, view: async (row, services) => besideBoard(services, row, await findStoryboard(services.db, trailerSubject(row))),
};

/** The decisions about trailers. */
export const trailerDecisionOperations = [
  ...gates(trailerPath, gatedTrailer, answer, [
    {
      id: 'approveTrailerPlan', path: '/plan/approve', gate: PLAN_GATE, verdict: 'APPROVED', summary: 'Approve the plan of a trailer', price: 'TRAILER_DRAFT',
      description: 'Costs TRAILER_DRAFT credits, which the first call quotes: every beat is rendered at 480p with the lines of the read, then the film for review. What cannot be made '
        + 'is not charged, and the trailer is a `draft` again, with the reason.',
      async acknowledged({ row }) {
        requireCut(row);
        return {};
      },
    },
    {
      id: 'approveTrailerDraft', path: '/draft/approve', gate: DRAFT_GATE, verdict: 'APPROVED', summary: 'Approve the draft of a trailer', price: 'TRAILER_FINISH',
      description: 'Costs TRAILER_FINISH credits, which the first call quotes: the takes that were chosen are rendered at 720p, or at 1080p. The storyboard as it is now must be approved, and '
        + 'every beat must show what it says.',
      body: { resolution: Type.Optional(oneOf(RESOLUTIONS, { default: '720p', description: 'Of the shorter side' })) }, effects: { resolution: 'how large it is' },
      async acknowledged({ row }, services) {
        await requireCurrentTakes(services, row);
        return {};
      },
    },
  ]),
  ...gates(trailerPath, gatedStoryboard, answer, [{
    id: 'approveTrailerStoryboard', path: '/storyboard/approve', gate: STORYBOARD_GATE, verdict: 'APPROVED', summary: 'Approve the storyboard of a trailer',
    description: 'Its lines, pictures and order as they are now, in review. An edit needs another approval.',
    async acknowledged({ row }, { db }) {
      if (row.status === 'review') requireNoOpenTakes(row, await listBeatTakes(db, row));
      return {};
    },
  }]),
];
