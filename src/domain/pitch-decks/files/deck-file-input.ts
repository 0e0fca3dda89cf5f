import type { WorkInput } from '../../../kernel/works/model.js';
import type { DeckFormat } from './deck-files-store.js';

/**
 * Makes a document of the current deck, or the archive of a version. The subject is the deck; the revision numbers its files. `boardRevision` is the revision
 * of the storyboard at the request; `shows` is equal for files with equal content.
 */
export interface DeckFileInput extends WorkInput {
  projectId: string; format: DeckFormat; slot: string; round: number; shows: string; boardRevision: number;
  /** The version that the archive is of; null for a document of the current deck. */
  version: number | null;
}
