import { EMOTIONS, type Emotion } from '../../../craft/screenplay/model.js';
import {
  countPrintedWords, endOfSpeech, isAside, isSpeechPart, oneLine, parseFountain, printedWords, reword, scriptLines, ScriptRefused, withFinalDraftTypes,
  writeFountain, type Script, type ScriptElement, type ScriptLine,
} from '../../../craft/screenplay/index.js';
import { buildSheet, withoutSpokenForm, type LineSettings, type LineSheet, type SheetLine } from './line-sheet.js';
import { describeScript, type ParseResult } from '../parsing/parse-version.js';

/** Changes of one line: an omitted field keeps its value, null clears it. */
export interface LineChange {
  text?: string;
  ttsText?: string | null;
  parenthetical?: string | null;
  sceneHeading?: string;
  emotion?: Emotion | null;
  volume?: number | null;
  pauseAfterMs?: number | null;
}

export type LineView = ReturnType<typeof viewLine>;

export interface EditedLine {
  before: LineView;
  line: LineView;
  /** The whole text as it is now; null when only settings changed. */
  content: string | null;
  version: ParseResult;
}
export type EditOutcome =
  | ({ ok: true; changed: true } & EditedLine) | { ok: true; changed: false; line: LineView }
  | { ok: false; field: string; message: string };

/** A line with the settings that can be changed without voicing the line again; speed and direction cannot. */
export function viewLine({ index, id, kind, speaker, text, direction, heading, extensions, dual, settings = {} }: SheetLine) {
  return {
    entryIndex: index, lineId: id, kind, character: kind === 'dialogue' || kind === 'lyric' ? speaker : null, text,
    ttsText: settings.ttsText ?? null, parenthetical: direction ?? null, sceneHeading: heading, emotion: settings.emotion ?? null,
    emotions: [...EMOTIONS], volume: settings.volume ?? null, speed: null, pauseAfterMs: settings.pauseAfterMs ?? null,
    actingDirection: null, ...(extensions ? { extensions } : {}), ...(dual ? { dual } : {}),
  };
}

class Unwritable extends Error {
  constructor(readonly field: string, message: string) { super(message); }
}

/**
 * Changes one line of a script. The changed script is written and parsed again, so that a change which would turn the line into
 * another kind of element, or alter another line, is refused.
 */
export function editLine(script: Script, sheet: LineSheet, index: number, change: LineChange): EditOutcome {
  const line = sheet.lines[index];
  if (!line) return { ok: false, field: 'entryIndex', message: `the script has ${sheet.lines.length} lines; the last is ${sheet.lines.length - 1}` };
  try {
    const words = wordsWanted(script, sheet, line, change);
    const settings = settingsWanted(line, change, words.text !== undefined && oneLine({ text: words.text }) !== line.text);
    const isReworded = Object.keys(words).length > 0;
    if (!isReworded && JSON.stringify(settings) === JSON.stringify(line.settings ?? {})) return { ok: true, changed: false, line: viewLine(line) };
    const rewritten = isReworded ? rewrite(script, sheet, line, words) : { script, sheet, content: null };
    const lines = rewritten.sheet.lines.map((each) => (each.index === index ? withSettings(each, settings) : each));
    return {
      ok: true, changed: true, content: rewritten.content, before: viewLine(line), line: viewLine(lines[index]!),
      version: describeScript(rewritten.script, 'fountain', { ...rewritten.sheet, lines, ...(sheet.warnings ? { warnings: sheet.warnings } : {}) }),
    };
  } catch (error) {
    if (error instanceof Unwritable) return { ok: false, field: error.field, message: error.message };
    if (error instanceof ScriptRefused) return { ok: false, field: 'text', message: error.message };
    throw error;
  }
}

/** `text` has the line ends that were sent. */
interface Words { text?: string; parenthetical?: string; sceneHeading?: string }

/** Kinds of lines that may have several printed lines. */
const PRINTED_ON_LINES: readonly string[] = ['action', 'dialogue', 'lyric'];

/** The words as sent, without blanks at the ends of their lines and without empty lines around them. */
const printedLines = (text: string): string => text.split(/\r\n?|\n/).map((line) => oneLine({ text: line })).join('\n').replace(/^\n+|\n+$/g, '');

/** The part of its element that a line has: the element's printed words `from` to `to` (exclusive). */
function partOf({ lines }: LineSheet, line: SheetLine): { from: number; to: number } {
  const count = ({ text }: ScriptLine): number => countPrintedWords(text);
  const from = lines.filter(({ element, index }) => element === line.element && index < line.index).reduce((sum, part) => sum + count(part), 0);
  return { from, to: from + count(line) };
}

/** The fields of the change whose words differ from the printed ones; an empty parenthetical counts as none. */
function wordsWanted(script: Script, sheet: LineSheet, line: SheetLine, { text, parenthetical, sceneHeading }: LineChange): Words {
  const words: Words = {};
  const wanted = text === undefined ? undefined : PRINTED_ON_LINES.includes(line.kind) ? printedLines(text) : oneLine({ text });
  if (wanted === '') throw new Unwritable('text', 'text must hold words');
  if (wanted !== undefined && (oneLine({ text: wanted }) !== line.text || breaksDiffer(script, sheet, line, wanted))) words.text = wanted;
  const direction = parenthetical === undefined ? undefined : oneLine({ text: parenthetical ?? '' }).replace(/^\(\s*(.*?)\s*\)$/, '$1');
  if (direction !== undefined && direction !== (line.direction ?? '')) {
    if (line.kind !== 'dialogue' && line.kind !== 'lyric') throw new Unwritable('parenthetical', 'only a spoken line has a parenthetical');
    words.parenthetical = direction;
  }
  const heading = sceneHeading === undefined ? undefined : oneLine({ text: sceneHeading });
  if (heading === '') throw new Unwritable('sceneHeading', 'sceneHeading must hold words');
  if (heading !== undefined && heading !== line.heading) {
    if (line.heading === null) throw new Unwritable('sceneHeading', 'the line comes before the first scene heading');
    if (line.kind === 'scene_heading' && words.text !== undefined && words.text !== heading) {
      throw new Unwritable('sceneHeading', 'the line is the scene heading: text and sceneHeading must not differ');
    }
    words.sceneHeading = heading;
  }
  return words;
}

/** True for words that were sent on several lines and are printed with other line ends. */
function breaksDiffer({ elements }: Script, sheet: LineSheet, line: SheetLine, wanted: string): boolean {
  const element = elements[line.element];
  if (!wanted.includes('\n') || !element || !('text' in element)) return false;
  const { from, to } = partOf(sheet, line);
  return printedLines(printedWords(element.text, from, to)) !== wanted;
}

function settingsWanted(line: SheetLine, change: LineChange, isReworded: boolean): LineSettings {
  const kept = line.settings ?? {};
  const settings: LineSettings = isReworded ? withoutSpokenForm(kept) : { ...kept };
  const ttsText = typeof change.ttsText === 'string' ? oneLine({ text: change.ttsText }) || null : change.ttsText;
  for (const [name, value] of Object.entries({ ...change, ttsText })) {
    if (value === undefined || !['ttsText', 'emotion', 'volume', 'pauseAfterMs'].includes(name)) continue;
    if (value === null) delete settings[name as keyof LineSettings];
    else Object.assign(settings, { [name]: value });
  }
  // A fixed order of keys, so that equal settings have equal JSON.
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withSettings({ settings: _, ...line }: SheetLine, settings: LineSettings): SheetLine {
  return Object.keys(settings).length > 0 ? { ...line, settings } : line;
}

interface Rewritten { script: Script; sheet: LineSheet; content: string }

/** How much of the old form new words keep: emphasis and line ends, line ends, or nothing. */
const FORMS = ['emphasis', 'lines', 'words'] as const;
type Form = (typeof FORMS)[number];

/** Rewrites a line in the fullest form in which it is read back. Line ends that were sent are never given up. */
function rewrite(script: Script, sheet: LineSheet, line: SheetLine, words: Words): Rewritten {
  const forms = words.text === undefined ? FORMS.slice(0, 1) : words.text.includes('\n') ? FORMS.slice(0, 2) : FORMS;
  for (const form of forms) {
    try {
      return rewriteAs(form, script, sheet, line, words);
    } catch (error) {
      if (!(error instanceof Unwritable) || form === forms.at(-1)) throw error;
    }
  }
  throw new Error('a line is rewritten in one of the forms');
}

function rewriteAs(form: Form, script: Script, sheet: LineSheet, line: SheetLine, words: Words): Rewritten {
  const elements = [...script.elements];
  const headingAt = headingElementOf(elements, line.element);
  const spoken = words.text === undefined ? undefined : oneLine({ text: words.text });
  const parts = sheet.lines.filter(({ element }) => element === line.element).map(({ index, text }) => (index === line.index ? spoken ?? text : text)).join(' ');
  if (words.text !== undefined) elements[line.element] = reworded(elements[line.element]!, form === 'words' ? parts : words.text, form, partOf(sheet, line));
  if (words.sceneHeading !== undefined) elements[headingAt] = reworded(elements[headingAt]!, words.sceneHeading, 'words', { from: 0, to: Infinity });
  if (words.parenthetical !== undefined) setParenthetical(elements, line.element, words.parenthetical);
  const content = writeFountain({ ...script, elements });
  const read = withFinalDraftTypes(parseFountain(content).script, elements);
  // Fountain holds no page geometry, so the geometry of the uploaded file is kept.
  const changed: Script = { ...read, ...(script.layout ? { layout: script.layout } : {}) };
  const lines = scriptLines(changed);
  const [wanted, found] = [groupsOf(sheet.lines), groupsOf(lines)];
  const own = wanted.findIndex(({ indexes }) => indexes.includes(line.index));
  const isHeading = (index: number): boolean => words.sceneHeading !== undefined && sheet.lines[index]!.element === headingAt;
  wanted.forEach((group, at) => {
    if (at === own && spoken !== undefined) group.text = parts;
    if (at === own && words.parenthetical !== undefined) group.direction = words.parenthetical || null;
    if (isHeading(group.indexes[0]!)) group.text = words.sceneHeading!;
  });
  const differs = wanted.length !== found.length ? own : wanted.findIndex((group, at) => !sameWords(group, found[at]!));
  if (differs >= 0) throw new Unwritable(Object.keys(words)[0]!, `${Object.keys(words).join(' and ')} would not be read back as the same line of a script`);
  const origin = new Map(found.flatMap(({ indexes }, at) => indexes.map((index, part) => [index, wanted[at]!.indexes[part] ?? null] as const)));
  return { script: changed, content, sheet: buildSheet(lines, sheet, (index) => origin.get(index) ?? null, () => false) };
}

function headingElementOf(elements: readonly ScriptElement[], at: number): number {
  for (let index = at; index >= 0; index -= 1) if (elements[index]!.type === 'scene_heading') return index;
  return -1;
}

/**
 * The element with other words in place of a part of its own, or of all of them in the form `words`, which drops emphasis and line ends. Notes are kept.
 */
function reworded(element: ScriptElement, text: string, form: Form, { from, to }: { from: number; to: number }): ScriptElement {
  if (isAside(element) || element.type === 'page_break') throw new Error(`${element.type} is no line`);
  const { marks: _, asides: _asides, ...rest } = element;
  if (form === 'words') {
    const asides = element.asides?.map((aside) => ({ ...aside, at: Math.min(aside.at, text.length) }));
    return { ...rest, text, ...(asides ? { asides } : {}) };
  }
  const { marks, ...words } = reword(element, from, to, text);
  return { ...rest, ...words, ...(marks && form === 'emphasis' ? { marks } : {}) };
}

/** Replaces the parentheticals of one part of a speech: those above it and, for the last part, those below it. */
function setParenthetical(elements: ScriptElement[], part: number, direction: string): void {
  let cue = part;
  while (cue >= 0 && elements[cue]!.type !== 'character') cue -= 1;
  const end = cue < 0 ? 0 : endOfSpeech(elements, cue);
  if (end <= part) throw new Unwritable('parenthetical', 'the line belongs to no speech');
  const isSpoken = (at: number): boolean => {
    const element = elements[at];
    return isSpeechPart(element) && element.type !== 'parenthetical' && oneLine(element) !== '';
  };
  let first = part;
  while (first - 1 > cue && !isSpoken(first - 1)) first -= 1;
  let last = part;
  const isLast = ![...elements.keys()].slice(part + 1, end).some(isSpoken);
  if (isLast) last = end - 1;
  const kept = (from: number, to: number): ScriptElement[] => elements.slice(from, to).filter(({ type }) => type !== 'parenthetical');
  const bracket: ScriptElement[] = direction === '' ? [] : [{ type: 'parenthetical', text: direction }];
  elements.splice(first, last + 1 - first, ...kept(first, part), ...bracket, elements[part]!, ...kept(part + 1, last + 1));
}

interface Group { kind: string; speaker: string; text: string; direction: string | null; indexes: number[] }

/** Groups the lines that were split from one element. */
function groupsOf(lines: readonly ScriptLine[]): Group[] {
  const groups: Group[] = [];
  let element = -1;
  for (const line of lines) {
    if (line.element === element) {
      groups.at(-1)!.text += ` ${line.text}`;
      groups.at(-1)!.indexes.push(line.index);
    } else groups.push({ kind: line.kind, speaker: line.speaker, text: line.text, direction: line.direction ?? null, indexes: [line.index] });
    element = line.element;
  }
  return groups;
}

const sameWords = (a: Group, b: Group): boolean =>
  a.kind === b.kind && a.speaker === b.speaker && a.text === b.text && a.direction === b.direction;
