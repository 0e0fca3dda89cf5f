import type { Paragraph, TextAnalysis, Utterance, WriterSource } from '../../model.js';
import { elementsOf } from './dialogue.js';
import type { Element } from './elements.js';
import type { Item, Material, Staging } from './items.js';
import { canOpen, canOpenLine, knownWords } from '../wording/openings.js';
import { withLikelierSpeakers } from './likelier-speaker.js';
import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { withAdjustedConfidence } from './passage-limits.js';
import { isReported, withQuotedPeople } from './quoted-people.js';
import { META } from '../wording/phrases.js';
import { analyseSource, type SourceAnalysis } from './source-analysis.js';
import { salienceOf } from '../wording/salience.js';
import { countWords } from '../wording/wording.js';

const MIN_QUOTES = 8;
const QUOTED_SHARE = 0.15;

/** True when a text depends on its dialogue: so much of it is quotation that one voice for all would be wrong. */
export function hasVoices(analysis: TextAnalysis): boolean {
  if (analysis.quotes.length < MIN_QUOTES) return false;
  const quoted = analysis.quotes.reduce((sum, quote) => sum + quote.end - quote.start, 0);
  return quoted / Math.max(1, analysis.text.length) >= QUOTED_SHARE;
}

const MIN_PLAYED_QUOTES = 3;

/** True for a story with a few lines of dialogue, which can be a drama when a narrator tells the rest. */
function canBeDrama(analysis: TextAnalysis, staging: Staging): boolean {
  return staging.mode === 'drama' && staging.narrationPolicy === 'include' && analysis.form === 'fiction'
    && analysis.quotes.length >= MIN_PLAYED_QUOTES;
}

/** The sources as material for one staging, in order; sources without anything to say are left out. */
export function materialsOf(sources: readonly WriterSource[], staging: Staging): Material[] {
  return sources.flatMap((source) => {
    const analysed = analyseSource(source);
    if (!analysed) return [];
    const material = cachedMaterial(analysed, staging);
    return material.items.length > 0 ? [material] : [];
  });
}

const cached = new WeakMap<TextAnalysis, Map<string, Material>>();

/** The material of an analysis in one staging, cached because a plan and its script use the same. Neither changes it. */
function cachedMaterial(analysed: SourceAnalysis, staging: Staging): Material {
  const { analysis, sourceId, title, author } = analysed;
  const known = cached.get(analysis) ?? new Map<string, Material>();
  cached.set(analysis, known);
  const key = JSON.stringify([staging.mode, staging.narrationPolicy, title]);
  const material = known.get(key) ?? materialOf(analysed, staging);
  known.set(key, material);
  return { ...material, sourceId, author, toSpans: (pieces) => analysed.toSpans(pieces) };
}

function materialOf(analysed: SourceAnalysis, staging: Staging): Material {
  const { analysis } = analysed;
  const english = analysis.language === 'en';
  // The author tells a report, however much it quotes.
  const isReport = staging.mode !== 'drama' && english && isReported(analysis);
  const voices = !isReport && (hasVoices(analysis) || canBeDrama(analysis, staging));
  const trusted = voices ? withTrustedSpeakers(analysis, staging) : withVoicesOf(analysis, staging);
  const all = elementsOf(trusted, voices || trusted.utterances.length > 0);
  const elements = staging.mode === 'drama' && voices ? withoutAddress(analysis, all) : all;
  const salience = salienceOf(elements.map((element) => element.text));
  const silentNarration = staging.mode === 'drama' && voices && staging.narrationPolicy === 'suppress';
  const known = knownWords(analysed.title ?? '');
  const items = elements.map((element, index): Item => ({
    ...element,
    salience: salience.scores[index]!,
    opens: canStart(element, elements[index - 1], analysis, known, { english, voices }),
    closes: canStop(element, elements[index + 1]),
    spokenWords: silentNarration && element.kind === 'narration' ? 0 : element.words,
  }));
  const narration = items.filter((item) => item.kind === 'narration');
  const words = (list: readonly Item[]): number => list.reduce((sum, item) => sum + item.words, 0);
  return {
    sourceId: analysed.sourceId, title: analysed.title, author: analysed.author, analysis: { ...analysis, cast: trusted.cast }, items, salience, voices,
    firstPersonShare: words(narration.filter((item) => item.firstPerson)) / Math.max(1, words(narration)),
    toSpans: (pieces) => analysed.toSpans(pieces),
  };
}

/** Words by which an author refers to the book itself instead of the story. */
const OF_THE_BOOK = new RegExp('\\b(?:the (?:gentle |kind |courteous |patient )?reader|this (?:history|biography|narrative|chapter|volume)|these (?:memoirs|pages|volumes)'
  + '|my readers?)\\b', 'iu');
const MAX_ADDRESS_WORDS = 500;

/**
 * The elements of a story in the third person without the author's address to the reader: leading paragraphs of narration about the book itself. A story that
 * would lose more than an eighth or 500 words keeps them.
 */
function withoutAddress({ narrator }: TextAnalysis, elements: Element[]): Element[] {
  let end = 0;
  while (elements[end]) {
    const from = end;
    const paragraph = elements.slice(from).findIndex((element) => element.paragraph !== elements[from]!.paragraph);
    const to = paragraph < 0 ? elements.length : from + paragraph;
    const own = elements.slice(from, to);
    if (own.some(({ kind }) => kind === 'line') || !own.some(({ text }) => OF_THE_BOOK.test(text))) break;
    end = to;
  }
  const words = (list: readonly Element[]): number => list.reduce((sum, element) => sum + element.words, 0);
  const cut = words(elements.slice(0, end));
  if (narrator !== null || cut === 0 || cut > Math.min(MAX_ADDRESS_WORDS, words(elements) / 8)) return elements;
  return elements.slice(end).map((element, order) => ({ ...element, order, follows: order > 0 && element.follows }));
}

/**
 * Keeps the quotations of named people in an English text that is not dialogue, because a programme gives these people their own voices. In a drama, another
 * form or another language, the author reads every quotation.
 */
const withVoicesOf = (analysis: TextAnalysis, { mode }: Staging): TextAnalysis =>
  mode !== 'drama' && /^(?:essay|fiction)$/u.test(analysis.form) && analysis.language === 'en' ? withQuotedPeople(analysis) : { ...analysis, utterances: [] };

/**
 * Keeps the turns that get a voice. In a drama every turn does. Elsewhere a turn inside a told story stays in its teller's sentences. A turn with a guessed
 * speaker stays narration when its paragraph has words outside quotation marks and no turn of a certain speaker; otherwise it gets a voice and stays marked
 * as a guess.
 */
function withTrustedSpeakers(analysis: TextAnalysis, staging: Staging): TextAnalysis {
  if (staging.mode === 'drama') return { ...analysis, utterances: withLikelierSpeakers(analysis, withAdjustedConfidence(analysis)) };
  const outer = analysis.utterances.filter(({ toldBy }) => toldBy === null);
  if (outer.every((one) => one.confidence !== 'weak')) return { ...analysis, utterances: outer };
  const paragraphOf = (turn: Utterance): Paragraph | undefined => analysis.paragraphs.find((paragraph) =>
    paragraph.start <= turn.quotes[0]!.start && turn.quotes[0]!.start < paragraph.end);
  const settled = new Set(outer.filter((one) => one.confidence !== 'weak').map(paragraphOf));
  const utterances = outer.filter((turn) => {
    const paragraph = paragraphOf(turn);
    if (turn.confidence !== 'weak' || !paragraph || settled.has(paragraph)) return true;
    const words = analysis.text.slice(paragraph.start, paragraph.end);
    return countWords(words.replace(/“[^”]*(?:”|$)/gu, '')) < 2;
  });
  return { ...analysis, utterances };
}

/** Speech whose speaker is named at once, so that a listener needs no earlier text. */
const SAID_BY = new RegExp(`^[“"][^”"]{8,160}[”"] (?:(?:${SPEECH_VERB}) \\p{Lu}|\\p{Lu}\\p{Ll}+ (?:${SPEECH_VERB}))`, 'u');

/** True for narration in the middle of a speech, where a listener could not tell who speaks. */
function isInsideSpeech({ kind, start, paragraph }: Element, source: string, paragraphs: readonly Paragraph[]): boolean {
  if (kind === 'line') return false;
  const before = source.slice(paragraphs[paragraph]?.start ?? start, start);
  const open = (before.match(/“/gu) ?? []).length - (before.match(/”/gu) ?? []).length;
  return open > 0 || (before.match(/"/gu) ?? []).length % 2 === 1;
}

function canStart(element: Element, before: Element | undefined, { text: source, paragraphs }: TextAnalysis, known: ReadonlySet<string>,
  { english, voices }: { english: boolean; voices: boolean }): boolean {
  if (!before) return true;
  if (element.continues || META.test(element.text)) return false;
  if (element.kind === 'narration' && element.startsParagraph && SAID_BY.test(element.text)) return true;
  if (/\p{Ll}/u.test(source[element.start] ?? '') || isInsideSpeech(element, source, paragraphs)) return false;
  const answers = element.kind === 'line' && before.kind === 'line' && before.speaker !== element.speaker
    && element.follows && /[?—–]["”’)]*$/u.test(before.text);
  if (answers) return false;
  if (!english) return element.startsParagraph || element.kind === 'line';
  // A listener who does not know the voice needs a tag that names the speaker.
  if (!voices && element.kind === 'line' && (!element.tag || /\b(?:he|she|they)\b/iu.test(element.tag.form.text))) return false;
  return element.kind === 'line' ? canOpenLine(element.text) : canOpen(element.text, known);
}

/** A short sentence that contradicts the one before and therefore must follow it. */
const REBUTTAL = /^(?:But|Yet|And yet) (?:it|that|this|he|she|they|I|we|you|nobody|nothing|no)\b[^.!?]{0,40}[.!?]/u;

function canStop(element: Element, next: Element | undefined): boolean {
  if (!next) return true;
  if (next.continues || /[:,;—–-]["”’)]*$/u.test(element.text)) return false;
  if (REBUTTAL.test(next.text)) return false;
  if (/\?["”’)]*$/u.test(element.text) && countWords(element.text) > 0) return false;
  if (element.kind === 'line') {
    const invites = /\b(?:pray|tell (?:me|us)|go on|continue|proceed|listen|explain|let me hear)\b[^.?!]{0,40}[.!]?$/iu;
    if (next.kind === 'line' && invites.test(element.text)) return false;
  }
  return !/\b(?:as follows|the following)\b[^.]*\.$/iu.test(element.text);
}
