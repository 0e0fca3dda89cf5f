import type { Paragraph, Utterance } from '../../model.js';
import { addNarration, ElementStream, NARRATION, type Element, type ElementVoice } from './elements.js';
import { withoutDirections } from './inner-directions.js';
import { isInsideSentence } from './cited-words.js';
import { playedTurns } from './resolved-turns.js';
import { joinedPieces, mannerOf, unquoted, withoutAsides } from './quoted-lines.js';
import { tagNarration, type TagNarration } from './tag-narration.js';
import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { countWords, hasOrphanQuote, spokenForm, tidy, type Span, type SpokenForm } from '../wording/wording.js';
import type { TextAnalysis } from '../../model.js';

const LINE_CHUNK_WORDS = 55;
const MAX_MANNER = 70;

/**
 * A source as elements in its order. With `voices`, quoted turns become lines of their speakers, without tags; otherwise every sentence is narration,
 * unchanged.
 */
export function elementsOf(analysis: TextAnalysis, voices: boolean): Element[] {
  const stream = new ElementStream(analysis);
  const sentences = grouped(analysis.sentences);
  const turns = grouped(voices ? turnsByParagraph(analysis) : []);
  const bodies = analysis.paragraphs.filter((paragraph) => paragraph.kind === 'body');
  // A text without body paragraphs is narrated from its headings and captions.
  for (const paragraph of bodies.length > 0 ? bodies : analysis.paragraphs) {
    const own = turns.get(paragraph.index) ?? [];
    const spans = sentences.get(paragraph.index) ?? splitSentences(analysis.text, paragraph.start, paragraph.end);
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

/** Turns by paragraph: a turn over several paragraphs becomes one turn in each. */
function turnsByParagraph(analysis: TextAnalysis): Utterance[] {
  const { paragraphs } = analysis;
  const placed: Utterance[] = [];
  let at = 0;
  for (const turn of playedTurns(analysis)) {
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
  const source = stream.analysis.text;
  const pieces = turns.flatMap((turn) => turn.quotes.flatMap((quote) => withoutAsides(source, quote))
    .flatMap((raw): Piece[] => {
    const span = unquoted(source, raw);
    const isPlayed = span !== null && raw.start >= paragraph.start && raw.end <= paragraph.end && !isInscription(source, raw)
      && !isInsideSentence(source, raw, paragraph);
    return isPlayed ? [{ span, raw, turn }] : [];
  })).sort((a, b) => a.raw.start - b.raw.start).filter((piece, index, all) => index === 0
    || !isCited(source, all[index - 1]!, piece));
  const end = paragraph.end;
  let at = paragraph.start;
  let line: Piece[] = [];
  let manner: string | null = null;
  let reach: Span | null = null;
  let tag: LineContext['tag'] = null;
  const flush = (): void => {
    addLine(stream, paragraph, line, { manner, reach, tag });
    line = [];
    manner = null;
    reach = null;
    tag = null;
  };
  for (const [index, piece] of [...pieces, null].entries()) {
    const gap = trimmed(source, { start: at, end: piece ? piece.raw.start : end });
    const narration = gap ? tagNarration(source, gap, { before: pieces[index - 1]?.raw ?? null, after: piece !== null })
      : null;
    if (line.length > 0) {
      manner ??= narration?.manner ?? null;
      reach = spanning(reach, narration?.after ?? null);
      tag ??= narration?.after ? { span: narration.after, leads: false } : null;
    }
    const isNewTurn = line[0] && piece && line[0].turn.index !== piece.turn.index;
    if ((narration && narration.sentences.length > 0) || isNewTurn) flush();
    for (const span of narration?.sentences ?? []) {
      stream.add(span.isTag ? tagForm(source, span) : spokenForm(source, span.start, span.end), paragraph.index,
        span.start === paragraph.start, { ...NARRATION, isTag: span.isTag ?? false });
    }
    if (!piece) break;
    if (line.length === 0) {
      manner ??= narration?.leadManner ?? null;
      reach = narration?.before ?? null;
      tag = narration?.before ? { span: narration.before, leads: true } : null;
    }
    line.push(isDoubtful(stream, piece, pieces[index - 1], narration)
      ? { ...piece, turn: { ...piece.turn, confidence: 'weak' } } : piece);
    reach = spanning(reach, piece.raw);
    at = piece.raw.end;
  }
  flush();
  stream.endParagraph();
}

const spanning = (one: Span | null, other: Span | null): Span | null => one && other
  ? { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) } : one ?? other;

/** True for a later, untagged part of a turn after another person acts: its speaker is uncertain. */
function isDoubtful(
  { people, analysis }: ElementStream, piece: Piece, before: Piece | undefined, between: TagNarration | null,
): boolean {
  if (!before || before.turn.index !== piece.turn.index) return false;
  if (between?.lead) {
    const tag = analysis.text.slice(between.lead.start, between.lead.end);
    return between.sentences.some((span) => span.start !== between.lead!.start) && !/\b(?:he|she|I|they)\b/iu.test(tag)
      && !people.namedIn(tag).includes(piece.turn.speaker);
  }
  const last = between?.sentences.at(-1);
  if (!last) return false;
  const firstWords = analysis.text.slice(last.start, last.end).split(/\s+/u).slice(0, SUBJECT_WORDS).join(' ');
  const subject = people.namedIn(firstWords);
  return subject.length > 0 && !subject.includes(piece.turn.speaker);
}

const SUBJECT_WORDS = 4;

/** A predicate about the quoted words themselves, not about how a person speaks them. */
const OF_THE_WORDS = /^[”"’»,\s]*(?:was|were|is|are|had been|stood|ran)\s(?!(?:all|what|the|his|her|their|my|our|a)\s(?:\p{L}+\s){0,3}(?:\p{L}+ed|said|reply|answer|response|remark|comment|cry|exclamation|question|words|retort)\b)(?:\p{Ll}+ly\s)?\p{Ll}+(?:ed|ten|ven|wn|ng)\s(?:up)?(?:on|in|across|over|under|above|beneath|along|at)\b/u;

/** True for words that are seen, not spoken: `“To the King” was engraved upon it.` */
const isInscription = (source: string, quote: Span): boolean => OF_THE_WORDS.test(source.slice(quote.end, quote.end + 120));

/** True for words that narration cites after a speech has ended (`She didn’t say “perhaps never,” but…`). */
function isCited(source: string, before: Piece, piece: Piece): boolean {
  return /[.!?]$/u.test(source.slice(before.span.start, before.span.end))
    && /^\p{Ll}/u.test(source.slice(piece.span.start, piece.span.end))
    && /[\p{L}\d]\s*[“"‘«]?$/u.test(source.slice(before.raw.end, piece.raw.start));
}

function trimmed(source: string, span: Span): Span | null {
  const raw = source.slice(span.start, span.end);
  const before = /^[”"’»]*[\s,]*/u.exec(raw)![0].length;
  const after = /(?:(?<=\s)[“"‘«])*\s*$/u.exec(raw.slice(before))![0].length;
  const start = span.start + before;
  const end = span.end - after;
  return start < end ? { start, end } : null;
}

/** `reach` is the span of a line with its marks and tags, `tag` its bare tag. */
interface LineContext { manner: string | null; reach: Span | null; tag: { span: Span; leads: boolean } | null }

/** A tag as narration of its own: it ends with a full stop, unless it leads into the words that follow. */
function tagForm(source: string, span: Span): SpokenForm {
  const form = spokenForm(source, span.start, span.end);
  const leads = /^\s*(?:[,:;]\s*)?[—–-]*\s*["“‘«„']/u.test(source.slice(span.end, span.end + 6)) && /[:,]$/u.test(form.text);
  const bare = form.text.replace(/[\s,;:—–-]+$/u, '');
  const text = leads || /[.!?…]["”’]+$/u.test(bare) ? form.text : `${bare.replace(/[.!?…]+$/u, '')}${/[!?]$/u.exec(form.text)?.[0] ?? '.'}`;
  return { ...form, text, edited: form.edited || text !== form.text };
}

/** Adds one turn: whole when short, else in chunks that end with a sentence. */
function addLine(stream: ElementStream, paragraph: Paragraph, line: readonly Piece[], said: LineContext): void {
  const first = line[0];
  if (!first) return;
  const source = stream.analysis.text;
  const { speaker, confidence, index, toldBy, tag } = first.turn;
  const toldManner = toldBy !== null && tag ? mannerOf(source.slice(tag.start, tag.end + MAX_MANNER)) : null;
  const inner = line.map((piece) => withoutDirections(source, piece.span));
  const direction = inner.find((one) => one.direction !== null)?.direction ?? null;
  const chunks = chunksOf(source, inner.flatMap(({ spans }) => spans));
  chunks.forEach((pieces, part) => {
    const form = joinedPieces(source, pieces);
    const voice: ElementVoice = {
      kind: 'line', speaker, utterance: index, toldBy,
      confidence: holdsOwnTag(stream, form.text, speaker) ? 'weak' : confidence,
      parenthetical: part === 0 ? said.manner ?? toldManner ?? direction : null,
      narrated: narratedForm(source, pieces, said.reach
        ?? first.raw, { first: part === 0, last: part === chunks.length - 1 }),
      tag: part === 0 && said.tag ? { form: tagForm(source, said.tag.span), leads: said.tag.leads } : null, isTag: false,
    };
    stream.add(form, paragraph.index, part === 0
      && first.raw.start === paragraph.start, voice);
  });
}

const INNER_TAG = new RegExp(`[!?,.—]\\s(?:${SPEECH_VERB})\\s((?:\\p{Lu}[\\p{L}.’-]*\\s?){1,3})[,.;]`, 'u');

/** True for a line that contains its own speaker's tag: a quotation mark was lost in print, so the end of the speech is uncertain. */
function holdsOwnTag({ people }: ElementStream, text: string, speaker: string): boolean {
  const name = INNER_TAG.exec(text)?.[1];
  return name !== undefined && people.namedIn(name).includes(speaker);
}

const CLOSING: Readonly<Record<string, string>> = { '“': '”', '"': '"', '‘': '’', '«': '»', '„': '“', '‹': '›' };

/** The words of a chunk as the narrator reads them: with quotation marks and the adjacent tag. */
function narratedForm(
  source: string, pieces: readonly Span[], reach: Span, chunk: { first: boolean; last: boolean },
): SpokenForm {
  const start = chunk.first ? reach.start : pieces[0]!.start;
  const end = chunk.last ? reach.end : pieces.at(-1)!.end;
  const form = spokenForm(source, start, end);
  if (chunk.first && chunk.last) return form;
  const mark = /[“"‘«„‹]/u.exec(source.slice(reach.start, reach.end))?.[0] ?? '“';
  const bare = tidy(source.slice(start, end)).replace(/^[“"‘«„‹\s]+|[”"’»›\s]+$/gu, '');
  const text = `${mark}${bare}${CLOSING[mark]!}`;
  return hasOrphanQuote(text) ? form : { text, pieces: form.pieces, edited: true };
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
