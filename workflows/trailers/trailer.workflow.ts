import { continueAsNew } from '@temporalio/workflow';
import type { TrailerInput, TrailerPart } from '../../src/domain/trailers/trailer-run.js';
import type { TrailerStatus } from '../../src/domain/trailers/trailer-model.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { runBoarded } from '../shared/boarded-run.js';

/**
 * A trailer, from its cut to its finished film. A person approves the plan, then every beat is rendered for review. During the review, beats are edited and
 * rendered again until a person approves the storyboard and the draft, which is then finished.
 */
export async function trailerWorkflow(input: TrailerInput): Promise<{ status: string }> {
  const { trailerId } = input;
  const { carryOutTrailerDecisions, failTrailerPart } = localActivities();
  const { cutTrailerBoard } = activitiesOf('modelCall');
  const { orderTrailerPart, orderTrailerRegeneration } = activitiesOf('ordering');
  await runBoarded<TrailerStatus, TrailerPart>(input, {
    subject: { type: 'trailer', id: trailerId }, noun: 'beat',
    begin: { words: 'Cutting the trailer from its read.', act: () => cutTrailerBoard({ trailerId }) },
    waits: {
      draft: { words: 'Waiting for a person to approve the plan: POST /trailers/{jobId}/plan/approve, or the signal `decide`.' },
      review: { words: 'Waiting for a person to approve the storyboard and the draft: POST /trailers/{jobId}/storyboard/approve, then /draft/approve.' },
      complete: { words: 'The trailer is finished. An edit returns it to review.', isDone: true },
    },
    parts: {
      rendering: { words: 'Rendering every beat, then the film for review.', parts: ['takes', 'draft'] },
      finishing: { words: 'Rendering the finished film.', parts: ['finish'] },
    },
    reviewed: ['review', 'complete', 'rendering', 'finishing'], review: 'draft',
    carryOut: (decisions) => carryOutTrailerDecisions({ trailerId, decisions }),
    order: (part) => orderTrailerPart({ trailerId, part }),
    regenerate: (editId) => orderTrailerRegeneration({ trailerId, editId }),
    fail: (failure) => failTrailerPart({ trailerId, failure }),
    continueAs: (seen) => continueAsNew<typeof trailerWorkflow>({ ...input, seen }),
  });
  return { status: 'over' };
}
