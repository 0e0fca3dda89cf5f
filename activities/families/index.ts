import { BOARDS } from '../../src/domain/boards.js';
import { COVERAGES } from '../../src/domain/coverages.js';
import { getCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { findBoard } from '../../src/kernel/families/storyboards/board.js';
import { applyStoredEdit, takeNextEdit } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { AppliedEdit, EditOutcome } from '../../src/kernel/families/storyboards/storyboard.js';
import type { SubjectKey } from '../../src/kernel/families/subject.js';
import type { Services } from '../../src/kernel/services.js';

/** Quick writes of the families. Throws when a coverage or storyboard that is listed for the workers is not declared. */
export function createFamilyWrites(services: Services) {
  const { db, faults } = services;
  for (const { subject } of COVERAGES) getCoverage(subject);
  for (const { type } of BOARDS) if (!findBoard(type)) throw new Error(`storyboards of ${type} are not declared`);
  return {
    /** Applies a stored edit once; a repeat returns its outcome. */
    async applyStoryboardEdit({ editId, noun }: { editId: string; noun: string }): Promise<EditOutcome> {
      const outcome = await applyStoredEdit(services, editId, noun);
      await faults.reach('storyboard.edited');
      return outcome;
    },
    /**
     * The first applied edit after a revision that is still to be carried out; null when there is none. A call implies that the edits up to this revision are
     * carried out.
     */
    async nextStoryboardEdit({ after, ...subject }: SubjectKey & { after: number }): Promise<AppliedEdit | null> {
      return takeNextEdit(db, subject, after);
    },
  };
}
