import type { Screenplay } from '../../../craft/screenplay/model.js';
import { speakerOf } from '../../../craft/screenplay/model.js';
import { MAX_CLIP_MS, MIN_CLIP_MS } from '../../../craft/video/clip-format.js';
import type { PerformedLine } from '../performance/performance-store.js';
import { personKey } from '../pictures/chosen-pictures.js';

/** A line of one person as it was performed. */
export interface SpokenLine { entryIndex: number; text: string; said: string; lineKey: string; durationMs: number }

/** Air before and after the line, at least. */
const BEFORE_MS = 320;
const AFTER_MS = 680;
/** The longest silence of a portrait before it speaks. */
const MOST_BEFORE_MS = 900;

/** The longest line that a clip has room for. */
export const MAX_LINE_MS = MAX_CLIP_MS - BEFORE_MS - AFTER_MS;

/** How long a portrait waits before a line and after it, in milliseconds: a short line gets more air. */
export function airAround(durationMs: number): { beforeMs: number; afterMs: number } {
  const missing = Math.max(0, MIN_CLIP_MS - durationMs - BEFORE_MS - AFTER_MS);
  const beforeMs = Math.min(MOST_BEFORE_MS, Math.round(BEFORE_MS + missing / 3));
  return { beforeMs, afterMs: Math.max(AFTER_MS, MIN_CLIP_MS - durationMs - beforeMs) };
}

const wordsIn = (text: string): string[] => text.normalize('NFKC').toLowerCase().replace(/[’]/g, "'").match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];

/** The lines of a person that a portrait can speak, in their order. */
export function linesOf(screenplay: Screenplay, performed: readonly PerformedLine[], person: string): SpokenLine[] {
  const cues = new Set(screenplay.cast.filter((member) => personKey(member) === person).map(({ character }) => character));
  const lines = new Map(performed.map((line) => [line.entryIndex, line]));
  return screenplay.entries.flatMap((entry): SpokenLine[] => {
    const line = lines.get(entry.index);
    const speaker = speakerOf(entry, screenplay.narrationPolicy);
    if (!line || speaker === null || !cues.has(speaker)) return [];
    const durationMs = line.endMs - line.startMs;
    if (durationMs > MAX_LINE_MS) return [];
    return [{ entryIndex: entry.index, text: entry.text, said: (entry.ttsText ?? entry.text).trim(), lineKey: line.lineKey, durationMs }];
  });
}

const longest = (lines: readonly SpokenLine[]): SpokenLine | null =>
  lines.reduce<SpokenLine | null>((best, line) => (best && best.durationMs >= line.durationMs ? best : line), null);

/** The line that has all of the words, the longest of several; without words the longest of all. Null for none. */
export function lineWith(lines: readonly SpokenLine[], words: string | null): SpokenLine | null {
  const wanted = wordsIn(words ?? '');
  return longest(lines.filter(({ text }) => {
    const own = new Set(wordsIn(text));
    return wanted.every((word) => own.has(word));
  }));
}
