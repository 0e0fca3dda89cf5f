import { ScriptRefused } from '../failures.js';
import { parseFountain } from '../fountain/parse.js';
import { ParsingBudget, SCRIPT_LIMITS, type ScriptLimits } from '../limits.js';
import { classify } from '../pdf/classify.js';
import { learnColumns } from '../pdf/columns.js';
import { withoutFurniture } from '../pdf/furniture.js';
import type { RowPage } from '../pdf/rows.js';
import type { ParsedScript, ScriptElement } from '../script.js';
import { decodeScript } from '../text/decode.js';
import {
  detectStyle, indentOf, isDivision, paragraphsOf, findSpeechStart, type Paragraph, type PlainStyle,
} from './detect.js';
import { matchesOf } from '../../patterns/matches.js';

const CELL = 7.2;
const LINE = 12;
/** Left margin in cells that turns indents into columns of a printed page. */
const LEFT_CELLS = 15;
/** A text is Fountain if it has at least one heading per `MAX_LINES_PER_HEADING` lines, or more than this share of its paragraphs has a cue. */
const MAX_LINES_PER_HEADING = 275;
const FOUNTAIN_CUE_SHARE = 0.2;

/**
 * Parses a plain text: Fountain, a page layout made of blanks, or a play that marks its speakers in one of three ways.
 * Throws `ScriptRefused`: `not_a_screenplay` for prose, `empty`, and the codes of the limits.
 */
export function parsePlainText(input: Uint8Array | string, limits: ScriptLimits = SCRIPT_LIMITS): ParsedScript {
  const budget = new ParsingBudget(limits);
  const text = decodeScript(input, limits);
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length === 0) throw new ScriptRefused('empty', 'The script is empty.');
  const style = detectStyle(paragraphs);
  budget.step();
  if (style === 'layout') {
    return { script: { titlePage: [], elements: parseLayout(text) }, warnings: [guessed('the layout of its lines')] };
  }
  const fountain = parseFountain(text, limits);
  const { elements } = fountain.script;
  const count = (type: ScriptElement['type']): number => elements.filter((element) => element.type === type).length;
  const enoughHeadings = count('scene_heading') > 0
    && count('scene_heading') >= text.split('\n').length / MAX_LINES_PER_HEADING;
  if (enoughHeadings || count('character') > paragraphs.length * FOUNTAIN_CUE_SHARE) return fountain;
  if (style === 'prose') {
    throw new ScriptRefused('not_a_screenplay',
      'The text has neither scene headings nor recognisable speakers: it looks like prose.');
  }
  return { script: { titlePage: [], elements: parsePlay(style, paragraphs, budget) },
    warnings: [guessed('how it names its speakers')] };
}

const guessed = (by: string) => ({ code: 'read_as_plain_text', message: `Parsed as plain text by ${by}.` });

/**
 * Parses lines as printed rows. Indents are columns; form feeds, and single page numbers far to the right, end pages.
 */
function parseLayout(text: string): ScriptElement[] {
  const lines = text.replace(/\t/g, '    ').split('\n');
  const least = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  const pages: RowPage[] = [{ width: 612, height: 792, rows: [] }];
  let top = 0;
  for (const line of lines) {
    top += LINE;
    if (line.includes('\f') || /^ {40,}\d{1,3}\.$/.test(line)) {
      pages.push({ width: 612, height: 792, rows: [] });
      top = 0;
    }
    const segments = matchesOf(line.replace(/\f/g, ''), /\S+(?: {1,2}\S+)*/g).map(({ 0: words, index }) => {
      const left = (LEFT_CELLS + index - least) * CELL;
      return { text: words.replace(/ {2}/g, ' '), left, right: left + words.length * CELL };
    });
    if (segments.length > 0) pages.at(-1)!.rows.push({ top, segments });
  }
  const clean = withoutFurniture(pages.filter(({ rows }) => rows.length > 0));
  return classify(clean, learnColumns(clean, CELL));
}

function parsePlay(style: PlainStyle, paragraphs: readonly Paragraph[], budget: ParsingBudget): ScriptElement[] {
  const speeches = paragraphs.map((paragraph) => findSpeechStart(style, paragraph));
  const times = new Map<string, number>();
  for (const speech of speeches) if (speech) times.set(speech.name, (times.get(speech.name) ?? 0) + 1);
  const elements: ScriptElement[] = [];
  paragraphs.forEach((paragraph, at) => {
    budget.step();
    const speech = speeches[at];
    const lines = paragraph.lines.map((line) => line.trim());
    // With colons, a name that occurs once (`Note: …`) is not a speaker.
    if (speech && (style !== 'name-colon' || times.get(speech.name)! > 1)) addSpeech(elements, speech, lines.slice(1));
    else addOther(elements, lines);
  });
  budget.assertElements(elements.length);
  return elements;
}

function addSpeech(
  elements: ScriptElement[], { name, words }: { name: string; words: string }, more: readonly string[],
): void {
  elements.push({ type: 'character', text: name.toUpperCase(), extensions: [] });
  const lines = words === '' ? [...more] : [words, ...more];
  while (lines.length > 0) {
    const direction = /^[([_]([^)\]_]{1,200})[)\]_]\s*(.*)$/.exec(lines[0]!);
    if (!direction) break;
    elements.push({ type: 'parenthetical', text: direction[1]!.trim() });
    if (direction[2] === '') lines.shift();
    else lines[0] = direction[2]!;
  }
  if (lines.length > 0) elements.push({ type: 'dialogue', text: lines.join('\n') });
}

function addOther(elements: ScriptElement[], lines: readonly string[]): void {
  const text = lines.join('\n');
  if (lines.length === 1 && isDivision(text)) {
    if (/^act\b/i.test(text)) elements.push({ type: 'section', text, depth: 1 });
    else elements.push({ type: 'scene_heading', text });
    return;
  }
  const direction = /^[[(_]([\s\S]*)[\])_]$/.exec(text);
  elements.push({ type: 'action', text: direction ? direction[1]! : text });
}
