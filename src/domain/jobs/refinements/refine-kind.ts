import type { Services } from '../../../kernel/services.js';
import { defineWork, STOPPED_RESUMABLE } from '../../../kernel/works/kind.js';
import type { Making } from '../../../kernel/works/step.js';
import { OVERTAKEN, revisesRead, type LoadedRevision, type MadeRevision, type RevisionInput } from '../../artifacts/next-revision.js';
import { JOB_UNIT } from '../job-run.js';
import { insertRefinement, type RefineBrief } from './refinement-store.js';

const makeRefined = async (services: Services, input: RevisionInput, making: Making): Promise<MadeRevision | null> =>
  (await import('./refine-read.js')).refineRead(services, input, making);

/** A job that makes the next revision of a read from an instruction. The work has the job's id, and the job is its subject. */
export const refineKind = defineWork<RevisionInput, MadeRevision, LoadedRevision, RefineBrief>({
  kind: 'refine', workflow: 'refineWorkflow', queue: 'refinements', runOn: '<job>', whenCancelled: 'CANCELED', unit: JOB_UNIT, provider: 'llm', briefed: true,
  stopped: STOPPED_RESUMABLE,
  ...revisesRead('refine'),
  opened: (tx, { workId }, brief) => insertRefinement(tx, workId, brief),
  step: {
    activity: 'refineRead', group: 'modelCall', stage: 'writing', words: 'Changing the screenplay as the instruction says, and casting it.', progress: 'writing',
    make: makeRefined, overtaken: OVERTAKEN,
  },
});
