import type { BibleInput, MadeBible } from '../../src/domain/canon/bible/generation-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Makes or refreshes the Series Bible of a project from its sources and scripts. */
export async function bibleWorkflow(input: BibleInput): Promise<WorkEnd> {
  const { makeBible } = activitiesOf('modelCall');
  return runWork<MadeBible>(input, async (run) => {
    run.show('writing', 'Reading the sources for the Series Bible.');
    const made = await makeBible(input);
    if (!made) return;
    await run.finish(made);
    await run.clearAway();
  });
}
