import type { PageProfile } from './pagination/profiles.js';

/** A written screenplay, with enough detail to write it in its format again. `model.ts` has the performed read. */
export interface Script {
  titlePage: TitleEntry[];
  elements: ScriptElement[];
  /** Page geometry of an FDX file. Without it pagination uses the profile `standard`. */
  layout?: PageProfile;
}

export type Style = 'bold' | 'italic' | 'underline' | 'strikeout';

/** A style on the UTF-16 units `[start, end)`. A mark never crosses a line end and has no blanks at its edges. */
export interface Mark { start: number; end: number; style: Style }

/** Printed text, its lines separated by `\n`. `marks` is sorted by start, then style, and absent if there are none. */
export interface Styled { text: string; marks?: Mark[] }

/** A writer's note, or a cut passage (`boneyard`), inside an element at an offset of its text. */
export interface Aside { at: number; kind: 'note' | 'boneyard'; text: string }

export interface TitleEntry { key: string; lines: Styled[] }

interface Printed extends Styled {
  asides?: Aside[];
  /** The source line where it starts, from 1; absent if the source has no lines. Not part of the script's identity. */
  line?: number;
  /** True if the writer set the type with a mark of Fountain, so that writing it again gives the same mark. */
  forced?: true;
}

export interface SceneHeading extends Printed { type: 'scene_heading'; number?: string }

export interface Action extends Printed {
  type: 'action';
  centered?: true;
  /** Number of blank lines above, if more than one. */
  blankLines?: number;
  /** Final Draft's paragraph type, when this model has no type for it: Shot, General, Cast List, New Act… */
  paragraphType?: string;
}

export interface CharacterCue extends Printed {
  type: 'character';
  /** Extensions such as `V.O.`, `O.S.`, `FILTERED`, without brackets. (CONT'D) is not one of them. */
  extensions: string[];
  /** Production tags after the name: `#tag`, stored without `#`. They are neither printed nor spoken. */
  tags?: string[];
  /** True if the writer typed (CONT'D). Pagination may add it to other cues. */
  contd?: true;
  /** The side of one of two simultaneous speeches. A right one always follows a left one. */
  dual?: 'left' | 'right';
}

/** The text has no brackets. */
export interface Parenthetical extends Printed { type: 'parenthetical' }
/** Spoken words. Keeps line ends, which verse needs; an empty line is a pause. */
export interface Dialogue extends Printed { type: 'dialogue' }
/** Sung text. It belongs to a speech when it has no `blankLines` and directly follows a cue, parenthetical, dialogue or lyric. */
export interface Lyric extends Printed { type: 'lyric'; blankLines?: number }
export interface Transition extends Printed { type: 'transition' }
/** A heading of the outline, which is not printed. `depth` counts from 1. */
export interface Section extends Printed { type: 'section'; depth: number }
export interface Synopsis extends Printed { type: 'synopsis' }
export interface StandaloneAside { type: 'note' | 'boneyard'; text: string; line?: number }
export interface PageBreak { type: 'page_break'; line?: number }

export type ScriptElement = SceneHeading | Action | CharacterCue | Parenthetical | Dialogue | Lyric
  | Transition | Section
  | Synopsis | StandaloneAside | PageBreak;
export type PrintedElement = Exclude<ScriptElement, StandaloneAside | PageBreak>;

/** Names content that parsing or writing leaves out, or that parsing guesses. */
export interface ScriptWarning { code: string; message: string; line?: number }
export interface ParsedScript { script: Script; warnings: ScriptWarning[] }

/** True for an element that can follow a cue as part of its speech. */
export function isSpeechPart(element: ScriptElement | undefined): element is Parenthetical | Dialogue | Lyric {
  return element?.type === 'parenthetical' || element?.type === 'dialogue'
    || (element?.type === 'lyric' && element.blankLines === undefined);
}

export const isAside = (element: ScriptElement | undefined): element is StandaloneAside =>
  element?.type === 'note' || element?.type === 'boneyard';

/** Index after the speech whose cue is at `cue`. Notes inside the speech belong to it; notes after it do not. */
export function endOfSpeech(elements: readonly ScriptElement[], cue: number): number {
  let end = cue + 1;
  for (let at = cue + 1; at < elements.length; at += 1) {
    if (isSpeechPart(elements[at])) end = at + 1;
    else if (!isAside(elements[at])) break;
  }
  return end;
}

/** The synopses that stand directly below the heading at `at`. */
export function synopsesBelow(elements: readonly ScriptElement[], at: number): Synopsis[] {
  const found: Synopsis[] = [];
  for (let next = at + 1; ; next += 1) {
    const element = elements[next];
    if (element?.type !== 'synopsis') return found;
    found.push(element);
  }
}

/** The lines of the title page under any of the keys, which are in lower case. */
export function titleLines(script: Script, ...keys: string[]): Styled[] {
  return script.titlePage.filter(({ key }) => keys.includes(key.toLowerCase())).flatMap(({ lines }) => lines);
}

/** The script's title as one line, or null. */
export function titleOf(script: Script): string | null {
  const title = titleLines(script, 'title').map(({ text }) => text.trim()).filter(Boolean).join(' ');
  return title === '' ? null : title;
}

/** A string that is the same for equal scripts. Ignores source lines, marks that force a type, and page geometry. */
export function identityOf(script: Script): string {
  const spelled = (element: ScriptElement): string =>
    JSON.stringify(Object.entries(element).filter(([key]) => key !== 'line' && key !== 'forced')
      .sort(([a], [b]) => (a < b ? -1 : 1)));
  return [JSON.stringify(script.titlePage), ...script.elements.map(spelled)].join('\n');
}
