import { quietFrom, type TimelineEntry } from '../../../craft/audio/timeline.js';
import type { CueGround } from '../../../kernel/families/cues/lane.js';
import { holdingCue } from '../../../kernel/families/cues/verbs.js';
import { isMade, type MusicCue } from './music-cue.js';

/** Where a cue is heard, in milliseconds of the programme; `endMs` is exclusive. */
interface CueSpan { cue: MusicCue; startMs: number; endMs: number }

/** `time` is how often the cue played before, from 0. */
export interface PlacedCue extends CueSpan { time: number }

type PlayedLine = Pick<TimelineEntry, 'entryIndex' | 'startMs' | 'endMs'>;

/** The share of a pause after which music changes: an ending piece needs more time to fade than a beginning one needs before the voice. */
const CHANGES_AT = 0.6;
/** A piece made for its passage that would last longer becomes several with rests between them. */
const LONGEST_PIECE_MS = 150_000;
const LONGEST_REST_MS = 9_000;
const LEAST_REST_MS = 4_000;

/** The time before each line at which music may change; before the first line, the beginning of the programme. */
function changesOf(lines: readonly PlayedLine[]): number[] {
  return lines.map(({ startMs }, index) => {
    const pauseMs = index === 0 ? startMs : Math.min(startMs, quietFrom(lines, index - 1));
    return index === 0 ? 0 : Math.round(pauseMs + (startMs - pauseMs) * CHANGES_AT);
  });
}

/** Splits a long span of made music into pieces that begin and end in pauses, with a rest between them. */
function pieces({ cue, startMs, endMs }: CueSpan, changes: readonly number[]): CueSpan[] {
  const count = isMade(cue.clip.assetId) && cue.clip.playMode === 'loop' ? Math.ceil((endMs - startMs) / LONGEST_PIECE_MS) : 1;
  const inside = changes.filter((at) => at > startMs && at < endMs);
  const placed: CueSpan[] = [];
  let from = startMs;
  for (let piece = 1; piece < count; piece++) {
    const wanted = startMs + ((endMs - startMs) * piece) / count;
    const end = inside.filter((at) => at <= wanted && at > from).at(-1);
    const next = end === undefined ? undefined : inside.find((at) => at >= end + LEAST_REST_MS && at <= end + LONGEST_REST_MS);
    // Without a pause near enough, the piece continues.
    if (end === undefined || next === undefined) continue;
    placed.push({ cue, startMs: from, endMs: end });
    from = next;
  }
  return [...placed, { cue, startMs: from, endMs }];
}

/**
 * The spans of a programme's cues: each line belongs to the innermost cue that holds there, and a span lasts from before its first line to
 * before the next line that belongs to another cue, or to the end. Music begins and ends in pauses, never on a word; the first span begins
 * with the programme. Muted cues and lines without one are silent.
 */
export function placeMusic(cues: readonly MusicCue[], ground: CueGround, lines: readonly PlayedLine[], durationMs: number): PlacedCue[] {
  const changes = changesOf(lines);
  const placed: { cue: MusicCue | null; startMs: number }[] = [];
  for (const [index, { entryIndex }] of lines.entries()) {
    const holding = holdingCue(cues, { scope: 'entry', sceneIndex: null, entryIndex }, ground);
    const cue = holding?.muted ? null : holding;
    if (placed.length > 0 && placed.at(-1)!.cue === cue) continue;
    placed.push({ cue, startMs: changes[index]! });
  }
  const heard = new Map<MusicCue, number>();
  return placed.flatMap(({ cue, startMs }, index) => (cue ? pieces({ cue, startMs, endMs: placed[index + 1]?.startMs ?? durationMs }, changes) : []))
    .map((span) => {
      const time = heard.get(span.cue) ?? 0;
      heard.set(span.cue, time + 1);
      return { ...span, time };
    });
}
