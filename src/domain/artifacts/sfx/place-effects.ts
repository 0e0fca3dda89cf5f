import type { TimelineEntry } from '../../../craft/audio/timeline.js';
import type { SfxCue } from './sfx-lane.js';

/** Where an effect is heard, in milliseconds of the programme; `endMs` is exclusive. */
export interface PlacedEffect { cue: SfxCue; startMs: number; endMs: number }

type PlayedLine = Pick<TimelineEntry, 'entryIndex' | 'startMs' | 'endMs'>;

/** Silence between a line and an effect. */
const CLEAR_MS = 60;
/** The part of an effect by which it is known, and which is kept out of speech where the pause has room for it. */
const HEAD_MS = 900;
/** How far an effect goes on under a line, which is longer than a tail lasts. */
const MOST_UNDER_SPEECH_MS = 2_500;
/** Before the end of a line, where an effect under it begins. */
const UNDER_END_MS = 500;
/** Two effects at the same place follow each other at this distance. */
const APART_MS = 450;

/** The line an effect belongs to, and from which of its ends; what is not spoken lies after the line before it. */
function lineOf({ entryIndex, anchor }: SfxCue, lines: readonly PlayedLine[]): { at: number; anchor: SfxCue['anchor'] } {
  const own = lines.findIndex((line) => line.entryIndex === entryIndex);
  if (own >= 0) return { at: own, anchor };
  const before = lines.findLastIndex((line) => line.entryIndex < entryIndex!);
  return before >= 0 ? { at: before, anchor: 'after' } : { at: 0, anchor: 'before' };
}

function startOf(cue: SfxCue, lines: readonly PlayedLine[], soundMs: number): number {
  const { at, anchor } = lineOf(cue, lines);
  const { startMs, endMs } = lines[at]!;
  if (anchor === 'after') return endMs + CLEAR_MS;
  if (anchor === 'under') return Math.max(startMs, endMs - UNDER_END_MS);
  return Math.max((lines[at - 1]?.endMs ?? -CLEAR_MS) + CLEAR_MS, startMs - Math.min(HEAD_MS, soundMs));
}

/**
 * When each effect is heard: in the pause before its line, under the end of the line or in the pause after it, moved by its offset. An
 * effect that is longer than its pause goes on under the next line, for two and a half seconds at most. Muted ones are left out. `secondsOf`
 * is the length of a sound. By their starts.
 */
export function placeEffects(
  cues: readonly SfxCue[], lines: readonly PlayedLine[], durationMs: number, secondsOf: (soundId: string) => number,
): PlacedEffect[] {
  if (lines.length === 0) return [];
  const placed: PlacedEffect[] = [];
  for (const cue of cues.filter(({ muted }) => !muted)) {
    const soundMs = Math.round(secondsOf(cue.assetId) * 1_000);
    let startMs = Math.max(0, startOf(cue, lines, soundMs));
    // Those that somebody moved lie where they were put.
    if (cue.offsetMs === 0) while (placed.some((other) => Math.abs(other.startMs - startMs) < APART_MS)) startMs += APART_MS;
    startMs = Math.max(0, Math.min(startMs + cue.offsetMs, durationMs - 1));
    const next = lines.find((line) => line.startMs > startMs)?.startMs ?? durationMs;
    placed.push({ cue, startMs, endMs: Math.min(startMs + soundMs, next + MOST_UNDER_SPEECH_MS, durationMs) });
  }
  return placed.sort((one, other) => one.startMs - other.startMs);
}
