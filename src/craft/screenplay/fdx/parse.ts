import { parseCue } from '../fountain/rules.js';
import { ScriptRefused } from '../failures.js';
import { ParsingBudget, SCRIPT_LIMITS, type ScriptLimits } from '../limits.js';
import type {
  Aside, CharacterCue, Dialogue, Lyric, Mark, ParsedScript, ScriptWarning, ScriptElement, Style, Styled,
} from '../script.js';
import { isSpeechPart } from '../script.js';
import { decodeScript } from '../text/decode.js';
import { joinStyled, sliceStyled, styled } from '../text/marks.js';
import { titleEntriesOf, type PlacedLine } from '../title-page.js';
import { printsCapitals, parseLayout } from './layout.js';
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from './xml.js';

const STYLES: readonly [RegExp, Style][] = [
  [/Bold/i, 'bold'], [/Italic/i, 'italic'], [/Underline/i, 'underline'], [/Strikeout/i, 'strikeout'],
];
/**
 * Paragraph types that the file may print in capitals. Headings are not listed: every format prints them in capitals,
 * so the model keeps the case that the writer typed.
 */
const CAPITAL_TYPES = ['Character', 'Transition', 'Shot'];

/**
 * Parses a Final Draft document. The warnings name content that the model leaves out. Throws `ScriptRefused`:
 * `doctype`, `malformed`, `not_fdx`, and the codes of the limits.
 */
export function parseFdx(input: Uint8Array | string, limits: ScriptLimits = SCRIPT_LIMITS): ParsedScript {
  const budget = new ParsingBudget(limits);
  const root = parseXml(decodeScript(input, limits, false), budget);
  if (root.name !== 'FinalDraft') {
    throw new ScriptRefused('not_fdx', `The XML is a <${root.name.slice(0, 40)}>, not a Final Draft document.`);
  }
  const content = childOf(root, 'Content');
  if (!content) throw new ScriptRefused('not_fdx', 'The Final Draft document has no content.');
  const { placed, loose } = rangeNotes(root);
  const parser = new FdxParser(new Set(CAPITAL_TYPES.filter((type) => printsCapitals(root, type))), budget, placed);
  for (const paragraph of childrenOf(content, 'Paragraph')) parser.parseParagraph(paragraph);
  parser.close();
  if (loose > 0) parser.warn('notes_left_out', `${loose} ${loose === 1 ? 'note' : 'notes'} without a place in the document ${loose === 1 ? 'was' : 'were'} left out.`);
  const titlePage = titleEntriesOf(childrenOf(childOf(childOf(root, 'TitlePage'), 'Content'), 'Paragraph')
    .flatMap(placedLines));
  const layout = parseLayout(root);
  return { script: { titlePage, elements: parser.elements, ...(layout ? { layout } : {}) }, warnings: parser.warnings };
}

/** A note on a range of the document; `end` counts the characters of all paragraphs, and one for the end of each. */
interface RangeNote { end: number; text: string }

/** The notes on ranges of the document in order, and the number of those that have words and no range. */
function rangeNotes(root: XmlElement): { placed: RangeNote[]; loose: number } {
  const notes = childrenOf(childOf(root, 'ScriptNotes'), 'ScriptNote').map((note) =>
    ({ end: Number.parseInt(/,\s*(\d{1,9})\s*$/.exec(note.attributes.get('Range') ?? '')?.[1] ?? '', 10), text: noteText(note) }))
    .filter(({ text }) => text.trim() !== '');
  const placed = notes.filter(({ end }) => Number.isFinite(end)).sort((a, b) => a.end - b.end);
  return { placed, loose: notes.length - placed.length };
}

const lengthOf = (paragraph: XmlElement): number => childrenOf(paragraph, 'Text').reduce((sum, run) => sum + textOf(run).length, 0);

function placedLines(paragraph: XmlElement): (PlacedLine | null)[] {
  const { text, marks = [] } = wordsOf(paragraph, false);
  const centered = paragraph.attributes.get('Alignment') === 'Center';
  let from = 0;
  return text.split('\n').map((line) => {
    const part = sliceStyled({ text, marks }, from, from + line.length);
    const lead = line.length - line.trimStart().length;
    from += line.length + 1;
    return line.trim() === '' ? null : { text: sliceStyled(part, lead, line.trimEnd().length), centered };
  });
}

/** The text of a paragraph's runs with its styles. Notes are returned apart, each with its offset in the text. */
function wordsOf(paragraph: XmlElement, capitals: boolean): Styled & { notes: Aside[]; hidden: boolean } {
  let text = '';
  let hidden = false;
  const marks: Mark[] = [];
  const notes: Aside[] = [];
  for (const child of paragraph.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'ScriptNote') notes.push({ at: text.length, kind: 'note', text: noteText(child) });
    if (child.name !== 'Text') continue;
    const style = child.attributes.get('Style') ?? '';
    if (style.includes('HiddenText')) {
      hidden = true;
      continue;
    }
    const raw = textOf(child);
    const start = text.length;
    text += capitals || style.includes('AllCaps') ? raw.toUpperCase() : raw;
    if (style !== '') {
      for (const [sign, name] of STYLES) if (sign.test(style)) marks.push({ start, end: text.length, style: name });
    }
  }
  const end = text.trimEnd().length;
  const whole = styled(text, marks);
  return { ...sliceStyled(whole, 0, end),
    notes: notes.map((note) => ({ ...note, at: Math.min(note.at, end) })), hidden };
}

const noteText = (note: XmlElement): string =>
  childrenOf(note, 'Paragraph').map((line) => childrenOf(line, 'Text').map(textOf).join('')).join('\n');

class FdxParser {
  readonly elements: ScriptElement[] = [];
  readonly warnings: ScriptWarning[] = [];
  /** The characters of the document before the paragraph. */
  private offset = 0;
  private nextNote = 0;
  constructor(private readonly capitals: ReadonlySet<string>, private readonly budget: ParsingBudget, private readonly rangeNotes: readonly RangeNote[]) {}

  /** Adds the notes whose range lies behind the last paragraph. */
  close(): void {
    for (const { text } of this.rangeNotes.slice(this.nextNote)) this.elements.push({ type: 'note', text });
    this.nextNote = this.rangeNotes.length;
    this.budget.assertElements(this.elements.length);
  }

  /** The notes whose range ends in the paragraph, each behind the word at which it ends. */
  private notesIn(paragraph: XmlElement, text: string): Aside[] {
    const start = this.offset;
    this.offset += lengthOf(paragraph) + 1;
    const notes: Aside[] = [];
    for (let note = this.rangeNotes[this.nextNote]; note && note.end < this.offset; note = this.rangeNotes[this.nextNote]) {
      this.budget.step();
      const from = Math.min(Math.max(0, note.end - start), text.length);
      const blank = text.slice(from).search(/\s/);
      notes.push({ at: blank < 0 ? text.length : from + blank, kind: 'note', text: note.text });
      this.nextNote += 1;
    }
    return notes;
  }

  warn(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }

  parseParagraph(paragraph: XmlElement, side?: 'left' | 'right'): void {
    this.budget.step();
    this.budget.assertElements(this.elements.length);
    const dual = childOf(paragraph, 'DualDialogue');
    if (dual) {
      this.parseDual(dual);
      return;
    }
    const type = paragraph.attributes.get('Type') ?? 'Action';
    const { text, marks, notes: own, hidden } = wordsOf(paragraph, this.capitals.has(type));
    const notes = [...own, ...this.notesIn(paragraph, text)].sort((a, b) => a.at - b.at);
    if (text.length > this.budget.limits.lineCharacters) {
      throw new ScriptRefused('line_too_long',
        `A paragraph has ${text.length} characters; at most ${this.budget.limits.lineCharacters} are allowed.`);
    }
    if (hidden) this.warn('hidden_text_left_out', 'Hidden text was left out.');
    if (/^yes$/i.test(paragraph.attributes.get('StartsNewPage') ?? '')) this.elements.push({ type: 'page_break' });
    if (text.trim() === '') {
      for (const note of notes) this.elements.push({ type: 'note', text: note.text });
      return;
    }
    const words: Styled & { asides?: Aside[] } = marks ? { text, marks } : { text };
    if (notes.length > 0) words.asides = notes;
    this.parseTyped(type, paragraph, words, side);
    const summary = childOf(childOf(paragraph, 'SceneProperties'), 'Summary');
    const synopsis = summary ? childrenOf(summary, 'Paragraph').map((line) => wordsOf(line, false)) : [];
    for (const line of synopsis) {
      if (line.text.trim() !== '') this.elements.push({ type: 'synopsis', ...sliceStyled(line, 0, line.text.length) });
    }
  }

  private parseDual(dual: XmlElement): void {
    const speeches = childrenOf(dual, 'Paragraph');
    const cues = speeches.filter(({ attributes }) => attributes.get('Type') === 'Character').length;
    let cue = 0;
    for (const inner of speeches) {
      if (inner.attributes.get('Type') === 'Character') cue += 1;
      this.parseParagraph(inner, cues === 2 ? (cue === 1 ? 'left' : 'right') : undefined);
    }
  }

  private parseTyped(
    type: string, paragraph: XmlElement, words: Styled & { asides?: Aside[] }, side?: 'left' | 'right',
  ): void {
    switch (type) {
      case 'Scene Heading': {
        const number = paragraph.attributes.get('Number')?.trim();
        this.elements.push({ type: 'scene_heading', ...words, ...(number ? { number } : {}) });
        return;
      }
      case 'Character': {
        const { name, extensions, contd } = parseCue(words.text.trim());
        const cue: CharacterCue = { type: 'character', text: name, extensions, ...(contd ? { contd } : {}),
          ...(side ? { dual: side } : {}) };
        if (words.asides) cue.asides = words.asides.map((aside) => ({ ...aside, at: name.length }));
        this.elements.push(cue);
        return;
      }
      case 'Parenthetical': return this.parseParenthetical(words);
      case 'Dialogue': return this.addSpoken('dialogue', words);
      case 'Lyrics': case 'Singing': {
        const apart = Number.parseFloat(paragraph.attributes.get('SpaceBefore') ?? '0') >= 12;
        if (apart) this.elements.push({ type: 'lyric', ...words, blankLines: linesAbove(paragraph) });
        else this.addSpoken('lyric', words);
        return;
      }
      case 'Transition': this.elements.push({ type: 'transition', ...words }); return;
      default: this.parseAction(type, paragraph, words);
    }
  }

  private parseAction(type: string, paragraph: XmlElement, words: Styled & { asides?: Aside[] }): void {
    const blankLines = linesAbove(paragraph);
    this.elements.push({
      type: 'action', ...words,
      ...(paragraph.attributes.get('Alignment') === 'Center' ? { centered: true as const } : {}),
      ...(blankLines > 1 && type === 'Action' ? { blankLines } : {}),
      ...(type === 'Action' ? {} : { paragraphType: type.slice(0, 40) }),
    });
  }

  private parseParenthetical(words: Styled & { asides?: Aside[] }): void {
    const lead = /^\s*[(（]?\s*/.exec(words.text)![0].length;
    const end = words.text.replace(/[)）]$/, '').trimEnd().length;
    const inner = sliceStyled(words, lead, Math.max(lead, end));
    const asides = words.asides?.map((aside) => ({ ...aside,
      at: Math.min(Math.max(0, aside.at - lead), inner.text.length) }));
    this.elements.push({ type: 'parenthetical', ...inner, ...(asides ? { asides } : {}) });
  }

  /** Adds a paragraph to a speech. Some programs write one paragraph for each line; this joins them. */
  private addSpoken(type: 'dialogue' | 'lyric', words: Styled & { asides?: Aside[] }): void {
    const last = this.elements.at(-1);
    if (last?.type !== type || !isSpeechPart(last)) {
      this.elements.push({ type, ...words });
      return;
    }
    const shift = last.text.length + 1;
    const asides = [...last.asides ?? [], ...(words.asides ?? []).map((aside) => ({ ...aside, at: aside.at + shift }))];
    const joined: Dialogue | Lyric = { type, ...joinStyled([last, words], '\n') };
    if (asides.length > 0) joined.asides = asides;
    this.elements[this.elements.length - 1] = joined;
  }
}

function linesAbove(paragraph: XmlElement): number {
  const points = Number.parseFloat(paragraph.attributes.get('SpaceBefore') ?? '');
  return Number.isFinite(points) && points >= 12 && points <= 240 ? Math.round(points / 12) : 1;
}
