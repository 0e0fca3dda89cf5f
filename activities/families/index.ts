import { applyKeptEdit } from '../../src/families/storyboards/storyboard-store.js';
import type { EditOutcome } from '../../src/families/storyboards/storyboard.js';
import type { Services } from '../../src/services.js';

/** Quick writes of what families keep. */
export function createFamilyWrites({ db, faults }: Services) {
  return {
    /** Applies an edit that was kept, once: a repeat answers what came of it. */
    async applyStoryboardEdit({ editId, noun }: { editId: string; noun: string }): Promise<EditOutcome> {
      const outcome = await applyKeptEdit(db, editId, noun);
      await faults.reach('storyboard.edited');
      return outcome;
    },
  };
}
