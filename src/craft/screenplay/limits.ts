import { ScriptRefused } from './failures.js';

export interface ScriptLimits {
  bytes: number;
  /** Applies to Fountain and plain text only: in FDX and PDF most bytes are markup. */
  characters: number;
  lines: number;
  lineCharacters: number;
  elements: number;
  /** Nesting of XML elements. */
  depth: number;
  /** Wall time of parsing in this process. The process that opens a PDF has separate limits. */
  milliseconds: number;
}

/** Far above real scripts: 120 pages take 6,000 lines, 120 KB of Fountain or 800 KB of FDX. */
export const SCRIPT_LIMITS: ScriptLimits = {
  bytes: 10_485_760, characters: 2_000_000, lines: 100_000, lineCharacters: 20_000, elements: 60_000, depth: 40,
  milliseconds: 1_500,
};

/** Limits the time and the number of elements that a parser may use on one script. */
export class ParsingBudget {
  private readonly end: number;
  private steps = 0;
  constructor(readonly limits: ScriptLimits = SCRIPT_LIMITS) {
    this.end = performance.now() + limits.milliseconds;
  }

  /** Call it once for each line or tag; every 64th call checks the clock. Throws `ScriptRefused` (`timeout`). */
  step(): void {
    this.steps += 1;
    if (this.steps % 64 === 0 && performance.now() > this.end) {
      throw new ScriptRefused('timeout', 'Parsing the script took too long.');
    }
  }

  /** Throws `ScriptRefused` (`too_complex`) when there are more elements than allowed. */
  assertElements(count: number): void {
    if (count > this.limits.elements) {
      throw new ScriptRefused('too_complex', `The script has more than ${this.limits.elements} elements.`);
    }
  }
}

/** Throws `ScriptRefused` (`too_large`) when there are more bytes than allowed. */
export function assertBytes(bytes: number, limits: ScriptLimits): void {
  if (bytes > limits.bytes) {
    throw new ScriptRefused('too_large', `The script has ${bytes} bytes; at most ${limits.bytes} are allowed.`);
  }
}

/**
 * Checks the length of the text, the number of its lines and their lengths, without splitting the text. Throws
 * `ScriptRefused` (`too_large`, `too_many_lines`, `line_too_long`).
 */
export function assertLines(text: string, limits: ScriptLimits): void {
  if (text.length > limits.characters) {
    throw new ScriptRefused('too_large',
      `The script has ${text.length} characters; at most ${limits.characters} are allowed.`);
  }
  let lines = 1;
  for (let from = 0; ;) {
    const end = text.indexOf('\n', from);
    const length = (end < 0 ? text.length : end) - from;
    if (length > limits.lineCharacters) {
      throw new ScriptRefused('line_too_long',
        `Line ${lines} has ${length} characters; at most ${limits.lineCharacters} are allowed.`, lines);
    }
    if (end < 0) return;
    from = end + 1;
    lines += 1;
    if (lines > limits.lines) {
      throw new ScriptRefused('too_many_lines', `The script has more than ${limits.lines} lines.`, limits.lines + 1);
    }
  }
}
