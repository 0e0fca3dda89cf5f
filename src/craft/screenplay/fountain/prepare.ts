import type { ParsingBudget } from '../limits.js';
import type { Aside } from '../script.js';
import { matchesOf } from '../../patterns/matches.js';

// Unicode noncharacters, which are removed from the text first, so nothing in it can look like a placeholder.
export const PLACEHOLDER_START = '\ufdd0';
export const PLACEHOLDER_END = '\ufdd1';
const PLACEHOLDERS = /[\ufdd0\ufdd1]/g;
const ONE_PLACEHOLDER = /\ufdd0(\d+)\ufdd1/g;

export interface SourceLine {
  /** The line with placeholders for notes and cut passages. */
  text: string;
  /** Line of the source, from 1. */
  number: number;
  /** Indexes of the cut passages directly above that share no line with other text. */
  cutAbove: number[];
  /** True for an empty line that replaces a cut passage. */
  replacesCut?: true;
}

export interface Prepared { lines: SourceLine[]; asides: Aside[]; cutBelow: number[] }

/** Indexes of the notes and cut passages that have a placeholder in the line. */
export const asidesIn = (line: string): number[] =>
  matchesOf(line, ONE_PLACEHOLDER).map(([, index]) => Number(index));
export const withoutAsides = (line: string): string =>
  line.includes(PLACEHOLDER_START) ? line.replace(ONE_PLACEHOLDER, '') : line;

/** The line without the placeholders at its end. */
export function withoutAsidesBehind(line: string): string {
  let end = line.trimEnd().length;
  for (let open = placeholderBefore(line, end); open >= 0; open = placeholderBefore(line, end)) end = line.slice(0, open).trimEnd().length;
  return line.slice(0, end);
}

const placeholderBefore = (line: string, end: number): number => (line[end - 1] === PLACEHOLDER_END ? line.lastIndexOf(PLACEHOLDER_START, end - 1) : -1);

/** Replaces placeholders by the original text. For the title page, where notes have no meaning. */
export function withAsides(line: string, asides: readonly Aside[]): string {
  return line.replace(ONE_PLACEHOLDER, (_all, index: string) => {
    const { kind, text } = asides[Number(index)]!;
    return kind === 'note' ? `[[${text}]]` : `/*${text}*/`;
  });
}

/** An empty line ends a note; a line of two blanks does not. */
const HOLDS_EMPTY_LINE = /\n[ \t]?\n/;

/**
 * Splits a Fountain text into lines and replaces notes `[[…]]` and cut passages (boneyard) by placeholders, in one
 * pass. An opening sign without a closing one is text. A cut passage that shares no line with other text is removed
 * with its lines; if it contains an empty line, one empty line stays. Throws `ScriptRefused` (`too_complex`,
 * `timeout`).
 */
export function prepare(text: string, budget: ParsingBudget): Prepared {
  return new Scanner(text.replace(PLACEHOLDERS, ''), budget).run();
}

class Scanner {
  private readonly lines: SourceLine[] = [];
  private readonly asides: Aside[] = [];
  private line = '';
  private lineIsBlank = true;
  private number = 1;
  private started = 1;
  private cut: number[] = [];
  private at = 0;
  /** The cached position of a line end at or after the last searched offset, or the end of the text. */
  private newline = -1;
  constructor(private readonly text: string, private readonly budget: ParsingBudget) {}

  run(): Prepared {
    const { text } = this;
    let nextCut = text.indexOf('/*');
    let nextNote = text.indexOf('[[');
    while (nextCut >= 0 || nextNote >= 0) {
      this.budget.step();
      const cutFirst = nextCut >= 0 && (nextNote < 0 || nextCut < nextNote);
      const from = cutFirst ? nextCut : nextNote;
      const end = this.next(cutFirst ? '*/' : ']]', from + 2);
      // No closing sign follows, so this opening sign and all later ones are text.
      if (end < 0 && cutFirst) nextCut = -1;
      else if (end < 0) nextNote = -1;
      else {
        const taken = cutFirst ? this.takeCut(from, end) : this.takeNote(from, end);
        const searched = taken ? this.at : from + 2;
        if (nextCut >= 0 && nextCut < searched) nextCut = text.indexOf('/*', searched);
        if (nextNote >= 0 && nextNote < searched) nextNote = text.indexOf('[[', searched);
      }
    }
    this.copy(text.length);
    this.endLine();
    return { lines: this.lines, asides: this.asides, cutBelow: this.cut };
  }

  private copy(to: number): void {
    for (;;) {
      if (this.newline < this.at) this.newline = this.text.indexOf('\n', this.at);
      if (this.newline < 0) this.newline = this.text.length;
      const end = this.newline;
      if (end >= to) break;
      this.take(end);
      this.at = end + 1;
      this.number += 1;
      this.endLine();
    }
    this.take(to);
    this.at = to;
  }

  private take(to: number): void {
    const part = this.text.slice(this.at, to);
    if (this.lineIsBlank && part.trim() !== '') this.lineIsBlank = false;
    this.line += part;
  }

  private endLine(): void {
    this.lines.push({ text: this.line, number: this.started, cutAbove: this.cut });
    this.line = '';
    this.lineIsBlank = true;
    this.cut = [];
    this.started = this.number;
  }

  private closing: Record<string, number> = {};
  /**
   * The next `sign` at or after `from`, or -1. Callers pass rising offsets, so that all searches together scan the text
   * once.
   */
  private next(sign: string, from: number): number {
    const known = this.closing[sign];
    if (known === undefined || (known >= 0 && known < from)) this.closing[sign] = this.text.indexOf(sign, from);
    return this.closing[sign]!;
  }

  private takeCut(from: number, end: number): boolean {
    this.copy(from);
    const body = this.text.slice(from + 2, end);
    this.add('boneyard', body);
    this.skip(body, end + 2);
    const lineEnd = this.text.indexOf('\n', this.at);
    const rest = this.text.slice(this.at, Math.min(lineEnd < 0 ? this.text.length : lineEnd, this.at + 200));
    if (!this.lineIsBlank || rest.trim() !== '') {
      this.placeholder();
      return true;
    }
    // The passage shares no line with other text: its lines are removed, except for one empty line if it has any.
    this.cut.push(this.asides.length - 1);
    this.line = '';
    this.at = lineEnd < 0 ? this.text.length : lineEnd + 1;
    if (lineEnd >= 0) this.number += 1;
    if (HOLDS_EMPTY_LINE.test(body)) {
      this.endLine();
      this.lines.at(-1)!.replacesCut = true;
    }
    this.started = this.number;
    return true;
  }

  private takeNote(from: number, end: number): boolean {
    const inner = this.text.indexOf('[[', from + 2);
    if (inner >= 0 && inner < end) return false;
    const body = this.text.slice(from + 2, end);
    if (HOLDS_EMPTY_LINE.test(body)) return false;
    this.copy(from);
    this.add('note', body);
    this.skip(body, end + 2);
    this.placeholder();
    return true;
  }

  private add(kind: Aside['kind'], text: string): void {
    this.asides.push({ at: 0, kind, text });
    this.budget.assertElements(this.asides.length);
  }

  private placeholder(): void {
    this.lineIsBlank = false;
    this.line += `${PLACEHOLDER_START}${this.asides.length - 1}${PLACEHOLDER_END}`;
  }

  private skip(body: string, to: number): void {
    for (let end = body.indexOf('\n'); end >= 0; end = body.indexOf('\n', end + 1)) this.number += 1;
    this.at = to;
  }
}
