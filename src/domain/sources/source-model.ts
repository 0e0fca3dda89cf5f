import type { Source } from '../../../entities/source.js';
import type { Known } from '../../db/rows.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { SourceStatus } from '../../contract/states.js';
import type { Digest } from '../../narrative/model.js';

export const SOURCE_TYPES = ['text', 'markdown', 'url', 'pdf'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];
export type InlineType = 'text' | 'markdown';

export const RETENTION_POLICIES = ['EXTRACTED_ONLY', 'STORE_ORIGINAL', 'METADATA_ONLY'] as const;
export type RetentionPolicy = (typeof RETENTION_POLICIES)[number];

export const DIGEST_STATUSES = ['NOT_STARTED', 'PENDING', 'RUNNING', 'READY', 'FAILED', 'SKIPPED'] as const;
export type DigestStatus = (typeof DIGEST_STATUSES)[number];

/** Largest text in a request, in bytes of UTF-8. */
export const MAX_INLINE_BYTES = 2_000_000;
/** Largest fetched document in bytes (10 MB), counted after inflation. */
export const MAX_FETCHED_BYTES = 10_485_760;

export type SourceRow = Known<Source, {
  type: SourceType; status: SourceStatus; retentionPolicy: RetentionPolicy; digestStatus: DigestStatus;
  metadata: Record<string, unknown>; digest: Digest | null;
}>;

/** Facts of an extracted text as they are stored; the preview is kept apart because METADATA_ONLY has none. */
export interface StoredFacts { byteSize: number; tokenEstimate: number; contentHash: string }

/** What a request to attach a source writes into its row. The text of an inline source lies in the media store under `textKeyOf`. */
export interface SourceDraft {
  id: string;
  accountId: string;
  projectId: string;
  type: SourceType;
  label: string | null;
  uri: string | null;
  retentionPolicy: RetentionPolicy;
  metadata: Record<string, unknown>;
  /** Present for inline sources, which are READY from the start. */
  facts: StoredFacts | null;
  hasOriginal: boolean;
}

/** Why a source FAILED. `details.reason` is one of the fetch or extraction reasons. */
export interface SourceFailure { code: ErrorCode; message: string; details: Record<string, unknown> }

// Keys belong to one source each. Equal texts are stored twice, so that deleting one source can never take another's text.
export const textKeyOf = (sourceId: string): string => `sources/${sourceId}/text.txt`;
export const originalKeyOf = (sourceId: string): string => `sources/${sourceId}/original`;
/** What an extraction or a digest made, until the row shows it. */
export const extractionKeyOf = (sourceId: string): string => `sources/${sourceId}/extraction.json`;
export const digestKeyOf = (sourceId: string): string => `sources/${sourceId}/digest.json`;
export const keysOf = (sourceId: string): string[] => [textKeyOf, originalKeyOf, extractionKeyOf, digestKeyOf].map((keyOf) => keyOf(sourceId));

export const isInline = (type: SourceType): type is InlineType => type === 'text' || type === 'markdown';
