import { ReaderFailure } from './answer.mjs';

/** More levels than any real document has. The parsers take seconds only from about thirty times as many levels. */
const MAX_DEPTH = 2_000;

/** HTML elements that have no end tag, or that the next element of the same kind closes. XML has no such elements. */
const UNCLOSED = new Set('area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option optgroup rp rt'.split(' '));
/** Elements whose content is no markup. */
const RAW = new Set(['script', 'style']);

/** Throws a `ReaderFailure` for markup that is nested deeper than real documents are. Needs one pass and runs before a parser builds its tree. */
export function requireShallow(markup, { maxDepth = MAX_DEPTH, isXml = false } = {}) {
  const unclosed = isXml ? new Set() : UNCLOSED;
  let depth = 0;
  let raw = null;
  for (const [, closing, name, , selfClosing] of markup.matchAll(/<(\/?)([A-Za-z_][\w:.-]*)([^<>]*?)(\/?)>/g)) {
    const element = name.toLowerCase();
    if (raw !== null) {
      if (closing && element === raw) raw = null;
      continue;
    }
    if (closing) depth = Math.max(0, unclosed.has(element) ? depth : depth - 1);
    else if (!isXml && RAW.has(element) && !selfClosing) raw = element;
    else if (!selfClosing && !unclosed.has(element)) depth += 1;
    if (depth > maxDepth) throw new ReaderFailure('too_complex', 'the document is nested too deeply to read');
  }
}
