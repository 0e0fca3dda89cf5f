import type { SourceSpan } from '../../../screenplay/model.js';
import { titleCase } from '../../writing/wording/topics.js';
import type { SourceAnalysis } from '../../writing/material/source-analysis.js';
import { bestSentences, clip, oneLine } from './found.js';

export interface BibleEpisodeDraft { title: string; label: string; summary: string; status: string }
export interface FoundEpisodes { episodes: BibleEpisodeDraft[]; spans: SourceSpan[] }

const MAX_EPISODES = 60;
const MIN_PART_WORDS = 80;
const SUMMARY_SENTENCES = 2;
const NUMBER_ONLY = /^(?:chapter|part|book|act|canto|section)?\s*(?:[ivxlc]+|\d+)\s*[.:]?$/iu;

const titled = (heading: string): string => {
  const plain = oneLine(heading).replace(/[.:]$/u, '');
  return /\p{Ll}/u.test(plain) ? plain : titleCase(plain.toLowerCase());
};

/** The parts of a source with headings of their own; the whole source where it has none. */
function partsOf(source: SourceAnalysis): { title: string | null; start: number; end: number }[] {
  const { text, paragraphs } = source.analysis;
  const heads = paragraphs.filter(({ kind }) => kind === 'heading');
  const cuts = heads.map((head, at) => ({ title: oneLine(text.slice(head.start, head.end)), start: head.end, end: heads[at + 1]?.start ?? text.length }))
    .filter(({ start, end }) => text.slice(start, end).split(/\s+/u).length >= MIN_PART_WORDS);
  return cuts.length >= 2 ? cuts : [{ title: null, start: 0, end: text.length }];
}

/** Episodes by the chapters of the sources, in their order; a source without chapters is one episode. */
export function episodesIn(sources: readonly SourceAnalysis[]): FoundEpisodes {
  const spans: SourceSpan[] = [];
  const parts = sources.flatMap((source, at) => partsOf(source).map((part) => ({ source, part, at }))).slice(0, MAX_EPISODES);
  const episodes = parts.map(({ source, part, at }, index) => {
    const sentences = bestSentences(source, part.start, part.end, SUMMARY_SENTENCES);
    spans.push(...source.toSpans(sentences));
    const own = part.title && !NUMBER_ONLY.test(part.title) ? titled(part.title) : null;
    const title = own ?? (part.title ? `Part ${index + 1}` : source.title ?? `Part ${at + 1}`);
    return { title: clip(title, 200), label: `S1E${index + 1}`, summary: clip(sentences.map(({ text }) => text).join(' '), 2_000), status: 'planned' };
  });
  return { episodes, spans };
}
