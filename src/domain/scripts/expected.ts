import { ApiError } from '../../kernel/errors/api-error.js';
import type { VersionRow } from './script-model.js';

/** The state a write expects: a revision, or the hash of the text. Null matches any state. */
export interface Expected { revision: number | null; sha256?: string | null }

/**
 * Raises `script_state_invalid` (`details.reason` `content_changed`, with `expected` and `actual`) unless the version is in the
 * expected state. The hash may be that of the text as it was sent, or of the whole script exported as Fountain.
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
