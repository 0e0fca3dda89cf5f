import type { Aside, Mark, PrintedElement, ScriptElement, Style, Styled } from '../script.js';
import { styled } from '../text/marks.js';
import { PLACEHOLDER_END, PLACEHOLDER_START } from './prepare.js';

export interface InlineText extends Styled { asides: Aside[] }

/** A run of marks that may open or close styles; unpaired marks stay literal. */
interface Delimiter {
  character: '*' | '_'; length: number; canOpen: boolean; canClose: boolean; opens: Style[]; closes: Style[];
}
type Token = string | Aside | Delimiter;

const isDelimiter = (token: Token): token is Delimiter => typeof token === 'object' && 'character' in token;
const isAsideToken = (token: Token): token is Aside => typeof token === 'object' && 'kind' in token;
/** A line with more marks is decoration, such as a row of stars, and has no emphasis. */
const MAX_DELIMITERS = 400;
/** Characters of the mark of each style. */
const MARK_LENGTHS: Record<string, number> = { bold: 2, italic: 1, underline: 1 };

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

function tokensOf(line: string, asides: readonly Aside[]): Token[] {
  const tokens: Token[] = [];
  let text = '';
  const flush = (): void => { if (text !== '') tokens.push(text); text = ''; };
  for (let at = 0; at < line.length;) {
    const character = line[at]!;
    if (character === '\\' && /[*_\\]/.test(line[at + 1] ?? '')) {
      text += line[at + 1];
      at += 2;
    } else if (character === PLACEHOLDER_START) {
      const end = line.indexOf(PLACEHOLDER_END, at);
      flush();
      tokens.push(asides[Number(line.slice(at + 1, end))]!);
      at = end + 1;
    } else if (character === '*' || character === '_') {
      let end = at;
      while (line[end] === character) end += 1;
      flush();
      tokens.push(delimiter(character, line[at - 1], line[end], end - at));
      at = end;
    } else {
      text += character;
      at += 1;
    }
  }
  flush();
  return tokens;
}

function delimiter(
  character: '*' | '_', before: string | undefined, after: string | undefined, length: number,
): Delimiter {
  const underscore = character === '_';
  const canOpen = !isSpace(after) && !(underscore && isWord(before));
  const canClose = !isSpace(before) && !(underscore && isWord(after));
  return { character, length, canOpen, canClose, opens: [], closes: [] };
}

/** The styles that a run of `_` or `*` toggles; empty when the run is too long to mean a style. */
function stylesOf({ character, length }: Delimiter): Style[] {
  if (character === '_') return length === 1 ? ['underline'] : [];
  return length === 1 ? ['italic'] : length === 2 ? ['bold'] : length === 3 ? ['bold', 'italic'] : [];
}

function pairUp(tokens: readonly Token[]): void {
  const open = new Map<Style, Delimiter>();
  for (const token of tokens) {
    if (!isDelimiter(token)) continue;
    const styles = stylesOf(token);
    const closing = token.canClose ? styles.filter((style) => open.has(style)) : [];
    for (const style of closing) {
      open.get(style)!.opens.push(style);
      token.closes.push(style);
      open.delete(style);
    }
    if (!token.canOpen) continue;
    for (const style of styles) if (!closing.includes(style) && !open.has(style)) open.set(style, token);
  }
}

/** Parses a line of Fountain into its text and styles, and the notes and cut passages that its placeholders name. */
export function parseInline(line: string, asides: readonly Aside[]): InlineText {
  if (!/[*_\\]/.test(line) && !line.includes(PLACEHOLDER_START)) return { text: line, asides: [] };
  const tokens = tokensOf(line, asides);
  if (tokens.filter(isDelimiter).length <= MAX_DELIMITERS) pairUp(tokens);
  let text = '';
  const marks: Mark[] = [];
  const found: Aside[] = [];
  const starts = new Map<Style, number>();
  tokens.forEach((token, at) => {
    if (isAsideToken(token)) {
      found.push({ ...token, at: text.length });
      return;
    }
    if (isDelimiter(token)) {
      for (const style of token.closes) marks.push({ start: starts.get(style)!, end: text.length, style });
      const used = [...token.closes, ...token.opens].reduce((sum, style) => sum + MARK_LENGTHS[style]!, 0);
      text += token.character.repeat(Math.max(0, token.length - used));
      for (const style of token.opens) starts.set(style, text.length);
      return;
    }
    // A note between two blanks leaves one blank.
    const followsAside = isAsideToken(tokens[at - 1] ?? '') && (text === '' || text.endsWith(' '));
    text += followsAside && token.startsWith(' ') ? token.slice(1) : token;
  });
  const whole = styled(text.trimEnd(), marks);
  return { ...whole, asides: found.map((aside) => ({ ...aside, at: Math.min(aside.at, whole.text.length) })) };
}

/** Returns the element with the text of its raw lines, marks and placeholders resolved. */
export function withWords(element: PrintedElement, raw: readonly string[], known: readonly Aside[]): ScriptElement {
  if (element.type === 'character') return { ...element, text: raw[0]! };
  let text = '';
  const marks: Mark[] = [];
  const asides: Aside[] = [];
  raw.forEach((line, at) => {
    if (at > 0) text += '\n';
    const inline = parseInline(line, known);
    for (const mark of inline.marks ?? []) {
      marks.push({ ...mark, start: mark.start + text.length, end: mark.end + text.length });
    }
    for (const aside of inline.asides) asides.push({ ...aside, at: aside.at + text.length });
    text += inline.text;
  });
  const filled = { ...element, text };
  if (marks.length > 0) filled.marks = marks;
  if (asides.length > 0) filled.asides = asides;
  return filled;
}

const SIGNS: Partial<Record<Style, string>> = { bold: '**', italic: '*', underline: '_' };

const ESCAPABLE = /[*_]|\\(?=[*_\\])/g;

function render({ text, marks = [] }: Styled, asides: readonly Aside[], escape: boolean): string {
  if (marks.length === 0 && asides.length === 0) return escape ? text.replace(ESCAPABLE, '\\$&') : text;
  const signs = signsOf(text, marks, asides);
  let line = '';
  for (let at = 0; at <= text.length; at += 1) {
    line += signs.get(at) ?? '';
    const character = text[at];
    if (character === undefined) break;
    const isMark = character === '\\' ? /[*_\\]/.test(text[at + 1] ?? '') || signs.has(at + 1)
      : character === '*' || character === '_';
    line += isMark && escape ? `\\${character}` : character;
  }
  return line;
}

/** The signs to write before each character: closing signs, notes, opening signs. */
function signsOf(text: string, marks: readonly Mark[], asides: readonly Aside[]): Map<number, string> {
  const [closing, opening, notes] = [new Map<number, string>(), new Map<number, string>(), new Map<number, string>()];
  for (const { start, end, style } of marks) {
    const sign = SIGNS[style] ?? '';
    opening.set(start, (opening.get(start) ?? '') + sign);
    closing.set(end, sign + (closing.get(end) ?? ''));
  }
  for (const aside of asides) notes.set(aside.at, (notes.get(aside.at) ?? '') + spellAside(aside));
  const signs = new Map<number, string>();
  for (const at of new Set([...closing.keys(), ...opening.keys(), ...notes.keys()])) {
    const [ends, note, begins] = [closing.get(at) ?? '', notes.get(at) ?? '', opening.get(at) ?? ''];
    signs.set(at, ends + (note === '' ? '' : withBlank(text, at, note)) + begins);
  }
  return signs;
}

/** Adds the blank next to a note that parsing will remove. */
function withBlank(text: string, at: number, note: string): string {
  const atBlank = at === 0 || text[at - 1] === ' ';
  const before = at === text.length && !atBlank ? ' ' : '';
  return before + note + (atBlank && at < text.length ? ' ' : '');
}

/** The words of a note as they are read back as one note: an empty line would end it, and so would two brackets side by side. */
const noteWords = (text: string): string => text.replace(/\n(?=\n)/g, '\n  ').replace(/([[\]])(?=\1)/g, '$1 ').replace(/^\[/, ' [').replace(/\]$/, '] ');

export const spellAside = ({ kind, text }: Pick<Aside, 'kind' | 'text'>): string =>
  kind === 'note' ? `[[${noteWords(text)}]]` : `/*${text}*/`;

/** Writes one line in Fountain; escapes marks only where they would be parsed as emphasis. */
export function writeInline(line: Styled & { asides?: Aside[] }): string {
  const asides = line.asides ?? [];
  const plain = render(line, asides, false);
  // Nothing in the text needs escaping.
  if (!/[*_\\]/.test(line.text)) return plain;
  const bare = asides.length > 0 ? render(line, [], false) : plain;
  const again = parseInline(bare, []);
  const same = again.text === line.text && JSON.stringify(again.marks) === JSON.stringify(line.marks);
  return same ? plain : render(line, asides, true);
}
