import { describe, expect, it } from '@jest/globals';
import { LIVE_FRAME_BYTES, LIVE_FRAME_MS, liveByteAt } from '../../src/craft/audio/live-encoder.js';
import type { PerformanceView } from '../../src/domain/artifacts/performance/performance-feed.js';
import type { PerformanceRow, PerformedLine } from '../../src/domain/artifacts/performance/performance-store.js';
import { performedPart, stageOf, type EntryRange } from '../../src/domain/artifacts/performance/performed-part.js';
import { roomChunks, roomEvents } from '../../src/domain/artifacts/performance/room-streams.js';
import type { LiveEvent } from '../../src/kernel/contract/live.js';

const LINES = 12;

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Reading { lines: PerformedLine[]; stream: Buffer; chunks: Map<string, Buffer> }

/**
 * A performance whose lines came faster than they could be stored: a chunk holds what the encoder had given when its line was
 * stored, which may be frames of lines that are announced later, or less than its own.
 */
function reading(seed: number): Reading {
  const next = numbers(seed);
  const times: { startMs: number; endMs: number }[] = [];
  for (let at = 240; times.length < LINES;) {
    const endMs = at + 200 + Math.floor(next() * 1500);
    times.push({ startMs: at, endMs });
    at = endMs + Math.floor(next() * 900);
  }
  const totalBytes = liveByteAt(times.at(-1)!.endMs + 800);
  // Every four bytes of the stream are different.
  const stream = Buffer.from(Uint32Array.from({ length: totalBytes / 4 }, (_, at) => at).buffer);
  const chunks = new Map<string, Buffer>();
  let published = 0;
  const lines = times.map(({ startMs, endMs }, position): PerformedLine => {
    const given = position === LINES - 1 ? totalBytes : Math.min(totalBytes, liveByteAt(endMs + Math.floor(next() * 4000) - 1500));
    const to = Math.max(published, given);
    const line = {
      position, entryIndex: position * 2 + 1, sceneIndex: Math.floor(position / 4), character: 'MARA', lineKey: `line-${position}`, startMs, endMs,
      chunkKey: `chunk-${position}`, byteStart: published, byteSize: to - published,
    };
    chunks.set(line.chunkKey, stream.subarray(published, to));
    published = to;
    return line;
  });
  return { lines, stream, chunks };
}

const rowOf = ({ lines, stream }: Reading, count: number, status: PerformanceRow['status']): PerformanceRow => ({
  artifactId: 'art_1', revision: 1, status, fence: 1, lineCount: lines.length, performedCount: count,
  durationMs: status === 'complete' ? lines.at(-1)!.endMs + 800 : null, byteSize: stream.length, failureCode: null, failureMessage: null, voicesLufs: null,
  nextAttemptAt: null, completedAt: null, credits: null, updatedAt: new Date(0),
});

/** The performance as a listener follows it: a few more lines each time, and then its end. */
async function* views(of: Reading, seed: number): AsyncGenerator<PerformanceView> {
  const next = numbers(seed);
  for (let count = 0; count < LINES; count = Math.min(LINES, count + 1 + Math.floor(next() * 3))) {
    yield { row: rowOf(of, count, 'performing'), lines: of.lines.slice(0, count) };
  }
  await Promise.resolve();
  yield { row: rowOf(of, LINES, 'performing'), lines: of.lines };
  yield { row: rowOf(of, LINES, 'complete'), lines: of.lines };
}

const CASES = Array.from({ length: 30 }, (_, seed) => {
  const next = numbers(seed + 1000);
  const firstEntry = Math.floor(next() * LINES * 2);
  return [seed, { firstEntry, lastEntry: firstEntry + 1 + Math.floor(next() * 8) }] as const;
});

const spanOf = ({ lines, stream }: Reading, part: EntryRange): [number, number] => {
  const own = lines.filter(({ entryIndex }) => entryIndex >= part.firstEntry && entryIndex <= part.lastEntry);
  const after = lines.find(({ entryIndex }) => entryIndex > part.lastEntry);
  return [liveByteAt(own[0]!.startMs), after ? liveByteAt(after.startMs) : stream.length];
};

describe('a part of a performance', () => {
  it.each(CASES)('%i: gives its own frames and no byte of another line, however the stream was cut', async (seed, part) => {
    const of = reading(seed);
    const [start, end] = spanOf(of, part);
    const given: Buffer[] = [];
    let announced = 0;
    async function* watched(): AsyncGenerator<PerformanceView> {
      for await (const view of views(of, seed)) {
        announced = view.lines.length;
        yield view;
      }
    }
    const read = (key: string): Promise<Buffer> => Promise.resolve(of.chunks.get(key)!);
    for await (const bytes of roomChunks(watched(), { part, lineCount: 1 }, read, 0)) {
      given.push(Buffer.from(bytes));
      // Nothing of a line is given before it is announced.
      const heard = announced < LINES ? liveByteAt(of.lines[announced]!.startMs) : end;
      expect(start + given.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(Math.min(end, heard));
    }
    expect(Buffer.concat(given).equals(of.stream.subarray(start, end))).toBe(true);
    const fromByte = LIVE_FRAME_BYTES * 7;
    const rest: Buffer[] = [];
    for await (const bytes of roomChunks(views(of, seed + 1), { part, lineCount: 1 }, read, fromByte)) rest.push(Buffer.from(bytes));
    expect(Buffer.concat(rest).equals(of.stream.subarray(Math.min(end, start + fromByte), end))).toBe(true);
  });

  it.each(CASES)('%i: announces its own lines, timed from its own beginning, and ends once', async (seed, part) => {
    const of = reading(seed);
    const own = of.lines.filter(({ entryIndex }) => entryIndex >= part.firstEntry && entryIndex <= part.lastEntry);
    const events: LiveEvent[] = [];
    const wordsOf = ({ position }: PerformedLine): Promise<number[] | null> => Promise.resolve(position % 2 === 0 ? [position, position + 1] : null);
    for await (const event of roomEvents(views(of, seed), { part, lineCount: own.length }, null, wordsOf)) events.push(event);
    const told = events.filter((event) => event.type === 'line');
    expect(told.map(({ entryIndex, startMs, endMs }) => [entryIndex, startMs, endMs]))
      .toEqual(own.map(({ entryIndex, startMs, endMs }) => [entryIndex, startMs - own[0]!.startMs, endMs - own[0]!.startMs]));
    expect(told.map(({ words }) => words)).toEqual(own.map(({ position }) => (position % 2 === 0 ? [position, position + 1] : undefined)));
    const [start, end] = spanOf(of, part);
    expect(events.filter(({ type }) => type === 'end')).toEqual([{ type: 'end', durationMs: ((end - start) / LIVE_FRAME_BYTES) * LIVE_FRAME_MS }]);
    expect(events.at(-1)!.type).toBe('end');
  });

  it('is opening before its first line, and complete before the whole performance is', () => {
    const of = reading(3);
    const part = { firstEntry: 5, lastEntry: 8 };
    const stages = Array.from({ length: LINES }, (_, count) => {
      const row = rowOf(of, count, 'performing');
      return stageOf(row, performedPart(part, row, of.lines.slice(0, count)));
    });
    expect(stages.slice(0, 4)).toEqual(['opening', 'opening', 'opening', 'performing']);
    expect(stages.at(-1)).toBe('complete');
    expect(stages.indexOf('complete')).toBeGreaterThan(4);
    const failed = rowOf(of, 11, 'failed');
    expect(stageOf(failed, performedPart(part, failed, of.lines.slice(0, 11)))).toBe('complete');
    expect(stageOf(failed, performedPart({ firstEntry: 20, lastEntry: 30 }, failed, of.lines.slice(0, 11)))).toBe('failed');
  });
});
