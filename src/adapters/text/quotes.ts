import type { SourceSpan } from '../../screenplay/model.js';
import type { Quotable } from './material.js';

/** A shorter quotation proves nothing, because it occurs in most texts. */
const MIN_QUOTE_CHARACTERS = 8;

/** Matches the quotation exactly, except that white space and curly or straight quotation marks are interchangeable. */
function patternOf(quote: string): RegExp {
  const escaped = quote.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const loose = escaped.replaceAll(/["“”]/g, '["“”]').replaceAll(/['‘’]/g, '[\'‘’]').replaceAll(/\s+/g, '\\s+');
  return new RegExp(loose, 'u');
}

/** Start and end (exclusive) of the quotation in the text; null when it is not there. Callers quote the text, not the model. */
export function findSpan(text: string, quote: string): { start: number; end: number } | null {
  const wanted = quote.trim();
  if (wanted.length < MIN_QUOTE_CHARACTERS) return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  const match = patternOf(wanted).exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

export interface FoundQuote { sourceId: string; words: string; span: SourceSpan | null }

/** Finds a quotation in a source; null when it is not there. `span` is null when only the digest of the source is known. */
export function findQuote(quotables: readonly Quotable[], sourceId: string, quote: string): FoundQuote | null {
  const source = quotables.find((each) => each.sourceId === sourceId);
  if (!source) return null;
  const searched = source.text ?? source.words;
  const at = findSpan(searched, quote);
  if (!at) return null;
  return { sourceId, words: searched.slice(at.start, at.end), span: source.text === null ? null : { sourceId, ...at } };
}
