import { candidatesOf } from '../../analysis/digest/selection.js';
import type { TextAnalysis } from '../../model.js';
import type { SourceAnalysis } from '../../writing/material/source-analysis.js';
import { REFERENCE } from '../../writing/wording/wording.js';
import type { SourceSpan } from '../../../screenplay/model.js';

/** Words for a field of the Series Bible, with the source spans from which they are taken. */
export interface Found { text: string; spans: SourceSpan[] }

/** Marks of notes, and directions in brackets that interrupt a sentence or stand before or after it: `a—[thunder]—not`. */
const BRACKETS = /\s?\[\d{1,3}\]|(?<=—|^)\[[^[\]]{1,80}\]\s?|\s?\[[^[\]]{1,80}\](?=—|$)/gu;

/** The words of a sentence on one line, without the marks of lists, notes, emphasis and directions, and without references. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim().replace(BRACKETS, '').replace(REFERENCE, '').replace(/——/gu, '—')
  .replace(/_([^_]+)_/gu, '$1').replace(/\*{1,3}(?=\S)([^*]+)\*{1,3}/gu, '$1')
  .replace(/^(?:(?:[-*+•>#\p{Extended_Pictographic}\ufe0f]+|\d{1,2}[.)])\s+)+/u, '').trim();

export const clip = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 3).replace(/\s+\S*$/u, '')}...`);

/** A sentence of a source, with its words and its position. */
export interface FoundSentence { text: string; start: number; end: number; source: SourceAnalysis; paragraph: number }

const MAX_WORDS = 48;
const MIN_WORDS = 4;

/** The sentences of narration, in order; quotations and fragments are left out. */
export function sentencesOfSources(sources: readonly SourceAnalysis[]): FoundSentence[] {
  return sources.flatMap((source) => source.analysis.sentences
    .filter(({ quoted, words, paragraph }) => !quoted && words >= MIN_WORDS && words <= MAX_WORDS && source.analysis.paragraphs[paragraph]?.kind === 'body')
    .map(({ start, end, paragraph }) => ({ text: oneLine(source.analysis.text.slice(start, end)), start, end, source, paragraph })));
}

/** The first sentences that match, at most one from each paragraph, as lines. Null when none matches. */
export function linesThat(sentences: readonly FoundSentence[], pattern: RegExp, count: number): Found | null {
  const picked: FoundSentence[] = [];
  for (const sentence of sentences) {
    if (picked.length === count) break;
    const last = picked.at(-1);
    if (last && last.source === sentence.source && last.paragraph === sentence.paragraph) continue;
    if (pattern.test(sentence.text) && !picked.some(({ text }) => text === sentence.text)) picked.push(sentence);
  }
  return joined(picked);
}

/** Sentences as lines of one text. Null for none. */
export function joined(picked: readonly FoundSentence[], prefix: (sentence: FoundSentence) => string = () => ''): Found | null {
  if (picked.length === 0) return null;
  return {
    text: picked.map((sentence) => `${prefix(sentence)}${sentence.text}`).join('\n'),
    spans: picked.flatMap(({ source, start, end }) => source.toSpans([{ start, end }])),
  };
}

/** The sentences of a stretch that stand best alone, in their order. */
export function bestSentences(
  { analysis }: { analysis: TextAnalysis }, start: number, end: number, count: number,
): { text: string; start: number; end: number }[] {
  const inside = candidatesOf(analysis).filter((one) => one.start >= start && one.end <= end && !one.meta
    && one.verdict.words >= 6 && one.verdict.words <= MAX_WORDS && !/[“”"«»]/u.test(one.text));
  const standing = inside.filter(({ verdict }) => verdict.ok);
  return [...(standing.length > 0 ? standing : inside)].sort((a, b) => b.score - a.score).slice(0, count).sort((a, b) => a.start - b.start)
    .map((one) => ({ text: oneLine(one.text), start: one.start, end: one.end }));
}
