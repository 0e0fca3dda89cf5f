import { LIVE_FRAME_BYTES, LIVE_FRAME_MS, liveByteAt } from '../../../craft/audio/live-encoder.js';
import type { RoomStage } from '../../../kernel/contract/live.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../../craft/screenplay/model.js';
import type { PerformanceRow, PerformedLine } from './performance-store.js';

/** A run of entries of a screenplay, both ends included. */
export interface EntryRange { firstEntry: number; lastEntry: number }

export const isIn = (part: EntryRange, index: number): boolean => index >= part.firstEntry && index <= part.lastEntry;

export const isSameRange = (one: EntryRange, other: EntryRange): boolean => one.firstEntry === other.firstEntry && one.lastEntry === other.lastEntry;

const isSpoken = (screenplay: Screenplay, entry: ScreenplayEntry): boolean =>
  speakerOf(entry, screenplay.narrationPolicy) !== null && (entry.ttsText ?? entry.text).trim() !== '';

/** How many entries of a part are spoken. */
export function spokenIn(screenplay: Screenplay, part: EntryRange): number {
  return screenplay.entries.filter((entry) => isIn(part, entry.index) && isSpoken(screenplay, entry)).length;
}

/** The performed lines of a read, or of a part of it, and their bytes in the live stream. */
export interface PerformedPart {
  /** The lines with times relative to the part: its first line begins at 0. */
  lines: readonly PerformedLine[];
  /** First byte of the part in the whole stream, at the start of a frame; null before its first line is performed. */
  startByte: number | null;
  /** First byte after the part, at the end of a frame; null until all bytes before it are stored. */
  endByte: number | null;
  /** First byte that may not be sent yet, because it may belong to a line outside the part. */
  reachByte: number;
  /** Null until the part is complete. */
  durationMs: number | null;
}

/** Number of stored bytes of the stream. */
export function publishedBytes(lines: readonly PerformedLine[]): number {
  const last = lines.at(-1);
  return last ? last.byteStart + last.byteSize : 0;
}

/**
 * The performed lines within these entries (null: all). The part begins with the first frame of its first line and ends where the next line begins, or with
 * the performance. It therefore includes the pause after its last line and no frame of another line.
 */
export function performedPart(part: EntryRange | null, row: PerformanceRow | null, lines: readonly PerformedLine[]): PerformedPart {
  const wholeBytes = row?.status === 'complete' ? row.byteSize : null;
  if (!part) {
    const durationMs = wholeBytes === null ? null : row!.durationMs ?? 0;
    return { lines, startByte: 0, endByte: wholeBytes, reachByte: Number.POSITIVE_INFINITY, durationMs };
  }
  const own = lines.filter(({ entryIndex }) => isIn(part, entryIndex));
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return { lines: [], startByte: null, endByte: null, reachByte: 0, durationMs: null };
  const next = lines.find(({ entryIndex }) => entryIndex > part.lastEntry);
  const startByte = liveByteAt(first.startMs);
  const nextByte = next ? liveByteAt(next.startMs) : Number.POSITIVE_INFINITY;
  const endByte = nextByte <= publishedBytes(lines) ? nextByte : wholeBytes;
  return {
    lines: own.map((line) => ({ ...line, startMs: line.startMs - first.startMs, endMs: line.endMs - first.startMs })),
    startByte, endByte, reachByte: endByte ?? liveByteAt(last.endMs),
    durationMs: endByte === null ? null : ((endByte - startByte) / LIVE_FRAME_BYTES) * LIVE_FRAME_MS,
  };
}

/** The stage of a part's performance; a part can be complete before the whole is. */
export function stageOf(row: PerformanceRow | null, part: PerformedPart): RoomStage {
  if (part.durationMs !== null) return 'complete';
  if (!row || row.status === 'queued') return 'opening';
  if (row.status === 'performing') return part.lines.length === 0 ? 'opening' : 'performing';
  return row.status;
}
