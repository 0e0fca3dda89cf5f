import { ApplicationFailure } from '@temporalio/activity';
import type { Decision } from '../../src/kernel/contract/decision.js';
import { draftPlan, type DraftedPlan } from '../../src/domain/plans/plan-draft.js';
import { decidePlan, findRevisionAtGate, startDrafting } from '../../src/domain/plans/plan-moves-store.js';
import { planRunId, type PlanInput } from '../../src/domain/plans/plan-run.js';
import { findPlan, listSuperseded } from '../../src/domain/plans/plan-store.js';
import type { Services } from '../../src/kernel/services.js';
import type { WorkKey } from '../../src/kernel/works/model.js';
import { inActivity } from '../shared/activity-frame.js';
import { asActivityFailure } from '../shared/failures.js';
import { noteProviderWait } from '../shared/provider-wait.js';

/** Quick steps of a plan's run. */
export function createPlanWrites({ db, engine }: Services) {
  return {
    /** Cancels the runs of plans that this one superseded; closed runs are ignored. */
    async dismissOlderPlans({ workId }: PlanInput): Promise<void> {
      for (const { id, epoch } of await listSuperseded(db, workId)) {
        await engine.cancel(planRunId(id, epoch));
      }
    },
    /** The version that waits for a decision, or null. */
    async findRevisionAtGate(key: WorkKey): Promise<number | null> {
      return findRevisionAtGate(db, key);
    },
    /** Stores the decision if the plan waits for one about this version. Returns the version that waits now, or null. */
    async decidePlan({ decision, ...key }: WorkKey & { decision: Decision }): Promise<number | null> {
      await decidePlan(db, key, decision);
      return findRevisionAtGate(db, key);
    },
  };
}

/** The long step of a plan's run: loads the sources and asks the writer. */
export function createPlanDrafting(services: Services) {
  const { db, faults } = services;
  return {
    /**
     * Drafts the plan; null when there is nothing to draft in this epoch. Safe to repeat. Fails for good with `story_plan_failed`,
     * `source_not_found` or `source_incomplete`.
     */
    async draftPlan(key: WorkKey): Promise<DraftedPlan | null> {
      if (!await startDrafting(db, key)) return null;
      const plan = await findPlan(db, key.workId);
      if (!plan) throw ApplicationFailure.nonRetryable('the plan is gone', 'story_plan_not_found');
      return inActivity(async (signal) => {
        const drafted = await draftPlan(services, plan, signal).catch(async (error: unknown) => {
          await noteProviderWait(services, key, error, 'modelCall');
          throw error;
        });
        await faults.reach('plan.drafted');
        return drafted;
      }, (error) => asActivityFailure(error, 'story_plan_failed'));
    },
  };
}
