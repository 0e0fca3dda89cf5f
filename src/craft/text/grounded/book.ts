import { splitSentences } from '../../narrative/analysis/index.js';
import { deniesBefore, findUnsupported, groundingContext, type Flaw, type GroundingContext } from '../../narrative/grounding/index.js';
import type { SourceSpan } from '../../screenplay/model.js';
import { fenced } from '../material.js';
import { matchesOf } from '../../patterns/matches.js';

/** A sentence of a source. `number` counts from 1; a model cites the sentence by it. */
export interface NumberedSentence {
  number: number;
  text: string;
  span: SourceSpan;
  /** The next sentence in the source, which may deny this one; null at the end of a paragraph. */
  next?: string | null;
}

/** A statement that passed the check. `verbatim`: it is made of the words of its sentences in their order. */
export interface ProvenStatement { says: string; cited: NumberedSentence[]; verbatim: boolean }

const MIN_WORDS = 3;
const MAX_CITED = 6;
const MAX_HEADING_WORDS = 12;
/** More characters than a sentence that only denies the one before it ever has. */
const NEXT_CHARACTERS = 200;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** True for a short single line without final punctuation, such as a title. It names what follows but states nothing. */
const isHeading = (paragraph: string): boolean => !paragraph.includes('\n') && !/[.!?…:;][\p{Pf}\p{Pe}"'’]*$/u.test(paragraph)
  && paragraph.split(/\s+/u).length <= MAX_HEADING_WORDS;

interface Place { start: number; end: number }

/** Joins a sentence that only denies, or has hardly any words, to the sentence before it. */
function joined(text: string, places: readonly Place[]): Place[] {
  const sentences: Place[] = [];
  for (const place of places) {
    const words = text.slice(place.start, place.end);
    const last = sentences.at(-1);
    if (last && (words.split(/\s+/u).length < MIN_WORDS || deniesBefore(words))) last.end = place.end;
    else sentences.push({ ...place });
  }
  return sentences;
}

/**
 * The sentences of a text that state something, with their spans in the source. Headings are left out, unless the text has nothing else, and "It isn’t."
 * becomes part of the sentence that it denies.
 */
export function sentencesOfText(text: string, sourceId: string): Omit<NumberedSentence, 'number'>[] {
  // A paragraph ends a sentence, also a heading without a full stop.
  const paragraphs = matchesOf(text, /\S[^]*?(?=\n\s*\n|\s*$(?![^]))/gu).map(({ 0: words, index }) => ({ start: index, end: index + words.length }));
  const told = paragraphs.filter(({ start, end }) => !isHeading(text.slice(start, end)));
  return (told.length > 0 ? told : paragraphs).flatMap(({ start, end }) => joined(text, splitSentences(text, start, end)))
    .map(({ start, end }) => ({ text: text.slice(start, end), span: { sourceId, start, end }, next: nextSentence(text, end) }))
    .filter(({ text: words }) => words.split(/\s+/u).length >= MIN_WORDS);
}

/** The sentence after a position in a text; null at the end of its paragraph. */
export function nextSentence(text: string, end: number): string | null {
  const behind = text.slice(end, end + NEXT_CHARACTERS);
  const paragraph = behind.split(/\n\s*\n/u)[0]!;
  const [first] = splitSentences(paragraph, 0, paragraph.length);
  return first ? paragraph.slice(first.start, first.end) : null;
}

/** Numbered sentences that a model may cite. Its spans are exact, because the model answers numbers and never copies. */
export class Book {
  readonly sentences: readonly NumberedSentence[];
  private readonly byNumber: ReadonlyMap<number, NumberedSentence>;
  readonly context: GroundingContext;

  /** `speakers` are names that a statement may use without a source. `whole` is the text that shows which words are names. */
  constructor(sentences: readonly Omit<NumberedSentence, 'number'>[], { speakers = [], whole }: { speakers?: readonly string[]; whole?: string } = {}) {
    this.sentences = sentences.map(({ text, span, next = null }, index) =>
      ({ number: index + 1, text: text.replaceAll(/\s+/gu, ' ').trim(), span, next }));
    this.byNumber = new Map(this.sentences.map((sentence) => [sentence.number, sentence]));
    this.context = groundingContext(whole ?? sentences.map(({ text }) => text).join(' '), speakers);
  }

  /** The part of the prompt with the sentences, in order, one a line. */
  get words(): string { return fenced('sentences', 'numbered sentences', this.lines(this.sentences)); }

  lines(sentences: readonly NumberedSentence[]): string { return sentences.map(({ number, text }) => `[${number}] ${text}`).join('\n'); }

  /** The cited sentences in their order; numbers that do not exist are left out. */
  cited(from: readonly number[]): NumberedSentence[] {
    return [...new Set(from)].sort((one, other) => one - other).flatMap((number) => this.byNumber.get(number) ?? []).slice(0, MAX_CITED);
  }

  /** The parts of a statement that its cited sentences do not support; a single flaw when it cites none. */
  flawsOf(says: string, from: readonly number[]): Pick<Flaw, 'message'>[] {
    const cited = this.cited(from);
    if (cited.length === 0) return [{ message: 'it cites no sentence' }];
    return findUnsupported(says, cited.map(({ text }) => text), this.context, cited.map(({ next = null }) => next));
  }

  /** The statement with its sentences; null when it fails the check. */
  proven({ says, from }: { says: string; from: readonly number[] }): ProvenStatement | null {
    const text = tidy(says);
    if (text === '' || this.flawsOf(text, from).length > 0) return null;
    const cited = this.cited(from);
    return { says: text, cited, verbatim: ` ${plain(cited.map((sentence) => sentence.text).join(' '))} `.includes(` ${plain(text)} `) };
  }
}

/** Removes what small models add to a statement: Markdown marks, citations, a speaker's name before it, directions in brackets. */
export function tidy(says: string): string {
  return says.replaceAll(/[*_`#]+/gu, '').replaceAll(/\s*\[(?:\d+(?:,\s*)?)+\]/gu, '').replaceAll(/[([][^()[\]]{1,40}[)\]]/gu, '')
    .replace(/^\s*[\p{Lu} .'-]{2,24}:\s+/u, '').replaceAll(/\s+/gu, ' ').replaceAll(/\s+([.,;:!?])/gu, '$1').trim();
}

/** One span for the cited sentences that follow the first one without a gap in the same source; sentences after a gap are left out. */
export function jointSpan(cited: readonly NumberedSentence[]): SourceSpan {
  const first = cited[0]!.span;
  const run = cited.filter(({ number, span }, index) => number === cited[0]!.number + index && span.sourceId === first.sourceId);
  return { ...first, end: run.at(-1)!.span.end };
}
