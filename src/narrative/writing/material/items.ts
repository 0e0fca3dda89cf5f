import type { NarrationPolicy, SourceSpan, TableReadMode } from '../../../screenplay/model.js';
import type { Reading } from '../../model.js';
import type { Salience } from '../wording/salience.js';
import type { Span } from '../wording/wording.js';
import type { Element } from './elements.js';

/** An element with what the writer decided about it. */
export interface Item extends Element {
  /** 0..1, how much of what runs through the source it holds. */
  salience: number;
  /** A listener who comes in here misses nothing. */
  opens: boolean;
  /** Nothing is left hanging when the passage stops here. */
  closes: boolean;
  /** Words that will be heard; 0 for narration that is only printed. */
  spokenWords: number;
}

/** One source, ready to be cut into passages. */
export interface Material {
  sourceId: string;
  title: string | null;
  reading: Reading;
  items: Item[];
  salience: Salience;
  /** Quoted turns are lines of their speakers. */
  voices: boolean;
  /** Share of first-person words in the narration, 0..1. */
  firstPersonShare: number;
  toSpans(pieces: readonly Span[]): SourceSpan[];
}

/** What decides how the sources are told: the mode of the read, and whether narration is heard. */
export interface Staging { mode: TableReadMode; narrationPolicy: NarrationPolicy }
