import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import { plainerText } from '../plain-spelling.js';
import type { LineTimes, SoundTime, WordTime } from './line-times.js';
import { shownWords } from './shown-words.js';

/**
 * The stored form. It has arrays instead of named fields, because it is written for every line, and no text, because lines outlive the deletion of the script
 * they were written for.
 */
interface StoredTimes {
  version: 1;
  estimated: boolean;
  words: (readonly [from: number, to: number, startMs: number, endMs: number])[];
  sounds?: { alphabet: 'misaki' | 'arpabet'; marks: (readonly [sound: string, startMs: number, endMs: number])[] };
}

/** The key of the times that belong to a line's key. */
export const timesKey = (lineKey: string): string => lineKey.replace(/\.pcm$/, '.times.json');

/** Stores the times of a line under the key next to its sound. */
export async function storeTimes(store: ObjectStore, lineKey: string, { estimated, words, sounds }: LineTimes): Promise<void> {
  const stored: StoredTimes = {
    version: 1, estimated, words: words.map(({ from, to, startMs, endMs }) => [from, to, startMs, endMs]),
    ...(sounds ? { sounds: { alphabet: sounds.alphabet, marks: sounds.marks.map(({ sound, startMs, endMs }) => [sound, startMs, endMs]) } } : {}),
  };
  await store.put(timesKey(lineKey), JSON.stringify(stored));
}

/** True when the words of the text have exactly the offsets of the stored words. */
function isOf(text: string, { words }: StoredTimes): boolean {
  const shown = shownWords(text);
  return shown.length === words.length && shown.every(({ from, to }, at) => from === words[at]![0] && to === words[at]![1]);
}

/**
 * The times of a stored line; null for a line that was stored before times were introduced, and when the times belong to another text. `asked` is the text
 * that the voice was asked to say; it may have been spoken in plainer spelling.
 */
export async function findTimes(store: ObjectStore, lineKey: string, asked: string): Promise<LineTimes | null> {
  let stored: StoredTimes;
  try {
    stored = JSON.parse((await store.get(timesKey(lineKey))).toString('utf8')) as StoredTimes;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  const text = [asked, asked.normalize('NFC'), plainerText(asked)].find((each) => isOf(each, stored));
  if (text === undefined) return null;
  const { estimated, words, sounds } = stored;
  return {
    text, estimated, words: words.map(([from, to, startMs, endMs]): WordTime => ({ from, to, startMs, endMs })),
    ...(sounds ? { sounds: { alphabet: sounds.alphabet, marks: sounds.marks.map(([sound, startMs, endMs]): SoundTime => ({ sound, startMs, endMs })) } } : {}),
  };
}
