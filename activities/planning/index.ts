import { ApplicationFailure, Context } from '@temporalio/activity';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import { findCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { planEnvelope } from '../../src/domain/plans/envelope.js';
import { planBriefOf } from '../../src/domain/plans/plan-brief.js';
import { plannedTypesOf, tableReadOf } from '../../src/domain/plans/plan-request.js';
import { beginPlan, completeDraft, decidePlan, failPlan, type PlanKey } from '../../src/domain/plans/plan-progress.js';
import { insertPlan, findPlan, supersededBy, type PlanRow } from '../../src/domain/plans/plan-store.js';
import type { PlanStatus } from '../../src/contract/states.js';
import { CATALOGUE } from '../../src/errors/catalogue.js';
import type { PlanDraft } from '../../src/narrative/model.js';
import type { Services } from '../../src/services.js';
import { planWorkflowId, type PlanEnd, type PlanInput } from '../../src/domain/plans/plan-run.js';
import type { Decision } from '../../src/contract/decision.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { asActivityFailure } from './failures.js';

export interface OpenedPlan { status: PlanStatus | 'STALE'; version: number; supersededRuns: string[] }

/** Quick writes of a plan's own row. */
export function createPlanStatusActivities({ db }: Services) {
  return {
    /** Inserts the plan when the API did not come to it, moves it to RUNNING and names the runs it supersedes. */
    async openPlan(input: PlanInput): Promise<OpenedPlan> {
      await insertPlan(db, input);
      const row = await beginPlan(db, input);
      if (row.epoch !== input.epoch) return { status: 'STALE', version: row.version, supersededRuns: [] };
      const older = await supersededBy(db, row);
      return { status: row.status, version: row.version, supersededRuns: older.map(({ id, epoch }) => planWorkflowId(id, epoch)) };
    },
    /** RUNNING to FAILED; answers where the plan stands now. What is not ours to show is told in general words. */
    async failPlan({ code, message, ...key }: PlanKey & { code: string; message: string }): Promise<PlanEnd> {
      const known = code in CATALOGUE;
      const words = known || code === 'provider_backoff' ? message : 'the plan could not be made; resume it to try again';
      return (await failPlan(db, key, known ? code : 'story_plan_failed', words)).status as PlanEnd;
    },
    /** Writes the decision; answers where the plan stands now. */
    async decidePlan({ decision, ...key }: PlanKey & { decision: Decision }): Promise<PlanStatus> {
      return decidePlan(db, key, decision);
    },
  };
}

/** The same brief to the same writer is asked once: a second attempt finds the first one's answer. */
async function draftOf(services: Services, plan: PlanRow): Promise<PlanDraft> {
  const { db, store } = services;
  const writer = await services.writer();
  const brief = await planBriefOf(db, store, writer, plan);
  const key = `planning/${brief.seed.slice(0, 2)}/${brief.seed}.json`;
  try {
    return JSON.parse((await store.get(key)).toString('utf8')) as PlanDraft;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  const draft = await writer.plan(brief, Context.current().cancellationSignal);
  await store.put(key, JSON.stringify(draft));
  return draft;
}

/** The one long step: reading the sources and asking the writer. */
export function createPlanDraftingActivities(services: Services) {
  const { db } = services;
  return {
    /**
     * Drafts a RUNNING plan and writes its envelope. Safe to repeat: a plan that is not RUNNING in this epoch is left as it is.
     * Fails for good with `story_plan_failed`, `source_not_found` or `source_incomplete`.
     */
    async draftPlan(key: PlanKey): Promise<{ status: PlanStatus; version: number }> {
      const plan = await findPlan(db, key.planId);
      if (!plan) throw ApplicationFailure.nonRetryable('the plan is gone', 'story_plan_not_found');
      if (plan.epoch !== key.epoch || plan.status !== 'RUNNING') return { status: plan.status, version: plan.version };
      const planned = plannedTypesOf(plan.request);
      if (planned.length > 0) {
        throw ApplicationFailure.nonRetryable(
          `${planned.join(', ')} ${planned.length === 1 ? 'is' : 'are'} planned and cannot be made yet; see GET /capabilities`, 'story_plan_failed');
      }
      try {
        const draft = await withHeartbeat(() => draftOf(services, plan));
        const voices = tableReadOf(plan.request) ? (await services.speech()).voices() : [];
        const canon = await findCastCanon(db, plan.projectId);
        await services.faults.reach('plan.drafted');
        const envelope = planEnvelope({ projectId: plan.projectId, version: plan.version, request: plan.request, draft, voices, canon });
        const { status, version } = await completeDraft(db, key, envelope, plan.request);
        return { status, version };
      } catch (error) {
        throw asActivityFailure(error, 'story_plan_failed');
      }
    },
  };
}

export type PlanStatusActivities = ReturnType<typeof createPlanStatusActivities>;
export type PlanDraftingActivities = ReturnType<typeof createPlanDraftingActivities>;
