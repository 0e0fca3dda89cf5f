import { mostWeighted, type PdfLine } from './pdf-lines.js';

interface Paragraph { lines: PdfLine[]; size: number }

/** Consecutive lines of one column without a gap, with the column's edges. */
interface Run { lines: PdfLine[]; left: number; right: number }

/** Largest distance between lines of one run, as a multiple of the typical leading. */
const LEADING_SLACK = 1.35;
/** Leadings, indents and centring are in multiples of the font size. */
const DEFAULT_LEADING = 1.25;
const INDENT = 0.8;
const CENTRE_SLACK = 0.3;
/** Font sizes that differ by at most this share count as equal. */
const SIZE_SLACK = 0.12;
/** Shares of the column's width: a line from the first on is full, a line below the second is short. */
const FULL_LINE = 0.86;
const SHORT_LINE = 0.66;
/** Most smaller blocks (notes, captions) between the halves of a paragraph that a page or column break splits. */
const MAX_BETWEEN = 4;

const ENDS_SENTENCE = /[.!?:;…]["'”’»)\]]*$/;
const STARTS_LOWER = /^["'“‘(]?\p{Ll}/u;
const BULLET = /^(?:[•◦▪‣·–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/;

/** Joins the lines of a document into paragraphs with one blank line between them. */
export function paragraphsOf(pages: readonly PdfLine[][]): string {
  const lines = pages.flat();
  const sizes = new Map<number, number>();
  for (const line of lines) sizes.set(line.size, (sizes.get(line.size) ?? 0) + line.text.length);
  const bodySize = mostWeighted(sizes) ?? 1;
  const leading = typicalLeading(lines, bodySize);
  const paragraphs = runsOf(lines, leading).flatMap((run) => splitRun(run, leading));
  const words = vocabularyOf(lines);
  return rejoinSplit(paragraphs, bodySize).map((paragraph) => joinLines(paragraph.lines, words)).join('\n\n');
}

function alike(a: number, b: number): boolean {
  return Math.abs(a - b) <= SIZE_SLACK * Math.max(a, b);
}

/** The most frequent distance between lines of the body text, as a multiple of the font size. */
function typicalLeading(lines: readonly PdfLine[], bodySize: number): number {
  const gaps = new Map<number, number>();
  for (let at = 1; at < lines.length; at += 1) {
    const [above, below] = [lines[at - 1]!, lines[at]!];
    const gap = (above.baseline - below.baseline) / bodySize;
    if (above.page !== below.page || !alike(above.size, bodySize) || !alike(below.size, bodySize)) continue;
    if (gap > 0.8 && gap < 3.2) gaps.set(Math.round(gap * 20) / 20, (gaps.get(Math.round(gap * 20) / 20) ?? 0) + 1);
  }
  return mostWeighted(gaps) ?? DEFAULT_LEADING;
}

function runsOf(lines: readonly PdfLine[], leading: number): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const above = run?.lines.at(-1);
    const gap = above ? above.baseline - line.baseline : 0;
    const follows = run && above && above.page === line.page && alike(above.size, line.size)
      && gap > 0.5 * line.size && gap <= leading * LEADING_SLACK * line.size
      && line.left < run.right && line.right > run.left;
    if (follows) {
      run.lines.push(line);
      run.left = Math.min(run.left, line.left);
      run.right = Math.max(run.right, line.right);
    } else {
      runs.push({ lines: [line], left: line.left, right: line.right });
    }
  }
  return runs;
}

function splitRun(run: Run, leading: number): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const width = Math.max(run.right - run.left, 1);
  for (const line of run.lines) {
    const paragraph = paragraphs.at(-1);
    const above = paragraph?.lines.at(-1);
    if (!paragraph || !above || beginsParagraph(line, above, run, width, leading)) {
      paragraphs.push({ lines: [line], size: line.size });
    } else {
      paragraph.lines.push(line);
    }
  }
  return paragraphs;
}

function beginsParagraph(line: PdfLine, above: PdfLine, run: Run, width: number, leading: number): boolean {
  const reach = (above.right - run.left) / width;
  const ended = ENDS_SENTENCE.test(above.text);
  const lower = STARTS_LOWER.test(line.text);
  if (BULLET.test(line.text) && (ended || !lower)) return true;
  const centred = Math.abs(line.left + line.right - above.left - above.right) < 2 * CENTRE_SLACK * line.size;
  const indented = !centred && line.left - run.left > INDENT * line.size
    && line.left - above.left > 0.5 * INDENT * line.size;
  if (indented && !lower && !above.text.endsWith('-')) return true;
  if (above.baseline - line.baseline > leading * 1.18 * line.size && (ended || !lower)) return true;
  if (reach < FULL_LINE && ended && !lower) return true;
  // A heading in the size of the body text, or lines that break on purpose, as in verse and addresses.
  return reach < SHORT_LINE && !lower && (above.font !== line.font || !above.text.endsWith(','));
}

/** Rejoins the halves of a paragraph that a page break, a column break, a note or a picture separates. */
function rejoinSplit(paragraphs: readonly Paragraph[], bodySize: number): Paragraph[] {
  const waiting = [...paragraphs];
  const whole: Paragraph[] = [];
  while (waiting.length > 0) {
    const paragraph = waiting.shift()!;
    whole.push(paragraph);
    while (alike(paragraph.size, bodySize)) {
      const last = paragraph.lines.at(-1)!;
      const hyphenated = /\p{L}-$/u.test(last.text);
      if (ENDS_SENTENCE.test(last.text) || (!hyphenated && paragraph.lines.length < 2)) break;
      const at = waiting.slice(0, MAX_BETWEEN + 1).findIndex((candidate) => alike(candidate.size, bodySize));
      const next = at < 0 ? null : waiting[at]!;
      const separated = next !== null && (next.lines[0]!.page !== last.page || next.lines[0]!.baseline > last.baseline);
      if (!next || !separated || !STARTS_LOWER.test(next.lines[0]!.text)) break;
      paragraph.lines.push(...next.lines);
      waiting.splice(at, 1);
    }
  }
  return whole;
}

function vocabularyOf(lines: readonly PdfLine[]): Set<string> {
  const words = new Set<string>();
  for (const { text } of lines) {
    // The first and the last word of a line may be halves of hyphenated words.
    const found = text.toLowerCase().match(/[\p{L}]+(?:-\p{L}+)*/gu) ?? [];
    for (const word of found.slice(1, text.endsWith('-') ? -1 : undefined)) words.add(word);
  }
  return words;
}

/** Characters of the end of a paragraph that are enough to join the next line: the whole paragraph would be read again for each of its lines. */
const END_CHARACTERS = 100;

function joinLines(lines: readonly PdfLine[], words: ReadonlySet<string>): string {
  const parts: string[] = [];
  let end = '';
  for (const { text } of lines) {
    const joint = jointOf(end, text, words);
    if (joint.drops) {
      const last = parts.findLastIndex((part) => part !== '');
      parts[last] = parts[last]!.slice(0, -1);
    }
    parts.push(joint.between + text);
    end = ((joint.drops ? end.slice(0, -1) : end) + joint.between + text).slice(-END_CHARACTERS);
  }
  return parts.join('').replace(/\u00ad/g, '');
}

/** How a line joins the text before it: what comes between, and whether the last character, a hyphen, is dropped. */
function jointOf(end: string, next: string, words: ReadonlySet<string>): { between: string; drops: boolean } {
  if (end === '') return { between: '', drops: false };
  if (end.endsWith('\u00ad')) return { between: '', drops: true };
  if (/\p{L}-$/u.test(end) && STARTS_LOWER.test(next)) return { between: '', drops: !isCompound(end, next, words) };
  return { between: /\p{L}[-–—/]$/u.test(end) ? '' : ' ', drops: false };
}

/** True when the hyphen at a line end belongs to the word: the document elsewhere has the hyphenated word, or both halves but not the whole. */
function isCompound(end: string, next: string, words: ReadonlySet<string>): boolean {
  const head = (/\p{L}+-$/u.exec(end)?.[0] ?? '-').slice(0, -1).toLowerCase();
  const tail = (/^\p{L}+/u.exec(next)?.[0] ?? '').toLowerCase();
  const known = (word: string) => word.length >= 3 && words.has(word);
  return !words.has(head + tail) && (words.has(`${head}-${tail}`) || (known(head) && known(tail)));
}
