import { withNext } from '../../src/kernel/contract/next-step.js';
import { warningsOfRequest } from '../../src/domain/plans/plan-warnings.js';
import { nextOfMadePlan } from '../../src/domain/jobs/next-of-plan.js';
import { nextOfPlan } from '../../src/domain/plans/next-step.js';
import { editPlanCast } from '../../src/domain/plans/edit-cast.js';
import { resumePlan, startPlan } from '../../src/domain/plans/plan-start.js';
import { listPlans, renamePlan, type PlanRow } from '../../src/domain/plans/plan-store.js';
import { requireReadySources } from '../../src/domain/sources/writer-sources.js';
import { viewNewPlan, viewPlan, viewPlanSummary } from '../../src/domain/plans/plan-view.js';
import { quotePlan } from '../../src/domain/plans/quote.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { NEEDS_MODEL } from '../../src/kernel/contract/field-effects.js';
import { gates } from '../families/gates.js';
import type { SubjectPath } from '../families/subject.js';
import { findProviderWait } from '../../src/kernel/works/work-store.js';
import { subjects } from '../subjects.js';
import { planRequestOf } from './plan-input.js';
import { requireSpokenSources } from '../../src/domain/plans/plan-language.js';
import { gatedPlan, PLAN_APPROVAL } from '../../src/domain/plans/plan-gate.js';
import {
  CAST_EDIT_EFFECTS, StoryPlanCastRequest, StoryPlanCreated, StoryPlanCreateRequest, StoryPlanEnvelope, StoryPlanList, StoryPlanUpdateRequest,
} from './schemas.js';

const MAX_BODY_BYTES = 48 * 1024;

const planAnswer = async (plan: PlanRow, { db }: Pick<Services, 'db'>) => ({ plan: viewPlan(plan), waiting: null, ...withNext(await nextOfMadePlan(db, plan)) });

/** Plans as a subject of families. */
const planPath: SubjectPath<PlanRow> = {
  type: 'plan', name: 'StoryPlan', words: 'a plan', area: 'plans', base: '/story-plans/{planId}', notFound: 'story_plan_not_found',
  load: async (...call) => (await subjects.planId.load(...call)).plan,
};

export const planOperations = [
  defineOperation({
    id: 'listPlans', method: 'GET', path: '/story-projects/{projectId}/story-plans', area: 'plans',
    scopes: ['story:read'], idempotency: 'none', summary: 'List the plans of a project, newest first, without their envelopes',
    description: 'The envelope (narrative, scripts and quote in full) comes with `GET /story-plans/{planId}`.',
    request: { query: PageQuery }, response: { 200: StoryPlanList },
    async handle({ project, query }, { db }) {
      const { items, nextCursor } = cutPage(await listPlans(db, project.id, query), query);
      return { plans: items.map(viewPlanSummary), nextCursor };
    },
  }),
  defineOperation({
    id: 'createPlan', method: 'POST', path: '/story-projects/{projectId}/story-plans', area: 'plans',
    scopes: ['story:write'], idempotency: 'required', summary: 'Create a plan from sources, with a provisional quote',
    description: 'Answers PENDING at once; poll the plan about every 3 s. Older plans of the project, of the same sources or of others, become SUPERSEDED; the answer '
      + 'names them in `supersedes`, and each of them names this one in `supersededBy`. Once the plan is drafted, `warnings` names the fields of the request that have no effect, or not the whole one. A table read of a source in a language that no voice speaks is refused: 400 `validation_failed`, '
      + '`details.reason: language_unavailable`, with the languages that are available.',
    mints: 'plan', maxBodyBytes: MAX_BODY_BYTES,
    effects: {
      'target.tone': 'tone of the plan', sections: 'only these chapters are given to the writer', creativeBrief: `${NEEDS_MODEL}music direction`,
      autoApprove: 'refused with a table read', 'artifactRequests.*.mode': 'form of the read', 'artifactRequests.*.narrationPolicy': 'who reads the action',
      'artifactRequests.*.durationSeconds': 'length and price', 'artifactRequests.*.voiceMap': 'voices, or a warning',
      'artifactRequests.*.part': 'the part of a long text that is performed', 'artifactRequests.*.voiceMap.*.voiceName': 'the catalogue\'s own name is kept',
      'artifactRequests.*.voiceMap.*.provider': 'must have the voice', 'artifactRequests.*.announceScenes': 'a narrator speaks the headings',
      'artifactRequests.*.announceTitle': 'opening and closing credits',
      'artifactRequests.*.includePdf': 'the PDF of a pitch deck is made with its finished film', 'artifactRequests.*.aspectRatio': 'refused with its planned type',
      'artifactRequests.*.voiceMap.*.voiceId': 'speaks the cue', 'target.audience': 'a model follows it; else the warning `target` says that nothing does',
      'target.objective': 'a model follows it; else the warning `target` says that nothing does',
      'target.outcome': 'a model follows it; else the warning `target` says that nothing does',
    },
    request: { body: StoryPlanCreateRequest }, response: { 201: StoryPlanCreated },
    errors: ['source_not_found', 'voice_retired'],
    async handle({ project, body, actor, resourceId, requestId }, services) {
      const { db } = services;
      const request = await planRequestOf(body, services);
      await requireReadySources(db, project.id, request.sourceIds, request.sections);
      await requireSpokenSources(services, request);
      const { plan, supersedes } = await startPlan(services, {
        planId: resourceId, accountId: actor.accountId, projectId: project.id, requestId: resourceId, request,
        quote: quotePlan(request, new Date().toISOString()),
      }, requestId);
      const view = viewNewPlan(plan);
      const warnings = warningsOfRequest(request, services.config.text.baseUrl === null);
      return { plan: { ...view, warnings: [...warnings, ...view.warnings] }, supersedes, ...withNext(nextOfPlan({ ...plan, status: view.status })) };
    },
  }),
  defineOperation({
    id: 'getPlan', method: 'GET', path: '/story-plans/{planId}', area: 'plans',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read a plan; poll it until a person is needed or it has ended',
    description: 'REQUIRES_APPROVAL waits for a person. The plan then has its quote, its warnings and the '
      + 'narrative that was drafted.',
    response: { 200: StoryPlanEnvelope },
    async handle({ plan }, { db }) {
      return { plan: viewPlan(plan), waiting: await findProviderWait(db, plan.id), ...withNext(await nextOfMadePlan(db, plan)) };
    },
  }),
  defineOperation({
    id: 'renamePlan', method: 'PATCH', path: '/story-plans/{planId}', area: 'plans',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Rename a plan',
    description: 'The title is for people who look at the plan; what the plan makes keeps its own titles.',
    effects: { title: 'title of the plan' },
    request: { body: StoryPlanUpdateRequest },
    response: { 200: StoryPlanEnvelope },
    async handle({ plan, body, actor }, services) {
      return planAnswer(await renamePlan(services.db, actor.accountId, plan.id, body.title.trim()), services);
    },
  }),
  defineOperation({
    id: 'editPlanCast', method: 'POST', path: '/story-plans/{planId}/cast/edits', area: 'plans',
    scopes: ['story:write'], idempotency: 'accepted', mints: 'call', summary: 'Correct the cast of a plan before it is approved; free',
    description: 'Renames people, makes two of them one, or gives them other voices, and makes the next `version` of the plan. The script that a job '
      + 'writes of the plan has the people of this cast. The price stays.',
    effects: CAST_EDIT_EFFECTS,
    request: { body: StoryPlanCastRequest }, response: { 200: StoryPlanEnvelope },
    errors: ['story_plan_state_invalid', 'version_conflict', 'voice_retired'],
    async handle({ plan, body: { expectedVersion, edits }, actor: { keyId }, resourceId: callId, requestId }, services) {
      return planAnswer(await editPlanCast(services, plan, { callId, keyId, requestId, expectedVersion, edits }), services);
    },
  }),
  ...gates(planPath, gatedPlan, { schema: StoryPlanEnvelope, view: planAnswer }, [
    {
      id: 'approvePlan', path: '/approve', gate: PLAN_APPROVAL, verdict: 'APPROVED', confirm: 'userConfirmed',
      summary: 'Approve a plan that waits for a decision',
      description: 'Send it only after the user reviewed the exact plan. Approving an approved plan changes nothing. '
        + 'When no worker is running, the decision is kept and the answer still shows REQUIRES_APPROVAL.',
    },
    {
      id: 'rejectPlan', path: '/reject', gate: PLAN_APPROVAL, verdict: 'REJECTED',
      summary: 'Reject a plan that waits for a decision; this is final',
    description: 'A rejected plan can be neither approved nor resumed; create a new one instead.',
    },
  ]),
  defineOperation({
    id: 'resumePlan', method: 'POST', path: '/story-plans/{planId}/resume', area: 'plans',
    scopes: ['story:write'], idempotency: 'required', mints: 'request',
    summary: 'Resume a failed plan, or one whose run was lost',
    description: 'A plan that is being drafted and has its run is left as it is.',
    response: { 202: StoryPlanEnvelope },
    errors: ['story_plan_state_invalid'],
    async handle({ plan, resourceId }, services) {
      return planAnswer(await resumePlan(services, plan, resourceId), services);
    },
  }),
];
