/** The unchanged lines between two blank lines. `number` is the line number of the first, from 1. */
export interface Paragraph { lines: string[]; number: number }

/** How a plain text marks its speakers; `prose` marks none. */
export type PlainStyle = 'layout' | 'name-colon' | 'capitals-mark' | 'capitals-alone' | 'prose';

const MIN_INDENT = 4;
/** A text has a style when more than this share of its paragraphs show it. */
const LAYOUT_SHARE = 0.15;
const PLAY_SHARE = 0.12;
const ALONE_SHARE = 0.15;

const NAME_COLON = /^(\p{Lu}[\p{L}\p{M}.'’ -]{0,29}?)[:：]\s*(.*)$/u;
const CAPITALS_MARK = /^(\p{Lu}[\p{Lu}\p{M}\p{N}.'’&, -]{0,39}?)(?:[.:]|\s?—)\s+(\S.*)$/u;
const CAPITALS_ALONE = /^(\p{Lu}[\p{Lu}\p{M}\p{N}.'’&, -]{0,39}?)\.?$/u;

export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Paragraph | null = null;
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') open = null;
    else if (open) open.lines.push(line);
    else paragraphs.push(open = { lines: [line], number: at + 1 });
  });
  return paragraphs;
}

export const indentOf = (line: string): number => {
  const spaced = line.replace(/\t/g, '    ');
  return spaced.length - spaced.trimStart().length;
};

function isLaidOut({ lines }: Paragraph): boolean {
  const [cue, words] = lines;
  return words !== undefined && indentOf(words) >= MIN_INDENT && indentOf(cue!) >= indentOf(words) + MIN_INDENT
    && !/\p{Ll}/u.test(cue!.replace(/\([^)]*\)/g, ''));
}

/** The name and first words of a paragraph that starts a speech in this style, else null. */
export function findSpeechStart(style: PlainStyle, { lines }: Paragraph): { name: string; words: string } | null {
  const first = lines[0]!.trim();
  const found = style === 'name-colon' ? NAME_COLON.exec(first)
    : style === 'capitals-mark' ? CAPITALS_MARK.exec(first)
      : style === 'capitals-alone' && lines.length > 1 ? CAPITALS_ALONE.exec(first) : null;
  if (!found || isDivision(first)) return null;
  return { name: found[1]!.trim(), words: (found[2] ?? '').trim() };
}

/** True for the heading of an act or a scene of a play. */
export const isDivision = (line: string): boolean =>
  /^(?:ACT|SCENE|PROLOGUE|EPILOGUE|Act|Scene|Prologue|Epilogue)\b.{0,60}$/.test(line.trim());

/** The style of enough paragraphs, or `prose` if there is none. */
export function detectStyle(paragraphs: readonly Paragraph[]): PlainStyle {
  const share = (test: (paragraph: Paragraph) => boolean): number =>
    paragraphs.filter(test).length / Math.max(1, paragraphs.length);
  if (share(isLaidOut) > LAYOUT_SHARE) return 'layout';
  const colon = share((paragraph) => findSpeechStart('name-colon', paragraph) !== null);
  const mark = share((paragraph) => findSpeechStart('capitals-mark', paragraph) !== null);
  if (colon >= PLAY_SHARE && colon >= mark) return 'name-colon';
  if (mark >= PLAY_SHARE) return 'capitals-mark';
  return share((paragraph) => findSpeechStart('capitals-alone', paragraph) !== null) > ALONE_SHARE
    ? 'capitals-alone' : 'prose';
}
