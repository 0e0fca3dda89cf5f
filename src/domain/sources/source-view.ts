import type { Digest } from '../../craft/narrative/model.js';
import type { SourceRow, SourceType } from './source-model.js';
import type { PreparedSource } from './source-request.js';

/** A source as the API shows it. */
export function viewSource(row: SourceRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    type: row.type.toUpperCase() as Uppercase<SourceType>,
    label: row.label,
    uri: row.uri,
    status: row.status,
    retentionPolicy: row.retentionPolicy,
    byteSize: row.byteSize,
    tokenEstimate: row.tokenEstimate,
    contentHash: row.contentHash,
    language: row.language,
    extractedTextPreview: row.preview,
    extractedAt: row.extractedAt?.toISOString() ?? null,
    metadata: row.metadata,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    failureDetails: row.failureDetails as Record<string, unknown> | null,
    digestStatus: row.digestStatus,
    digest: row.digestStatus === 'READY' ? row.digest as Digest | null : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * The source as its create call made it: READY for inline sources, PENDING for fetched ones. Its run may have changed
 * it already, but every retry of the call must get the same response.
 */
export function viewCreatedSource({ draft, inline }: PreparedSource, row: SourceRow) {
  const { facts } = draft;
  return viewSource({
    ...row,
    status: facts ? 'READY' : 'PENDING', digestStatus: facts ? 'PENDING' : 'NOT_STARTED', digest: null,
    label: draft.label, metadata: draft.metadata, failureCode: null, failureMessage: null, failureDetails: null,
    byteSize: facts?.byteSize ?? null, tokenEstimate: facts?.tokenEstimate ?? null, contentHash: facts?.contentHash ?? null,
    language: draft.language ?? facts?.language ?? null,
    preview: inline && draft.retentionPolicy !== 'METADATA_ONLY' ? inline.preview : null,
    extractedAt: facts ? row.extractedAt : null, updatedAt: row.createdAt,
  });
}
