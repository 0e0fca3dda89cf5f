import pLimit from 'p-limit';
import type { Timeline } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { spread, type LineTimes } from '../../../craft/speech/times/line-times.js';
import { findTimes } from '../../../craft/speech/times/stored-times.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';

/** How many lines have their objects loaded at once. */
const READS = 8;

/**
 * The times of words and sounds in performed lines, by entry index. In a line without stored times of its text, the words are spread over the line in
 * proportion to their length.
 */
export async function timesOfLines(store: ObjectStore, { entries }: Screenplay, timeline: Timeline): Promise<ReadonlyMap<number, LineTimes>> {
  const reading = pLimit(READS);
  return new Map(await Promise.all(timeline.entries.map(({ entryIndex, key, startMs, endMs }) => reading(async (): Promise<[number, LineTimes]> => {
    const { text, ttsText } = entries[entryIndex]!;
    const asked = (ttsText ?? text).trim();
    return [entryIndex, await findTimes(store, key, asked) ?? { text: asked, words: spread(asked, endMs - startMs), estimated: true }];
  }))));
}
