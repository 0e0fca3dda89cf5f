import {
  ActivityFailure, ApplicationFailure, CancellationScope, condition, defineQuery, defineSignal,
  getExternalWorkflowHandle, isCancellation, log, setHandler,
} from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';
import { approvalGate } from '../shared/approval-gate.js';
import { showStage } from '../shared/stage.js';
import type { PlanEnd, PlanInput, PlanStage } from '../../src/domain/plans/plan-run.js';

const supersededSignal = defineSignal('superseded');
const planStageQuery = defineQuery<PlanStage>('state');

/** Runs of older plans of the project have nothing left to do; those that are closed already are not missed. */
async function dismiss(workflowIds: readonly string[]): Promise<void> {
  for (const workflowId of workflowIds) {
    try {
      await getExternalWorkflowHandle(workflowId).signal(supersededSignal);
    } catch (error) {
      log.info('a superseded plan has no open run', { workflowId, error: String(error) });
    }
  }
}

function failureOf(error: unknown): { code: string; message: string } {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return { code: cause.type ?? 'story_plan_failed', message: cause.message };
  return { code: 'story_plan_failed', message: cause instanceof Error ? cause.message : String(cause) };
}

/**
 * One run per plan: draft it, then wait, without limit, for a person. Every step reads the row first, so a reset run takes up
 * where the row stands: a drafted plan goes back to the gate, a decided one ends.
 */
export async function planWorkflow(input: PlanInput): Promise<PlanEnd> {
  const { planId, epoch } = input;
  const gate = approvalGate('plan');
  const state: PlanStage = { stage: 'queued', revision: null };
  let superseded = false;
  const drafting = new CancellationScope();
  setHandler(planStageQuery, () => state);
  setHandler(supersededSignal, () => {
    superseded = true;
    drafting.cancel();
  });
  const show = (stage: PlanStage['stage'], words: string): void => {
    state.stage = stage;
    showStage(stage, words);
  };
  const { openPlan, failPlan, decidePlan } = activitiesOf('quickWrite');
  const { draftPlan } = activitiesOf('modelCall');

  show('queued', 'Recording the plan and superseding older plans of the project');
  let plan = await openPlan(input);
  await dismiss(plan.supersededRuns);
  if (plan.status === 'RUNNING') {
    show('drafting', `Reading ${input.request.sourceIds.length} source(s) and drafting the plan`);
    try {
      plan = { ...plan, ...await drafting.run(() => draftPlan({ planId, epoch })) };
    } catch (error) {
      if (isCancellation(error) && superseded) return 'SUPERSEDED';
      const failure = failureOf(error);
      show('done', `Failed: ${failure.code}, ${failure.message}`);
      return CancellationScope.nonCancellable(() => failPlan({ planId, epoch, ...failure }));
    }
  }
  if (plan.status === 'REQUIRES_APPROVAL') {
    gate.open(plan.version);
    state.revision = plan.version;
    show('awaiting_approval', `Waiting for a person to approve or reject version ${plan.version} of the plan`);
    const decision = await Promise.race([gate.verdict(), condition(() => superseded).then(() => null)]);
    if (decision) {
      show('deciding', `${decision.verdict} by ${decision.by}`);
      plan = { ...plan, status: await decidePlan({ planId, epoch, decision }) };
    } else {
      plan = { ...plan, status: 'SUPERSEDED' };
    }
  }
  show('done', `The plan is ${plan.status}`);
  return plan.status as PlanEnd;
}
