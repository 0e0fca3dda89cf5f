import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import type { Services } from '../../src/kernel/services.js';
import type { TaskQueue } from '../../src/kernel/temporal/queues.js';
import type { WorkKind } from '../../src/kernel/works/kind.js';
import { OWN_FAILURE, QUEUED, type WorkInput } from '../../src/kernel/works/model.js';
import type { WorkStep } from '../../src/kernel/works/step.js';
import { noteProgress, startWork } from '../../src/kernel/works/work-store.js';
import { GROUPS } from '../../workflows/shared/activity-groups.js';
import { inActivity } from '../shared/activity-frame.js';
import { asActivityFailure } from '../shared/failures.js';
import { noteProviderWait } from '../shared/provider-wait.js';

type LineInput = WorkInput & { line: number };
type Stepped = WorkKind & { step: WorkStep<WorkInput, unknown> };

const hasStep = (kind: WorkKind): kind is Stepped => kind.step !== undefined;

/**
 * Makes one line of work. Null when the work has ended or nothing is left to make. When the activity is cancelled, the maker stops before the activity ends.
 */
async function takeStep(services: Services, { kind, step, failureCode }: Stepped, input: LineInput): Promise<unknown> {
  const { db, faults } = services;
  if (!await startWork(db, input, { ...QUEUED, stage: step.progress })) return null;
  return inActivity(async (signal) => {
    try {
      const made = await step.make(services, input, { signal, note: (progress) => noteProgress(db, input, progress) });
      if (made !== null) await faults.reach('step.made', kind);
      return made;
    } catch (error) {
      await noteProviderWait(services, input, error, step.group);
      throw error;
    }
  }, (error) => asActivityFailure(error, failureCode ?? OWN_FAILURE));
}

/** For every kind of work with a single step on this queue, the activity by its name. Kinds that share a name share an activity. */
export function createSteps(services: Services, queue: TaskQueue): Record<string, (input: LineInput) => Promise<unknown>> {
  const kinds = [...WORK_KINDS.values()].filter(hasStep).filter(({ step }) => GROUPS[step.group].queue === queue);
  return Object.fromEntries(kinds.map(({ step: { activity } }) => [activity, (input: LineInput) => {
    const kind = kinds.find((candidate) => candidate.kind === input.kind || candidate.formerly === input.kind);
    if (!kind) throw new Error(`${input.kind} is no kind of one step`);
    return takeStep(services, kind, input);
  }]));
}
