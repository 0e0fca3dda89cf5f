import { COVERAGES } from '../../src/domain/coverages.js';
import { getCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { applyStoredEdit, findNextEdit } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { AppliedEdit, EditOutcome } from '../../src/kernel/families/storyboards/storyboard.js';
import type { SubjectKey } from '../../src/kernel/families/subject.js';
import type { Services } from '../../src/kernel/services.js';

/** Quick writes of the families. Throws when a listed coverage is not declared: workers judge what is listed. */
export function createFamilyWrites({ db, faults }: Services) {
  for (const { subject } of COVERAGES) getCoverage(subject);
  return {
    /** Applies a stored edit once; a repeat returns its outcome. */
    async applyStoryboardEdit({ editId, noun }: { editId: string; noun: string }): Promise<EditOutcome> {
      const outcome = await applyStoredEdit(db, editId, noun);
      await faults.reach('storyboard.edited');
      return outcome;
    },
    /** The first edit that was applied after a revision; null when none was. */
    async nextStoryboardEdit({ after, ...subject }: SubjectKey & { after: number }): Promise<AppliedEdit | null> {
      return findNextEdit(db, subject, after);
    },
  };
}
