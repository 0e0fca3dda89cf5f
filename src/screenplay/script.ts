import type { PageProfile } from './pagination/profiles.js';

/** A written screenplay, with enough detail to write it back to its format. The performed read is in `model.ts`. */
export interface Script {
  titlePage: TitleEntry[];
  elements: ScriptElement[];
  /** Page geometry of the file (FDX); pagination uses the profile `standard` without it. */
  layout?: PageProfile;
}

export type Style = 'bold' | 'italic' | 'underline' | 'strikeout';

/** Half-open range `[start, end)` of UTF-16 units. A mark never crosses a line end, and has no blanks at its edges. */
export interface Mark { start: number; end: number; style: Style }

/** Text as printed, with lines separated by `\n`. `marks` is sorted by start, then style, and absent in plain text. */
export interface Styled { text: string; marks?: Mark[] }

/** A writer's note or a cut passage inside an element, at a character offset of its text. */
export interface Aside { at: number; kind: 'note' | 'boneyard'; text: string }

export interface TitleEntry { key: string; lines: Styled[] }

interface Printed extends Styled {
  asides?: Aside[];
  /** The source line of its start, from 1; absent when the source has no lines. Not part of the script's identity. */
  line?: number;
  /** True when the writer forced the type with a mark (Fountain), so that writing it back gives the same mark. */
  forced?: true;
}

export interface SceneHeading extends Printed { type: 'scene_heading'; number?: string }

export interface Action extends Printed {
  type: 'action';
  centered?: true;
  /** Number of blank lines above, when more than one. */
  blankLines?: number;
  /** Final Draft's paragraph type, when it is not one of this model: Shot, General, Cast List, New Act… */
  paragraphType?: string;
}

export interface CharacterCue extends Printed {
  type: 'character';
  /** Without brackets and without (CONT'D): `V.O.`, `O.S.`, `FILTERED`. */
  extensions: string[];
  /** True when the writer typed (CONT'D); pagination adds its own. */
  contd?: true;
  /** One of two speeches side by side; a right one always follows a left one. */
  dual?: 'left' | 'right';
}

/** Without its brackets. */
export interface Parenthetical extends Printed { type: 'parenthetical' }
/** Line breaks stay, as in verse; an empty line is a pause. */
export interface Dialogue extends Printed { type: 'dialogue' }
/**
 * Sung text. It is part of a speech directly after a cue, parenthetical, dialogue or lyric when `blankLines` is absent.
 */
export interface Lyric extends Printed { type: 'lyric'; blankLines?: number }
export interface Transition extends Printed { type: 'transition' }
/** Structure, not printed. Depth from 1. */
export interface Section extends Printed { type: 'section'; depth: number }
export interface Synopsis extends Printed { type: 'synopsis' }
export interface StandaloneAside { type: 'note' | 'boneyard'; text: string; line?: number }
export interface PageBreak { type: 'page_break'; line?: number }

export type ScriptElement = SceneHeading | Action | CharacterCue | Parenthetical | Dialogue | Lyric
  | Transition | Section
  | Synopsis | StandaloneAside | PageBreak;
export type PrintedElement = Exclude<ScriptElement, StandaloneAside | PageBreak>;

/** A remark on content that parsing or writing leaves out, or that parsing guessed. */
export interface ScriptWarning { code: string; message: string; line?: number }
export interface ParsedScript { script: Script; warnings: ScriptWarning[] }

/** True for an element that may follow a cue as part of its speech. */
export function isSpeechPart(element: ScriptElement | undefined): element is Parenthetical | Dialogue | Lyric {
  return element?.type === 'parenthetical' || element?.type === 'dialogue'
    || (element?.type === 'lyric' && element.blankLines === undefined);
}

export const isAside = (element: ScriptElement | undefined): element is StandaloneAside =>
  element?.type === 'note' || element?.type === 'boneyard';

/** Index after the speech whose cue is at `cue`; notes inside the speech belong to it, notes after it do not. */
export function endOfSpeech(elements: readonly ScriptElement[], cue: number): number {
  let end = cue + 1;
  for (let at = cue + 1; at < elements.length; at += 1) {
    if (isSpeechPart(elements[at])) end = at + 1;
    else if (!isAside(elements[at])) break;
  }
  return end;
}

/** Lines of the title page under one of the lower-case keys. */
export function titleLines(script: Script, ...keys: string[]): Styled[] {
  return script.titlePage.filter(({ key }) => keys.includes(key.toLowerCase())).flatMap(({ lines }) => lines);
}

/** The script's title as one line, or null. */
export function titleOf(script: Script): string | null {
  const title = titleLines(script, 'title').map(({ text }) => text.trim()).filter(Boolean).join(' ');
  return title === '' ? null : title;
}

/** A string that is equal for equal scripts; source lines, forcing marks and page geometry do not count. */
export function identityOf(script: Script): string {
  const spelled = (element: ScriptElement): string =>
    JSON.stringify(Object.entries(element).filter(([key]) => key !== 'line' && key !== 'forced')
      .sort(([a], [b]) => (a < b ? -1 : 1)));
  return [JSON.stringify(script.titlePage), ...script.elements.map(spelled)].join('\n');
}
