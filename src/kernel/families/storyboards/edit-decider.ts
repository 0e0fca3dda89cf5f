import type { RunSpec } from '../../contract/runs.js';
import type { Decider } from '../../decisions/mend-decisions.js';
import type { Services } from '../../services.js';
import { EDITS } from './storyboard-store.js';
import type { EditAnswer } from './storyboard.js';

/**
 * Makes the decider that sends edits to the run of a storyboard again, when their call died before it could send them. `runOf` returns null when the subject
 * is gone.
 */
export function editDecider(type: string, runOf: (services: Services, subjectId: string, requestId: string) => Promise<RunSpec | null>): Decider {
  return {
    type, places: [EDITS],
    runOf: async (services, { subjectId, requestId }) => (await runOf(services, subjectId, requestId))?.workflowId ?? null,
    async tell(services, { id, subjectId, requestId }) {
      const run = await runOf(services, subjectId, requestId);
      if (!run) return false;
      const answer: unknown = await services.engine.startAndWait(run as never, { name: 'edit' as never, id, argument: { editId: id } as never });
      return !('closed' in (answer as EditAnswer));
    },
  };
}
