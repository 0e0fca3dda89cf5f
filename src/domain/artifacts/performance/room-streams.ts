import type { LiveEvent, RoomStateEvent } from '../../../kernel/contract/live.js';
import { isOver, type PerformanceView } from './performance-feed.js';
import type { PerformedLine } from './performance-store.js';
import { performedPart, publishedBytes, stageOf, type EntryRange, type PerformedPart } from './performed-part.js';

/** The content of a room: a whole performance (`part` null) or the lines of some entries. */
export interface RoomContent { part: EntryRange | null; lineCount: number }

function stateEvent({ row }: PerformanceView, part: PerformedPart, lineCount: number): RoomStateEvent {
  return {
    type: 'state', stage: stageOf(row, part), completedLines: part.lines.length, totalLines: lineCount,
    nextAttemptAt: row?.nextAttemptAt?.toISOString() ?? null,
  };
}

/** The events of a room from the views of its performance; see `PageSource.roomEvents`. `wordsOf` gives the times of the words of a line. */
export async function* roomEvents(
  views: AsyncIterable<PerformanceView>, { part, lineCount }: RoomContent, lastEntryIndex: number | null,
  wordsOf: (line: PerformedLine) => Promise<number[] | null>,
): AsyncGenerator<LiveEvent> {
  let sent = 0;
  let shown = '';
  for await (const view of views) {
    const performed = performedPart(part, view.row, view.lines);
    const state = stateEvent(view, performed, lineCount);
    const mark = JSON.stringify(state);
    if (mark !== shown) yield state;
    shown = mark;
    for (const line of performed.lines.slice(sent)) {
      sent++;
      if (lastEntryIndex !== null && line.entryIndex <= lastEntryIndex) continue;
      const { entryIndex, sceneIndex, character, startMs, endMs } = line;
      const words = await wordsOf(line);
      yield { type: 'line', entryIndex, sceneIndex, character, startMs, endMs, ...(words ? { words } : {}) };
    }
    if (performed.durationMs !== null) {
      yield { type: 'end', durationMs: performed.durationMs };
      return;
    }
    if (isOver(view.row)) return;
  }
}

/** The bytes `[from, to)` of a live stream, from the chunks of its lines. */
export async function* streamBytes(
  lines: readonly PerformedLine[], read: (key: string) => Promise<Uint8Array>, from: number, to: number,
): AsyncGenerator<Uint8Array> {
  for (const { byteStart, byteSize, chunkKey } of lines) {
    const [start, end] = [Math.max(0, from - byteStart), Math.min(byteSize, to - byteStart)];
    if (end > start) yield (await read(chunkKey)).subarray(start, end);
  }
}

/**
 * The sound of a room, from byte `fromByte` of the room. The next chunk is fetched when the consumer has taken the last one. A chunk
 * may contain frames of following lines; those outside the part are not sent.
 */
export async function* roomChunks(
  views: AsyncIterable<PerformanceView>, { part }: RoomContent, read: (key: string) => Promise<Uint8Array>, fromByte: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const { row, lines } of views) {
    const { startByte, endByte, reachByte } = performedPart(part, row, lines);
    if (startByte !== null) {
      at = Math.max(at, startByte + fromByte);
      const to = Math.min(publishedBytes(lines), reachByte);
      yield* streamBytes(lines, read, at, to);
      at = Math.max(at, to);
      if (endByte !== null && at >= endByte) return;
    }
    if (isOver(row)) return;
  }
}
