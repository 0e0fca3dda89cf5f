import type { Paragraph } from '../../model.js';
import { isApostrophe } from '../language/marks.js';
import { SPEECH_VERB } from '../language/lexicon.js';

/** A stretch of one paragraph, quotation or narration; offsets count from the beginning of the text. */
export interface Segment { quote: boolean; start: number; end: number; closed: boolean }

/** A paragraph cut into quotations and narration. */
export interface Block {
  paragraph: number;
  start: number;
  end: number;
  kind: Paragraph['kind'];
  segments: Segment[];
  /** True when it continues the speech that the paragraph before left open. */
  continues: boolean;
}

/**
 * The text with uniform marks: “ ” for speech, ‘ ’ inside it, — for dashes, spaces for line ends. Offsets are
 * unchanged.
 */
export interface QuotedText { plain: string; blocks: Block[]; style: QuoteStyle }

export type QuoteStyle = 'double' | 'single' | 'dash';

const DASH_SPEECH = /^(?:--|[—―–])\s?(?=[\p{Lu}\d“‘"'])/u;

/** Finds the quotations of a text in whatever style it uses. */
export function detectQuotations(text: string, paragraphs: readonly Paragraph[]): QuotedText {
  const style = quoteStyle(text, paragraphs);
  const pieces: string[] = [];
  const blocks: Block[] = [];
  let at = 0;
  let open = false;
  for (const paragraph of paragraphs) {
    const raw = text.slice(paragraph.start, paragraph.end);
    const plain = uniformMarks(raw, style, open);
    pieces.push(text.slice(at, paragraph.start), plain);
    at = paragraph.end;
    if (paragraph.kind !== 'body') {
      blocks.push({ ...blockOf(paragraph),
        segments: [{ quote: false, start: paragraph.start, end: paragraph.end, closed: true }] });
      continue;
    }
    const segments = style === 'dash' && DASH_SPEECH.test(raw) ? dashSegments(plain) : markSegments(plain);
    const continues = open && plain.startsWith('“');
    open = segments.at(-1)?.quote === true && segments.at(-1)?.closed === false;
    blocks.push({ ...blockOf(paragraph), continues,
      segments: segments.map((segment) => shift(segment, paragraph.start)) });
  }
  pieces.push(text.slice(at));
  return { plain: pieces.join(''), blocks, style };
}

function blockOf(paragraph: Paragraph): Block {
  const { index, start, end, kind } = paragraph;
  return { paragraph: index, start, end, kind, segments: [], continues: false };
}

function shift(segment: Segment, by: number): Segment {
  return { ...segment, start: segment.start + by, end: segment.end + by };
}

function quoteStyle(text: string, paragraphs: readonly Paragraph[]): QuoteStyle {
  const doubles = (text.match(/“/g)?.length ?? 0) + (text.match(/"/g)?.length ?? 0) / 2;
  const singles = text.match(/(?:^|[\s(—-])[‘'](?=\p{L})/gmu)?.length ?? 0;
  const dashes = paragraphs.filter(({ start, kind }) => kind === 'body'
    && DASH_SPEECH.test(text.slice(start, start + 8))).length;
  if (dashes >= 3 && dashes > doubles) return 'dash';
  return singles >= 3 && doubles * 1.5 < singles && closesWithPunctuation(text) ? 'single' : 'double';
}

function closesWithPunctuation(text: string): boolean {
  return (text.match(/[,.!?—][’'](?=\s|$)/g)?.length ?? 0) >= 2;
}

/** One paragraph with uniform marks; `continued` when the paragraph before left speech open. */
export function uniformMarks(raw: string, style: QuoteStyle, continued = false): string {
  const marks = raw.replace(/--/g, '— ').replace(/[―]/g, '—').replace(/[\r\n\t_\u00a0]/g, ' ').replace(/[„«]/g, '“')
    .replace(/»/g, '”').split('');
  pairStraightDoubles(marks);
  directStraightSingles(marks);
  if (style !== 'single') return marks.join('');
  const inner = marks.join('');
  const swapped = inner.split('').map((mark) => (mark === '“' ? '‘' : mark === '”' ? '’' : mark));
  swapSingles(inner, swapped, continued);
  return swapped.join('');
}

function pairStraightDoubles(marks: string[]): void {
  const places = marks.flatMap((mark, at) => (mark === '"' ? [at] : []));
  let open = false;
  places.forEach((at, index) => {
    const before = marks[at - 1] ?? ' ';
    const after = marks[at + 1] ?? ' ';
    const mustOpen = /[\s(—[]/.test(before) && !/\s/.test(after);
    const mustClose = /\s/.test(after) && !/\s/.test(before);
    const opens = places.length % 2 === 0 ? !open : mustOpen || (!mustClose && (!open || index === 0));
    marks[at] = opens ? '“' : '”';
    open = opens;
  });
}

/** Straight single marks become ‘ where they can only open a quotation, else ’. */
function directStraightSingles(marks: string[]): void {
  const text = marks.join('');
  marks.forEach((mark, at) => {
    if (mark === '`') marks[at] = '‘';
    if (mark !== "'") return;
    const before = marks[at - 1] ?? ' ';
    const after = marks[at + 1] ?? ' ';
    const opens = /[\s(—[“]/.test(before) && /[\p{L}\p{N}—“‘.]/u.test(after) && !isApostrophe(text, at);
    marks[at] = opens ? '‘' : '’';
  });
}

function swapSingles(text: string, marks: string[], continued: boolean): void {
  let open = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '‘' && !open) {
      marks[at] = '“';
      open = true;
    } else if (text[at] === '’' && (open || continued) && closesSingle(text, at)) {
      marks[at] = '”';
      open = false;
    }
  }
}

/**
 * True when the single mark at `at` closes a quotation and is no apostrophe: after punctuation, or after a letter
 * unless a closing mark after punctuation follows.
 */
export function closesSingle(text: string, at: number): boolean {
  if (isApostrophe(text, at)) return false;
  const before = text[at - 1] ?? ' ';
  if (/[,.!?—…;:”)]/.test(before)) return true;
  if (/\s/.test(before)) return false;
  const ahead = text.slice(at + 1, at + 600);
  const nextOpen = ahead.indexOf('‘');
  const rest = nextOpen < 0 ? ahead : ahead.slice(0, nextOpen);
  return !(/[sn]/i.test(before) && /[,.!?—…]’(?!\p{L})/u.test(rest));
}

function markSegments(plain: string): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  let inside = false;
  const push = (quote: boolean, end: number, closed: boolean) => {
    if (end > start) segments.push({ quote, start, end, closed });
    start = end;
  };
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '“' && !inside) {
      push(false, at, true);
      inside = true;
    } else if (plain[at] === '”' && inside) {
      push(true, at + 1, true);
      inside = false;
    }
  }
  push(inside, plain.length, !inside);
  return segments;
}

/**
 * The paragraphs of a told story as a text of their own: the teller's words become narration, inner quotations speech.
 */
export interface InnerText { base: number; plain: string; blocks: Block[] }

/**
 * Blanks the outer marks and narration of one long speech and turns its inner ‘ ’ into “ ”. Offsets count from `base`.
 */
export function innerText(plain: string, outer: readonly Block[]): InnerText {
  const base = outer[0]?.start ?? 0;
  const pieces: string[] = [];
  const blocks: Block[] = [];
  let at = base;
  let open = false;
  for (const block of outer) {
    const inner = innerMarks(plain, block);
    pieces.push(plain.slice(at, block.start), inner);
    at = block.end;
    const segments = markSegments(inner);
    const continues = open && inner.trimStart().startsWith('“');
    open = segments.at(-1)?.quote === true && segments.at(-1)?.closed === false;
    const start = block.start - base;
    blocks.push({ ...block, start, end: block.end - base, continues,
      segments: segments.map((segment) => shift(segment, start)) });
  }
  return { base, plain: pieces.join(''), blocks };
}

function innerMarks(plain: string, block: Block): string {
  const text = plain.slice(block.start, block.end);
  const marks = ' '.repeat(text.length).split('');
  let open = false;
  for (const { quote, start, end } of block.segments) {
    if (!quote) continue;
    for (let at = start - block.start; at < end - block.start; at++) {
      const mark = text.charAt(at);
      marks[at] = mark === '“' || mark === '”' ? ' ' : mark;
      if (mark === '‘' && !isApostrophe(text, at)) {
        marks[at] = '“';
        open = true;
      } else if (mark === '’' && open && closesSingle(text, at)) {
        marks[at] = '”';
        open = false;
      }
    }
  }
  return marks.join('');
}

const DASH_TAG = new RegExp(`[,.!?—…]\\s(?=(?:(?:${SPEECH_VERB})\\s(?:he|she|I|they|the|a|[A-Z])|(?:he|she|I|they|(?:[A-Z][a-z]+\\.?\\s){0,2}[A-Z][a-z]+|[Tt]he [a-z]+(?: [a-z]+)?|[Hh]is [a-z]+|[Hh]er [a-z]+|[Mm]y [a-z]+)\\s(?:had\\s|[a-z]+ly\\s)?(?:${SPEECH_VERB})\\b))`);

/** Splits `—Yes, said Stephen. But not now.` into speech up to the tag, the tag's sentence, and speech again. */
function dashSegments(plain: string): Segment[] {
  const tag = DASH_TAG.exec(plain);
  if (!tag) return [{ quote: true, start: 0, end: plain.length, closed: true }];
  const from = tag.index + 1;
  const stop = /[.:!?]\s+(?=\p{Lu})/u.exec(plain.slice(from + 1));
  const to = stop ? from + 1 + stop.index + 1 : plain.length;
  const segments: Segment[] = [
    { quote: true, start: 0, end: from, closed: true },
    { quote: false, start: from, end: to, closed: true },
  ];
  if (to < plain.length) segments.push({ quote: true, start: to, end: plain.length, closed: true });
  return segments;
}
