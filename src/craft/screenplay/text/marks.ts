import type { Aside, Mark, Style, Styled } from '../script.js';

const STYLE_ORDER: readonly Style[] = ['bold', 'italic', 'underline', 'strikeout'];

/**
 * Text with its marks in canonical form: sorted, touching marks of one style merged, no mark across a line end or with
 * blanks at its edges. The result has no `marks` if there are none.
 */
export function styled(text: string, marks: readonly Mark[]): Styled {
  if (marks.length === 0) return { text };
  const kept: Mark[] = [];
  for (const style of STYLE_ORDER) {
    let open: Mark | null = null;
    const own = marks.filter((mark) => mark.style === style && mark.end > mark.start).sort((a, b) => a.start - b.start);
    for (const mark of own) {
      if (open && mark.start <= open.end) open.end = Math.max(open.end, mark.end);
      else kept.push(open = { ...mark });
    }
  }
  const canonical = kept.flatMap((mark) => perLine(text, mark));
  canonical.sort((a, b) => a.start - b.start || STYLE_ORDER.indexOf(a.style) - STYLE_ORDER.indexOf(b.style));
  return canonical.length > 0 ? { text, marks: canonical } : { text };
}

function perLine(text: string, { start, end, style }: Mark): Mark[] {
  const parts: Mark[] = [];
  for (let from = start; from < end;) {
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd < 0 ? end : Math.min(lineEnd, end);
    const part = text.slice(from, to);
    const lead = part.length - part.trimStart().length;
    const length = part.trim().length;
    if (length > 0) parts.push({ start: from + lead, end: from + lead + length, style });
    from = to + 1;
  }
  return parts;
}

/** The part `[from, to)`, with marks counted from the start of the part. */
export function sliceStyled(whole: Styled, from: number, to: number): Styled {
  const text = whole.text.slice(from, to);
  const marks = (whole.marks ?? []).flatMap(({ start, end, style }) => {
    const [a, b] = [Math.max(start, from), Math.min(end, to)];
    return a < b ? [{ start: a - from, end: b - from, style }] : [];
  });
  return marks.length > 0 ? { text, marks } : { text };
}

/** The lines of a styled text, each with its marks and asides. An aside at a line end belongs to the line before it. */
export function styledLines(
  { text, marks = [], asides = [] }: Styled & { asides?: Aside[] },
): (Styled & { asides: Aside[] })[] {
  let from = 0;
  let mark = 0;
  let aside = 0;
  return text.split('\n').map((line) => {
    const to = from + line.length;
    const own: Mark[] = [];
    const ownAsides: Aside[] = [];
    for (; mark < marks.length && marks[mark]!.start < to; mark += 1) {
      own.push({ ...marks[mark]!, start: marks[mark]!.start - from, end: marks[mark]!.end - from });
    }
    for (; aside < asides.length && asides[aside]!.at <= to; aside += 1) {
      ownAsides.push({ ...asides[aside]!, at: asides[aside]!.at - from });
    }
    from = to + 1;
    return { text: line, ...(own.length > 0 ? { marks: own } : {}), asides: ownAsides };
  });
}

/** Cuts a styled text into runs with one set of styles each. */
export function runsOf({ text, marks = [] }: Styled): { text: string; styles: Style[] }[] {
  if (marks.length === 0) return text === '' ? [] : [{ text, styles: [] }];
  const edges = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])]
    .sort((a, b) => a - b);
  let open: Mark[] = [];
  let next = 0;
  return edges.slice(0, -1).map((from, at) => {
    open = open.filter(({ end }) => end > from);
    for (; next < marks.length && marks[next]!.start <= from; next += 1) open.push(marks[next]!);
    const styles = STYLE_ORDER.filter((style) => open.some((mark) => mark.style === style));
    return { text: text.slice(from, edges[at + 1]), styles };
  }).filter((run) => run.text !== '');
}

/** Joins pieces into one styled text, with `separator` between them. */
export function joinStyled(parts: readonly Styled[], separator: string): Styled {
  let text = '';
  const marks: Mark[] = [];
  parts.forEach((part, at) => {
    if (at > 0) text += separator;
    for (const mark of part.marks ?? []) {
      marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
    }
    text += part.text;
  });
  return styled(text, marks);
}
