import type { SourceSpan } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import { naturalParts, type NaturalPart } from '../../outline/natural-parts.js';
import { literal } from '../../literal.js';
import type { Material } from '../../writing/material/items.js';
import { materialsOf } from '../../writing/material/material.js';
import { outlineOf } from '../../writing/parts/part-outline.js';
import { titleCase } from '../../writing/wording/topics.js';
import { WORDS_PER_SECOND } from '../../writing/wording/wording.js';
import { bestSentences, clip, oneLine } from './sourced-words.js';

export interface BibleEpisodeDraft { title: string; label: string; summary: string; status: string }
export interface FoundEpisodes { episodes: BibleEpisodeDraft[]; spans: SourceSpan[] }

const MAX_EPISODES = 60;
const SUMMARY_SENTENCES = 2;
const NUMBER_ONLY = /^(?:chapter|part|book|act|canto|section)?\s*(?:[ivxlc]+|\d+)\s*[.:]?$/iu;

/** A line of metadata that does not name a part of the text: `Author: A. Moss`. */
const FIELD = /^(?:title|author|by|date|source|translator|illustrator)\b\s*[:.]?\s/iu;
/** A row of a table above a text. */
const TABLE_ROW = /\d+\D+\d+\D+\d+/u;
const MIN_NAMED = 4;

/** True for a phrase that names a recurring subject of a part, rather than something that occurs in it once. */
function isNameOf(phrase: string, text: string): boolean {
  const words = phrase.split(/\s+/u).filter((word) => !/^(?:the|of|and)$/iu.test(word));
  const count = (word: string): number => text.match(new RegExp(`(?<!\\p{L})${literal(word)}s?(?!\\p{L})`, 'giu'))?.length ?? 0;
  return !/^An?\b/u.test(phrase) && words.length > 0 && words.length <= 2 && words.every((word) => count(word) >= MIN_NAMED);
}

const titled = (heading: string): string => {
  const plain = oneLine(heading).replace(/[.:]$/u, '');
  return /\p{Ll}/u.test(plain) ? plain : titleCase(plain.toLowerCase());
};

/** The stretch of text that a part covers in its first source. */
function stretchOf(materials: readonly Material[], { ranges: [range] }: NaturalPart): { material: Material; start: number; end: number } {
  const { material, from, to } = range!;
  const { items, analysis: { text } } = materials[material]!;
  return { material: materials[material]!, start: items[from]!.start, end: items[to]?.start ?? text.length };
}

/**
 * The chapters of the sources as episodes, in their order, at most `MAX_EPISODES`. A source without chapters becomes one episode; a long one that is the only
 * source becomes several, which are titled with words of their own.
 */
export function episodesIn(sources: readonly WriterSource[]): FoundEpisodes {
  const spans: SourceSpan[] = [];
  const materials = materialsOf(sources, { mode: 'drama', narrationPolicy: 'include' });
  const parts = naturalParts(materials).slice(0, MAX_EPISODES);
  const phrases = outlineOf(materials, parts, ({ words }) => words / WORDS_PER_SECOND);
  const episodes = parts.map((part, index) => {
    const { material, start, end } = stretchOf(materials, part);
    const sentences = bestSentences(material, start, end, SUMMARY_SENTENCES);
    spans.push(...material.toSpans(sentences));
    const isName = part.heading !== null && ![NUMBER_ONLY, FIELD, TABLE_ROW].some((pattern) => pattern.test(part.heading!));
    const heading = isName ? titled(part.heading!) : null;
    const whole = part.heading === null && part.ranges.some(({ from, to }) => from === 0 && to === material.items.length) ? material.title : null;
    const words = phrases[index]!.title;
    const phrase = /\p{L}{2}/u.test(words) && isNameOf(words, material.analysis.text.slice(start, end)) ? words : null;
    const title = heading ?? whole ?? phrase ?? `Part ${index + 1}`;
    return { title: clip(title, 200), label: `S1E${index + 1}`, summary: clip(sentences.map(({ text }) => text).join(' '), 2_000), status: 'planned' };
  });
  return { episodes, spans };
}
