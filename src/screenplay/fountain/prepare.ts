import type { Aside } from '../script.js';

// Noncharacters: they can not come from a text, so that nothing in it is taken for a placeholder.
export const PLACEHOLDER_START = '\ufdd0';
export const PLACEHOLDER_END = '\ufdd1';
const PLACEHOLDERS = /[\ufdd0\ufdd1]/g;
const ONE_PLACEHOLDER = /\ufdd0(\d+)\ufdd1/g;

export interface SourceLine {
  /** With placeholders instead of notes and cut passages. */
  text: string;
  /** Line of the source, from 1. */
  number: number;
  /** Indexes of cut passages that stood on lines of their own directly above. */
  cutAbove: number[];
  /** The empty line that a cut passage left behind. */
  leftBehind?: true;
}

export interface Prepared { lines: SourceLine[]; asides: Aside[]; cutBelow: number[] }

/** Indexes of the notes and cut passages whose placeholders stand in a line. */
export const asidesIn = (line: string): number[] => [...line.matchAll(ONE_PLACEHOLDER)].map(([, index]) => Number(index));
export const withoutAsides = (line: string): string =>
  line.includes(PLACEHOLDER_START) ? line.replace(ONE_PLACEHOLDER, '') : line;

/** Puts the original spelling back, where notes mean nothing (title page). */
export function withAsides(line: string, asides: readonly Aside[]): string {
  return line.replace(ONE_PLACEHOLDER, (_all, index: string) => {
    const { kind, text } = asides[Number(index)]!;
    return kind === 'note' ? `[[${text}]]` : `/*${text}*/`;
  });
}

/** An empty line ends a note unless the writer keeps it open with two blanks. */
const HOLDS_EMPTY_LINE = /\n[ \t]?\n/;

/**
 * Lines of a Fountain text with notes `[[…]]` and cut passages (boneyard) replaced by placeholders, in one pass. What is
 * opened and never closed is text. A cut passage on lines of its own is taken out of the lines; if it holds an empty line
 * it leaves one behind.
 */
export function prepare(text: string): Prepared {
  return new Scanner(text.replace(PLACEHOLDERS, '')).run();
}

class Scanner {
  private readonly lines: SourceLine[] = [];
  private readonly asides: Aside[] = [];
  private line = '';
  private number = 1;
  private started = 1;
  private cut: number[] = [];
  private at = 0;
  constructor(private readonly text: string) {}

  run(): Prepared {
    const { text } = this;
    let nextCut = text.indexOf('/*');
    let nextNote = text.indexOf('[[');
    while (nextCut >= 0 || nextNote >= 0) {
      const cutFirst = nextCut >= 0 && (nextNote < 0 || nextCut < nextNote);
      const from = cutFirst ? nextCut : nextNote;
      this.copy(from);
      if (!(cutFirst ? this.takeCut(from) : this.takeNote(from))) this.copy(from + 2);
      if (nextCut >= 0 && nextCut < this.at) nextCut = text.indexOf('/*', this.at);
      if (nextNote >= 0 && nextNote < this.at) nextNote = text.indexOf('[[', this.at);
    }
    this.copy(text.length);
    this.endLine();
    return { lines: this.lines, asides: this.asides, cutBelow: this.cut };
  }

  private copy(to: number): void {
    for (;;) {
      const end = this.text.indexOf('\n', this.at);
      if (end < 0 || end >= to) break;
      this.line += this.text.slice(this.at, end);
      this.at = end + 1;
      this.number += 1;
      this.endLine();
    }
    this.line += this.text.slice(this.at, to);
    this.at = to;
  }

  private endLine(): void {
    this.lines.push({ text: this.line, number: this.started, cutAbove: this.cut });
    this.line = '';
    this.cut = [];
    this.started = this.number;
  }

  private closing: Record<string, number> = {};
  /** The next `sign` at or after `from`, or -1; asked in rising order, so that all searches together read the text once. */
  private next(sign: string, from: number): number {
    const known = this.closing[sign];
    if (known === undefined || (known >= 0 && known < from)) this.closing[sign] = this.text.indexOf(sign, from);
    return this.closing[sign]!;
  }

  private takeCut(from: number): boolean {
    const end = this.next('*/', from + 2);
    if (end < 0) return false;
    const body = this.text.slice(from + 2, end);
    this.asides.push({ at: 0, kind: 'boneyard', text: body });
    this.skip(body, end + 2);
    const lineEnd = this.text.indexOf('\n', this.at);
    const rest = this.text.slice(this.at, Math.min(lineEnd < 0 ? this.text.length : lineEnd, this.at + 200));
    if (this.line.trim() !== '' || rest.trim() !== '') {
      this.placeholder();
      return true;
    }
    // On lines of its own: these lines are gone, but for the empty one it held.
    this.cut.push(this.asides.length - 1);
    this.line = '';
    this.at = lineEnd < 0 ? this.text.length : lineEnd + 1;
    if (lineEnd >= 0) this.number += 1;
    if (HOLDS_EMPTY_LINE.test(body)) {
      this.endLine();
      this.lines.at(-1)!.leftBehind = true;
    }
    this.started = this.number;
    return true;
  }

  private takeNote(from: number): boolean {
    const end = this.next(']]', from + 2);
    if (end < 0) return false;
    const inner = this.text.indexOf('[[', from + 2);
    if (inner >= 0 && inner < end) return false;
    const body = this.text.slice(from + 2, end);
    if (HOLDS_EMPTY_LINE.test(body)) return false;
    this.asides.push({ at: 0, kind: 'note', text: body });
    this.skip(body, end + 2);
    this.placeholder();
    return true;
  }

  private placeholder(): void {
    this.line += `${PLACEHOLDER_START}${this.asides.length - 1}${PLACEHOLDER_END}`;
  }

  private skip(body: string, to: number): void {
    for (let end = body.indexOf('\n'); end >= 0; end = body.indexOf('\n', end + 1)) this.number += 1;
    this.at = to;
  }
}
