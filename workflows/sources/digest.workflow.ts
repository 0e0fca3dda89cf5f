import type { MadeDigest } from '../../src/domain/sources/digest-kind.js';
import type { WorkInput } from '../../src/works/model.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Digests the text of a source; a text that is not to be kept is gone afterwards. */
export async function digestWorkflow(input: WorkInput): Promise<WorkEnd> {
  const { digestSource } = activitiesOf('modelCall');
  return runWork<MadeDigest>(input, async (run) => {
    run.show('digesting', 'Making the digest.');
    const made = await digestSource(input);
    if (!made) return;
    await run.finish(made);
    await run.clearAway();
  });
}
