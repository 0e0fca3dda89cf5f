/** A chapter of a document: characters of its text, from `start` up to `end`. */
export interface Section { index: number; title: string | null; start: number; end: number; words: number }

/** Readable text of a source and facts about the document. One blank line separates paragraphs. */
export interface Extracted {
  text: string;
  title: string | null;
  /** Strings of at most 300 characters and numbers: `pageCount`, `pagesWithoutText`, `byline`, `siteName`… */
  metadata: Record<string, string | number>;
  /** The chapters, in order, where the document has more than one. */
  sections?: Section[];
}

const MAX_METADATA_CHARACTERS = 300;

/** One value of a document's metadata as a line of at most 300 characters; null for an empty value or no string. */
export function metadataLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' ').trim();
  return line === '' ? null : [...line].slice(0, MAX_METADATA_CHARACTERS).join('');
}
