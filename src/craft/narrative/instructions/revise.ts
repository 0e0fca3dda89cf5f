import { endOfSpeech, type Script, type ScriptElement } from '../../screenplay/index.js';
import { splitSentences } from '../analysis/language/sentences.js';
import type { Change, Understood } from './understand.js';

/** The outcome of one part of an instruction: what was done, or why nothing was. */
export interface Done { words: string; done: string; changed: boolean }

const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
const isSpoken = (element: ScriptElement): boolean => element.type === 'dialogue' || element.type === 'lyric' || element.type === 'action';
const wordsOf = (elements: readonly ScriptElement[]): number =>
  elements.reduce((sum, element) => sum + (isSpoken(element) ? countWords(textOf(element)) : 0), 0);
const textOf = (element: ScriptElement): string => ('text' in element ? element.text : '');

/** An element with a new text; the styles and notes of the old text are removed. */
function withText(element: ScriptElement, text: string): ScriptElement {
  const { marks: _marks, asides: _asides, line: _line, ...rest } = element as ScriptElement & { marks?: unknown; asides?: unknown; line?: unknown };
  return { ...rest, text } as ScriptElement;
}

/** The elements without cues that have no speech, and without parentheticals that no words follow. */
function withoutEmptySpeeches(elements: readonly ScriptElement[]): ScriptElement[] {
  const kept: ScriptElement[] = [];
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!;
    if (element.type !== 'character') {
      kept.push(element);
      continue;
    }
    const end = endOfSpeech(elements, at);
    const speech = elements.slice(at, end);
    if (speech.some(({ type }) => type === 'dialogue' || type === 'lyric')) {
      const last = speech.findLastIndex(({ type }) => type !== 'parenthetical');
      kept.push(...speech.slice(0, last + 1));
    }
    at = end - 1;
  }
  return kept;
}

const sentencesIn = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

/** The index of the scene of each element, from 0; -1 before the first heading. */
function scenesOf(elements: readonly ScriptElement[]): number[] {
  let scene = -1;
  return elements.map(({ type }) => (type === 'scene_heading' ? scene += 1 : scene));
}

interface Outcome { elements: ScriptElement[]; done: string }

function chosenScenes(elements: readonly ScriptElement[], { kind, scenes, last }: Extract<Change, { scenes: readonly number[] }>): Outcome {
  const at = scenesOf(elements);
  const count = Math.max(-1, ...at) + 1;
  const named = new Set(last ? [count] : scenes);
  const isKept = (scene: number): boolean => scene < 0 || named.has(scene + 1) === (kind === 'keep_scenes');
  const gone = Array.from({ length: count }, (_, scene) => scene).filter((scene) => !isKept(scene)).map((scene) => scene + 1);
  if (gone.length === 0 || gone.length === count) {
    return { elements: [...elements], done: `the text has ${counted(count, 'scene')}, and would keep ${gone.length === 0 ? 'all' : 'none'} of them` };
  }
  return { elements: elements.filter((_element, index) => isKept(at[index]!)), done: `left out scene ${gone.join(', ')} of ${count}` };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+');
const mention = (phrase: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(phrase)}(?:s|es|[’']s)?(?![\\p{L}\\p{N}])`, 'iu');

function withoutMention(elements: readonly ScriptElement[], phrase: string): Outcome {
  const named = mention(phrase);
  let sentences = 0;
  let speeches = 0;
  const kept: ScriptElement[] = [];
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!;
    if (element.type === 'character' && named.test(element.text)) {
      speeches += 1;
      at = endOfSpeech(elements, at) - 1;
      continue;
    }
    if (!isSpoken(element) || !named.test(textOf(element))) {
      kept.push(element);
      continue;
    }
    const all = sentencesIn(textOf(element));
    const rest = all.filter((sentence) => !named.test(sentence));
    sentences += all.length - rest.length;
    if (rest.length > 0) kept.push(withText(element, rest.join(' ')));
  }
  if (sentences + speeches === 0) return { elements: [...elements], done: `the text does not mention ${phrase}` };
  const what = [...speeches > 0 ? [counted(speeches, 'speech').replace('speechs', 'speeches')] : [], ...sentences > 0 ? [counted(sentences, 'sentence')] : []];
  return { elements: withoutEmptySpeeches(kept), done: `left out ${what.join(' and ')} with ${phrase}` };
}

/** A sentence that can be removed, with its rank in the order of removal (lowest first) and the number of words it saves. */
interface Spare { element: number; sentence: number; rank: number; words: number }

/**
 * Removable sentences in the order of removal: further sentences of an action, then later actions of a scene, then what follows the first two sentences of a
 * speech.
 */
function spares(elements: readonly ScriptElement[], actionOnly: boolean): Spare[] {
  const at = scenesOf(elements);
  const opened = new Set<number>();
  return elements.flatMap((element, index): Spare[] => {
    if (!isSpoken(element)) return [];
    const isAction = element.type === 'action';
    const opens = isAction && !opened.has(at[index]!);
    if (isAction) opened.add(at[index]!);
    if (!isAction && actionOnly) return [];
    return sentencesIn(textOf(element)).flatMap((text, sentence) => {
      if ((isAction && opens && sentence === 0) || (!isAction && sentence < 2)) return [];
      return [{ element: index, sentence, rank: isAction ? (sentence > 0 ? 0 : 1) : 2, words: countWords(text) }];
    });
  }).sort((a, b) => a.rank - b.rank || b.words - a.words || b.element - a.element);
}

/** Removes sentences until at least `wanted` words are saved. */
function save(elements: readonly ScriptElement[], wanted: number, actionOnly: boolean): { elements: ScriptElement[]; saved: number } {
  const gone = new Map<number, Set<number>>();
  let saved = 0;
  for (const { element, sentence, words } of spares(elements, actionOnly)) {
    if (saved >= wanted) break;
    gone.set(element, (gone.get(element) ?? new Set()).add(sentence));
    saved += words;
  }
  const kept = elements.flatMap((element, index) => {
    const out = gone.get(index);
    if (!out) return [element];
    const rest = sentencesIn(textOf(element)).filter((_text, sentence) => !out.has(sentence));
    return rest.length > 0 ? [withText(element, rest.join(' '))] : [];
  });
  return { elements: withoutEmptySpeeches(kept), saved };
}

function shortened(elements: readonly ScriptElement[], limit: number): Outcome {
  const before = wordsOf(elements);
  if (before <= limit) return { elements: [...elements], done: `the text has ${before} words already` };
  const { elements: kept, saved } = save(elements, before - limit, false);
  if (saved === 0) return { elements: kept, done: 'nothing can be left out without losing an answer' };
  return { elements: kept, done: `${before} words became ${wordsOf(kept)}${before - saved > limit ? '; more would lose answers' : ''}` };
}

function lessNarration(elements: readonly ScriptElement[], share: number): Outcome {
  const actions = elements.filter(({ type }) => type === 'action');
  const before = wordsOf(actions);
  if (before === 0) return { elements: [...elements], done: 'the text has no narration' };
  const kept = share === 0 ? elements.filter(({ type }) => type !== 'action') : save(elements, before * (1 - share), true).elements;
  const after = wordsOf(kept.filter(({ type }) => type === 'action'));
  return { elements: kept, done: after < before ? `${before} words of narration became ${after}` : 'no narration can be left out beside what opens each scene' };
}

function renamed(elements: readonly ScriptElement[], from: string, to: string): Outcome {
  const name = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(from)}(?![\\p{L}\\p{N}])`, 'giu');
  let count = 0;
  const changed = elements.map((element) => {
    if (!('text' in element)) return element;
    const text = element.text.replace(name, (found) => {
      // The same word in lower case is a common noun and not the name.
      if (found === found.toLowerCase() && from !== from.toLowerCase()) return found;
      count += 1;
      return found === found.toUpperCase() && found.length > 1 ? to.toUpperCase() : to;
    });
    return text === element.text ? element : withText(element, text);
  });
  return { elements: changed, done: count > 0 ? `${from} is ${to} in ${counted(count, 'place')}` : `the text does not name ${from}` };
}

/** Adds the parenthetical to the first speech of each character in each scene, unless that speech already has one. */
function toned(elements: readonly ScriptElement[], parenthetical: string): Outcome {
  const at = scenesOf(elements);
  const met = new Set<string>();
  let count = 0;
  const changed = elements.flatMap((element, index): ScriptElement[] => {
    if (element.type !== 'character') return [element];
    const key = `${at[index]} ${element.text}`;
    const isFirst = !met.has(key);
    met.add(key);
    if (!isFirst || elements[index + 1]?.type === 'parenthetical') return [element];
    count += 1;
    return [element, { type: 'parenthetical', text: parenthetical }];
  });
  return { elements: changed, done: count > 0 ? `${counted(count, 'speech').replace('speechs', 'speeches')} ${count === 1 ? 'is' : 'are'} said ${parenthetical}` : 'every speech says already how it is said' };
}

function applied(elements: readonly ScriptElement[], change: Change): Outcome {
  switch (change.kind) {
    case 'drop_scenes': case 'keep_scenes': return chosenScenes(elements, change);
    case 'without': return withoutMention(elements, change.phrase);
    case 'shorter': return shortened(elements, Math.round(wordsOf(elements) * change.share));
    case 'at_most': return shortened(elements, change.words);
    case 'narration': return lessNarration(elements, change.share);
    case 'rename': return renamed(elements, change.from, change.to);
    case 'tone': return toned(elements, change.parenthetical);
  }
}

/** The elements after one change. Additional fields of an element stay with it, except `marks`, `asides` and `line` of an element whose text changes. */
export function changedBy(change: Change, elements: readonly ScriptElement[]): Outcome & { changed: boolean } {
  const outcome = applied(elements, change);
  return { ...outcome, changed: JSON.stringify(outcome.elements) !== JSON.stringify(elements) };
}

/**
 * A script after the changes of an instruction, applied one after the other. The same script and changes always give the same result. Nothing is added except
 * parentheticals. Each part reports what it did, or why it did nothing.
 */
export function revised(script: Script, understood: readonly Understood[]): { script: Script; parts: Done[] } {
  let { elements } = script;
  const parts = understood.map(({ words, change }): Done => {
    const outcome = changedBy(change, elements);
    ({ elements } = outcome);
    return { words, done: outcome.done, changed: outcome.changed };
  });
  return { script: { ...script, elements }, parts };
}
