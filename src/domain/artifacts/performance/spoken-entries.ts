import type { ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { getWordsOfLines, type SpokenText } from './performed-words.js';
import { findPerformance, listPerformedLines } from './performance-store.js';

/** When an entry and its words are heard, in milliseconds of the recording. */
export interface SpokenEntry { startMs: number; endMs: number; estimated: boolean; words: { text: string; startMs: number; endMs: number }[] }

type Shown = SpokenText & Pick<ScreenplayEntry, 'index'>;

/** Entries of a read with their times; `spoken` is null for one that is not performed. */
export async function withTimes<Entry extends Shown>(
  { db, store }: Pick<Services, 'db' | 'store'>, { id, revision: { revision } }: { id: string; revision: { revision: number } }, entries: readonly Entry[],
): Promise<(Entry & { spoken: SpokenEntry | null })[]> {
  const performance = await findPerformance(db, id, revision);
  const shown = new Set(entries.map(({ index }) => index));
  const performed = (await listPerformedLines(db, id, revision)).filter(({ entryIndex }) => shown.has(entryIndex));
  const lines = new Map(performed.map((line) => [line.entryIndex, line]));
  const words = await getWordsOfLines(store, { artifactId: id, revision, complete: performance?.status === 'complete' }, entries, performed);
  return entries.map((entry) => {
    const line = lines.get(entry.index);
    if (!line) return { ...entry, spoken: null };
    const { startMs, endMs } = line;
    const said = words.get(entry.index);
    return {
      ...entry,
      spoken: {
        startMs, endMs, estimated: said?.estimated ?? false,
        words: (said?.words ?? []).map((word) => ({
          text: entry.text.slice(word.from, word.to), startMs: startMs + word.startMs, endMs: startMs + word.endMs,
        })),
      },
    };
  });
}
