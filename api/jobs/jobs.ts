import { resolveVoiceMap } from '../../src/domain/jobs/cast-check.js';
import { adoptForPlan, requireApproved, requireCastForPlan, typesOf } from '../../src/domain/jobs/job-request.js';
import { cancelJob, resumeJob, startOwnJob } from '../../src/domain/jobs/job-start.js';
import { getJob, listJobs, findJob } from '../../src/domain/jobs/job-store.js';
import { viewJob } from '../../src/domain/jobs/job-view.js';
import { getPlan } from '../../src/domain/plans/plan-store.js';
import { getVersion } from '../../src/domain/scripts/script-view.js';
import { defineOperation } from '../../src/http/operation.js';
import { cutPage } from '../../src/contract/paging.js';
import { JobCreateRequest, JobEnvelope, JobList, JobParams, JobQuery } from './schemas.js';

export const jobOperations = [
  defineOperation({
    id: 'listJobs', method: 'GET', path: '/story-jobs', area: 'jobs',
    scopes: ['story:read'], idempotency: 'none', summary: 'List jobs, newest first',
    request: { query: JobQuery }, response: { status: 200, schema: JobList }, errors: [],
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listJobs(db, actor.accountId, query), query);
      return { jobs: items.map((row) => viewJob(row)), nextCursor };
    },
  }),
  defineOperation({
    id: 'createJob', method: 'POST', path: '/story-jobs', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', summary: 'Make an approved plan; reserves the quoted credits', mints: 'job',
    description: 'Nothing is created or charged when the plan is not approved, the cast is incomplete or the credits do not suffice. '
      + 'With `scriptUploadId` that screenplay is performed, as it is now, instead of one that is written from the sources.',
    request: { body: JobCreateRequest }, response: { status: 201, schema: JobEnvelope },
    errors: [
      'story_plan_not_found', 'script_not_found', 'story_plan_state_invalid', 'cast_precondition_failed', 'voice_retired',
      'insufficient_credits',
    ],
    async handle({ body, actor, requestId, resourceId }, services) {
      const made = await findJob(services.db, actor.accountId, resourceId);
      if (made) return { job: viewJob(made) };
      const plan = await getPlan(services.db, actor.accountId, body.storyPlanId);
      const script = body.scriptUploadId === undefined ? null : await getVersion(services.db, actor.accountId, body.scriptUploadId);
      requireApproved(plan);
      const voiceMap = script
        ? resolveVoiceMap((await services.speech()).voices(), body.voiceMap ?? {}) : await requireCastForPlan(services, plan, body.voiceMap ?? {});
      const adopts = script ? await adoptForPlan(services, plan, script, voiceMap) : null;
      const job = await startOwnJob(services, {
        workId: resourceId, epoch: 1, accountId: actor.accountId, projectId: plan.projectId, planId: plan.id, requestId,
        types: typesOf(plan), quote: plan.quote, voiceMap, ...(adopts ? { adopts } : {}),
      }, requestId);
      return { job: viewJob(job) };
    },
  }),
  defineOperation({
    id: 'getJob', method: 'GET', path: '/story-jobs/{jobId}', area: 'jobs',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read a job; poll every 5-15 s, or after `progress.nextPollAfterMs`',
    request: { params: JobParams }, response: { status: 200, schema: JobEnvelope }, errors: ['story_job_not_found'],
    async handle({ params, actor }, { db }) {
      return { job: viewJob(await getJob(db, actor.accountId, params.jobId)) };
    },
  }),
  defineOperation({
    id: 'cancelJob', method: 'POST', path: '/story-jobs/{jobId}/cancel', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', summary: 'Cancel a job; credits not yet settled are released',
    description: 'Cancelling a CANCELED job changes nothing. A job with a finished artifact can no longer be cancelled.',
    request: { params: JobParams }, response: { status: 200, schema: JobEnvelope },
    errors: ['story_job_not_found', 'story_job_state_invalid'],
    async handle({ params, actor }, services) {
      const row = await getJob(services.db, actor.accountId, params.jobId);
      return { job: viewJob(await cancelJob(services, actor.accountId, row)) };
    },
  }),
  defineOperation({
    id: 'resumeJob', method: 'POST', path: '/story-jobs/{jobId}/resume', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', mints: 'request',
    summary: 'Resume a failed job; finished artifacts are kept and not paid again',
    request: { params: JobParams }, response: { status: 202, schema: JobEnvelope },
    errors: ['story_job_not_found', 'story_job_state_invalid', 'insufficient_credits'],
    async handle({ params, actor, requestId, resourceId }, services) {
      const row = await getJob(services.db, actor.accountId, params.jobId);
      return { job: viewJob(await resumeJob(services, actor.accountId, row, resourceId, requestId)) };
    },
  }),
];
