import type { NarrationPolicy, SourceSpan, TableReadMode } from '../../../screenplay/model.js';
import type { TextAnalysis } from '../../model.js';
import type { Salience } from '../wording/salience.js';
import type { Span } from '../wording/wording.js';
import type { Element } from './elements.js';

/** An element with its role in the choice of passages. */
export interface Item extends Element {
  /** 0..1: how much of the vocabulary that recurs in the source the element contains. */
  salience: number;
  /** True when a passage may begin here, because a listener needs no earlier text. */
  opens: boolean;
  /** True when a passage may end here, because nothing is left open. */
  closes: boolean;
  /** Words that are spoken; 0 for narration that is only printed. */
  spokenWords: number;
}

/** One source, prepared for the choice of passages. */
export interface Material {
  sourceId: string;
  title: string | null;
  /** The author; null when neither the text nor its source names one. */
  author: string | null;
  analysis: TextAnalysis;
  items: Item[];
  salience: Salience;
  /** True when quoted turns are lines of their speakers. */
  voices: boolean;
  /** Share of first-person words in the narration, 0..1. */
  firstPersonShare: number;
  toSpans(pieces: readonly Span[]): SourceSpan[];
}

/** The mode of the read, and whether narration is spoken. */
export interface Staging { mode: TableReadMode; narrationPolicy: NarrationPolicy }
