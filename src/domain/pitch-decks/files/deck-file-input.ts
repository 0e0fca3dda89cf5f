import type { WorkInput } from '../../../kernel/works/model.js';
import type { DeckFormat } from './deck-files-store.js';

/**
 * Makes a document of a deck as it is, or the archive of a version. The subject is the deck; the revision counts its files. `boardRevision` is that of the
 * storyboard when it was asked for, `shows` is equal for files that show the same.
 */
export interface DeckFileInput extends WorkInput {
  projectId: string; format: DeckFormat; slot: string; round: number; shows: string; boardRevision: number;
  /** The version whose archive it is; null for a document of the deck as it is. */
  version: number | null;
}
