import { NARRATOR } from '../model.js';
import { endOfSpeech, isSpeechPart, type CharacterCue, type Script, type ScriptElement } from '../script.js';
import { foldedWords, oneLine } from './spoken.js';
import { matchesOf } from '../../patterns/matches.js';

export type LineKind = 'scene_heading' | 'action' | 'dialogue' | 'lyric' | 'transition';

/**
 * One addressable line of a script. Indexes count all lines, spoken or not, so that they do not depend on the narration
 * policy.
 */
export interface ScriptLine {
  index: number;
  /** Counts from 0; lines before the first heading belong to scene 0. */
  sceneIndex: number;
  kind: LineKind;
  /** The cue in capitals, without extension; `NARRATOR` for everything except speech. */
  speaker: string;
  /** The words on one line, without styles. */
  text: string;
  /** The parentheticals without brackets, joined by "; ". */
  direction?: string;
  /** What stands in brackets behind the cue: `V.O.`, `O.S.`, `FILTERED`, `CONT'D`. */
  extensions?: string[];
  /** The side of one of two simultaneous speeches. The lines of a left one directly precede those of its right one. */
  dual?: 'left' | 'right';
  /** The index in the script of the line's element. */
  element: number;
}

/** The extension of a cue whose speaker goes on. */
const CONTINUED = 'CONT\'D';
/** Longer actions are cut at sentences, so that a voice speaks a line in one or two breaths. */
const MAX_ACTION_CHARACTERS = 600;
const SENTENCE_END = /[.!?…]["”’')\]]*\s+(?=["“‘'([]?[\p{Lu}\p{Lo}\p{N}])/gu;

/**
 * The lines of a script in order: headings, actions, speeches and transitions. Parentheticals become the direction of a
 * line.
 */
export function scriptLines(script: Script): ScriptLine[] {
  const { elements } = script;
  const builder = new LineBuilder();
  for (let at = 0; at < elements.length;) {
    const element = elements[at]!;
    if (element.type === 'character') {
      const end = endOfSpeech(elements, at);
      builder.speech(element, elements, at, end);
      at = end;
    } else {
      builder.other(element, at);
      at += 1;
    }
  }
  return builder.lines;
}

class LineBuilder {
  readonly lines: ScriptLine[] = [];
  private scene = -1;

  other(element: ScriptElement, at: number): void {
    switch (element.type) {
      case 'scene_heading':
        this.scene += 1;
        this.push('scene_heading', NARRATOR, oneLine(element), at);
        return;
      case 'action':
        for (const text of cutAtSentences(oneLine(element))) this.push('action', NARRATOR, text, at);
        return;
      case 'transition': this.push('transition', NARRATOR, oneLine(element), at); return;
      // Speech without a cue is narration.
      case 'dialogue': this.push('dialogue', NARRATOR, oneLine(element), at); return;
      case 'lyric': this.push('lyric', NARRATOR, oneLine(element), at); return;
      default:
    }
  }

  speech(cue: CharacterCue, elements: readonly ScriptElement[], from: number, end: number): void {
    const extensions = [...cue.extensions, ...(cue.contd ? [CONTINUED] : [])];
    const more: Partial<ScriptLine> = { ...(extensions.length > 0 ? { extensions } : {}), ...(cue.dual ? { dual: cue.dual } : {}) };
    let directions: string[] = [];
    let last: ScriptLine | null = null;
    for (let at = from + 1; at < end; at += 1) {
      const part = elements[at];
      if (!isSpeechPart(part)) continue;
      const words = oneLine(part);
      if (part.type === 'parenthetical') directions.push(words);
      else if (words !== '') {
        last = this.push(part.type, cue.text.toUpperCase(), words, at, { ...more, ...directed(directions) });
        directions = [];
      }
    }
    if (directions.length > 0 && last) {
      last.direction = [...(last.direction ? [last.direction] : []), ...directions].join('; ');
    }
  }

  private push(
    kind: LineKind, speaker: string, text: string, element: number, more: Partial<ScriptLine> = {},
  ): ScriptLine | null {
    if (text === '') return null;
    const line: ScriptLine = { index: this.lines.length, sceneIndex: Math.max(0, this.scene), kind, speaker, text,
      ...more, element };
    this.lines.push(line);
    return line;
  }
}

const directed = (directions: readonly string[]): { direction?: string } =>
  (directions.length > 0 ? { direction: directions.join('; ') } : {});

function cutAtSentences(text: string): string[] {
  if (text.length <= MAX_ACTION_CHARACTERS) return [text];
  const ends = matchesOf(text, SENTENCE_END).map((match) => match.index + match[0].length);
  const parts: string[] = [];
  let from = 0;
  ends.forEach((end, at) => {
    const next = ends[at + 1] ?? text.length;
    if (next - from <= MAX_ACTION_CHARACTERS) return;
    parts.push(text.slice(from, end).trim());
    from = end;
  });
  return [...parts, text.slice(from).trim()].filter((part) => part !== '');
}

/** Key of a line from its kind, speaker and words, without punctuation. Several lines may have the same key. */
export const lineKey = ({ kind, speaker, text }: Pick<ScriptLine, 'kind' | 'speaker' | 'text'>): string =>
  `${kind}\n${speaker}\n${foldedWords(text)}`;
