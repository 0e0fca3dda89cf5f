import { Next } from '../../src/kernel/contract/next-step.js';
import Type from 'typebox';
import { REFINE_SCOPES } from '../../src/domain/jobs/refinements/refinement-store.js';
import { WORK_STATUSES } from '../../src/kernel/works/model.js';
import { JOB_STAGES } from '../../src/domain/jobs/job-run.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { VoiceChoice } from '../canon/schemas.js';

const Amount = Type.Integer({ minimum: 0 });

export const JobProgress = model('JobProgress', 'How far a job is, and when to ask again.', closed({
  stage: oneOf(JOB_STAGES),
  completed: Amount,
  total: Amount,
  unit: oneOf(['lines', 'scenes', 'chapters', 'beats']),
  nextAttemptAt: nullable(Timestamp),
  nextPollAfterMs: Type.Union([Amount, Type.Null()], { description: 'Null when there is nothing left to wait for' }),
  lastError: nullable(closed({ code: Type.String(), message: Type.String() })),
}));

export const ArtifactStatus = oneOf(['PENDING', 'RUNNING', 'READY', 'FAILED']);

export const StoryJob = model('StoryJob', 'The making of a plan or a script: state, progress, credits and artifacts.', closed({
  id: Id,
  projectId: Id,
  storyPlanId: nullable(Type.Unsafe<string>({ ...Id, description: 'Null for the read of a script made by table-read/prepare' })),
  scriptUploadId: nullable(Id),
  refines: nullable(closed({
    artifactId: Id, revision: Type.Integer({ minimum: 1, description: 'The revision that it starts from' }), scope: oneOf(REFINE_SCOPES), instruction: Type.String(),
  }, { description: 'What is asked of a read that is there; null for a job that makes artifacts of its own' })),
  status: oneOf(WORK_STATUSES),
  progress: JobProgress,
  credits: closed({ quoted: Amount, reserved: Amount, settled: Amount, released: Amount }),
  artifacts: Type.Array(closed({ id: Id, type: Type.String(), status: ArtifactStatus, failureCode: nullable(Type.String()) })),
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  failureDetails: nullable(Type.Record(Type.String(), Type.Unknown())),
  finishedAt: nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}), { credits: { quoted: PRICES.TABLE_READ_SHORT, reserved: 0, settled: PRICES.TABLE_READ_SHORT, released: 0 } });

export const JobEnvelope = model('StoryJobEnvelope', 'One job, and the call that comes next.', closed({ job: StoryJob, next: Next }), {
  next: { method: 'GET', path: `/artifacts/${exampleId('artifactId')}`, why: 'Its manifest has the links to hear, share and finalize it.' },
});
export const JobList = model('StoryJobList', 'One page of jobs.', closed({ jobs: Type.Array(StoryJob), nextCursor: NextCursor }));

export const JobQuery = closed({
  ...PageQuery.properties,
  projectId: Type.Optional(Id),
  storyPlanId: Type.Optional(Id),
  status: Type.Optional(oneOf(WORK_STATUSES)),
});

export const JobCreateRequest = model('StoryJobCreateRequest', 'The approved plan to make, with its cast.', closed({
  storyPlanId: Id,
  scriptUploadId: Type.Optional(Type.Unsafe<string>({ ...Id, description: 'A finalized screenplay to adopt instead of writing one' })),
  announceScenes: Type.Optional(Type.Boolean({
    description: 'A narrator says where and when each scene plays; default as the plan asks',
  })),
  userConfirmed: Type.Optional(Type.Boolean({
    default: false, description: 'Approves a plan that waits, together with the job: send true only after the user reviewed exactly this plan. '
      + 'Nothing is approved when the job is refused',
  })),
  acceptSuggestedVoices: Type.Optional(Type.Boolean({ default: false, description: 'People without a voice take the suggested one' })),
  voiceMap: Type.Optional(Type.Unsafe<Record<string, { voiceId: string; voiceName?: string; provider?: string }>>({
    type: 'object', maxProperties: 200, propertyNames: { minLength: 1, maxLength: 120, pattern: VISIBLE }, additionalProperties: VoiceChoice,
    description: 'Voices by character; wins over the cast canon. A blueprint\'s `voiceMap` can be sent as it is',
  })),
}), { storyPlanId: exampleId('storyPlanId'), acceptSuggestedVoices: true });
