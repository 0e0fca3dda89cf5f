import { parseCue, startsLikeHeading } from '../fountain/rules.js';
import type { ScriptElement } from '../script.js';
import { hasNoLower, type Columns } from './columns.js';
import { FAR_RIGHT, opensPair, SideBySide } from './dual.js';
import { HeadingSigns } from './headings.js';
import { rowText, type Row, type RowPage } from './rows.js';

const SCENE_NUMBER = /^[A-Z]{0,2}\d+[A-Z\-.\d]*$/;
/** Longest scene number that is recognised because both margins show it. */
const MAX_REPEATED_NUMBER = 12;

/** With more free lines than this at its foot, a page was ended by the writer: no block that pagination keeps together is so long. */
const MIN_FREE_LINES = 18;
/** Points from the last row of a full page to the foot of the paper, at most. */
const FOOT_MARGIN = 108;

/** What precedes a row: the start of a page, a gap, or (null) another row of the same paragraph. */
type Start = 'page' | 'gap' | null;
/** What follows a row: a new page, a gap or the end of the script, or (null) the next row of the same paragraph. */
type End = 'page' | 'gap' | null;
interface Words { text: string; column: number; left: number; right: number }
/** A row without its scene number, which is kept apart. */
interface NumberedRow {
  words: Words[]; text: string; column: number; start: Start; sceneNumber: string | null; font: string | undefined;
  /** Distance from the row above in points; null at the top of a page. */
  gap: number | null;
}

/** Turns rows into elements by their columns and words. `outline` holds the bookmarks of the document. */
export function classify(pages: readonly RowPage[], columns: Columns, outline: readonly string[] = []): ScriptElement[] {
  const classifier = new RowClassifier(columns, new HeadingSigns(pages, columns, outline));
  const lastRow = Math.max(...pages.map(({ rows, height }) => Math.max(rows.at(-1)?.top ?? 0, height - FOOT_MARGIN)));
  pages.forEach(({ rows }, page) => {
    let above: Row | null = null;
    const foot = pages[page - 1]?.rows.at(-1)?.top;
    if (foot !== undefined && rows.length > 0 && (lastRow - foot) / columns.leading > MIN_FREE_LINES) classifier.breakPage();
    rows.forEach((row, at) => {
      const start: Start = above === null ? 'page' : row.top - above.top > columns.leading * 1.4 ? 'gap' : null;
      const below = rows[at + 1];
      const end: End = below ? (below.top - row.top > columns.leading * 1.4 ? 'gap' : null)
        : page === pages.length - 1 ? 'gap' : 'page';
      classifier.add(row, start, end, above && row.top - above.top);
      above = row;
    });
  });
  return classifier.finish();
}

class RowClassifier {
  private readonly elements: ScriptElement[] = [];
  /** Length of the last row of the current element. */
  private lastLength = 0;
  private inSpeech = false;
  private openBracket = false;
  /** True between (MORE) and the repeated cue. */
  private more = false;
  /** True when the next row continues a speech. */
  private resumed = false;
  private lastCue = '';
  /** The column of the last row of a speech. */
  private spokenColumn = 0;
  private dual: SideBySide | null = null;
  constructor(private readonly columns: Columns, private readonly signs: HeadingSigns) {}

  finish(): ScriptElement[] {
    this.flushDual();
    return this.elements;
  }

  /** Ends the page, unless a speech continues on the next one. */
  breakPage(): void {
    if (this.more) return;
    this.flushDual();
    this.inSpeech = false;
    this.elements.push({ type: 'page_break' });
  }

  add(row: Row, start: Start, end: End, gap: number | null): void {
    const own = this.prepare(row, start, gap);
    if (own.text === '') return;
    if (this.parseDual(own)) return;
    if (/^\(MORE\)$/i.test(own.text)) {
      this.more = true;
      return;
    }
    if (((end !== 'gap' || this.more) && this.parseCue(own)) || this.parseSpeech(own)) return;
    this.inSpeech = false;
    this.parseRest(own, end !== null);
  }

  private prepare(row: Row, start: Start, gap: number | null): NumberedRow {
    const { cell, action } = this.columns;
    let words: Words[] = row.segments.map(({ text, left, right }) =>
      ({ text, left, right, column: Math.round(left / cell) }));
    let sceneNumber: string | null = null;
    const [first, last] = [words[0]!, words.at(-1)!];
    const hung = words.length > 1 && first.column < action - 1;
    const isTwin = hung && last.text.length <= MAX_REPEATED_NUMBER && last.column > action + 45;
    if (hung && (SCENE_NUMBER.test(first.text) || (isTwin && first.text === last.text && words.length > 2))) {
      sceneNumber = first.text;
      words = words.slice(1);
    } else if (isTwin && first.text.startsWith(`${last.text} `)) {
      // A long number is so close to its heading that the PDF has both in one segment.
      sceneNumber = last.text;
      words = [{ ...first, text: first.text.slice(last.text.length).trim(), column: action }, ...words.slice(1)];
    }
    if (words.length > 1 && last.column > action + 45
      && last.text === (sceneNumber ?? (SCENE_NUMBER.test(last.text) ? last.text : null))) {
      sceneNumber = last.text;
      words = words.slice(0, -1);
    }
    return { words, text: words.map(({ text }) => text).join(' ').trim(), column: words[0]!.column, start,
      sceneNumber, gap, font: row.font };
  }

  /** Parses two cues side by side and the rows below them, up to a gap. Returns false for other rows. */
  private parseDual({ words, start }: NumberedRow): boolean {
    const { action } = this.columns;
    if (start !== null && opensPair(words, action)) {
      if (start === 'page' && this.dual?.isContinuedBy(words)) return true;
      this.flushDual();
      this.dual = new SideBySide(words, action);
      this.inSpeech = false;
      return true;
    }
    const ends = start === 'gap' || (start === 'page' && (words.length < 2 || words[1]!.column <= action + FAR_RIGHT));
    if (!this.dual || ends) {
      this.flushDual();
      return false;
    }
    this.dual.add(words);
    return true;
  }

  private flushDual(): void {
    const { dual } = this;
    this.dual = null;
    if (!dual) return;
    for (const side of ['left', 'right'] as const) {
      const [cue, ...rows] = dual[side];
      this.pushCue(cue!, side);
      for (const row of rows) this.addSpoken(row, row.startsWith('('), true);
    }
    this.inSpeech = false;
  }

  private parseCue({ text, column, start, words }: NumberedRow): boolean {
    const { cue } = this.columns;
    if (cue === null || start === null || words.length > 1 || Math.abs(column - cue) > 2
      || text.startsWith('(')) return false;
    const named = hasNoLower(text) || /\(CONT/i.test(text) || column === cue;
    if (!named || /\bTO:$/.test(text)) return false;
    const { name, extensions, contd } = parseCue(text);
    const again = contd || extensions.some((extension) => /^CONT/i.test(extension));
    const interrupted = this.more || (start === 'page' && this.inSpeech);
    if (interrupted && again && name === this.lastCue) {
      this.inSpeech = true;
      this.resumed = true;
    } else {
      this.pushCue(text);
      this.lastCue = name;
    }
    this.more = false;
    return true;
  }

  private pushCue(text: string, dual?: 'left' | 'right'): void {
    const { name, extensions, contd } = parseCue(text);
    this.elements.push({ type: 'character', text: name, extensions, ...(contd ? { contd: true as const } : {}),
      ...(dual ? { dual } : {}) });
    this.inSpeech = true;
    this.openBracket = false;
    this.resumed = false;
    this.spokenColumn = -1;
  }

  private parseSpeech({ text, column, start }: NumberedRow): boolean {
    const { action, cue } = this.columns;
    const dialogue = this.columns.dialogue ?? 0;
    if (!this.inSpeech || column <= action + 3) return false;
    const last = this.elements.at(-1)!;
    const inColumn = Math.abs(column - dialogue) <= 1 || column === this.spokenColumn;
    const bracket = (this.openBracket || text.startsWith('(')) && column > dialogue + 1;
    const opensPage = start === 'page' && (inColumn || (bracket && column < (cue ?? action + FAR_RIGHT)));
    if (start === 'gap' && last.type === 'dialogue' && inColumn) {
      // A gap between two rows of the dialogue column is a pause that the writer typed.
      last.text += `\n\n${text}`;
      this.lastLength = text.length;
      this.spokenColumn = column;
      return true;
    }
    if (start !== null && !this.resumed && !opensPage) return false;
    this.addSpoken(text, bracket, this.resumed || opensPage);
    this.spokenColumn = bracket ? this.spokenColumn : column;
    this.resumed = false;
    this.more = false;
    return true;
  }

  private addSpoken(text: string, opensBracket: boolean, joins: boolean): void {
    const last = this.elements.at(-1)!;
    if (this.openBracket && last.type === 'parenthetical') {
      last.text = `${last.text} ${text.replace(/\)$/, '')}`;
      this.openBracket = !text.endsWith(')');
    } else if (opensBracket) {
      this.elements.push({ type: 'parenthetical', text: text.replace(/^\(/, '').replace(/\)$/, '') });
      this.openBracket = !text.endsWith(')');
    } else if (last.type === 'dialogue') {
      last.text += this.separatorOf(last.text, text, joins ? 0 : this.columns.dialogueWidth) + text;
    } else this.elements.push({ type: 'dialogue', text });
    this.lastLength = text.length;
  }

  /**
   * The separator between two rows: a line end if the next word would have fitted on the first row or the text is verse, else a blank, or nothing after a
   * hyphen or dash.
   */
  private separatorOf(before: string, text: string, width: number): string {
    const word = text.split(' ', 1)[0]!;
    if (this.lastLength + 1 + word.length <= width || (width > 0 && isVerse(before) && /^\p{Lu}/u.test(text))) return '\n';
    return /[\p{L}\p{N}][-–—]$/u.test(before) ? '' : ' ';
  }

  private parseRest(row: NumberedRow, endsBelow: boolean): void {
    const { text, column, start, sceneNumber, words } = row;
    const { action, cell, actionWidth } = this.columns;
    const last = this.elements.at(-1);
    const upper = hasNoLower(text);
    const atAction = Math.abs(column - action) <= 2;
    const number = sceneNumber === null ? {} : { number: sceneNumber };
    if (start !== null && (sceneNumber !== null || (startsLikeHeading(text) && atAction))) {
      this.elements.push({ type: 'scene_heading', text, ...number });
      return;
    }
    if (start === null && last?.type === 'scene_heading' && atAction && upper
      && (startsLikeHeading(last.text) || this.signs.isBookmark(`${last.text} ${text}`))) {
      last.text += ` ${text}`;
      return;
    }
    if (start !== null && Math.abs(column - action) <= 1
      && this.signs.isPlainHeading({ text, gap: row.gap, font: row.font, endsBelow })) {
      this.elements.push({ type: 'scene_heading', text });
      return;
    }
    const rightEdge = words.at(-1)!.right / cell - action;
    const farRight = column > action + FAR_RIGHT && (/[:.]$/.test(text) || rightEdge >= 54);
    // A long transition starts further left than others, but ends further right than any centred line.
    if (start !== null && upper && (farRight || (column > action + 6 && rightEdge >= 59.5))) {
      this.elements.push({ type: 'transition', text });
      return;
    }
    const middle = (words[0]!.left + words.at(-1)!.right) / 2;
    const centred = column > action + 6 && Math.abs(middle - (action + 30.5) * cell) < cell * 2.2;
    if (centred) {
      if (start === null && last?.type === 'action' && last.centered) last.text += `\n${text}`;
      else this.elements.push({ type: 'action', text, centered: true });
      return;
    }
    const isFull = this.lastLength + 1 + text.split(' ', 1)[0]!.length > actionWidth;
    const continues = last?.type === 'action' && !last.centered && (start === null
      || (start === 'page' && atAction && /[^.?!:"”)]$/.test(last.text) && !upper && (isFull || /^\p{Ll}/u.test(text))));
    if (continues) last.text += this.separatorOf(last.text, text, start === null ? actionWidth : 0) + text;
    else this.elements.push({ type: 'action', text: ' '.repeat(column - action > 1 ? column - action : 0) + text });
    this.lastLength = text.length;
  }
}

/** True for text with a line end whose last line begins with a capital. If the next row does too, it is a line of its own, however long. */
const isVerse = (text: string): boolean => text.includes('\n') && /^[^\p{Ll}\n]*\p{Lu}/u.test(text.slice(text.lastIndexOf('\n') + 1));

/** Separates the rows of a title page: a first page without a heading, whose few rows start low. */
export function titleRows(pages: readonly RowPage[]): { rows: Row[]; rest: readonly RowPage[] } {
  const [first, ...rest] = pages;
  const isTitle = first !== undefined && rest.length > 0 && first.rows.length > 0 && first.rows.length < 26
    && first.rows[0]!.top > first.height * 0.2 && !first.rows.some((row) => startsLikeHeading(rowText(row)));
  return isTitle ? { rows: first.rows, rest } : { rows: [], rest: pages };
}
