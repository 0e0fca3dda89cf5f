import type { TimelineEntry } from '../../../craft/audio/timeline.js';
import type { CueGround } from '../../../kernel/families/cues/lane.js';
import { holdingCue } from '../../../kernel/families/cues/verbs.js';
import type { MusicCue } from './music-lane.js';

/** Where a cue is heard, in milliseconds of the programme; `endMs` is exclusive. */
export interface PlacedCue { cue: MusicCue; startMs: number; endMs: number }

type PlayedLine = Pick<TimelineEntry, 'entryIndex' | 'startMs'>;

/**
 * The spans of a programme's cues: each line belongs to the innermost cue that holds there, and a span lasts from its first line to the
 * next line that belongs to another cue, or to the end. The first one begins with the programme. Muted cues and lines without one are
 * silent.
 */
export function placeMusic(cues: readonly MusicCue[], ground: CueGround, lines: readonly PlayedLine[], durationMs: number): PlacedCue[] {
  const placed: { cue: MusicCue | null; startMs: number }[] = [];
  for (const { entryIndex, startMs } of lines) {
    const holding = holdingCue(cues, { scope: 'entry', sceneIndex: null, entryIndex }, ground);
    const cue = holding?.muted ? null : holding;
    if (placed.length > 0 && placed.at(-1)!.cue === cue) continue;
    placed.push({ cue, startMs: placed.length === 0 ? 0 : startMs });
  }
  return placed.flatMap(({ cue, startMs }, index) =>
    (cue ? [{ cue, startMs, endMs: placed[index + 1]?.startMs ?? durationMs }] : []));
}
