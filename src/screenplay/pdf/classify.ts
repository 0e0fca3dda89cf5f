import { parseCue, startsLikeHeading } from '../fountain/rules.js';
import type { ScriptElement } from '../script.js';
import { hasNoLower, type Columns } from './columns.js';
import { rowText, type Row, type RowPage } from './rows.js';

const SCENE_NUMBER = /^[A-Z]{0,2}\d+[A-Z\-.\d]*$/;
/** Longest scene number that is recognised because both margins show it. */
const MAX_REPEATED_NUMBER = 12;
const MAX_PLAIN_HEADING = 60;
/** Cells right of the action column beyond which a row is a transition or a right-hand speech. */
const FAR_RIGHT = 25;

/** What precedes a row: the start of a page, a gap, or (null) another row of the same paragraph. */
type Start = 'page' | 'gap' | null;
/** What follows a row: a new page, a gap or the end of the script, or (null) the next row of the same paragraph. */
type End = 'page' | 'gap' | null;
interface Words { text: string; column: number; left: number; right: number }
/** A row without its scene number, which is kept apart. */
interface NumberedRow { words: Words[]; text: string; column: number; start: Start; sceneNumber: string | null }

/** Turns rows into elements by their columns and words. */
export function classify(pages: readonly RowPage[], columns: Columns): ScriptElement[] {
  const classifier = new RowClassifier(columns);
  pages.forEach(({ rows }, page) => {
    let above: Row | null = null;
    rows.forEach((row, at) => {
      const start: Start = above === null ? 'page' : row.top - above.top > columns.leading * 1.4 ? 'gap' : null;
      const below = rows[at + 1];
      const end: End = below ? (below.top - row.top > columns.leading * 1.4 ? 'gap' : null)
        : page === pages.length - 1 ? 'gap' : 'page';
      classifier.add(row, start, end);
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
  private dual: { left: string[]; right: string[] } | null = null;
  constructor(private readonly columns: Columns) {}

  finish(): ScriptElement[] {
    this.flushDual();
    return this.elements;
  }

  add(row: Row, start: Start, end: End): void {
    const own = this.prepare(row, start);
    if (own.text === '') return;
    if (this.parseDual(own)) return;
    if (/^\(MORE\)$/i.test(own.text)) {
      this.more = true;
      return;
    }
    if ((end !== 'gap' && this.parseCue(own)) || this.parseSpeech(own)) return;
    this.inSpeech = false;
    this.parseRest(own, end !== null);
  }

  private prepare(row: Row, start: Start): NumberedRow {
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
      sceneNumber };
  }

  /** Parses two cues side by side and the rows below them, up to a gap. Returns false for other rows. */
  private parseDual({ words, start, text }: NumberedRow): boolean {
    const { action } = this.columns;
    const [left, right] = words;
    const opens = words.length === 2 && start !== null && right!.column > action + FAR_RIGHT
      && left!.column <= action + 22
      && hasNoLower(left!.text) && hasNoLower(right!.text) && !startsLikeHeading(text);
    if (opens) {
      this.flushDual();
      this.dual = { left: [left!.text], right: [right!.text] };
      this.inSpeech = false;
      return true;
    }
    if (!this.dual || start === 'gap') {
      this.flushDual();
      return false;
    }
    for (const { text: part, column } of words) {
      (column > action + FAR_RIGHT + 1 ? this.dual.right : this.dual.left).push(part);
    }
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
    const key = [name, ...extensions].join('|');
    if (this.more && contd && key === this.lastCue) {
      this.inSpeech = true;
      this.resumed = true;
    } else {
      this.pushCue(text);
      this.lastCue = key;
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
  }

  private parseSpeech({ text, column, start }: NumberedRow): boolean {
    const { action, dialogue } = this.columns;
    if (!this.inSpeech || column <= action + 3) return false;
    const last = this.elements.at(-1)!;
    if (start === 'gap' && last.type === 'dialogue' && dialogue !== null && Math.abs(column - dialogue) <= 1) {
      // A gap between two rows of the dialogue column is a pause that the writer typed.
      last.text += `\n\n${text}`;
      this.lastLength = text.length;
      return true;
    }
    if (start !== null && !this.resumed) return false;
    this.addSpoken(text, text.startsWith('(') && column > (dialogue ?? 0) + 1, this.resumed);
    this.resumed = false;
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

  /** What joins two rows: a line end if the next word would have fitted on the first, else a blank or nothing. */
  private separatorOf(before: string, text: string, width: number): string {
    const word = text.split(' ', 1)[0]!;
    if (this.lastLength + 1 + word.length <= width) return '\n';
    return /[\p{L}\p{N}][-–—]$/u.test(before) ? '' : ' ';
  }

  private parseRest(row: NumberedRow, endsBelow: boolean): void {
    const { text, column, start, sceneNumber, words } = row;
    const { action, cell, play, actionWidth } = this.columns;
    const last = this.elements.at(-1);
    const upper = hasNoLower(text);
    const atAction = Math.abs(column - action) <= 2;
    const number = sceneNumber === null ? {} : { number: sceneNumber };
    if (start !== null && (sceneNumber !== null || (startsLikeHeading(text) && atAction))) {
      this.elements.push({ type: 'scene_heading', text, ...number });
      return;
    }
    if (start === null && last?.type === 'scene_heading' && atAction && upper && startsLikeHeading(last.text)) {
      last.text += ` ${text}`;
      return;
    }
    // Capitals alone make a heading only in a play, or in a script that has other headings.
    const allowsPlain = play || this.columns.headings > 0;
    const ended = (play ? /[!?]$/ : /[.!?:…\-–—"”]$/).test(text);
    const short = upper && !ended && text.length <= MAX_PLAIN_HEADING && /^["“‘'(]*[\p{L}\p{N}]/u.test(text);
    const plainHeading = allowsPlain && short && start !== null && endsBelow && Math.abs(column - action) <= 1;
    if (plainHeading) {
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
    const continues = last?.type === 'action' && !last.centered
      && (start === null || (start === 'page' && /[^.?!:"”)]$/.test(last.text) && /^\p{Ll}/u.test(text)));
    if (continues) last.text += this.separatorOf(last.text, text, start === null ? actionWidth : 0) + text;
    else this.elements.push({ type: 'action', text: ' '.repeat(column - action > 1 ? column - action : 0) + text });
    this.lastLength = text.length;
  }
}

/** Separates the rows of a title page: a first page without a heading, whose few rows start low. */
export function titleRows(pages: readonly RowPage[]): { rows: Row[]; rest: readonly RowPage[] } {
  const [first, ...rest] = pages;
  const isTitle = first !== undefined && rest.length > 0 && first.rows.length > 0 && first.rows.length < 26
    && first.rows[0]!.top > first.height * 0.2 && !first.rows.some((row) => startsLikeHeading(rowText(row)));
  return isTitle ? { rows: first.rows, rest } : { rows: [], rest: pages };
}
