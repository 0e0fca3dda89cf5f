import Type from 'typebox';
import { DRAFT_GATE, FINISH_GATE, gatedDeck, PLAN_GATE, STORYBOARD_GATE, type GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { defectiveChapters } from '../../src/domain/pitch-decks/deck-view.js';
import { lacksOf } from '../../src/domain/pitch-decks/plan-findings.js';
import { ADDITION_KIND } from '../../src/domain/pitch-decks/additions/addition.js';
import { listOpenDeckWork } from '../../src/domain/pitch-decks/life/deck-works-store.js';
import { listChapterTakes, TAKE_KIND } from '../../src/domain/pitch-decks/takes/chapter-takes.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { gates, type GateAnswer } from '../families/gates.js';
import { deckAnswer, deckPath, requireBoard } from './deck-path.js';
import { PitchDeckEnvelope } from './schemas.js';

/** Raises `story_job_state_invalid` while a chapter is being made again or music or the title is being made, because their results change the revision. */
async function requireNothingOpen({ db }: Services, { id, status }: GatedDeck): Promise<void> {
  const open = (await listOpenDeckWork(db, id)).map(({ kind }) => kind);
  const refuse = (message: string, reason: string): never => {
    throw new ApiError('story_job_state_invalid', message, { status, allowed: [status], reason });
  };
  if (open.includes(TAKE_KIND)) refuse('a chapter is being made again', 'takes_open');
  if (open.includes(ADDITION_KIND)) refuse('the music or the title of the deck is being made', 'additions_open');
}

/** Raises `story_job_state_invalid` with what a plan lacks, unless the caller acknowledges it. Returns the acknowledged criteria. */
async function acknowledgedPlan(services: Services, row: GatedDeck, isAcknowledged: boolean): Promise<object> {
  if (row.status !== 'plan') return {};
  const findings = await lacksOf(services, row, (await requireBoard(services, row)).board);
  if (findings.length === 0 || isAcknowledged) return { acknowledged: findings.map(({ criterion }) => criterion) };
  throw new ApiError('story_job_state_invalid', 'the plan lacks something; set it, or acknowledge that it is missing', {
    status: row.status, allowed: ['plan'], reason: 'plan_coverage', findings,
    next: {
      method: 'POST', path: `/pitch-decks/${row.id}/plan/approve`, body: { acknowledgePlanCoverage: true }, why: 'Approves it without, once a person has read what is missing.',
    },
  });
}

/** Raises `story_job_state_invalid` with the chapters whose takes have defects, unless the caller acknowledges them. Returns the acknowledged chapters. */
async function acknowledgedVideo(services: Services, row: GatedDeck, isAcknowledged: boolean): Promise<object> {
  if (row.status !== 'review') return {};
  const chapters = defectiveChapters((await requireBoard(services, row)).board, await listChapterTakes(services.db, row));
  if (chapters.length === 0 || isAcknowledged) return { acknowledged: chapters };
  throw new ApiError('story_job_state_invalid', 'takes of some chapters have defects; make them again, keep them, or acknowledge it', {
    status: row.status, allowed: ['review'], reason: 'video_coverage', chapters,
    next: {
      method: 'POST', path: `/pitch-decks/${row.id}/finish`, body: { acknowledgeVideoCoverage: true },
      why: 'Finishes it as it is, once a person has seen these chapters.',
    },
  });
}

const answer: GateAnswer<GatedDeck> = { schema: PitchDeckEnvelope, view: (row, services) => deckAnswer(services, row) };
const isAcknowledged = (body: unknown, field: string): boolean => (body as Record<string, unknown> | undefined)?.[field] === true;
const acknowledgement = (description: string) => Type.Optional(Type.Boolean({ description }));

/** The decisions about pitch decks. */
export const deckDecisionOperations = gates(deckPath, gatedDeck, answer, [
  {
    id: 'approvePitchDeckPlan', path: '/plan/approve', gate: PLAN_GATE, verdict: 'APPROVED', summary: 'Approve the plan of a pitch deck', price: 'PITCH_DECK_DRAFT',
    description: 'Costs PITCH_DECK_DRAFT credits, which the first call quotes: every chapter is drawn, and filmed for review once the storyboard is approved. A plan that lacks something '
      + '(who makes it, what it costs, what it is like) is refused with `details.findings` unless that is acknowledged.',
    example: { acknowledgePlanCoverage: true }, body: { acknowledgePlanCoverage: acknowledgement('A person has read what the plan lacks') }, effects: { acknowledgePlanCoverage: 'approves a plan that lacks something' },
    acknowledged: ({ row, body }, services) => acknowledgedPlan(services, row, isAcknowledged(body, 'acknowledgePlanCoverage')),
  },
  {
    id: 'approvePitchDeckStoryboard', path: '/storyboard/approve', gate: STORYBOARD_GATE, verdict: 'APPROVED', summary: 'Approve the storyboard of a pitch deck',
    description: 'Its chapters as they are now. Those without a clip of what they say are rendered at 480p, then the film for review: both belong to the draft.',
    async acknowledged({ row }, services) {
      if (STORYBOARD_GATE.waiting.includes(row.status)) await requireNothingOpen(services, row);
      return {};
    },
  },
  {
    id: 'approvePitchDeckDraft', path: '/draft/approve', gate: DRAFT_GATE, verdict: 'APPROVED', summary: 'Approve the draft of a pitch deck',
    description: 'The film for review as it is. An edit afterwards returns the deck to its storyboard.',
    async acknowledged({ row }, services) {
      if (DRAFT_GATE.waiting.includes(row.status)) await requireNothingOpen(services, row);
      return {};
    },
  },
  {
    id: 'finishPitchDeck', path: '/finish', gate: FINISH_GATE, verdict: 'APPROVED', summary: 'Finish a pitch deck', price: 'PITCH_DECK_FINISH',
    access: { scopes: ['artifact:publish'], idempotency: 'accepted' },
    description: 'Costs PITCH_DECK_FINISH credits, which the first call quotes: the film in the resolution of the deck, kept as a version. Takes with defects are refused unless that is '
      + 'acknowledged.',
    body: { acknowledgeVideoCoverage: acknowledgement('A person has seen the takes that have defects') }, effects: { acknowledgeVideoCoverage: 'finishes takes with defects' },
    acknowledged: ({ row, body }, services) => acknowledgedVideo(services, row, isAcknowledged(body, 'acknowledgeVideoCoverage')),
  },
]);
