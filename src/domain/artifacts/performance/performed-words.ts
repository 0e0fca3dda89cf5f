import pLimit from 'p-limit';
import { LRUCache } from 'lru-cache';
import type { ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { LineTimes, WordTime } from '../../../craft/speech/times/line-times.js';
import { shownTimes } from '../../../craft/speech/times/said-times.js';
import { findTimes } from '../../../craft/speech/times/stored-times.js';
import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import { performanceWordsKey } from './performance-keys.js';
import type { PerformedLine } from './performance-store.js';

/** When the words of a performed line are said: offsets in the entry's printed text, milliseconds from the start of the line. */
export interface LineWords {
  words: WordTime[];
  /** True when the times were found in the sound, because the voice reports none. */
  estimated: boolean;
}

/** The printed text of an entry, and the text spoken in its place. */
export interface SpokenText { text: string; ttsText?: string | null | undefined }

/** The words of lines by the index of their entry. Lines of performances from before lines had times have none. */
export type WordsOfLines = ReadonlyMap<number, LineWords>;

interface StoredWords {
  version: 1;
  lines: (readonly [entryIndex: number, estimated: 0 | 1, words: (readonly [from: number, to: number, startMs: number, endMs: number])[]])[];
}

/** The words of an entry as printed; their spelling may differ from the spoken text. */
export function wordsOfEntry({ text }: Pick<ScreenplayEntry, 'text'>, times: LineTimes, durationMs: number): LineWords {
  return { words: shownTimes(text, times, durationMs), estimated: times.estimated };
}

/** Stores the words of a complete performance as one object. */
export async function putPerformedWords(store: ObjectStore, artifactId: string, revision: number, words: WordsOfLines): Promise<void> {
  const stored: StoredWords = {
    version: 1,
    lines: [...words].map(([entryIndex, line]) =>
      [entryIndex, line.estimated ? 1 : 0, line.words.map(({ from, to, startMs, endMs }) => [from, to, startMs, endMs])]),
  };
  await store.put(performanceWordsKey(artifactId, revision), JSON.stringify(stored));
}

const NO_WORDS: WordsOfLines = new Map();
/** How many lines have their objects loaded at once. */
const READS = 8;
/** One cache for each store, because test processes have several stores. */
const kept = new WeakMap<ObjectStore, LRUCache<string, WordsOfLines>>();
const keptTimes = new WeakMap<ObjectStore, LRUCache<string, LineTimes>>();
const MAX_KEPT = 32;
const MAX_KEPT_LINES = 2_000;

/** The words of a complete performance; empty for one from before lines had times. */
export async function getPerformedWords(store: ObjectStore, artifactId: string, revision: number): Promise<WordsOfLines> {
  const cache = kept.get(store) ?? new LRUCache<string, WordsOfLines>({ max: MAX_KEPT });
  kept.set(store, cache);
  const key = performanceWordsKey(artifactId, revision);
  const known = cache.get(key);
  if (known) return known;
  let stored: StoredWords;
  try {
    stored = JSON.parse((await store.get(key)).toString('utf8')) as StoredWords;
  } catch (error) {
    if (error instanceof ObjectMissing) return NO_WORDS;
    throw error;
  }
  const words = new Map(stored.lines.map(([entryIndex, estimated, each]): [number, LineWords] =>
    [entryIndex, { estimated: estimated === 1, words: each.map(([from, to, startMs, endMs]) => ({ from, to, startMs, endMs })) }]));
  cache.set(key, words);
  return words;
}

/** The words of one line of an unfinished performance; null when they are not known. */
export async function findLineWords(
  store: ObjectStore, entry: SpokenText, { lineKey, startMs, endMs }: Pick<PerformedLine, 'lineKey' | 'startMs' | 'endMs'>,
): Promise<LineWords | null> {
  const cache = keptTimes.get(store) ?? new LRUCache<string, LineTimes>({ max: MAX_KEPT_LINES });
  keptTimes.set(store, cache);
  const times = cache.get(lineKey) ?? await findTimes(store, lineKey, (entry.ttsText ?? entry.text).trim());
  if (!times) return null;
  cache.set(lineKey, times);
  return wordsOfEntry(entry, times, endMs - startMs);
}

/** The words of some performed lines of a screenplay, read from the object of the complete performance, else line by line. */
export async function getWordsOfLines(
  store: ObjectStore, of: { artifactId: string; revision: number; complete: boolean }, entries: readonly (SpokenText & Pick<ScreenplayEntry, 'index'>)[],
  lines: readonly PerformedLine[],
): Promise<WordsOfLines> {
  if (lines.length === 0) return NO_WORDS;
  const whole = await getPerformedWords(store, of.artifactId, of.revision);
  if (of.complete || whole.size > 0) return whole;
  const texts = new Map(entries.map((entry) => [entry.index, entry]));
  const reading = pLimit(READS);
  const found = await Promise.all(lines.map((line) => reading(async (): Promise<[number, LineWords | null]> => {
    const entry = texts.get(line.entryIndex);
    return [line.entryIndex, entry ? await findLineWords(store, entry, line) : null];
  })));
  return new Map(found.filter((each): each is [number, LineWords] => each[1] !== null));
}
