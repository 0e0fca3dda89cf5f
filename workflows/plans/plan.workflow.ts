import type { PlanInput } from '../../src/domain/plans/plan-run.js';
import type { DraftedPlan } from '../../src/domain/plans/plan-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { approvalGate } from '../shared/approval-gate.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Drafts a plan, then waits without a time limit until a person approves or rejects it. */
export async function planWorkflow(input: PlanInput): Promise<WorkEnd> {
  const gate = approvalGate('plan');
  const { dismissOlderPlans, findRevisionAtGate, decidePlan } = activitiesOf('quickWrite');
  const { draftPlan } = activitiesOf('modelCall');
  return runWork<DraftedPlan>(input, async (run) => {
    run.show('drafting', 'Reading the sources and drafting the plan.');
    await dismissOlderPlans(input);
    const drafted = await draftPlan(input);
    if (drafted) await run.finish(drafted);
  }, async (run) => {
    // People may correct the cast meanwhile, which makes a new revision. A decision about an earlier revision has no effect.
    for (let revision = await findRevisionAtGate(input); typeof revision === 'number';) {
      run.show('awaiting_approval', `Waiting for a person to approve or reject version ${revision} of the plan.`);
      gate.open(revision);
      const decision = await gate.verdict({ orLater: true });
      run.show('deciding', `${decision.verdict} by ${decision.by}`);
      revision = await decidePlan({ ...input, decision });
    }
  });
}
