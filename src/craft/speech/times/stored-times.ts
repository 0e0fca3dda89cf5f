import { ObjectMissing, type ObjectStore } from '../../../kernel/storage/port.js';
import { plainerText } from '../plain-spelling.js';
import type { LineTimes, SoundTime, WordTime } from './line-times.js';
import { shownWords } from './shown-words.js';

/** As stored, without names: it is written for every line. Without the text, too: lines stay when what they were written for is deleted. */
interface StoredTimes {
  version: 1;
  estimated: boolean;
  words: (readonly [from: number, to: number, startMs: number, endMs: number])[];
  sounds?: { alphabet: 'misaki' | 'arpabet'; marks: (readonly [sound: string, startMs: number, endMs: number])[] };
}

/** Key of the times of the line with this key: an object beside its sound. */
export const timesKey = (lineKey: string): string => lineKey.replace(/\.pcm$/, '.times.json');

/** Stores the times of a line beside its sound. */
export async function storeTimes(store: ObjectStore, lineKey: string, { estimated, words, sounds }: LineTimes): Promise<void> {
  const stored: StoredTimes = {
    version: 1, estimated, words: words.map(({ from, to, startMs, endMs }) => [from, to, startMs, endMs]),
    ...(sounds ? { sounds: { alphabet: sounds.alphabet, marks: sounds.marks.map(({ sound, startMs, endMs }) => [sound, startMs, endMs]) } } : {}),
  };
  await store.put(timesKey(lineKey), JSON.stringify(stored));
}

/** True for a text whose words are where those of the times are. */
function isOf(text: string, { words }: StoredTimes): boolean {
  const shown = shownWords(text);
  return shown.length === words.length && shown.every(({ from, to }, at) => from === words[at]![0] && to === words[at]![1]);
}

/**
 * The times of a stored line; null for one that was stored before lines had times. `asked` is the text that its voice was asked to say, which it
 * may have said in plainer spelling. Null also when the line is of another text.
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
