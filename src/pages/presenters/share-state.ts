import type { ReadState } from '../view.js';
import type { PerformanceRow } from '../../domain/artifacts/performance/performance-store.js';

/** A `backoff` state whose wait ended this long ago is stale, because no run is waiting; pressing play starts the read again. */
const OVERDUE_MS = 60_000;
const MAX_BLURB_CHARS = 320;

/**
 * Whether a read without a recording can be played. A read that was never performed, or is being performed, is ready; while a voice
 * service asks to wait, the state has the end of the wait; a failed read can be started again.
 */
export function shareState(
  spokenCount: number, row: Pick<PerformanceRow, 'status' | 'nextAttemptAt' | 'updatedAt'> | null, now: Date,
): ReadState {
  if (spokenCount === 0) return 'empty';
  if (row?.status === 'failed') return 'failed';
  if (row?.status !== 'backoff') return 'ready';
  const dueMs = (row.nextAttemptAt ?? row.updatedAt).getTime();
  return now.getTime() - dueMs > OVERDUE_MS ? 'ready' : 'backoff';
}

/** The given words as a blurb of at most about 320 characters, cut after a sentence, else after a word. Null without words. */
export function blurbOf(words: string | null): string | null {
  const text = words?.replace(/\s+/g, ' ').trim() ?? '';
  if (text.length <= MAX_BLURB_CHARS) return text || null;
  const start = text.slice(0, MAX_BLURB_CHARS);
  const sentence = /^.*[.!?…]["'”’)]*(?=\s)/.exec(start)?.[0];
  if (sentence && sentence.length >= MAX_BLURB_CHARS / 3) return sentence;
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:—–\s]+$/, '')}…`;
}
