import { splitSentences } from '../../narrative/analysis/language/sentences.js';
import { SEEN_TELLER, speakerOf, type Screenplay, type ScreenplayEntry } from '../../screenplay/model.js';

/** A numbered part of a script in a question: a spoken line, or a sentence of the narration. `from` is where it begins in its entry. */
export interface ScriptUnit { entryIndex: number; from: number; sceneIndex: number; speaker: string | null; isTold: boolean; text: string }

/** Sentences shorter than this are joined to a neighbouring one. */
const MIN_SENTENCE = 40;
const TELLING = new Set(['narrating', 'reading']);

function sentencesOf(text: string): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = found.at(-1);
    const words = text.slice(start, end);
    if (last && (words.length < MIN_SENTENCE || last.text.length < MIN_SENTENCE)) last.text = text.slice(last.from, end);
    else found.push({ from: found.length === 0 ? 0 : start, text: words });
  }
  return found.length > 0 ? found : [{ from: 0, text }];
}

/** How often a narrator must say "I" to count as a person in the story; a narrator who also speaks in dialogue needs to say it only once. */
const [LEAST_I, LEAST_I_OF_SPEAKER] = [3, 1];

/** True for a story told by an unnamed person who takes part in it. */
export function isToldByUnnamed({ entries, cast }: Pick<Screenplay, 'entries' | 'cast'>): boolean {
  const narrators = new Set(cast.filter(({ role }) => role === 'narrator').map(({ character }) => character));
  if (narrators.size === 0 || entries.some(({ parenthetical, character }) => TELLING.has(parenthetical ?? '') && !narrators.has(character ?? ''))) return false;
  const told = entries.filter(({ kind }) => kind === 'action').map(({ text }) => text).join('\n');
  const speaks = entries.some(({ kind, character }) => kind === 'dialogue' && narrators.has(character ?? ''));
  return (told.match(/\b(?:I|me|my|myself)\b/gu)?.length ?? 0) >= (speaks ? LEAST_I_OF_SPEAKER : LEAST_I);
}

/** The audible parts of a script except its headings, in order. Narration is split into sentences. */
export function unitsOf(script: Screenplay): ScriptUnit[] {
  const { entries, cast, narrationPolicy } = script;
  const hasUnnamed = isToldByUnnamed(script);
  const tellers = new Set(cast.filter(({ role }) => role !== 'character').map(({ character }) => character));
  const isTold = (entry: ScreenplayEntry, speaker: string): boolean =>
    entry.kind !== 'dialogue' || tellers.has(speaker) || TELLING.has(entry.parenthetical ?? '');
  return entries.flatMap((entry): ScriptUnit[] => {
    const speaker = speakerOf(entry, narrationPolicy);
    if (speaker === null || entry.kind === 'scene_heading') return [];
    const own = { entryIndex: entry.index, sceneIndex: entry.sceneIndex, speaker };
    if (hasUnnamed && entry.kind === 'dialogue' && tellers.has(speaker)) return [{ ...own, speaker: SEEN_TELLER, from: 0, text: entry.text, isTold: false }];
    if (!isTold(entry, speaker)) return [{ ...own, from: 0, text: entry.text, isTold: false }];
    return sentencesOf(entry.text).map((sentence) => ({ ...own, ...sentence, isTold: true }));
  });
}

/** Splits units into windows of at most `most` units and `characters` characters. */
export function windowsOf(units: readonly ScriptUnit[], most: number, characters: number): ScriptUnit[][] {
  const windows: ScriptUnit[][] = [];
  let length = 0;
  for (const unit of units) {
    const last = windows.at(-1);
    length += unit.text.length;
    if (last && last.length < most && length <= characters) last.push(unit);
    else {
      windows.push([unit]);
      length = unit.text.length;
    }
  }
  return windows;
}
