import type { Paragraph, TextAnalysis } from '../../model.js';
import type { AttributionConfidence } from '../../../screenplay/model.js';
import { NamedPeople } from './named-people.js';
import { countWords, listItems, spokenForm, type Span, type SpokenForm } from '../wording/wording.js';
import { matchesOf } from '../../../patterns/matches.js';

/**
 * The smallest piece of a source that a script uses as a whole: one sentence of narration, or up to about sixty words
 * of one speaker's turn. Offsets count characters of the analysed text.
 */
export interface Element {
  order: number;
  kind: 'narration' | 'line';
  /** Cast id of the speaker of a line. */
  speaker: string | null;
  confidence: AttributionConfidence;
  text: string;
  words: number;
  pieces: Span[];
  edited: boolean;
  start: number;
  end: number;
  paragraph: number;
  startsParagraph: boolean;
  endsParagraph: boolean;
  /** False for the first element, and after unspeakable text. */
  follows: boolean;
  /** True for the second and later parts of a sentence that is too long to say at once. */
  continues: boolean;
  firstPerson: boolean;
  parenthetical: string | null;
  utterance: number | null;
  toldBy: string | null;
  /** A line with its quotation marks and its tag, as the narrator reads it; null for narration. */
  narrated: SpokenForm | null;
  /** The bare tag that the line itself omits, and whether it comes before the line; null without one. */
  tag: { form: SpokenForm; leads: boolean } | null;
  /** True for narration that is the tag of a line and tells more than who speaks. */
  isTag: boolean;
  scene: number;
}

export type ElementVoice = Pick<Element, 'kind' | 'speaker' | 'confidence' | 'parenthetical' | 'utterance' | 'toldBy'
| 'narrated' | 'tag' | 'isTag'>;

/** The speaker fields of narration. */
export const NARRATION: ElementVoice = {
  kind: 'narration', speaker: null, confidence: 'hard', parenthetical: null, utterance: null, toldBy: null,
  narrated: null, tag: null, isTag: false,
};

const MAX_ELEMENT_WORDS = 120;
const PART_WORDS = 55;
/** A stretch with more parts and no full stop is not a sentence and may be cut anywhere. */
const MAX_SENTENCE_PARTS = 6;
const UNSPEAKABLE = /^\[|^Fig\.|\bFig\. ?\d|\bwoodcut\b|https?:\/\/|[{}|]{1}.*[{}|]|^\|/u;
const FIRST_PERSON = /\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b/u;

/** Collects elements in source order and numbers them. */
export class ElementStream {
  readonly elements: Element[] = [];
  readonly analysis: TextAnalysis;
  readonly people: NamedPeople;
  #broken = true;
  #scene = 0;

  constructor(analysis: TextAnalysis) {
    this.analysis = analysis;
    this.people = new NamedPeople(analysis.cast);
  }

  /** Marks unspeakable text at this place: no passage may run across it. */
  break(): void {
    this.#broken = true;
  }

  add(form: SpokenForm, paragraph: number, startsParagraph: boolean, voice: ElementVoice): void {
    if (!/\p{L}/u.test(form.text)) return;
    if (UNSPEAKABLE.test(form.text) || !form.pieces[0]) return this.break();
    const words = countWords(form.text);
    if (words === 0) return;
    if (words <= MAX_ELEMENT_WORDS) return this.#push(form, words, paragraph, startsParagraph, voice, false);
    const parts = partsOf(this.analysis.text, form.pieces);
    const isSentence = parts.length <= MAX_SENTENCE_PARTS;
    parts.forEach((part, index) => {
      const partForm = partOf(spokenForm(this.analysis.text, part.start, part.end), isSentence && index > 0 ? this.analysis.text[part.start] : undefined);
      this.#push(partForm, countWords(partForm.text), paragraph, startsParagraph && index === 0, voice,
        isSentence && index > 0);
    });
  }

  #push(form: SpokenForm, words: number, paragraph: number, starts: boolean, voice: ElementVoice, continues: boolean): void {
    const first = form.pieces[0];
    const last = form.pieces.at(-1);
    if (!first || !last || words === 0) return;
    const scenes = this.analysis.scenes;
    while (this.#scene + 1 < scenes.length && first.start >= scenes[this.#scene + 1]!.start) this.#scene++;
    this.elements.push({
      ...voice, order: this.elements.length, text: form.text, words, pieces: form.pieces, edited: form.edited,
      start: first.start, end: last.end, paragraph, startsParagraph: starts, endsParagraph: false,
      follows: !this.#broken, continues, scene: this.#scene,
      firstPerson: FIRST_PERSON.test(form.text.replace(/“[^”]*”|"[^"]*"/gu, '')),
    });
    this.#broken = false;
  }

  endParagraph(): void {
    const last = this.elements.at(-1);
    if (last) last.endsParagraph = true;
  }
}

/** A part that continues a sentence keeps the lower-case letter of the source instead of getting a capital. */
function partOf(form: SpokenForm, first: string | undefined): SpokenForm {
  if (first === undefined || form.text[0]?.toLowerCase() !== first) return form;
  return { ...form, text: first + form.text.slice(1) };
}

/** Cuts a sentence that is too long for one breath at its clause marks, else at blanks. */
function partsOf(source: string, pieces: readonly Span[]): Span[] {
  const parts: Span[] = [];
  for (const piece of pieces) {
    let start = piece.start;
    let words = 0;
    for (const match of matchesOf(source.slice(piece.start, piece.end), /[^\s,;:，、；]+[,;:，、；]?\s*/gu)) {
      words += countWords(match[0]);
      const end = piece.start + match.index + match[0].length;
      const clause = /[,;:，、；]\s*$/u.test(match[0]);
      if ((words >= PART_WORDS * 0.6 && clause) || words >= PART_WORDS) {
        parts.push({ start, end });
        start = end;
        words = 0;
      }
    }
    if (start < piece.end) parts.push({ start, end: piece.end });
  }
  return parts;
}

/** Adds the narration of one paragraph sentence by sentence; sentences that share a quotation stay together. */
export function addNarration(stream: ElementStream, paragraph: Paragraph, sentences: readonly Span[]): void {
  const source = stream.analysis.text;
  const spans = sentences.flatMap((sentence) => listItems(source, sentence));
  for (const run of quoteRuns(source, spans)) {
    stream.add(spokenForm(source, run.start, run.end), paragraph.index, run.start === spans[0]?.start, NARRATION);
  }
  stream.endParagraph();
}

function quoteRuns(source: string, sentences: readonly Span[]): Span[] {
  const runs: Span[] = [];
  let open: Span | null = null;
  for (const sentence of sentences) {
    const run: Span = { start: open ? open.start : sentence.start, end: sentence.end };
    const raw = source.slice(run.start, run.end);
    const depth = (raw.match(/“/gu) ?? []).length - (raw.match(/”/gu) ?? []).length;
    const straight = (raw.match(/"/gu) ?? []).length % 2;
    if ((depth > 0 || straight === 1) && countWords(raw) < MAX_ELEMENT_WORDS * 0.7) {
      open = run;
    } else {
      runs.push(run);
      open = null;
    }
  }
  if (open) runs.push(open);
  return runs;
}
