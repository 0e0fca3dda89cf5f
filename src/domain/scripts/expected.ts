import { ApiError } from '../../errors/api-error.js';
import type { VersionRow } from './script-model.js';

/** What a writer read before the write: the revision, or the hash of the text. Null: whatever is there may be replaced. */
export interface Expected { revision: number | null; sha256?: string | null }

/**
 * Raises `script_state_invalid` (`details.reason` `content_changed`, with `expected` and `actual`) unless the version still holds
 * what was read. A text may be named as it was sent, or as it is exported whole.
 */
export function requireExpected({ sha256, fountainSha256, revision }: VersionRow, expected: Expected): void {
  const refuse = (details: { expected: number | string; actual: number | string }): never => {
    throw new ApiError('script_state_invalid', 'the screenplay has changed since it was read',
      { reason: 'content_changed', ...details, currentSha256: sha256, currentVersion: revision });
  };
  if (expected.revision !== null && expected.revision !== revision) refuse({ expected: expected.revision, actual: revision });
  const text = expected.sha256 ?? null;
  if (text !== null && text !== sha256 && text !== fountainSha256) refuse({ expected: text, actual: sha256 });
}
