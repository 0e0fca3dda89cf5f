import type { DraftedOutline, OutlineInput } from '../../src/domain/canon/outlines/outline-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Work that had ended stays as it is. */
const CHANGED = { code: 'artifact_generation_failed', message: 'The outline was changed while it was being drafted; nothing was overwritten.' };

/** Drafts the outline of an episode from the sources of its project. */
export async function outlineWorkflow(input: OutlineInput): Promise<WorkEnd> {
  const { draftOutline } = activitiesOf('modelCall');
  return runWork<DraftedOutline>(input, async (run) => {
    run.show('planning', 'Drafting the outline.');
    const drafted = await draftOutline(input);
    if (!drafted) return;
    const outcome = await run.finish(drafted);
    if (outcome === 'over') await run.fail(CHANGED, 0);
    await run.clearAway();
  });
}
