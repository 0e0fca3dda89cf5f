import type { TextAnalysis, Utterance } from '../../model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { isBareTag } from './tag-narration.js';
import { countWords, type Span } from '../wording/wording.js';

/**
 * The turns of a text, told stories resolved: inner speakers have their own lines, and the teller keeps everything
 * around them but bare tags.
 */
export function playedTurns(analysis: TextAnalysis): Utterance[] {
  const told = analysis.utterances.filter((turn) => turn.toldBy !== null);
  if (told.length === 0) return analysis.utterances;
  const tags = told.flatMap((turn) => turn.tag ? [turn.tag] : []);
  const inner = told.flatMap((turn) => turn.quotes.map((quote) => ({ ...quote, by: turn.index })));
  return analysis.utterances.flatMap((turn) => {
    const quotes = turn.quotes.flatMap((quote) => {
      const holes = inner.filter((hole) => hole.by !== turn.index && hole.start >= quote.start
        && hole.end <= quote.end
        && hole.end - hole.start < quote.end - quote.start);
      return holes.length === 0 ? [quote] : around(analysis.text, quote, holes, tags);
    });
    return quotes.length > 0 ? [{ ...turn, quotes }] : [];
  });
}

function around(source: string, quote: Span, holes: readonly Span[], tags: readonly Span[]): Span[] {
  const rests: Span[] = [];
  let at = quote.start;
  for (const hole of [...holes].sort((a, b) => a.start - b.start)) {
    if (hole.start > at) rests.push({ start: at, end: hole.start });
    at = Math.max(at, hole.end);
  }
  if (at < quote.end) rests.push({ start: at, end: quote.end });
  return rests.flatMap((rest) => wholeSentences(source, rest, tags));
}

/** The teller's sentences between two inner quotations, without bare tags. */
function wholeSentences(source: string, rest: Span, tags: readonly Span[]): Span[] {
  const raw = source.slice(rest.start, rest.end);
  const before = /^[\s”"’“‘,]*/u.exec(raw)![0].length;
  const after = /[\s“"‘]*$/u.exec(raw.slice(before))![0].length;
  return splitSentences(source, rest.start + before, rest.end - after).filter((span) => {
    const text = source.slice(span.start, span.end);
    const isTag = tags.some((tag) => tag.start < span.end && tag.end > span.start);
    return isTag ? !isBareTag(text) : countWords(text) > 0;
  });
}
