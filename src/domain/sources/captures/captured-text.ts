import type { MeasuredCapture } from './capture-media.js';
import type { CaptureKind } from './capture-store.js';

const NOT_READ = 'What can be seen and heard in it was not read: this installation recognises neither writing in pictures nor speech in recordings.';

/** The text of the source that a capture becomes: everything that is known about the capture, and a statement of what was not read. */
export function capturedText({ kind, label }: { kind: CaptureKind; label: string | null }, measured: MeasuredCapture): string {
  const { width, height, durationMs, words, format, frames } = measured;
  const what = kind === 'image' ? 'A picture' : `A screen recording of ${Math.max(1, Math.round((durationMs ?? 0) / 1_000))} seconds`;
  return [
    label ?? (kind === 'image' ? 'Picture' : 'Screen recording'),
    `${what}, ${width} by ${height} pixels (${format}). ${frames.length === 1 ? 'One picture' : `${frames.length} pictures`} of it can be looked at in its capture.`,
    ...words.map((text) => `The file says of itself: ${text}`),
    `${NOT_READ} Attach a text that tells what it shows, so that a story can be made of it.`,
  ].join('\n\n');
}

/** Whether a text is one that `capturedText` made: it tells nothing of a story. */
export const isCapturedText = (text: string): boolean => text.includes(NOT_READ);
