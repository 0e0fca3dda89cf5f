import type { CharacterCue, Script, ScriptElement, Styled } from '../script.js';
import { endOfSpeech, isAside, isSpeechPart } from '../script.js';
import { cellWidth } from '../text/cells.js';
import type { Column, PageProfile } from './profiles.js';
import { wrapText } from './wrap.js';

export type LineKind =
  | 'heading' | 'action' | 'centered' | 'character' | 'parenthetical' | 'dialogue' | 'lyric' | 'transition' | 'more';

/** A line at its column, before it has a page. */
export interface SetLine {
  kind: LineKind;
  /** Cells from the left edge of the action column. */
  column: number;
  text: Styled;
  /** Index in the script of the line's element. */
  element: number;
  sceneNumber?: string;
}

/** Lines that pagination places together. `before` is the number of blank lines above. */
export type Block =
  | { kind: 'break' }
  | { kind: 'heading'; before: number; lines: SetLine[] }
  | { kind: 'action'; before: number; lines: SetLine[] }
  | { kind: 'transition'; before: number; lines: SetLine[] }
  | { kind: 'speech'; before: number; lines: SetLine[]; cue: string }
  | { kind: 'dual'; before: number; left: SetLine[]; right: SetLine[]; single: [Block, Block] };

/** The printed blocks of a script in order. Notes, cut passages, sections and synopses are not printed. */
export function blocksOf(script: Script, profile: PageProfile): Block[] {
  const { elements } = script;
  const blocks: Block[] = [];
  let lastSpeaker: string | null = null;
  for (let at = 0; at < elements.length;) {
    const element = elements[at]!;
    if (element.type === 'scene_heading') lastSpeaker = null;
    if (element.type === 'character') {
      const end = endOfSpeech(elements, at);
      const again: boolean = profile.automaticContinued && lastSpeaker === element.text;
      const left = speech(elements, at, end, profile, again);
      const right = element.dual === 'left' ? rightOf(elements, end) : null;
      if (right === null) {
        blocks.push(left);
        lastSpeaker = element.text;
        at = end;
      } else {
        const rightEnd = endOfSpeech(elements, right);
        blocks.push(dual(elements, [at, end], [right, rightEnd], profile));
        lastSpeaker = null;
        at = rightEnd;
      }
    } else {
      const block = blockOf(element, at, profile);
      if (block) blocks.push(block);
      at += 1;
    }
  }
  return blocks;
}

function rightOf(elements: readonly ScriptElement[], from: number): number | null {
  let at = from;
  while (isAside(elements[at])) at += 1;
  const cue = elements[at];
  return cue?.type === 'character' && cue.dual === 'right' ? at : null;
}

function blockOf(element: ScriptElement, at: number, profile: PageProfile): Block | null {
  switch (element.type) {
    case 'page_break': return { kind: 'break' };
    case 'scene_heading': {
      const lines = setLines('heading', capitals(element), at, profile.heading);
      if (element.number) lines[0]!.sceneNumber = element.number;
      return { kind: 'heading', before: profile.heading.before, lines };
    }
    case 'action': return element.centered
      ? { kind: 'action', before: profile.action.before, lines: centred(element, at, profile.action) }
      : { kind: 'action', before: profile.action.before, lines: setLines('action', element, at, profile.action) };
    case 'transition': {
      const { transition } = profile;
      const lines = setLines('transition', capitals(element), at, transition);
      for (const line of lines) {
        line.column = transition.left + Math.max(0, transition.width - cellWidth(line.text.text));
      }
      return { kind: 'transition', before: transition.before, lines };
    }
    // Speech without a cue is printed in the same column as other speech.
    case 'dialogue': case 'lyric': case 'parenthetical': {
      const kind = element.type;
      const column = kind === 'parenthetical' ? profile.parenthetical : profile.dialogue;
      const text = kind === 'parenthetical' ? bracketed(element) : element;
      return { kind: 'action', before: isSpeechPart(element) ? 0 : 1, lines: setLines(kind, text, at, column) };
    }
    default: return null;
  }
}

const setLines = (kind: LineKind, text: Styled, element: number, column: Column): SetLine[] =>
  wrapText(text, column.width).map((line) => ({ kind, column: column.left, text: line, element }));

function centred(text: Styled, element: number, column: Column): SetLine[] {
  return wrapText(text, column.width).map((line) => ({
    kind: 'centered', text: line, element,
    column: column.left + Math.max(0, Math.floor((column.width - cellWidth(line.text)) / 2)),
  }));
}

/** The text in capitals, in which headings and transitions are printed. */
function capitals({ text, marks }: Styled): Styled {
  const upper = text.toUpperCase();
  return marks && upper.length === text.length ? { text: upper, marks } : { text: upper };
}

const bracketed = ({ text, marks = [] }: Styled): Styled => ({
  text: `(${text})`, marks: marks.map((mark) => ({ ...mark, start: mark.start + 1, end: mark.end + 1 })),
});

/** The cue as printed, without (CONT'D). */
export const cueText = ({ text, extensions }: CharacterCue): string =>
  `${text}${extensions.map((extension) => ` (${extension})`).join('')}`;

interface SpeechColumns { cue: number; parenthetical: Column; dialogue: Column }

function speech(
  elements: readonly ScriptElement[], from: number, end: number, profile: PageProfile, again: boolean,
  columns?: SpeechColumns,
): Extract<Block, { kind: 'speech' }> {
  const cue = elements[from] as CharacterCue;
  const { cue: cueColumn, parenthetical, dialogue } = columns
    ?? { cue: profile.character.left, parenthetical: profile.parenthetical, dialogue: profile.dialogue };
  const name = cueText(cue);
  const printed = again || cue.contd ? `${name} ${profile.contd}` : name;
  const lines: SetLine[] = [{ kind: 'character', column: cueColumn, text: { text: printed }, element: from }];
  for (let at = from + 1; at < end; at += 1) {
    const part = elements[at]!;
    if (!isSpeechPart(part)) continue;
    const bracket = part.type === 'parenthetical';
    const set = setLines(part.type, bracket ? bracketed(part) : part, at, bracket ? parenthetical : dialogue);
    // The second and later lines of a parenthetical are indented by its bracket.
    if (bracket) for (const line of set.slice(1)) line.column += 1;
    for (const line of set) lines.push(line);
  }
  return { kind: 'speech', before: profile.character.before, lines, cue: name };
}

function dual(
  elements: readonly ScriptElement[], left: [number, number], right: [number, number], profile: PageProfile,
): Block {
  const { width, gap, cue, parenthetical } = profile.dual;
  const columns = (offset: number): SpeechColumns => ({
    cue: offset + cue,
    parenthetical: { left: offset + parenthetical, width: width - 2 * parenthetical + 1, before: 0 },
    dialogue: { left: offset, width, before: 0 },
  });
  return {
    kind: 'dual', before: profile.character.before,
    left: speech(elements, ...left, profile, false, columns(0)).lines,
    right: speech(elements, ...right, profile, false, columns(width + gap)).lines,
    single: [speech(elements, ...left, profile, false), speech(elements, ...right, profile, false)],
  };
}
