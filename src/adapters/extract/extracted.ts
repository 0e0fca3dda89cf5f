/** Readable text of a source, with what is known about the document. Paragraphs are separated by one blank line. */
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
 * No usable text could be taken from the bytes. `source_fetch_failed` when they are not what they claim to be,
 * `source_incomplete` when they are, but cannot be read in full (specification 2.3 and 7).
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

/** One line of metadata taken from a document, bounded; null when nothing is left of it. */
export function metadataLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  return line === '' ? null : [...line].slice(0, METADATA_CHARACTERS).join('');
}
