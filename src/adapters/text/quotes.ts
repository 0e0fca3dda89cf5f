import type { SourceSpan } from '../../screenplay/model.js';
import type { Quotable } from './material.js';

/** Shorter ones are found everywhere and prove nothing. */
const MIN_QUOTE = 8;

/** A pattern that lets any white space stand for any other and curly for straight quotation marks, and nothing else. */
function patternOf(quote: string): RegExp {
  const escaped = quote.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const loose = escaped.replaceAll(/["“”]/g, '["“”]').replaceAll(/['‘’]/g, '[\'‘’]').replaceAll(/\s+/g, '\\s+');
  return new RegExp(loose, 'u');
}

/** Where the quote stands in the text, or null. The span's own words are what counts afterwards. */
export function locate(text: string, quote: string): { start: number; end: number } | null {
  const wanted = quote.trim();
  if (wanted.length < MIN_QUOTE) return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { start: exact, end: exact + wanted.length };
  const match = patternOf(wanted).exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

export interface FoundQuote { sourceId: string; words: string; span: SourceSpan | null }

/** Looks a quote up in the named source; `span` is null where only a digest could be searched. Null when it is not there. */
export function findQuote(quotables: readonly Quotable[], sourceId: string, quote: string): FoundQuote | null {
  const source = quotables.find((each) => each.sourceId === sourceId);
  if (!source) return null;
  const searched = source.text ?? source.words;
  const at = locate(searched, quote);
  if (!at) return null;
  return { sourceId, words: searched.slice(at.start, at.end), span: source.text === null ? null : { sourceId, ...at } };
}
