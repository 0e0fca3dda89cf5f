import { ParsingBudget, SCRIPT_LIMITS, type ScriptLimits } from '../limits.js';
import type { Action, Aside, CharacterCue, ParsedScript, ScriptWarning, Script, ScriptElement } from '../script.js';
import { decodeScript } from '../text/decode.js';
import { DraftList, type Draft } from './drafts.js';
import { asidesIn, prepare, withoutAsides, withoutAsidesBehind, type SourceLine } from './prepare.js';
import {
  isAutomaticTransition, isCentered, isCue, isForcedHeading, isHeading, isPageBreak, isParenthetical, parseCue,
  splitSceneNumber, startsLikeHeading,
} from './rules.js';
import { parseTitlePage } from './title-page.js';
import { uncasedCues } from './uncased.js';

const MAX_PARENTHETICAL_LINES = 3;
/**
 * Parses Fountain by the published syntax. Any text within the limits is a script. Throws `ScriptRefused` when the
 * input is too large or is not text.
 */
export function parseFountain(input: Uint8Array | string, limits: ScriptLimits = SCRIPT_LIMITS): ParsedScript {
  const budget = new ParsingBudget(limits);
  const prepared = prepare(decodeScript(input, limits), budget);
  const title = parseTitlePage(prepared.lines, prepared.asides);
  const parser = new FountainParser(prepared.lines, prepared.asides, budget);
  parser.parseFrom(title.next, prepared.cutBelow);
  const script: Script = { titlePage: title.entries, elements: parser.drafts.elements() };
  return { script, warnings: parser.warnings };
}

class FountainParser {
  readonly warnings: ScriptWarning[] = [];
  readonly drafts: DraftList;
  private readonly uncased: Set<string>;
  private at = 0;
  private startsParagraph = true;
  private inSpeech = false;
  private blanks = 0;
  /** True inside a parenthetical that continues on the next line. */
  private openBracket = false;

  constructor(
    private readonly lines: readonly SourceLine[], private readonly asides: readonly Aside[],
    private readonly budget: ParsingBudget,
  ) {
    this.drafts = new DraftList(asides);
    this.uncased = uncasedCues(lines);
  }

  parseFrom(first: number, cutBelow: readonly number[]): void {
    for (this.at = first; this.at < this.lines.length; this.at += 1) {
      this.budget.step();
      const { text, cutAbove } = this.lines[this.at]!;
      this.addAsides(cutAbove);
      this.parseLine(text);
      this.budget.assertElements(this.drafts.length);
    }
    this.addAsides(cutBelow);
  }

  private parseLine(raw: string): void {
    const line = raw.trim();
    if (line === '') return this.parseBlank(raw);
    const visible = withoutAsides(line).trim();
    if (visible === '') return this.addAsides(asidesIn(line));
    if (isPageBreak(line)) {
      this.push({ type: 'page_break' }, []);
      return this.endParagraph();
    }
    if (line.startsWith('~')) return this.parseLyric(line);
    if (this.inSpeech) return this.parseSpeech(line, visible);
    if (this.parseForced(raw, line)) return;
    if (this.startsParagraph && this.parseByWords(raw, line, visible)) return;
    this.parseAction(raw.trimEnd().replace(/\t/g, '    '), false);
  }

  private parseBlank(raw: string): void {
    // Inside a speech a line of two blanks is a pause.
    if (this.inSpeech && /^ {2,}$/.test(raw)) {
      this.addSpoken('dialogue', '');
      return;
    }
    this.inSpeech = false;
    this.openBracket = false;
    this.startsParagraph = true;
    if (!this.lines[this.at]!.replacesCut) this.blanks += 1;
  }

  private parseForced(raw: string, line: string): boolean {
    switch (line[0]) {
      case '!':
        this.parseAction(raw.trimEnd().replace(/\t/g, '    ').replace(/^( *)!/, '$1').trimEnd(), true);
        return true;
      case '=':
        this.push({ type: 'synopsis', text: '' }, [line.slice(1).trim()]);
        this.startsParagraph = true;
        return true;
      case '#': {
        const depth = /^#+/.exec(line)![0].length;
        this.push({ type: 'section', text: '', depth }, [line.slice(depth).trim()]);
        this.endParagraph();
        return true;
      }
      case '>':
        if (isCentered(line)) this.parseCentered(line.slice(1, -1).trim());
        else {
          this.push({ type: 'transition', text: '', forced: true }, [line.slice(1).trim()]);
          this.endParagraph();
        }
        return true;
      case '@':
        if (this.endsBelow() || /^$|\^$/.test(parseCue(withoutAsides(line.slice(1))).name)) return false;
        this.addCue(line.slice(1), true);
        return true;
      case '.':
        if (!isForcedHeading(line)) return false;
        this.parseHeading(line.slice(1), true);
        return true;
      default: return false;
    }
  }

  /** Parses a heading, transition or cue by its words and the lines around it. Returns false for any other line. */
  private parseByWords(raw: string, line: string, visible: string): boolean {
    const below = withoutAsides(this.lines[this.at + 1]?.text ?? '').trim();
    if (isHeading(visible) && !startsLikeHeading(below)) {
      this.parseHeading(line, false);
      return true;
    }
    if (below === '' && !/[ \t]$/.test(raw) && isAutomaticTransition(visible)) {
      this.push({ type: 'transition', text: '' }, [line]);
      this.endParagraph();
      return true;
    }
    if (!this.endsBelow() && (isCue(visible) || this.uncased.has(visible))) {
      this.addCue(line, false);
      return true;
    }
    return false;
  }

  /** True if the next line is empty. A line of two blanks is not empty: it is a pause at the start of a speech. */
  private endsBelow(): boolean {
    const below = this.lines[this.at + 1]?.text;
    return below === undefined || (below.trim() === '' && !/^ {2,}$/.test(below));
  }

  private parseHeading(line: string, forced: boolean): void {
    // Notes may follow the number.
    const words = withoutAsidesBehind(line);
    const { text, number } = splitSceneNumber(words);
    this.push({ type: 'scene_heading', text: '', ...(number ? { number } : {}), ...(forced ? { forced } : {}) },
      [text.trim() + line.slice(words.length)]);
    this.endParagraph();
  }

  private addCue(line: string, forced: boolean): void {
    const notes = asidesIn(line);
    const { name, extensions, contd, dual, tags } = parseCue(withoutAsides(line));
    const cue: CharacterCue = {
      type: 'character', text: '', extensions, ...(contd ? { contd } : {}), ...(forced ? { forced } : {}),
      ...(tags.length > 0 ? { tags } : {}),
    };
    if (dual && this.drafts.pairWithLast()) cue.dual = 'right';
    else if (dual) this.warn('dual_without_partner', 'A "^" without a speech directly before it was ignored.');
    this.push(cue, [name]);
    if (notes.length > 0) cue.asides = notes.map((index) => ({ ...this.asides[index]!, at: name.length }));
    this.inSpeech = true;
    this.startsParagraph = false;
    this.blanks = 0;
  }

  private parseSpeech(line: string, visible: string): void {
    if (this.openBracket) {
      const draft = this.drafts.last!;
      draft.raw[0] += ` ${line}`;
      if (/[)）]$/.test(visible)) this.closeBracket(draft);
      return;
    }
    if (isParenthetical(visible)) {
      this.push({ type: 'parenthetical', text: '' }, [line]);
      return this.closeBracket(this.drafts.last!);
    }
    if (/^[(（]/.test(visible) && !/[)）]/.test(visible) && this.closesBelow()) {
      this.push({ type: 'parenthetical', text: '' }, [line]);
      this.openBracket = true;
      return;
    }
    this.addSpoken('dialogue', line);
  }

  private closesBelow(): boolean {
    for (const { text } of this.lines.slice(this.at + 1, this.at + 1 + MAX_PARENTHETICAL_LINES)) {
      const below = withoutAsides(text).trim();
      if (below === '') return false;
      if (/[)）]$/.test(below)) return true;
    }
    return false;
  }

  private closeBracket(draft: Draft): void {
    this.openBracket = false;
    const raw = draft.raw[0]!;
    // The text is what the brackets enclose; a note may follow them.
    const close = Math.max(raw.lastIndexOf(')'), raw.lastIndexOf('）'));
    draft.raw[0] = raw.slice(1, close).trim() + raw.slice(close + 1);
  }

  private parseLyric(line: string): void {
    const text = line.slice(1).trim();
    if (this.inSpeech) return this.addSpoken('lyric', text);
    const last = this.drafts.last;
    if (last?.element.type === 'lyric' && this.blanks === 0) last.raw.push(text);
    else {
      const blankLines = this.drafts.length > 0 ? Math.max(1, this.blanks) : 1;
      this.push({ type: 'lyric', text: '', blankLines }, [text]);
    }
    this.blanks = 0;
    this.startsParagraph = false;
  }

  private parseCentered(text: string): void {
    const last = this.drafts.last;
    const joins = last?.element.type === 'action' && last.element.centered && this.blanks === 0;
    if (joins) last.raw.push(text);
    else this.pushAction([text], { centered: true });
    this.startsParagraph = true;
    this.blanks = 0;
  }

  private parseAction(text: string, forced: boolean): void {
    const last = this.drafts.last;
    const element = last?.element;
    if (last && element?.type === 'action' && !element.centered && this.blanks === 0
      && !this.startsParagraph) last.raw.push(text);
    else this.pushAction([text], forced ? { forced } : {});
    this.startsParagraph = false;
    this.blanks = 0;
  }

  private pushAction(raw: string[], more: Partial<Action>): void {
    const blankLines = this.blanks > 1 && this.drafts.length > 0 ? { blankLines: this.blanks } : {};
    this.push({ type: 'action', text: '', ...more, ...blankLines }, raw);
  }

  private addSpoken(type: 'dialogue' | 'lyric', line: string): void {
    const last = this.drafts.last!;
    if (last.element.type === type) last.raw.push(line);
    else this.push({ type, text: '' }, [line]);
  }

  private addAsides(indexes: readonly number[]): void {
    for (const index of indexes) {
      const { kind, text } = this.asides[index]!;
      this.push({ type: kind, text }, []);
    }
  }

  private endParagraph(): void {
    this.inSpeech = false;
    this.openBracket = false;
    this.startsParagraph = true;
    this.blanks = 0;
  }

  private push(element: ScriptElement, raw: string[]): void {
    element.line = this.lines[this.at]?.number ?? this.lines.at(-1)!.number;
    this.drafts.push(element, raw);
    this.blanks = 0;
  }

  private warn(code: string, message: string): void {
    this.warnings.push({ code, message, line: this.lines[this.at]!.number });
  }
}
