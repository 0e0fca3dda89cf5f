import type { DraftInput, WrittenDraft } from '../../src/domain/scripts/drafts/draft-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { showDetails } from '../shared/stage.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Writes the scenes of an episode's draft in order; a later run continues after the last scene that is in the text. */
export async function draftWorkflow(input: DraftInput): Promise<WorkEnd> {
  const { planDraft, writeDraftScene } = activitiesOf('modelCall');
  return runWork<WrittenDraft>(input, async (run) => {
    run.show('planning', 'Planning the scenes.');
    let draft = await planDraft(input);
    if (draft) run.show('writing', `Writing ${draft.total - draft.completed} scene(s).`);
    while (draft && draft.completed < draft.total) {
      showDetails(`Writing scene ${draft.completed + 1} of ${draft.total}.`);
      draft = await writeDraftScene({ ...input, index: draft.completed });
    }
    if (draft) await run.finish({ versionId: input.subjectId });
  });
}
