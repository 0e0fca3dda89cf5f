import type { Source } from '../../../entities/source.js';
import type { Known } from '../../kernel/db/rows.js';
import type { ErrorCode } from '../../kernel/errors/catalogue.js';
import type { SourceStatus } from '../../kernel/contract/states.js';
import type { Digest } from '../../craft/narrative/model.js';

export const SOURCE_TYPES = ['text', 'markdown', 'url', 'pdf'] as const;
/** Types of uploaded files. */
export const FILE_TYPES = ['text', 'markdown', 'html', 'pdf', 'epub', 'docx', 'fountain', 'fdx'] as const;
export type FileType = (typeof FILE_TYPES)[number];
export type SourceType = (typeof SOURCE_TYPES)[number] | FileType;
export type InlineType = 'text' | 'markdown';

export const RETENTION_POLICIES = ['EXTRACTED_ONLY', 'STORE_ORIGINAL', 'METADATA_ONLY'] as const;
export type RetentionPolicy = (typeof RETENTION_POLICIES)[number];

export const DIGEST_STATUSES = ['NOT_STARTED', 'PENDING', 'RUNNING', 'READY', 'FAILED', 'SKIPPED'] as const;
export type DigestStatus = (typeof DIGEST_STATUSES)[number];

/** Largest text in a request, in bytes of UTF-8. */
export const MAX_INLINE_BYTES = 2_000_000;
/** Largest fetched document in bytes (10 MB), counted after inflation. */
export const MAX_FETCHED_BYTES = 10_485_760;
/** Largest uploaded file in bytes (50 MB); pictures make up most of a large book. */
export const MAX_FILE_BYTES = 52_428_800;
/** Largest uploaded file of text in bytes (10 MB), and largest text of any document. */
export const MAX_TEXT_BYTES = MAX_FETCHED_BYTES;

export type SourceRow = Known<Source, {
  type: SourceType; status: SourceStatus; retentionPolicy: RetentionPolicy; digestStatus: DigestStatus;
  metadata: Record<string, unknown>; digest: Digest | null;
}>;

/** Facts of an extracted text in its row. The preview is not one of them, because METADATA_ONLY stores none. */
export interface StoredFacts {
  byteSize: number; tokenEstimate: number; contentHash: string;
  /** The language that was found in the text, as an ISO 639-1 code; null when it is not known. */
  language: string | null;
}

/** The new row of a source. The text of an inline source is the object `textKeyOf` of the media store. */
export interface SourceDraft {
  id: string;
  accountId: string;
  projectId: string;
  type: SourceType;
  label: string | null;
  uri: string | null;
  retentionPolicy: RetentionPolicy;
  metadata: Record<string, unknown>;
  /** The language that the caller gave; null leaves it to the text. */
  language: string | null;
  /** Null for fetched and uploaded sources. Inline sources are READY at once. */
  facts: StoredFacts | null;
  hasOriginal: boolean;
}

/** Why a source FAILED. `details.reason` is a reason of the fetch or the extraction. */
export interface SourceFailure { code: ErrorCode; message: string; details: Record<string, unknown> }

// Each source has separate objects, even for equal texts, so that deleting one source never deletes the text of
// another.
export const textKeyOf = (sourceId: string): string => `sources/${sourceId}/text.txt`;
export const originalKeyOf = (sourceId: string): string => `sources/${sourceId}/original`;
/** The result of an extraction or a digest, until it is written to the row. */
export const extractionKeyOf = (sourceId: string): string => `sources/${sourceId}/extraction.json`;
export const digestKeyOf = (sourceId: string): string => `sources/${sourceId}/digest.json`;
export const keysOf = (sourceId: string): string[] => [textKeyOf, originalKeyOf, extractionKeyOf, digestKeyOf].map((keyOf) => keyOf(sourceId));

export const isInline = (type: SourceType): type is InlineType => type === 'text' || type === 'markdown';
