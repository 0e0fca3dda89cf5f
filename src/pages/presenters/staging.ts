import type { Chosen } from '../../kernel/families/settings/settings-store.js';
import type { StagingData } from '../client-data.js';

/** What moves on the stage of a read, as its page plays it; null where nothing of it was chosen. */
export function stagingData(_overlays: Chosen): StagingData | null {
  const staging: StagingData = {};
  return Object.keys(staging).length > 0 ? staging : null;
}
