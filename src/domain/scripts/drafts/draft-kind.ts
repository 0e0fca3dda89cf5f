import { workIdOf } from '../../../kernel/works/ids.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { OpenAnswer, WorkInput } from '../../../kernel/works/model.js';
import { DRAFT } from './draft-model.js';
import { endDrafting, failDraft, findDraftOf } from './draft-store.js';

/** Writes the scenes of one scene plan. The work's subject is the version; its revision is that of the scene plan. */
export type DraftInput = WorkInput;

/** The result of a run: the draft with its scenes. */
export interface WrittenDraft { versionId: string }

/** Id of the work that writes one scene plan of a draft. */
export const draftWorkId = (versionId: string, revision: number): string => workIdOf(DRAFT, versionId, revision);

export const draftKind = defineWork<DraftInput, WrittenDraft>({
  kind: DRAFT, workflow: 'draftWorkflow', queue: 'drafts', runOn: '<version>:r<plan>', whenCancelled: 'FAILED', outlivesProject: true,
  unit: 'scenes', counted: true, provider: 'llm',
  admit: async (tx, input): Promise<OpenAnswer | null> => (await findDraftOf(tx, input) ? null : { outcome: 'over' }),
  publish: (tx, _key, { versionId }) => endDrafting(tx, versionId),
  fail: (tx, { workId }) => failDraft(tx, workId),
});
