import { extractInline } from '../../craft/extract/index.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';
import { shortened } from '../../kernel/contract/texts/shortened.js';
import { fileTypeOf } from './file-type.js';
import {
  isInline, MAX_INLINE_BYTES, MAX_TEXT_BYTES, SOURCE_TYPES,
  type FileType, type InlineType, type RetentionPolicy, type SourceDraft, type SourceType,
} from './source-model.js';
import { textFacts } from './text-facts.js';

const MAX_FILENAME_CHARACTERS = 200;

export interface SourceRequest {
  type: string;
  label?: string | null;
  content?: string;
  uri?: string;
  retentionPolicy?: RetentionPolicy;
  metadata?: Record<string, unknown> | null;
  language?: string | null;
}

export interface SourceOwner { id: string; accountId: string; projectId: string }

export interface PreparedSource {
  draft: SourceDraft;
  /** The extracted text and the content as it was sent. Null for fetched and uploaded sources. */
  inline: { text: string; original: string; preview: string } | null;
  /** An uploaded file, which the background run extracts. */
  file?: UploadedFile;
}

export interface FileRequest {
  type?: FileType;
  label?: string | null;
  retentionPolicy?: RetentionPolicy;
  metadata?: Record<string, unknown> | null;
  language?: string | null;
}

/**
 * The row of an uploaded file. Raises `source_type_unsupported`, `source_too_large`, `source_incomplete` (damaged, encrypted or exploding
 * archives) and `validation_failed`.
 */
export async function prepareFile(request: FileRequest, file: UploadedFile, owner: SourceOwner): Promise<PreparedSource> {
  const type = await fileTypeOf(file, request.type);
  const isText = !['pdf', 'epub', 'docx'].includes(type);
  if (isText && file.byteSize > MAX_TEXT_BYTES) {
    throw new ApiError('source_too_large', `a file of text is at most ${MAX_TEXT_BYTES} bytes`, { field: 'file', maxBytes: MAX_TEXT_BYTES });
  }
  const retentionPolicy = request.retentionPolicy ?? 'EXTRACTED_ONLY';
  const filename = file.filename === null ? null : shortened(file.filename.split(/[\\/]/).at(-1)!, MAX_FILENAME_CHARACTERS);
  const metadata = { ...(filename ? { filename } : {}), ...request.metadata ?? {} };
  checkContextMode(metadata, retentionPolicy);
  const draft: SourceDraft = {
    ...owner, type, label: request.label ?? null, uri: null, retentionPolicy, metadata, language: request.language ?? null, facts: null, hasOriginal: false,
  };
  return { draft, inline: null, file };
}

const invalid = (field: string, message: string) => new ApiError('validation_failed', message, { field });

/**
 * Turns a create request into the row and the texts to store. Extracts inline text at once.
 * Raises `source_type_unsupported`, `source_too_large` and `validation_failed`.
 */
export async function prepareSource(request: SourceRequest, owner: SourceOwner): Promise<PreparedSource> {
  const type = SOURCE_TYPES.find((known) => known === request.type);
  if (!type) {
    throw new ApiError('source_type_unsupported', `type must be one of ${SOURCE_TYPES.join(', ')}`,
      { field: 'type', supported: [...SOURCE_TYPES] });
  }
  const retentionPolicy = request.retentionPolicy ?? 'EXTRACTED_ONLY';
  const metadata = request.metadata ?? {};
  checkContextMode(metadata, retentionPolicy);
  const draft: SourceDraft = {
    ...owner, type, label: request.label ?? null, uri: null, retentionPolicy, metadata, language: request.language ?? null, facts: null, hasOriginal: false,
  };
  if (isInline(type)) return prepareInline(request, type, draft);
  return { draft: { ...draft, uri: uriOf(request, type) }, inline: null };
}

function checkContextMode(metadata: Record<string, unknown>, policy: RetentionPolicy): void {
  const { sourceContextMode: mode } = metadata;
  if (mode === undefined) return;
  if (mode !== 'full' && mode !== 'digest') {
    throw invalid('metadata.sourceContextMode', 'metadata.sourceContextMode must be full or digest');
  }
  if (mode === 'full' && policy === 'METADATA_ONLY') {
    throw invalid('metadata.sourceContextMode',
      'metadata.sourceContextMode full needs a retained text, and METADATA_ONLY retains none');
  }
}

async function prepareInline(request: SourceRequest, type: InlineType, draft: SourceDraft): Promise<PreparedSource> {
  const { content, uri } = request;
  if (uri !== undefined) throw invalid('uri', `uri is not used with type ${type}; send content`);
  if (content === undefined) throw invalid('content', `content is required for type ${type}`);
  if (Buffer.byteLength(content, 'utf8') > MAX_INLINE_BYTES) {
    throw new ApiError('source_too_large', `content is larger than ${MAX_INLINE_BYTES} bytes`,
      { field: 'content', maxBytes: MAX_INLINE_BYTES });
  }
  const { text, title } = extractInline(type, content);
  if (text.trim() === '') throw invalid('content', 'content has no text');
  const { preview, ...facts } = await textFacts(text);
  return {
    draft: {
      ...draft, facts, hasOriginal: draft.retentionPolicy === 'STORE_ORIGINAL',
      metadata: { ...(title ? { title } : {}), ...draft.metadata },
    },
    inline: { text, original: content, preview },
  };
}

/**
 * The URI of a request. Refuses `content`, a missing URI, and a value that is not an absolute URL. The fetch checks the rest, and the source becomes FAILED
 * when it refuses the address.
 */
function uriOf(request: SourceRequest, type: SourceType): string {
  if (request.content !== undefined) throw invalid('content', `content is not used with type ${type}; send uri`);
  if (request.uri === undefined) throw invalid('uri', `uri is required for type ${type}`);
  if (!URL.canParse(request.uri)) throw invalid('uri', 'uri is not an absolute URL');
  return request.uri;
}
