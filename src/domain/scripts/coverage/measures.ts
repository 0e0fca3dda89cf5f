import { NARRATOR } from '../../../craft/screenplay/model.js';
import type { JudgedEntry, ScriptDocument } from './script-document.js';

export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;

export const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

export const dialogueOf = ({ entries }: ScriptDocument): JudgedEntry[] => entries.filter(({ kind }) => kind === 'dialogue');
export const actionOf = ({ entries }: ScriptDocument): JudgedEntry[] => entries.filter(({ kind }) => kind === 'action');

/** People who speak, without the narrator. */
export const speakersOf = ({ cast }: ScriptDocument): ScriptDocument['cast'] =>
  cast.filter(({ character, role, lineCount }) => lineCount > 0 && role !== 'narrator' && character !== NARRATOR);

/** Share of the words that are spoken by people, 0 to 1. */
export function dialogueShare(doc: ScriptDocument): number {
  const spoken = dialogueOf(doc).reduce((sum, { text }) => sum + wordsIn(text), 0);
  const told = actionOf(doc).reduce((sum, { text }) => sum + wordsIn(text), 0);
  return spoken + told === 0 ? 0 : spoken / (spoken + told);
}

/** Words that a voice says in a minute. */
const WORDS_A_MINUTE = 150;

/** Minutes that a read of the text takes, action included. */
export const readingMinutes = ({ entries }: ScriptDocument): number =>
  entries.reduce((sum, { text }) => sum + wordsIn(text), 0) / WORDS_A_MINUTE;

/** A repeated line counts from this many words on: short answers repeat in every conversation. */
const MIN_REPEATED_WORDS = 4;

/** Entries with the words of an earlier entry, together with the first entry that has these words. */
export function repeatsIn({ entries }: ScriptDocument): { entry: JudgedEntry; first: JudgedEntry }[] {
  const seen = new Map<string, JudgedEntry>();
  return entries.filter(({ kind, text }) => (kind === 'dialogue' || kind === 'action') && wordsIn(text) >= MIN_REPEATED_WORDS).flatMap((entry) => {
    const first = seen.get(folded(entry.text));
    if (!first) seen.set(folded(entry.text), entry);
    return first ? [{ entry, first }] : [];
  });
}

/** Number of edits between two words. When their lengths differ by more than `limit`, returns `limit` + 1 without counting. */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** Names that are written alike: one edit apart, two for long names. */
export function lookAlike(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  if (a === b || Math.min(a.length, b.length) < 4) return false;
  const limit = Math.min(a.length, b.length) >= 7 ? 2 : 1;
  return editDistance(a, b, limit) <= limit;
}

const STOP = new Set(('a an and are as at be but by for from had has have he her his i in into is it its me my no not of on or our she so that the their them they '
  + 'this to was we were what when who will with you your').split(' '));

/** Words that carry the meaning of a text, cut to their first six letters so that endings do not matter. */
export const meaningOf = (text: string): Set<string> =>
  new Set(folded(text).split(' ').filter((word) => word.length > 2 && !STOP.has(word)).map((word) => word.slice(0, 6)));

/** Share of the first text's words that the second has, 0 to 1; 1 for a text without any. */
export function sharedMeaning(wanted: Set<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 1;
  return [...wanted].filter((word) => found.has(word)).length / wanted.size;
}

/** Words of a quote in a note. */
export const quoteOf = ({ text }: { text: string }): string => (text.length <= 120 ? text : `${text.slice(0, 117).trimEnd()}…`);

export const at = (entry: JudgedEntry) => ({ sceneIndex: entry.sceneIndex, entryIndex: entry.index, quote: quoteOf(entry) });

/** A score from 0 to 100 for a share from 0 to 1. */
export const percent = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * 100);

/** 100 inside the range, falling to 0 at the outer bounds. */
export function within(value: number, [zero, from, to, end]: readonly [number, number, number, number]): number {
  if (value >= from && value <= to) return 100;
  return percent(value < from ? (value - zero) / (from - zero) : (end - value) / (end - to));
}
