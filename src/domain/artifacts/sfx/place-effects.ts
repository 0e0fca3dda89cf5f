import { heardTogether, type TimelineEntry } from '../../../craft/audio/timeline.js';
import type { SfxCue } from './sfx-lane.js';

/** Where an effect is heard, in milliseconds of the programme; `endMs` is exclusive. */
export interface PlacedEffect { cue: SfxCue; startMs: number; endMs: number }

type PlayedLine = Pick<TimelineEntry, 'entryIndex' | 'startMs' | 'endMs'>;

/** Silence between a line and an effect. */
const CLEAR_MS = 60;
/** The beginning of an effect, by which one recognises it. It is kept clear of speech when the pause has room for it. */
const HEAD_MS = 900;
/** How long an effect may continue under a line; this is longer than a usual tail. */
const MOST_UNDER_SPEECH_MS = 2_500;
/** How long before the end of its line an effect under the line begins. */
const UNDER_END_MS = 500;
/** Two effects at the same place follow each other at this distance. */
const APART_MS = 450;

/** The line to which an effect belongs, and its anchor there. An effect at an entry that is not spoken comes after the line before it. */
function lineOf({ entryIndex, anchor }: SfxCue, lines: readonly PlayedLine[]): { at: number; anchor: SfxCue['anchor'] } {
  const own = lines.findIndex((line) => line.entryIndex === entryIndex);
  if (own >= 0) return { at: own, anchor };
  const before = lines.findLastIndex((line) => line.entryIndex < entryIndex!);
  return before >= 0 ? { at: before, anchor: 'after' } : { at: 0, anchor: 'before' };
}

/** When an effect begins. The pauses around a line that is heard together with others are those around all of them. */
function startOf(cue: SfxCue, lines: readonly PlayedLine[], soundMs: number): number {
  const { at, anchor } = lineOf(cue, lines);
  const { startMs, endMs } = lines[at]!;
  if (anchor === 'under') return Math.max(startMs, endMs - UNDER_END_MS);
  const runs = heardTogether(lines);
  const own = runs.findIndex((run) => run.includes(lines[at]!));
  const quietMs = (run: readonly PlayedLine[]): number => Math.max(...run.map((line) => line.endMs));
  if (anchor === 'after') return quietMs(runs[own]!) + CLEAR_MS;
  return Math.max(own === 0 ? 0 : quietMs(runs[own - 1]!) + CLEAR_MS, runs[own]![0]!.startMs - Math.min(HEAD_MS, soundMs));
}

/**
 * When each effect plays: in the pause before its line, under the end of the line or in the pause after it, moved by its offset. An effect longer than its
 * pause continues under the next line for at most two and a half seconds. Muted effects are left out. `secondsOf` gives the length of a sound. Sorted by
 * start.
 */
export function placeEffects(
  cues: readonly SfxCue[], lines: readonly PlayedLine[], durationMs: number, secondsOf: (soundId: string) => number,
): PlacedEffect[] {
  if (lines.length === 0) return [];
  const placed: PlacedEffect[] = [];
  for (const cue of cues.filter(({ muted }) => !muted)) {
    const soundMs = Math.round(secondsOf(cue.assetId) * 1_000);
    let startMs = Math.max(0, startOf(cue, lines, soundMs));
    // Effects that a person has moved stay where they were put.
    if (cue.offsetMs === 0) while (placed.some((other) => Math.abs(other.startMs - startMs) < APART_MS)) startMs += APART_MS;
    startMs = Math.max(0, Math.min(startMs + cue.offsetMs, durationMs - 1));
    const next = lines.find((line) => line.startMs > startMs)?.startMs ?? durationMs;
    placed.push({ cue, startMs, endMs: Math.min(startMs + soundMs, next + MOST_UNDER_SPEECH_MS, durationMs) });
  }
  return placed.sort((one, other) => one.startMs - other.startMs);
}
