import { BOARDS } from '../../src/domain/boards.js';
import { COVERAGES } from '../../src/domain/coverages.js';
import { getCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { findBoard } from '../../src/kernel/families/storyboards/board.js';
import { applyStoredEdit, takeNextEdit } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { AppliedEdit, EditOutcome } from '../../src/kernel/families/storyboards/storyboard.js';
import type { SubjectKey } from '../../src/kernel/families/subject.js';
import type { Services } from '../../src/kernel/services.js';

/** Quick writes of the families. Throws when a listed coverage or storyboard is not declared: workers judge and edit what is listed. */
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
    /** The first edit that was applied after a revision and is to be carried out; null when there is none. Those before are carried out. */
    async nextStoryboardEdit({ after, ...subject }: SubjectKey & { after: number }): Promise<AppliedEdit | null> {
      return takeNextEdit(db, subject, after);
    },
  };
}
