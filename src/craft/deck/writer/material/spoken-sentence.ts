import type { Origin } from '../../deck.js';

export type TextOrigin = Extract<Origin, { kind: 'source' | 'entry' }>;

/** A sentence of a source or of the read, before it is scored. */
export interface Found {
  text: string;
  origin: TextOrigin;
  /** Sentences with the same number follow one another in their text. */
  run: number;
  /** The entry of the read at which the sentence happens. */
  entryIndex: number;
  /**
   * Where in the story it happens, 0 to 1. When the deck tells the story of the read: below 0 for text before its first line, above 1 for text after its
   * last.
   */
  at: number;
  /** The speaker; null for narration. */
  speaker: string | null;
}

/** Maps an entry of the read to its place in the story, 0 to 1. */
export type Place = (entryIndex: number) => number;

/** Connectives at the beginning of a sentence, which say nothing about the story. */
const LEAD = /^(?:(?:And(?: so| then)?|But|(?:Well|Oh|Ah|Yes|So|Then|Now|Why|Yet),),? )+(?=[\p{L}])/u;

/** Characters `[from, to)` of a text as a sentence of its own: without the connective at its head, with a capital and a full stop. */
export function spokenSentence(text: string, from: number, to: number): { text: string; from: number; to: number } {
  const head = /^[\s—–\-_*“”"]+/u.exec(text.slice(from, to))?.[0].length ?? 0;
  const lead = LEAD.exec(text.slice(from + head, to))?.[0].length ?? 0;
  const begin = from + head + lead;
  const words = text.slice(begin, to).replace(/[_*]+/gu, '').replace(/\s+/gu, ' ').replace(/\s*--\s*/gu, ' — ').replace(/[\s,;:—–”"-]+$/u, '').trim();
  const ended = /[.!?…][’'”")]*$/u.test(words) || words === '' ? words : `${words}.`;
  return { text: ended.charAt(0).toUpperCase() + ended.slice(1), from: begin, to };
}
