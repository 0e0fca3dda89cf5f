import type { TextAnalysis } from '../../model.js';
import type { Span } from '../language/sentences.js';

/** Headings of sections in which an author sums up the text. */
const SUMMARY = /^(?:abstract|summary|executive summary|in brief|key points|conclusions?|\d+\.?\s+conclusions?)$/iu;
/** Added to the score of a sentence as a thesis when it stands in a summary section. */
export const SUMMARY_WORTH = 0.35;

const summaries = new WeakMap<TextAnalysis, Span[]>();

/** The sections that sum a text up, by their headings. */
export function summariesOf(analysis: TextAnalysis): Span[] {
  let spans = summaries.get(analysis);
  if (spans) return spans;
  spans = [];
  const { paragraphs, text } = analysis;
  for (const [at, { kind, start, end }] of paragraphs.entries()) {
    if (kind !== 'heading' || !SUMMARY.test(text.slice(start, end).replace(/^#+\s*/u, '').trim())) continue;
    const next = paragraphs.slice(at + 1).find((paragraph) => paragraph.kind === 'heading');
    spans.push({ start: end, end: next?.start ?? text.length });
  }
  summaries.set(analysis, spans);
  return spans;
}
