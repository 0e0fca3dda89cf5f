import { withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfJob } from '../../src/domain/jobs/next-step.js';
import { adoptForPlan, requireApproved, requireCastForPlan, requireReadForDeck, typesOf } from '../../src/domain/jobs/job-request.js';
import { cancelJob, resumeJob, startOwnJob } from '../../src/domain/jobs/job-start.js';
import { findJob, listJobs, type JobRow } from '../../src/domain/jobs/job-store.js';
import { viewJob } from '../../src/domain/jobs/job-view.js';
import { requireCredits } from '../../src/kernel/works/request.js';
import { decide } from '../../src/kernel/families/gates/decide.js';
import { gatedPlan, PLAN_APPROVAL } from '../../src/domain/plans/plan-gate.js';
import { getPlan } from '../../src/domain/plans/plan-store.js';
import { getVersion } from '../../src/domain/scripts/script-view.js';
import { defineOperation } from '../operation.js';
import { cutPage } from '../../src/kernel/contract/paging.js';
import { JobCreateRequest, JobEnvelope, JobList, JobQuery } from './schemas.js';

function jobAnswer(row: JobRow) {
  const job = viewJob(row);
  return { job, ...withNext(nextOfJob(job)) };
}

export const jobOperations = [
  defineOperation({
    id: 'listJobs', method: 'GET', path: '/story-jobs', area: 'jobs',
    scopes: ['story:read'], idempotency: 'none', summary: 'List jobs, newest first',
    description: 'Filter by project or status. Each job comes with its progress and credits, as `GET '
      + '/story-jobs/{jobId}` shows it.',
    request: { query: JobQuery }, response: { 200: JobList },
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listJobs(db, actor.accountId, query), query);
      return { jobs: items.map((row) => viewJob(row)), nextCursor };
    },
  }),
  defineOperation({
    id: 'createJob', method: 'POST', path: '/story-jobs', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', summary: 'Create a job for a plan, and approve it if asked to; reserves the quoted credits', mints: 'job',
    description: 'Nothing is created or charged when the plan is not approved, the cast is incomplete or the credits do not suffice. '
      + 'With `scriptUploadId` that screenplay is performed, as it is now, instead of one that is written from the sources. '
      + 'A `voiceMap` that names nobody of the cast is refused. With `userConfirmed` a plan that waits is approved in the same call, when '
      + 'everything else about the job holds.',
    effects: {
      userConfirmed: 'approves the plan', scriptUploadId: 'is performed', announceScenes: 'a narrator speaks the headings',
      acceptSuggestedVoices: 'who lacks a voice gets one', voiceMap: 'voices, or a refusal', 'voiceMap.*.voiceName': 'the catalogue\'s own name is kept',
      'voiceMap.*.provider': 'must have the voice', 'voiceMap.*.voiceId': 'speaks the cue',
    },
    request: { body: JobCreateRequest }, response: { 201: JobEnvelope },
    errors: [
      'version_conflict', 'story_plan_not_found', 'script_not_found', 'story_plan_state_invalid', 'cast_precondition_failed', 'voice_retired',
      'insufficient_credits', 'script_state_invalid', 'artifact_not_ready',
    ],
    async handle({ body, actor, requestId, resourceId }, services) {
      const made = await findJob(services.db, actor.accountId, resourceId);
      if (made) return jobAnswer(made);
      const plan = await getPlan(services.db, actor.accountId, body.storyPlanId);
      const script = body.scriptUploadId === undefined ? null : await getVersion(services.db, actor.accountId, body.scriptUploadId);
      const approves = body.userConfirmed === true && PLAN_APPROVAL.waiting.includes(plan.status);
      if (!approves) requireApproved(plan);
      const choices = { voices: body.voiceMap ?? {}, announcesScenes: body.announceScenes, acceptsSuggestions: body.acceptSuggestedVoices ?? false };
      const { voiceMap, adopts } = script
        ? await adoptForPlan(services, plan, script, choices)
        : { voiceMap: await requireCastForPlan(services, plan, choices), adopts: null };
      await requireReadForDeck(services, plan);
      if (approves) {
        await requireCredits(services, actor.accountId, plan.quote.total);
        requireApproved(await decide(services, gatedPlan, PLAN_APPROVAL, plan, 'APPROVED', { callId: resourceId, keyId: actor.keyId, requestId }));
      }
      const job = await startOwnJob(services, {
        workId: resourceId, epoch: 1, accountId: actor.accountId, projectId: plan.projectId, planId: plan.id, requestId,
        types: typesOf(plan), quote: plan.quote, voiceMap, ...(adopts ? { adopts } : {}),
        ...(body.announceScenes === undefined ? {} : { announcesScenes: body.announceScenes }),
      }, requestId);
      return jobAnswer(job);
    },
  }),
  defineOperation({
    id: 'getJob', method: 'GET', path: '/story-jobs/{jobId}', area: 'jobs',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read a job; poll every 5-15 s, or after `progress.nextPollAfterMs`',
    description: 'READY, FAILED and CANCELED are the ends. `artifacts` names what is being made; `credits` what '
      + 'was quoted, held, settled and released.',
    response: { 200: JobEnvelope },
    async handle({ job }) {
      return jobAnswer(job);
    },
  }),
  defineOperation({
    id: 'cancelJob', method: 'POST', path: '/story-jobs/{jobId}/cancel', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', summary: 'Cancel a job; credits not yet settled are released',
    description: 'Cancelling a CANCELED job changes nothing. A job with a finished artifact can no longer be cancelled.',
    needsSpace: false, response: { 200: JobEnvelope },
    errors: ['story_job_state_invalid'],
    async handle({ job, actor }, services) {
      return jobAnswer(await cancelJob(services, actor.accountId, job));
    },
  }),
  defineOperation({
    id: 'resumeJob', method: 'POST', path: '/story-jobs/{jobId}/resume', area: 'jobs',
    scopes: ['story:write'], idempotency: 'required', mints: 'request',
    summary: 'Resume a failed job; finished artifacts are kept and not paid again',
    description: 'Only a FAILED job can be resumed. Its credits are held again for what is still to be made.',
    response: { 202: JobEnvelope },
    errors: ['story_job_state_invalid', 'insufficient_credits', 'script_not_found'],
    async handle({ job, actor, requestId, resourceId }, services) {
      return jobAnswer(await resumeJob(services, actor.accountId, job, resourceId, requestId));
    },
  }),
];
