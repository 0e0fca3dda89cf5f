/** The typefaces of pages by what they are for. */
export type TextStyle = 'display' | 'lead' | 'quote' | 'text' | 'label';

/** The letters of a document: what can be shown, and how wide it is. */
export interface Letters {
  /** Width as a share of the font size. */
  widthOf(text: string, style: TextStyle): number;
  /** The text without what no typeface of the document can show. */
  drawable(text: string, style: TextStyle): string;
}

/** A piece of a text that stays together; `gap` is true if a space is before it. */
interface Token { text: string; width: number; gap: boolean }
type Line = readonly Token[];

export interface TextShape {
  style: TextStyle;
  /** Points. */
  max: number;
  min: number;
  /** Height of a line as a share of the size. */
  leading: number;
  mostLines?: number;
  /** Lines of like lengths, as titles have them, and no word alone on the last one. */
  isBalanced?: boolean;
  /** Space between letters as a share of the size. */
  tracking?: number;
}

/** A text that is set: its lines from top to bottom at one size. */
export interface SetText { style: TextStyle; text: string; lines: readonly string[]; size: number; leading: number; tracking: number; height: number }

/** What a title gives up of its size for a line less. */
const MUCH_SMALLER = 0.84;
/** Words are measured in parts of so many characters at most. */
const LONGEST_PART = 80;
const ELLIPSIS = '…';
const IDEOGRAPHS = /[\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/u;
/** A line does not begin with one of these. */
const CLOSING = /^[\p{Pe}\p{Pf}、。，．！？：；ー…]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Parts of a word between which a line may end: behind hyphens and dashes, and between ideographs. */
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

  /** The text in the box, as large as it can be; what does not fit at the smallest size is cut behind a word. */
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

  /** The text at one size, all of it. */
  at(size: number, width: number): SetText {
    const lines = this.broken(width / size);
    const smaller = this.shape.isBalanced && lines.length > 1 ? this.inFewerLines(lines.length, size, width) : size;
    return this.set(smaller === size ? lines : this.broken(width / smaller), smaller, width / smaller);
  }

  /** A size that is a little smaller and saves a line; the same size if none does. */
  private inFewerLines(lines: number, size: number, width: number): number {
    for (let smaller = size - 0.5; smaller >= Math.max(this.shape.min, size * MUCH_SMALLER); smaller -= 0.5) {
      if (this.broken(width / smaller).length < lines) return smaller;
    }
    return size;
  }

  /** The text at one size in at most so many points of height, cut behind a word. */
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

  /** Lines that are at most `room` font sizes wide. */
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

  /** A word that is wider than a line, in pieces that are not. */
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

  /** The narrowest lines of the same number; the last one has more than one word if the one before has words to give. */
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

  /** The last line gets a word of the one before if it has only one. */
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
