import { LIVE_FRAME_BYTES, LIVE_FRAME_MS, liveByteAt } from '../../../audio/live-encoder.js';
import type { RoomStage } from '../../../contract/live.js';
import { speakerOf, type Screenplay, type ScreenplayEntry } from '../../../screenplay/model.js';
import type { PerformanceRow, PerformedLine } from './performance-store.js';

/** A run of entries of a screenplay, both ends included. */
export interface EntryRange { firstEntry: number; lastEntry: number }

export const isIn = (part: EntryRange, index: number): boolean => index >= part.firstEntry && index <= part.lastEntry;

const isSpoken = (screenplay: Screenplay, entry: ScreenplayEntry): boolean =>
  speakerOf(entry, screenplay.narrationPolicy) !== null && (entry.ttsText ?? entry.text).trim() !== '';

/** How many lines of a part are heard. */
export function spokenIn(screenplay: Screenplay, part: EntryRange): number {
  return screenplay.entries.filter((entry) => isIn(part, entry.index) && isSpoken(screenplay, entry)).length;
}

/** What has been performed of a read, or of a part of it. */
export interface PerformedPart {
  /** The lines on the part's own clock: its first line begins at 0. */
  lines: readonly PerformedLine[];
  /** Where the part begins in the stream of the whole, always at a frame; null before its first line is performed. */
  startByte: number | null;
  /** The first byte after it, always at a frame's end; null until all before it is stored. */
  endByte: number | null;
  /** The first byte that may not be given yet: what is encoded beyond it may be of a line that is not the part's. */
  reachByte: number;
  /** Null while it is not all there. */
  durationMs: number | null;
}

/** How much of the stream is stored. */
export function publishedBytes(lines: readonly PerformedLine[]): number {
  const last = lines.at(-1);
  return last ? last.byteStart + last.byteSize : 0;
}

/**
 * The part of a performance that lies in these entries (null: all of it). It begins with the frame of its first line and ends where
 * the line after it begins, or with the performance, so it keeps the pause after its last line and holds no frame of another line.
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

/** Where the performance of a part stands; it is complete before the whole is. */
export function stageOf(row: PerformanceRow | null, part: PerformedPart): RoomStage {
  if (part.durationMs !== null) return 'complete';
  if (!row || row.status === 'queued') return 'opening';
  if (row.status === 'performing') return part.lines.length === 0 ? 'opening' : 'performing';
  return row.status;
}
