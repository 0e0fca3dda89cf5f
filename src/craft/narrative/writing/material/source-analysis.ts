import { analyseRead } from '../../analysis/index.js';
import { MAX_WHOLE_TEXT_CHARACTERS, type Digest, type TextAnalysis, type WriterSource } from '../../model.js';
import { authorOf, labelTitle } from '../../analysis/language/titles.js';
import type { SourceSpan } from '../../../screenplay/model.js';
import { spokenTitle } from '../wording/spoken-title.js';
import type { Span } from '../wording/wording.js';

/** The analysis of a source, with a mapping from its offsets to those of the source. */
export interface SourceAnalysis {
  sourceId: string;
  title: string | null;
  /** The author, by the text or by the name of the source; null when neither names one. */
  author: string | null;
  analysis: TextAnalysis;
  toSpans(pieces: readonly Span[]): SourceSpan[];
}

/** Number of stretches taken from a text that is too long to be analysed whole. The first is its beginning and the last its end. */
const STRETCHES = 8;

/** A stretch of the analysed text (`start`, `length`) and its place in the source; null when the place is unknown. */
interface Stretch { start: number; length: number; sourceStart: number | null }

/** Analyses one source, or the words of its digest; null when it has neither. Never throws, whatever the text. */
export function analyseSource(source: WriterSource): SourceAnalysis | null {
  const excerpt = source.text !== null ? excerptOf(source.text) : source.digest ? digestText(source.digest) : null;
  if (!excerpt || excerpt.text.trim() === '') return null;
  const analysis = analyseRead(excerpt.text, excerpt.text === source.text ? source.reading : undefined);
  const title = unnumbered(source.title ?? null) ?? (source.text !== null ? unnumbered(analysis.title) : null) ?? labelTitle(source.label, excerpt.text);
  const author = authorOf(analysis.text, analysis.paragraphs) ?? BY.exec(source.title ?? '')?.[1] ?? BY.exec(source.label ?? '')?.[1] ?? null;
  return { sourceId: source.sourceId, title: title === null ? null : spokenTitle(title.replace(BY, '')), author, analysis,
    toSpans: (pieces) => spansIn(source.sourceId, excerpt.stretches, pieces) };
}

/** The author at the end of a title: `The Voyage, by Ann Hale`. */
const BY = /\s*[,:(–—-]?\s*\bby ((?:\p{Lu}[\p{L}’'.-]*)(?: (?:de |van |von )?\p{Lu}[\p{L}’'.-]*){1,3})\)?$/u;

function excerptOf(text: string): { text: string; stretches: Stretch[] } {
  if (text.length <= MAX_WHOLE_TEXT_CHARACTERS) return { text,
    stretches: [{ start: 0, length: text.length, sourceStart: 0 }] };
  const size = Math.floor(MAX_WHOLE_TEXT_CHARACTERS / STRETCHES);
  const parts: string[] = [];
  const stretches: Stretch[] = [];
  let start = 0;
  for (let index = 0; index < STRETCHES; index++) {
    const requested = Math.floor((text.length - size) * (index / (STRETCHES - 1)));
    const from = index === 0 ? 0 : boundary(text, requested);
    const to = index === STRETCHES - 1 ? text.length : boundary(text, from + size);
    parts.push(text.slice(from, to));
    stretches.push({ start, length: to - from, sourceStart: from });
    start += to - from + PARAGRAPH.length;
  }
  return { text: parts.join(PARAGRAPH), stretches };
}

const PARAGRAPH = '\n\n';

/** The first start of a paragraph after a position, else of the next sentence or word. */
function boundary(text: string, position: number): number {
  const ahead = text.slice(position, position + 4_000);
  const found = /\n\s*\n\s*/u.exec(ahead) ?? /[.!?。]["”’)]*\s+/u.exec(ahead) ?? /\s+/u.exec(ahead);
  const at = found ? position + found.index + found[0].length : position;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function digestText(digest: Digest): { text: string; stretches: Stretch[] } {
  const placed = digest.claims.every((claim) => claim.span !== undefined);
  const claims = placed ? [...digest.claims].sort((a, b) => a.span!.start - b.span!.start) : digest.claims;
  const stretches: Stretch[] = [];
  let start = 0;
  for (const claim of claims) {
    const same = claim.span !== undefined && claim.span.end - claim.span.start === claim.statement.length;
    stretches.push({ start, length: claim.statement.length, sourceStart: same ? claim.span!.start : null });
    start += claim.statement.length + PARAGRAPH.length;
  }
  return { text: claims.map((claim) => claim.statement).join(PARAGRAPH), stretches };
}

function spansIn(sourceId: string, stretches: readonly Stretch[], pieces: readonly Span[]): SourceSpan[] {
  return pieces.flatMap((piece) => stretches.flatMap((stretch): SourceSpan[] => {
    const start = Math.max(piece.start, stretch.start);
    const end = Math.min(piece.end, stretch.start + stretch.length);
    if (stretch.sourceStart === null || start >= end) return [];
    const shift = stretch.sourceStart - stretch.start;
    return [{ sourceId, start: start + shift, end: end + shift }];
  }));
}

const NUMBERED = /^(?:(?:[IVXLC]+|\d{1,3})\.\s+(?=\p{L}{2})|(?:chapter|book|part|volume|adventure|letter|act|section|stave|canto)\s+(?:[ivxlcdm]+|\d+|(?:the )?(?:one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|last))\b[\s.:—–-]*)/iu;

/** A heading without its number: `Down the Well` for `CHAPTER I. Down the Well`; null for a number alone. */
function unnumbered(title: string | null): string | null {
  const rest = title?.replace(NUMBERED, '').trim() ?? '';
  return /\p{L}{2}/u.test(rest) ? rest : null;
}
