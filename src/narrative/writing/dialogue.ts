import type { Paragraph, Utterance } from '../model.js';
import { addNarration, ElementStream, NARRATION, type Element, type Voice } from './elements.js';
import { playedTurns } from './told-stories.js';
import { joinedPieces, mannerOf, unquoted } from './quoted-lines.js';
import { splitSentences } from '../reading/sentences.js';
import { countWords, spokenForm, type Span } from './wording.js';
import type { Reading } from '../model.js';

const LINE_CHUNK_WORDS = 55;
const LONGEST_MANNER = 70;

/**
 * A reading as a stream of elements in source order. With `voices`, quoted turns are lines of their speakers and
 * their tags are gone; without, every sentence is told as it stands.
 */
export function elementsOf(reading: Reading, voices: boolean): Element[] {
  const stream = new ElementStream(reading);
  const sentences = grouped(reading.sentences);
  const turns = grouped(voices ? placedTurns(reading) : []);
  const bodies = reading.paragraphs.filter((paragraph) => paragraph.kind === 'body');
  // A text of nothing but scraps is told scrap by scrap: better than silence.
  for (const paragraph of bodies.length > 0 ? bodies : reading.paragraphs) {
    const own = turns.get(paragraph.index) ?? [];
    const spans = sentences.get(paragraph.index) ?? splitSentences(reading.text, paragraph.start, paragraph.end);
    if (own.length === 0) addNarration(stream, paragraph, spans);
    else addDialogue(stream, paragraph, own);
  }
  return stream.elements;
}

function grouped<T extends { paragraph: number }>(items: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(item.paragraph);
    if (group) group.push(item);
    else groups.set(item.paragraph, [item]);
  }
  return groups;
}

/** Turns by the paragraph their words stand in: one that runs over several is a turn of each. */
function placedTurns(reading: Reading): Utterance[] {
  const { paragraphs } = reading;
  const placed: Utterance[] = [];
  let at = 0;
  for (const turn of playedTurns(reading)) {
    for (const quote of turn.quotes) {
      if ((paragraphs[at]?.start ?? 0) > quote.start) at = 0;
      while (at < paragraphs.length && paragraphs[at]!.end <= quote.start) at++;
      const paragraph = paragraphs[at]?.index;
      if (paragraph === undefined) continue;
      const last = placed.at(-1);
      if (last && last.index === turn.index && last.paragraph === paragraph) last.quotes.push(quote);
      else placed.push({ ...turn, paragraph, quotes: [quote] });
    }
  }
  return placed;
}

interface Piece { span: Span; raw: Span; turn: Utterance }

function addDialogue(stream: ElementStream, paragraph: Paragraph, turns: readonly Utterance[]): void {
  const source = stream.reading.text;
  const pieces = turns.flatMap((turn) => turn.quotes.flatMap((raw): Piece[] => {
    const span = unquoted(source, raw);
    return span && raw.start >= paragraph.start && raw.end <= paragraph.end ? [{ span, raw, turn }] : [];
  })).sort((a, b) => a.raw.start - b.raw.start);
  const end = paragraph.end;
  let at = paragraph.start;
  let line: Piece[] = [];
  let manner: string | null = null;
  const flush = (): void => {
    addLine(stream, paragraph, line, manner);
    line = [];
    manner = null;
  };
  for (const [index, piece] of [...pieces, null].entries()) {
    const gap = trimmed(source, { start: at, end: piece ? piece.raw.start : end });
    const told = gap ? narrationIn(source, gap, pieces[index - 1]?.turn ?? null, piece?.turn ?? null) : null;
    if (told?.manner && line.length > 0) manner ??= told.manner;
    if ((told && told.sentences.length > 0) || (line[0] && piece && line[0].turn.index !== piece.turn.index)) flush();
    for (const span of told?.sentences ?? []) {
      stream.add(spokenForm(source, span.start, span.end), paragraph.index, span.start === paragraph.start,
        NARRATION);
    }
    if (!piece) break;
    if (told?.manner && line.length === 0) manner ??= told.manner;
    line.push(piece);
    at = piece.raw.end;
  }
  flush();
  stream.endParagraph();
}

function trimmed(source: string, span: Span): Span | null {
  const raw = source.slice(span.start, span.end);
  const before = /^[\s”"’“‘»«,]*/u.exec(raw)![0].length;
  const after = /[\s“"‘«]*$/u.exec(raw.slice(before))![0].length;
  const start = span.start + before;
  const end = span.end - after;
  return start < end ? { start, end } : null;
}

/** Of the words between quotations: whole sentences that are no speech tag, and the manner of the tag. */
function narrationIn(source: string, gap: Span, before: Utterance | null, after: Utterance | null):
{ sentences: Span[]; manner: string | null } {
  let manner: string | null = null;
  const tags = [before?.tag, after?.tag].filter((tag) => tag !== null && tag !== undefined);
  const sentences = splitSentences(source, gap.start, gap.end).filter((span, index, all) => {
    const raw = source.slice(span.start, span.end);
    const tag = tags.find((candidate) => candidate.start < span.end && candidate.end > span.start);
    const fragment = (index === 0 && /^\p{Ll}/u.test(raw))
      || (index === all.length - 1 && !/[.!?…]["”’)]*$/u.test(raw));
    if (tag || fragment) manner ??= mannerOf(raw);
    return !tag && !fragment && countWords(raw) >= 2;
  });
  return { sentences, manner };
}

/** One turn, whole when short, else in chunks that end with a sentence. */
function addLine(stream: ElementStream, paragraph: Paragraph, line: readonly Piece[], manner: string | null): void {
  const first = line[0];
  if (!first) return;
  const source = stream.reading.text;
  const { speaker, confidence, index, toldBy, tag } = first.turn;
  const toldManner = toldBy !== null && tag ? mannerOf(source.slice(tag.start, tag.end + LONGEST_MANNER)) : null;
  chunksOf(source, line.map((piece) => piece.span)).forEach((pieces, part) => {
    const voice: Voice = {
      kind: 'line', speaker, confidence, utterance: index, toldBy, parenthetical: part === 0 ? manner ?? toldManner
        : null,
    };
    stream.add(joinedPieces(source, pieces), paragraph.index, part === 0
      && first.raw.start === paragraph.start, voice);
  });
}

function chunksOf(source: string, pieces: readonly Span[]): Span[][] {
  const wordsIn = (spans: readonly Span[]): number =>
    spans.reduce((sum, span) => sum + countWords(source.slice(span.start, span.end)), 0);
  if (wordsIn(pieces) <= LINE_CHUNK_WORDS) return [[...pieces]];
  const chunks: Span[][] = [];
  let chunk: Span[] = [];
  let sentence: Span[] = [];
  const close = (): void => {
    if (chunk.length > 0 && wordsIn(chunk) + wordsIn(sentence) > LINE_CHUNK_WORDS) {
      chunks.push(chunk);
      chunk = [];
    }
    chunk.push(...sentence);
    sentence = [];
  };
  for (const piece of pieces) {
    for (const span of splitSentences(source, piece.start, piece.end)) {
      sentence.push(span);
      if (/[.!?…]["”’)]*\s*$/u.test(source.slice(span.start, span.end))) close();
    }
  }
  close();
  if (chunk.length > 0) chunks.push(chunk);
  return chunks.map((spans) => spans.reduce<Span[]>((merged, span) => {
    const last = merged.at(-1);
    if (last && source.slice(last.end, span.start).trim() === '') merged[merged.length - 1] = { start: last.start,
      end: span.end };
    else merged.push(span);
    return merged;
  }, []));
}
