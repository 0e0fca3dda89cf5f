import type {
  Action, CharacterCue, Lyric, SceneHeading, Script, ScriptElement, Styled, TitleEntry, Transition,
} from '../script.js';
import { isAside, isSpeechPart } from '../script.js';
import { styledLines } from '../text/marks.js';
import { spellAside, writeInline } from './inline.js';
import {
  isAutomaticTransition, isCue, isHeading, isPageBreak, isUncasedName, needsForcedCue, splitSceneNumber,
  startsLikeCommand, startsLikeHeading,
} from './rules.js';
import { parseTitlePage } from './title-page.js';

/** Writes a script as Fountain, with the fewest marks that parse back to the same script. Ends with a line end. */
export function writeFountain(script: Script, options: { titlePage?: boolean } = {}): string {
  const head = options.titlePage === false ? [] : script.titlePage.flatMap(titleEntry);
  const body: string[] = [];
  const joins = joining(script.elements);
  script.elements.forEach((element, at) => {
    const before = script.elements[at - 1];
    if (body.length > 0 && !joins[at]) body.push(...Array<string>(blanksBefore(element, before)).fill(''));
    for (const line of linesOf(element, before)) body.push(line);
  });
  if (head.length > 0) head.push('');
  // A body that starts like a title page would be parsed as one.
  const numbered = body.map((text, index) => ({ text, number: index + 1, cutAbove: [] }));
  if (head.length === 0 && parseTitlePage(numbered, []).entries.length > 0) body[0] = `!${body[0]!}`;
  const lines = [...head, ...body];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function titleEntry({ key, lines }: TitleEntry): string[] {
  const values = lines.map((line) => writeInline(line));
  return values.length === 1 ? [`${key}: ${values[0]}`] : [`${key}:`, ...values.map((value) => `    ${value}`)];
}

/** For each element: true if it follows the one above without a blank line, as parts of a speech and its notes do. */
function joining(elements: readonly ScriptElement[]): boolean[] {
  const inSpeech: boolean[] = [];
  let above = false;
  for (const element of elements) {
    inSpeech.push(above);
    if (!isAside(element)) above = element.type === 'character' || isSpeechPart(element);
  }
  let below = false;
  for (let at = elements.length - 1; at >= 0; at -= 1) {
    const element = elements[at]!;
    if (!isAside(element)) below = isSpeechPart(element);
    inSpeech[at] = isAside(element) ? inSpeech[at]! && below : below;
  }
  return inSpeech;
}

function blanksBefore(element: ScriptElement, before: ScriptElement | undefined): number {
  if (element.type === 'synopsis' && (before?.type === 'scene_heading' || before?.type === 'section')) return 0;
  return element.type === 'action' || element.type === 'lyric' ? element.blankLines ?? 1 : 1;
}

function linesOf(element: ScriptElement, before: ScriptElement | undefined): string[] {
  switch (element.type) {
    case 'scene_heading': return [heading(element)];
    case 'action': return action(element);
    case 'character': return [cue(element)];
    case 'parenthetical': return [`(${inline(element).replace(/\n/g, ' ')})`];
    case 'dialogue': return styledLines(element).map((line) =>
      (line.text === '' && line.asides.length === 0 ? '  ' : writeInline(line)));
    case 'lyric': return lyric(element);
    case 'transition': return [transition(element)];
    case 'section': return [`${'#'.repeat(element.depth)} ${inline(element)}`];
    case 'synopsis': return [`= ${inline(element)}`];
    case 'note': case 'boneyard': return spellAside({ kind: element.type, text: element.text }).split('\n');
    case 'page_break': return ['==='];
    default: throw new Error(`Fountain has no form for ${(element satisfies never as ScriptElement).type} after ${before?.type}`);
  }
}

const inline = (element: Styled): string => styledLines(element).map((line) => writeInline(line)).join('\n');

function heading(element: SceneHeading): string {
  const text = inline(element).replace(/\n/g, ' ');
  const plain = isHeading(element.text) && !element.forced && splitSceneNumber(text).number === undefined;
  return `${plain ? '' : '.'}${text}${element.number ? ` #${element.number}#` : ''}`;
}

function action(element: Action): string[] {
  const lines = styledLines(element).map((line) => writeInline(line));
  if (element.centered) return lines.map((line) => `> ${line} <`);
  return lines.map((line, at) => {
    const text = line.trim();
    const forced = at === 0
      ? element.forced === true || looksLikeOther(text, element.text.split('\n')[0]!.trim(), lines.length > 1)
      : text === '' || startsLikeCommand(text) || isPageBreak(text);
    return forced ? `!${line}` : line;
  });
}

/** True if the first line of an action would be parsed as another element. */
function looksLikeOther(spelled: string, visible: string, goesOn: boolean): boolean {
  return startsLikeCommand(spelled) || isHeading(visible) || startsLikeHeading(visible)
    || (goesOn ? isCue(visible) || isUncasedName(visible) : isAutomaticTransition(visible));
}

function cue(element: CharacterCue): string {
  const brackets = element.extensions.map((extension) => ` (${extension})`).join('');
  const notes = (element.asides ?? []).map((aside) => ` ${spellAside(aside)}`).join('');
  const sign = element.forced || needsForcedCue(element.text, element.extensions) ? '@' : '';
  const tags = (element.tags ?? []).map((tag) => ` #${tag}`).join('');
  return `${sign}${element.text}${brackets}${element.contd ? " (CONT'D)" : ''}${element.dual === 'right' ? ' ^' : ''}${tags}${notes}`;
}

const lyric = (element: Lyric): string[] => styledLines(element).map((line) => `~${writeInline(line)}`);

function transition(element: Transition): string {
  const text = inline(element);
  return !element.forced && isAutomaticTransition(element.text) && !startsLikeHeading(element.text) ? text
    : `> ${text}`;
}
