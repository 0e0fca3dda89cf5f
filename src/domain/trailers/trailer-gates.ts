import type { Decision } from '../../kernel/contract/decision.js';
import { holdForDecision } from '../../kernel/decisions/hold-store.js';
import type { Decider } from '../../kernel/decisions/mend-decisions.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { gateDecider } from '../../kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../kernel/families/gates/gate.js';
import { carryOut, recordVerdict } from '../../kernel/families/gates/verdict-store.js';
import { editDecider } from '../../kernel/families/storyboards/edit-decider.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../kernel/services.js';
import { getVerdict } from '../storyboards/ordered-work.js';
import { orderedByApproval } from './ordered-work.js';
import { TRAILER, trailerSubject, type TrailerRow } from './trailer-model.js';
import { trailerRunId, trailerRunSpec } from './trailer-run.js';
import { findTrailer, lockTrailer, updateTrailer } from './trailer-store.js';

/** A trailer with the revision of its storyboard, to which decisions refer; 0 before the trailer is cut. */
export type GatedTrailer = TrailerRow & { revision: number };

/** Approves the plan: the trailer to be made, and the price of the draft. */
export const PLAN_GATE: Gate = { gate: 'plan', waiting: ['draft'], passed: ['rendering', 'review', 'finishing', 'complete'] };
/** Approves the lines, cards and their order. */
export const STORYBOARD_GATE: Gate = { gate: 'storyboard', waiting: ['review'], passed: ['approved'] };
/** Approves the film as reviewed, and the price of the finish. */
export const DRAFT_GATE: Gate = { gate: 'draft', waiting: ['review'], passed: ['finishing', 'complete'] };

export async function withRevision({ db }: Pick<Services, 'db'>, trailer: TrailerRow): Promise<GatedTrailer> {
  return { ...trailer, revision: (await findStoryboard(db, trailerSubject(trailer)))?.revision ?? 0 };
}

async function findGated(services: Pick<Services, 'db'>, id: string): Promise<GatedTrailer | null> {
  const trailer = await findTrailer(services.db, id);
  return trailer && withRevision(services, trailer);
}

const gated: GatedRun<GatedTrailer> = {
  words: 'a trailer', gates: [PLAN_GATE, DRAFT_GATE], stateInvalid: 'story_job_state_invalid', subjectOf: trailerSubject, statusOf: ({ status }) => status, revisionOf: ({ revision }) => revision,
  find: findGated,
  runIdOf: ({ id }) => trailerRunId(id),
  send: ({ engine }, { id }, decision) => engine.signal('trailerWorkflow', trailerRunId(id), 'decide', decision),
  async reviveRun(services, trailer) {
    await services.engine.start(trailerRunSpec(trailer));
    return await findGated(services, trailer.id) ?? trailer;
  },
};

/** Connects decisions about the plan and the draft with the run of a trailer. */
export const gatedTrailer = gated;

/**
 * Decisions about the storyboard of a trailer. The status is `approved` while the trailer is in review and the current revision of the storyboard is
 * approved; otherwise it is the status of the trailer.
 */
export const gatedStoryboard: GatedRun<GatedTrailer> = {
  ...gated, words: 'the storyboard of a trailer', gates: [STORYBOARD_GATE],
  statusOf: ({ status, approvedRevision, revision }) => (status === 'review' && approvedRevision === revision ? 'approved' : status),
  shownAs: (status) => (status === 'approved' ? 'review' : status),
};

/** Raises `story_job_state_invalid` when a draft is approved before its storyboard; the details name the call that approves the storyboard. */
export function requireApprovedStoryboard({ id, status, approvedRevision, revision }: GatedTrailer): void {
  if (status !== 'review' || approvedRevision === revision) return;
  throw new ApiError('story_job_state_invalid', 'the storyboard as it is now is not approved', {
    status, allowed: ['review'], reason: 'storyboard_not_approved', revision,
    next: { method: 'POST', path: `/trailers/${id}/storyboard/approve`, body: {}, why: 'Approves the beats and their order as they are now.' },
  });
}

/** Carries out an approval, once, and reserves what it pays for. Another verdict, and a decision about another revision, change nothing. */
export async function decideTrailer(services: Services, trailerId: string, decision: Decision): Promise<void> {
  await carryOut(services, decision, async (tx) => {
    const trailer = await lockTrailer(tx, trailerId);
    if (!trailer) return;
    const revision = (await findStoryboard(tx, trailerSubject(trailer)))?.revision ?? 0;
    const gate = [PLAN_GATE, STORYBOARD_GATE, DRAFT_GATE].find((one) => one.gate === decision.gate);
    const isDue = gate?.waiting.includes(trailer.status) && decision.revision === revision && decision.verdict === 'APPROVED'
      && (gate !== DRAFT_GATE || trailer.approvedRevision === revision);
    if (!gate || !isDue) return;
    const { id } = await recordVerdict(tx, trailerSubject(trailer), decision);
    const verdict = await getVerdict(tx, id);
    if (gate === STORYBOARD_GATE) await updateTrailer(tx, trailerId, { approvedRevision: revision });
    if (gate === PLAN_GATE) await updateTrailer(tx, trailerId, { status: 'rendering', failureCode: null, failureMessage: null });
    if (gate === DRAFT_GATE) {
      const { resolution } = verdict.payload as { resolution?: TrailerRow['resolution'] };
      await updateTrailer(tx, trailerId, { status: 'finishing', resolution: resolution ?? '720p', failureCode: null, failureMessage: null });
    }
    const work = orderedByApproval(trailer, gate.gate, verdict);
    if (work) await holdForDecision(tx, id, work, services.config.billingCycleDays);
  });
}

const runOf = async ({ db }: Services, id: string) => {
  const trailer = await findTrailer(db, id);
  return trailer && trailerRunSpec(trailer);
};

/** The deciders that deliver decisions and edits to the runs of trailers again when they did not arrive. */
export const trailerDeciders: readonly Decider[] = [
  gateDecider(TRAILER, gatedTrailer), gateDecider(TRAILER, gatedStoryboard), editDecider(TRAILER, runOf),
];
