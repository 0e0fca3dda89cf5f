/** The typefaces of pages, named by their use. */
export type TextStyle = 'display' | 'lead' | 'quote' | 'text' | 'label';

/** The typefaces of a document: which characters they can show, and how wide a text is. */
export interface Letters {
  /** Width as a share of the font size. */
  widthOf(text: string, style: TextStyle): number;
  /** The text without the characters that no typeface of the document can show. */
  drawable(text: string, style: TextStyle): string;
}

/** A piece of text that is not broken; `gap` is true if a space precedes it. */
interface Token { text: string; width: number; gap: boolean }
type Line = readonly Token[];

export interface TextShape {
  style: TextStyle;
  /** The largest and smallest font size, in points. */
  max: number;
  min: number;
  /** Height of a line as a share of the size. */
  leading: number;
  mostLines?: number;
  /** True for lines of similar length, as in titles, without a single word on the last line. */
  isBalanced?: boolean;
  /** Space between letters as a share of the size. */
  tracking?: number;
}

/** A typeset text: its lines from top to bottom at one size. */
export interface SetText { style: TextStyle; text: string; lines: readonly string[]; size: number; leading: number; tracking: number; height: number }

/** A title may shrink to this share of its size to save a line. */
const MUCH_SMALLER = 0.84;
/** Words are measured in parts of at most this many characters. */
const LONGEST_PART = 80;
const ELLIPSIS = '…';
const IDEOGRAPHS = /[\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/u;
/** A line must not begin with one of these characters. */
const CLOSING = /^[\p{Pe}\p{Pf}、。，．！？：；ー…]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Splits a word where a line may end: after hyphens and dashes, and between ideographs. */
function partsOf(word: string): string[] {
  if (!IDEOGRAPHS.test(word)) return word.split(/(?<=[\p{L}\p{N}][-–—])(?=\p{L})/u).flatMap(shortParts);
  const parts: string[] = [];
  for (const grapheme of graphemesOf(word)) {
    const joins = parts.length > 0 && (CLOSING.test(grapheme) || !(IDEOGRAPHS.test(grapheme) || IDEOGRAPHS.test(parts.at(-1)!)));
    if (joins) parts[parts.length - 1] += grapheme;
    else parts.push(grapheme);
  }
  return parts;
}

function shortParts(word: string): string[] {
  if (word.length <= LONGEST_PART) return [word];
  const letters = graphemesOf(word);
  return Array.from({ length: Math.ceil(letters.length / LONGEST_PART) }, (_, at) => letters.slice(at * LONGEST_PART, (at + 1) * LONGEST_PART).join(''));
}

/** A text that can be set in lines of any width. Measures each word once. */
export class Wording {
  private readonly tokens: readonly Token[];
  private readonly space: number;
  private readonly measured = new Map<string, readonly { letter: string; width: number }[]>();

  constructor(text: string, private readonly shape: TextShape, private readonly letters: Letters) {
    const shown = letters.drawable(text, shape.style).replace(/ +/g, ' ').trim();
    this.space = letters.widthOf(' ', shape.style) + (shape.tracking ?? 0);
    this.tokens = shown === '' ? [] : shown.split(' ').flatMap((word) => partsOf(word).map((part, at) => this.token(part, at === 0)));
  }

  /** Sets the text as large as the box allows. Text that does not fit at the smallest size is cut after a word. */
  within(width: number, height: number): SetText {
    const { max, min, mostLines = Infinity } = this.shape;
    for (let size = max; size >= min; size -= size > 30 ? 1 : 0.5) {
      const lines = this.broken(width / size);
      const breaksWords = size > min && this.tokens.some((token) => token.width * size > width);
      if (lines.length <= mostLines && lines.length * size * this.shape.leading <= height + 0.01 && !breaksWords) return this.set(lines, size, width / size);
    }
    const fitting = Math.max(1, Math.min(mostLines, Math.floor((height + 0.01) / (min * this.shape.leading))));
    return this.set(this.cut(this.broken(width / min), fitting, width / min), min, width / min);
  }

  /** Sets the whole text at one size; a balanced text may become slightly smaller to save a line. */
  at(size: number, width: number): SetText {
    const lines = this.broken(width / size);
    const smaller = this.shape.isBalanced && lines.length > 1 ? this.inFewerLines(lines.length, size, width) : size;
    return this.set(smaller === size ? lines : this.broken(width / smaller), smaller, width / smaller);
  }

  /** A slightly smaller size that saves a line, or the same size when none does. */
  private inFewerLines(lines: number, size: number, width: number): number {
    for (let smaller = size - 0.5; smaller >= Math.max(this.shape.min, size * MUCH_SMALLER); smaller -= 0.5) {
      if (this.broken(width / smaller).length < lines) return smaller;
    }
    return size;
  }

  /** Sets the text at one size and cuts it after a word, so that it is at most `height` points high. */
  cutAt(size: number, width: number, height: number): SetText {
    const fitting = Math.max(1, Math.floor((height + 0.01) / (size * this.shape.leading)));
    return this.set(this.cut(this.broken(width / size), fitting, width / size), size, width / size);
  }

  private token(text: string, gap: boolean): Token {
    return { text, gap, width: this.letters.widthOf(text, this.shape.style) + (this.shape.tracking ?? 0) * text.length };
  }

  private set(lines: readonly Line[], size: number, room: number): SetText {
    const { style, leading, tracking = 0 } = this.shape;
    const shaped = this.shape.isBalanced ? this.balanced(lines, room) : this.withoutWidow(lines, room);
    return { style, size, leading, tracking, lines: shaped.map(wordsOf), text: wordsOf(shaped.flat()), height: shaped.length * size * leading };
  }

  private widthOf(line: Line): number {
    return line.reduce((sum, { width, gap }, at) => sum + width + (gap && at > 0 ? this.space : 0), 0);
  }

  /** Breaks the text into lines of at most `room` times the font size. */
  private broken(room: number): Line[] {
    const lines: Token[][] = [];
    let used = 0;
    for (const whole of this.tokens) {
      for (const token of whole.width > room ? this.split(whole, room) : [whole]) {
        const more = token.width + (token.gap ? this.space : 0);
        if (lines.length > 0 && used + more <= room) {
          lines.at(-1)!.push(token);
          used += more;
        } else {
          lines.push([token]);
          used = token.width;
        }
      }
    }
    return lines;
  }

  /** Splits a word that is wider than a line into pieces that fit. */
  private split({ text, gap }: Token, room: number): Token[] {
    const pieces: Token[] = [];
    let piece = '';
    let used = 0;
    for (const { letter, width } of this.measuredLetters(text)) {
      if (piece !== '' && used + width > room) {
        pieces.push({ text: piece, width: used, gap: gap && pieces.length === 0 });
        [piece, used] = ['', 0];
      }
      piece += letter;
      used += width;
    }
    return [...pieces, { text: piece, width: used, gap: gap && pieces.length === 0 }];
  }

  private measuredLetters(word: string): readonly { letter: string; width: number }[] {
    const known = this.measured.get(word);
    if (known) return known;
    const measured = graphemesOf(word).map((letter) => ({ letter, width: this.token(letter, false).width }));
    this.measured.set(word, measured);
    return measured;
  }

  /** Narrows the lines as far as their number stays the same. The last line gets a second word if the line before it can spare one. */
  private balanced(lines: readonly Line[], room: number): readonly Line[] {
    if (lines.length < 2 || lines.at(-1)!.at(-1)!.text.endsWith(ELLIPSIS)) return lines;
    let [narrow, wide] = [room / 2, room];
    for (let step = 0; step < 12; step += 1) {
      const middle = (narrow + wide) / 2;
      if (this.broken(middle).length <= lines.length && this.tokens.every(({ width }) => width <= middle)) wide = middle;
      else narrow = middle;
    }
    return this.withoutWidow(this.broken(wide), room);
  }

  /** Moves a word down from the line before if the last line has only one word. */
  private withoutWidow(lines: readonly Line[], room: number): readonly Line[] {
    const [before, last] = [lines.at(-2), lines.at(-1)];
    if (!before || last?.length !== 1 || before.length < 2 || !last[0]!.gap) return lines;
    const moved = before.at(-1)!;
    return this.widthOf([moved, ...last]) <= room ? [...lines.slice(0, -2), before.slice(0, -1), [moved, ...last]] : lines;
  }

  private cut(lines: readonly Line[], most: number, room: number): readonly Line[] {
    if (lines.length <= most) return lines;
    const kept = lines.slice(0, most);
    let last = [...kept.at(-1)!];
    const ended = (token: Token): Token => this.token(`${token.text.replace(/[\p{P}\s]+$/u, '')}${ELLIPSIS}`, token.gap);
    while (last.length > 1 && this.widthOf([...last.slice(0, -1), ended(last.at(-1)!)]) > room) last = last.slice(0, -1);
    let end = last.at(-1)!;
    while (graphemesOf(end.text).length > 1 && this.widthOf([...last.slice(0, -1), ended(end)]) > room) {
      end = this.token(graphemesOf(end.text).slice(0, -1).join(''), end.gap);
    }
    return [...kept.slice(0, -1), [...last.slice(0, -1), ended(end)]];
  }
}

const wordsOf = (line: Line): string => line.map(({ text, gap }, at) => `${gap && at > 0 ? ' ' : ''}${text}`).join('');
