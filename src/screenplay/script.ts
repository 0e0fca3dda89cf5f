import type { PageProfile } from './pagination/profiles.js';

/** A written screenplay as its formats hold it, lossless enough to be written back. The performed read is `model.ts`. */
export interface Script {
  titlePage: TitleEntry[];
  elements: ScriptElement[];
  /** Page geometry that the file itself brought (FDX); without it the profile `standard` counts the pages. */
  layout?: PageProfile;
}

export type Style = 'bold' | 'italic' | 'underline' | 'strikeout';

/** Half-open range `[start, end)` of UTF-16 units of its text; marks never cross a line end and start and end at letters. */
export interface Mark { start: number; end: number; style: Style }

/** Text as printed, lines parted by `\n`. `marks` is absent when plain, and sorted by start, then style. */
export interface Styled { text: string; marks?: Mark[] }

/** A writer's note or a cut passage inside an element, hung on a character offset of its text. */
export interface Aside { at: number; kind: 'note' | 'boneyard'; text: string }

export interface TitleEntry { key: string; lines: Styled[] }

interface Printed extends Styled {
  asides?: Aside[];
  /** Line of the source it starts on, from 1; only where the source has lines. No part of the script's identity. */
  line?: number;
  /** The writer forced the type with a mark (Fountain); kept so that writing back gives the same mark. */
  forced?: true;
}

export interface SceneHeading extends Printed { type: 'scene_heading'; number?: string }

export interface Action extends Printed {
  type: 'action';
  centered?: true;
  /** Blank lines above it when the writer set more than one. */
  blankLines?: number;
  /** Final Draft's paragraph type when it is none of the usual ones: Shot, General, Cast List, New Act… */
  paragraphType?: string;
}

export interface CharacterCue extends Printed {
  type: 'character';
  /** Without brackets and without (CONT'D): `V.O.`, `O.S.`, `FILTERED`. */
  extensions: string[];
  /** The writer put (CONT'D); the paginator adds its own. */
  contd?: true;
  /** Two speeches side by side; a left one is always followed by its right one. */
  dual?: 'left' | 'right';
}

/** Without its brackets. */
export interface Parenthetical extends Printed { type: 'parenthetical' }
/** Verse keeps its line breaks; an empty line is a pause the writer set. */
export interface Dialogue extends Printed { type: 'dialogue' }
/** Sung; inside a speech when a cue, parenthetical, dialogue or lyric stands directly before it and `blankLines` is absent. */
export interface Lyric extends Printed { type: 'lyric'; blankLines?: number }
export interface Transition extends Printed { type: 'transition' }
/** Structure, not printed. Depth from 1. */
export interface Section extends Printed { type: 'section'; depth: number }
export interface Synopsis extends Printed { type: 'synopsis' }
export interface StandaloneAside { type: 'note' | 'boneyard'; text: string; line?: number }
export interface PageBreak { type: 'page_break'; line?: number }

export type ScriptElement = SceneHeading | Action | CharacterCue | Parenthetical | Dialogue | Lyric | Transition | Section
  | Synopsis | StandaloneAside | PageBreak;
export type PrintedElement = Exclude<ScriptElement, StandaloneAside | PageBreak>;

/** What reading noticed but did not refuse: content that the model leaves out or had to guess. */
export interface ScriptWarning { code: string; message: string; line?: number }
export interface ParsedScript { script: Script; warnings: ScriptWarning[] }

/** True for what may stand below a cue as part of its speech. */
export function isSpeechPart(element: ScriptElement | undefined): element is Parenthetical | Dialogue | Lyric {
  return element?.type === 'parenthetical' || element?.type === 'dialogue'
    || (element?.type === 'lyric' && element.blankLines === undefined);
}

export const isAside = (element: ScriptElement | undefined): element is StandaloneAside =>
  element?.type === 'note' || element?.type === 'boneyard';

/** Index after the last element of the speech whose cue stands at `cue`; notes inside it belong to it, trailing ones do not. */
export function endOfSpeech(elements: readonly ScriptElement[], cue: number): number {
  let end = cue + 1;
  for (let at = cue + 1; at < elements.length; at += 1) {
    if (isSpeechPart(elements[at])) end = at + 1;
    else if (!isAside(elements[at])) break;
  }
  return end;
}

/** Lines of the title page under one of these keys, in any case; empty when there are none. */
export function titleLines(script: Script, ...keys: string[]): Styled[] {
  return script.titlePage.filter(({ key }) => keys.includes(key.toLowerCase())).flatMap(({ lines }) => lines);
}

/** The script's title as one line, or null. */
export function titleOf(script: Script): string | null {
  const title = titleLines(script, 'title').map(({ text }) => text.trim()).filter(Boolean).join(' ');
  return title === '' ? null : title;
}

/** What two scripts must share to be the same, in one spelling: all but source lines, forcing marks and the file's page geometry. */
export function identityOf(script: Script): string {
  const spelled = (element: ScriptElement): string =>
    JSON.stringify(Object.entries(element).filter(([key]) => key !== 'line' && key !== 'forced').sort(([a], [b]) => (a < b ? -1 : 1)));
  return [JSON.stringify(script.titlePage), ...script.elements.map(spelled)].join('\n');
}
