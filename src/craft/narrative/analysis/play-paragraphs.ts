import { matchesOf } from '../../patterns/matches.js';
import { isAutomaticTransition, isPictureFade, standardHeading } from '../../screenplay/index.js';
import type { Paragraph } from '../model.js';
import type { Span } from './language/sentences.js';

/** A paragraph of a play. Pieces of one printed paragraph have one `printed`; `cue` is the name of its speaker, if that stands apart from the words. */
export interface PlayParagraph extends Paragraph { printed: number; cue?: { name: string } & Span }

const NOTE = /\[\[[^[\]]{1,4000}\]\]/gu;
const CUT = ['/*', '*/'] as const;
/** Lines of the outline, which are not printed. */
const OUTLINE = /^(?:=(?!==)|#)/u;
const TITLE_PAGE = /^(?:Title|Credit|Authors?|Source|Draft date|Contact) *:/iu;
const LONE_CUE = /^(\p{Lu}[\p{Lu}’' .-]{0,38}[\p{Lu}\d])(?: *\([^)\n]{1,60}\)){0,3} *\^?$/u;
const MAX_CUE_LINE = 160;
/** What follows a cue on its line when a printed page was read without its columns: `ANNA (V.O.) He never came home.`, but not `TOM McBride enters.` */
const WORDS_BEHIND = /^ +(?:\([^)\n]{1,60}\) *){0,3}(?!(?:Ma?c|O[’'])\p{Lu})(?=["“‘'…-]{0,3}(?:\p{Lu}(?:\p{Ll}|[’' ,])|\p{N}))/u;
const MAX_CUE_WORDS = 4;
const DIRECTION_ALONE = /^\([^)]{1,300}\)$/u;
const MIN_LONE_CUES = 2;
/** Lines in capitals that tell what is seen. */
const NO_CUE = /^(?:(?:MOMENTS|HOURS|DAYS|MUCH) )?LATER$|^(?:CONTINUOUS|FLASHBACK|BACK TO|INTERCUT|MONTAGE|SERIES OF|END OF|THE END|SUPER|BLACK|SILENCE|BANG|CRASH)\b/u;
/** One heading alone makes a screenplay only among the first paragraphs. */
const FIRST_PARAGRAPHS = 6;

/**
 * The paragraphs of a play without notes and cut passages. In a screenplay, its scene headings are paragraphs of their own, the outline, transitions and the
 * title page are left out, and a cue that stands in a paragraph of its own belongs to the words below it.
 */
export function playParagraphs(text: string, all: readonly Paragraph[]): { paragraphs: PlayParagraph[]; isScreenplay: boolean } {
  const asides = asidesIn(text);
  let next = 0;
  const pieces = all.flatMap((paragraph) => {
    while (next < asides.length && asides[next]!.end <= paragraph.start) next += 1;
    return withoutAsides(text, paragraph, asides, next);
  });
  const headed = pieces.flatMap(({ start, end }, at) => (linesOf(text, { start, end }, 3).some((line) => headingIn(text, line) !== null) ? [at] : []));
  const isScreenplay = headed.length > 1 || headed.some((at) => at < FIRST_PARAGRAPHS);
  const paragraphs = isScreenplay ? withCues(text, withoutOutline(text, pieces)) : pieces;
  return { paragraphs: paragraphs.map((paragraph, index) => ({ ...paragraph, index })), isScreenplay };
}

const wordsOf = (text: string, { start, end }: Span): string => text.slice(start, end);
const headingIn = (text: string, line: Span): string | null => (line.end - line.start > MAX_CUE_LINE ? null : standardHeading(wordsOf(text, line)));

/** Notes and cut passages, in order. */
function asidesIn(text: string): Span[] {
  const found = matchesOf(text, NOTE).map(({ 0: { length }, index }): Span => ({ start: index, end: index + length }));
  for (let start = text.indexOf(CUT[0]); start >= 0;) {
    const end = text.indexOf(CUT[1], start + 2);
    if (end < 0) break;
    found.push({ start, end: end + 2 });
    start = text.indexOf(CUT[0], end + 2);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The span without white space at its ends. */
function trimmed(text: string, { start, end }: Span): Span {
  const words = text.slice(start, end);
  return { start: start + words.length - words.trimStart().length, end: end - (words.length - words.trimEnd().length) };
}

/** The pieces of a paragraph between asides, of which `first` is the first that ends behind its start. */
function withoutAsides(text: string, paragraph: Paragraph, asides: readonly Span[], first: number): PlayParagraph[] {
  const gaps: Span[] = [];
  let from = paragraph.start;
  for (let at = first; at < asides.length && asides[at]!.start < paragraph.end; at += 1) {
    gaps.push({ start: from, end: Math.max(from, asides[at]!.start) });
    from = Math.max(from, Math.min(asides[at]!.end, paragraph.end));
  }
  if (gaps.length === 0) return [{ ...paragraph, printed: paragraph.index }];
  gaps.push({ start: from, end: paragraph.end });
  return gaps.map((gap) => trimmed(text, gap)).filter((gap) => gap.end > gap.start && /[\p{L}\p{N}]/u.test(wordsOf(text, gap)))
    .map((gap, at): PlayParagraph => ({ ...paragraph, ...gap, kind: at === 0 ? paragraph.kind : 'body', printed: paragraph.index }));
}

/** The first lines of a span. */
function linesOf(text: string, span: Span, most: number): Span[] {
  const lines: Span[] = [];
  for (let from = span.start; from < span.end && lines.length < most;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? span.end : Math.min(end, span.end);
    lines.push(trimmed(text, { start: from, end: to }));
    from = to + 1;
  }
  return lines;
}

/** The paragraphs of a screenplay, each heading on its own, without what is neither played nor printed as words. */
function withoutOutline(text: string, pieces: readonly PlayParagraph[]): PlayParagraph[] {
  let hasScene = false;
  return pieces.flatMap((piece, at): PlayParagraph[] => {
    if (at === 0 && TITLE_PAGE.test(wordsOf(text, piece))) return [];
    const found: PlayParagraph[] = [];
    let rest: Span = piece;
    while (rest.start < rest.end) {
      const line = linesOf(text, rest, 1)[0]!;
      const words = wordsOf(text, line);
      const heads = headingIn(text, line) !== null;
      if (!heads && !OUTLINE.test(words) && !isAutomaticTransition(words) && !isPictureFade(words)) break;
      if (heads) found.push({ ...piece, ...line, kind: 'heading' });
      hasScene ||= heads;
      rest = trimmed(text, { start: line.end, end: rest.end });
    }
    if (rest.start >= rest.end) return found;
    // A short line without a full stop is action here, not a heading; in capitals it is a title card.
    const isAction = hasScene && /\p{Ll}/u.test(wordsOf(text, rest));
    const kind = piece.kind !== 'heading' && rest === piece ? piece.kind : isAction || found.length > 0 ? 'body' : 'caption';
    return [...found, { ...piece, start: rest.start, end: rest.end, kind }];
  });
}

const loneCueOf = (text: string, paragraph: PlayParagraph): string | null => {
  if (paragraph.kind === 'heading' || paragraph.end - paragraph.start > MAX_CUE_LINE) return null;
  const name = LONE_CUE.exec(wordsOf(text, paragraph))?.[1] ?? null;
  return name !== null && NO_CUE.test(name) ? null : name;
};

/** How many paragraphs begin with a cue directly above its words. */
const cuesAboveWords = (text: string, paragraphs: readonly PlayParagraph[]): number => paragraphs.filter(({ start, end }) => {
  const [first, second] = linesOf(text, { start, end }, 2);
  return first !== undefined && second !== undefined && LONE_CUE.test(wordsOf(text, first));
}).length;

/**
 * Gives the paragraph below a cue that stands alone the name of its speaker. Such cues come from printed pages, and each of them more than once. Where most
 * cues are directly above their words, a line in capitals alone is no cue.
 */
function withCues(text: string, paragraphs: readonly PlayParagraph[]): PlayParagraph[] {
  const names = paragraphs.map((paragraph) => loneCueOf(text, paragraph));
  const times = new Map<string, number>();
  for (const name of names) if (name !== null) times.set(name, (times.get(name) ?? 0) + 1);
  const alone = [...times.values()].filter((count) => count >= MIN_LONE_CUES).reduce((sum, count) => sum + count, 0);
  if (cuesAboveWords(text, paragraphs) >= alone) return [...paragraphs];
  const isCue = (name: string | null | undefined): name is string => name !== null && name !== undefined && times.get(name)! >= MIN_LONE_CUES;
  const found: PlayParagraph[] = [];
  for (let at = 0; at < paragraphs.length; at += 1) {
    const paragraph = paragraphs[at]!;
    const name = names[at];
    if (!isCue(name)) {
      found.push(withCueInLine(text, paragraph, times));
      continue;
    }
    let next = at + 1;
    while (paragraphs[next] && DIRECTION_ALONE.test(wordsOf(text, paragraphs[next]!))) next += 1;
    const speech = paragraphs[next];
    if (!speech || speech.kind === 'heading' || isCue(names[next])) continue;
    found.push({ ...speech, kind: 'body', cue: { name, start: paragraph.start, end: paragraph.end } });
    at = next;
  }
  return found;
}

function withCueInLine(text: string, paragraph: PlayParagraph, times: ReadonlyMap<string, number>): PlayParagraph {
  const { start, end } = paragraph;
  const words = text.slice(start, Math.min(end, start + MAX_CUE_LINE));
  const first = /^\p{Lu}[\p{Lu}\d’'.-]*(?: \p{Lu}[\p{Lu}\d’'.-]*(?!\p{Ll})){0,3}/u.exec(words)?.[0].split(' ') ?? [];
  for (let length = Math.min(first.length, MAX_CUE_WORDS); length > 0; length -= 1) {
    const name = first.slice(0, length).join(' ');
    const behind = (times.get(name) ?? 0) >= MIN_LONE_CUES ? WORDS_BEHIND.exec(words.slice(name.length))?.[0] : undefined;
    if (behind !== undefined) return { ...paragraph, kind: 'body', cue: { name, start, end: start + name.length + behind.length } };
  }
  return paragraph;
}
