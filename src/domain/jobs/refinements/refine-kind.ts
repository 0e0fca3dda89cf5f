import { revisionJob } from './revision-job.js';

/** A job that makes the next revision of a read from an instruction. */
export const refineKind = revisionJob({
  kind: 'refine', workflow: 'refineWorkflow', queue: 'refinements', provider: 'llm',
  activity: 'refineRead', words: 'Changing the screenplay as the instruction says, and casting it.',
  make: async (...making) => (await import('./refine-read.js')).refineRead(...making),
});
