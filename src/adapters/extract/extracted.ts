/** Readable text of a source and facts about the document. One blank line separates paragraphs. */
export interface Extracted {
  text: string;
  title: string | null;
  /** Strings of at most 300 characters and numbers: `pageCount`, `pagesWithoutText`, `byline`, `siteName`… */
  metadata: Record<string, string | number>;
}

export type ExtractionReason =
  | 'malformed' | 'encrypted' | 'no_text_layer' | 'unreadable_text' | 'empty' | 'too_complex' | 'too_many_pages'
  | 'timeout';

/**
 * The bytes gave no usable text. The code is `source_fetch_failed` when they are not of the declared kind, `source_incomplete` when they
 * are but cannot be read in full.
 */
export class ExtractionFailed extends Error {
  override readonly name = 'ExtractionFailed';
  readonly code: 'source_fetch_failed' | 'source_incomplete';
  constructor(readonly reason: ExtractionReason, message: string) {
    super(message);
    this.code = reason === 'malformed' ? 'source_fetch_failed' : 'source_incomplete';
  }
}

const METADATA_CHARACTERS = 300;

/** A document's metadata as one line of at most 300 characters; null when it is no text or empty. */
export function metadataLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  return line === '' ? null : [...line].slice(0, METADATA_CHARACTERS).join('');
}
