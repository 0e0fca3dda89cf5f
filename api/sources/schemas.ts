import { Next } from '../../src/kernel/contract/next-step.js';
import { Waiting } from '../../src/kernel/contract/provider-wait.js';
import Type from 'typebox';
import {
  DIGEST_STATUSES, FILE_TYPES, MAX_FILE_BYTES, RETENTION_POLICIES, SOURCE_TYPES,
} from '../../src/domain/sources/source-model.js';
import { ANY_TYPE, multipart } from '../../src/kernel/http/requests/body-kinds.js';
import { closed, Id, Metadata, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { CLAIM_KINDS } from '../../src/craft/narrative/model.js';

const Span = closed({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) },
  { description: 'Characters of the extracted text' });

const LanguageTag = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', maxLength: 35, description: 'BCP 47, such as `de`. Left out, it is found in the text. Plans need voices that speak it',
});

export const SourceDigest = model('SourceDigest', 'What a source says: summary, claims with their evidence, and gaps.', closed({
  summary: Type.String({ description: 'Prose of three to six sentences' }),
  thesis: Type.String({ description: 'One sentence; empty for a text that says in none what it comes to, as most stories' }),
  claims: Type.Array(closed({
    statement: Type.String(), kind: oneOf(CLAIM_KINDS), attribution: nullable(Type.String()), span: Type.Optional(Span),
  })),
  evidence: Type.Array(closed({
    claimIndex: Type.Integer({ minimum: 0 }), support: Type.String(), span: Type.Optional(Span),
  })),
  gaps: Type.Array(Type.String()),
  rightsNotes: Type.Array(Type.String()),
}));

export const Source = model('Source', 'Material that stories are made from, with what was extracted from it.', closed({
  id: Id,
  projectId: Id,
  type: oneOf(['TEXT', 'MARKDOWN', 'URL', 'PDF', 'HTML', 'EPUB', 'DOCX', 'FOUNTAIN', 'FDX']),
  label: nullable(Type.String()),
  uri: nullable(Type.String()),
  status: oneOf(['PENDING', 'EXTRACTING', 'READY', 'FAILED']),
  retentionPolicy: oneOf(RETENTION_POLICIES),
  byteSize: nullable(Type.Integer({ minimum: 0, description: 'Bytes of the extracted text' })),
  tokenEstimate: nullable(Type.Integer({ minimum: 0 })),
  contentHash: nullable(Type.String({ description: 'SHA-256 of the extracted text, in hex' })),
  language: nullable(Type.String({ description: 'ISO 639-1, or BCP 47 as it was given. Null: not known, or the text is not there yet' })),
  extractedTextPreview: nullable(Type.String({ description: 'The first 4,000 characters; none with METADATA_ONLY' })),
  extractedAt: nullable(Timestamp),
  metadata: Metadata,
  failureCode: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  failureDetails: nullable(Metadata),
  digestStatus: oneOf(DIGEST_STATUSES),
  digest: nullable(SourceDigest),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const SourceEnvelope = model('SourceEnvelope', 'One source, what its digest waits for, and the call that comes next.', closed({
  source: Source, waiting: Waiting,
  digestFailure: nullable(closed({ code: Type.String(), message: Type.String() }), { description: 'Why the digest failed, of a source whose digestStatus is FAILED' }),
  next: Next,
}));
export const SourceList = model('SourceList', 'One page of sources.', closed({ sources: Type.Array(Source), nextCursor: NextCursor }));

export const SourceCreateRequest = model('SourceCreateRequest',
  'A text, or the address of a page or PDF. `type` says which of `content` and `uri` goes with it.', closed({
  // Not an enumeration, because an unknown type has its own error code.
  type: Type.String({ maxLength: 40, description: `One of ${SOURCE_TYPES.join(', ')}` }),
  label: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
  content: Type.Optional(Type.String({ description: 'For text and markdown; at most 2,000,000 bytes of UTF-8' })),
  uri: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, description: 'For url and pdf' })),
  retentionPolicy: Type.Optional(oneOf(RETENTION_POLICIES, { default: 'EXTRACTED_ONLY' })),
  metadata: Type.Optional(nullable(Metadata)),
  language: Type.Optional(nullable(LanguageTag)),
}, { examples: [{ type: 'text', content: 'The lamp went out at nine. "Who is there?" asked Ada.' }] }));

/** An uploaded file with optional facts about it. */
export const SourceFileForm = multipart(closed({
  type: Type.Optional(oneOf(FILE_TYPES, { description: 'Left out, the file tells it' })),
  label: Type.Optional(Type.String({ maxLength: 300 })),
  retentionPolicy: Type.Optional(oneOf(RETENTION_POLICIES, { default: 'EXTRACTED_ONLY' })),
  language: Type.Optional(LanguageTag),
  metadata: Type.Optional(Type.Unsafe<Record<string, unknown>>({ ...Metadata, description: 'A JSON object' })),
}), {
  file: {
    contentTypes: [ANY_TYPE], maxBytes: MAX_FILE_BYTES, required: true,
    description: 'Text, Markdown, HTML, PDF, EPUB, Word (.docx), Fountain or Final Draft; at most 50 MB, text at most 10 MB',
  },
});

export const SourceDeleted = model('SourceDeleted', 'Which source was deleted.', closed({ deleted: Type.Literal(true), sourceId: Id }));
