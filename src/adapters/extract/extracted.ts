/** Readable text of a source and facts about the document. One blank line separates paragraphs. */
export interface Extracted {
  text: string;
  title: string | null;
  /** Strings of at most 300 characters and numbers: `pageCount`, `pagesWithoutText`, `byline`, `siteName`… */
  metadata: Record<string, string | number>;
}

const METADATA_CHARACTERS = 300;

/** A document's metadata as one line of at most 300 characters; null when it is no text or empty. */
export function metadataLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  return line === '' ? null : [...line].slice(0, METADATA_CHARACTERS).join('');
}
