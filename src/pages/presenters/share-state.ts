import type { ReadState } from '../view.js';
import type { PerformanceRow } from '../../domain/artifacts/performance/performance-store.js';

/** A wait whose end is this long past has nobody left who waits: pressing play gives the read again. */
const OVERDUE_MS = 60_000;
const MAX_BLURB_CHARS = 320;

/**
 * Whether a visitor of a share link without a recording may press play. A read that nobody has heard yet, or that is being
 * performed, is ready; one that a voice service asked to wait shows until when; one that failed waits to be started again.
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

/** The story in a sentence or two: the thesis of its plan, cut at a sentence or else a word. Null when there is none. */
export function blurbOf(thesis: string | null): string | null {
  const text = thesis?.replace(/\s+/g, ' ').trim() ?? '';
  if (text.length <= MAX_BLURB_CHARS) return text || null;
  const start = text.slice(0, MAX_BLURB_CHARS);
  const sentence = /^.*[.!?…]["'”’)]*(?=\s)/.exec(start)?.[0];
  if (sentence && sentence.length >= MAX_BLURB_CHARS / 3) return sentence;
  return `${start.slice(0, start.lastIndexOf(' ')).replace(/[,;:—–\s]+$/, '')}…`;
}
