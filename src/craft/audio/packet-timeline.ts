import { createHash } from 'node:crypto';
import { PACKET_SAMPLES, SOUND_RATE } from '../film/film.js';
import { creditLater, type Timeline, type TimelineEntry } from './timeline.js';

/** The shortest time that is a whole number of milliseconds and of AAC packets: three packets. */
export const WHOLE_PACKETS_MS = (3 * PACKET_SAMPLES * 1_000) / SOUND_RATE;
/** The range of a part's length. A part is shorter only at the end or before a long line, and longer only when it is a single line. */
const MIN_PART_MS = 12_000;
const MAX_PART_MS = 45_000;

const whole = (ms: number): number => Math.ceil(ms / WHOLE_PACKETS_MS) * WHOLE_PACKETS_MS;

/**
 * The timeline of a film: the silence before the first line and after each line grows by less than `WHOLE_PACKETS_MS`, so that every line with its silence is
 * a whole number of packets. Any run of consecutive lines can then be encoded separately, and a longer line leaves the others unchanged.
 */
export function packetTimeline({ leadInMs, entries, opening, closing }: Timeline): Timeline {
  const padded: TimelineEntry[] = [];
  let clock = whole(leadInMs);
  for (const entry of entries) {
    const spokenMs = entry.endMs - entry.startMs;
    const silenceAfterMs = whole(spokenMs + entry.silenceAfterMs) - spokenMs;
    padded.push({ ...entry, startMs: clock, endMs: clock + spokenMs, silenceAfterMs });
    clock += spokenMs + silenceAfterMs;
  }
  const later = (padded.at(-1)?.endMs ?? 0) - (entries.at(-1)?.endMs ?? 0);
  return {
    leadInMs: whole(leadInMs), entries: padded, durationMs: clock, ...(opening ? { opening } : {}),
    ...(closing ? { closing: creditLater(closing, later) } : {}),
  };
}

/** A rank of lines that depends on their sound alone. */
const weightOf = ({ key }: TimelineEntry): number => createHash('sha256').update(key).digest().readUInt32BE(0);

/** The index of the last line of a part whose first line is `first` and begins `beforeMs` after the start of the part. */
function lastOf(entries: readonly TimelineEntry[], first: number, beforeMs: number): number {
  let best = -1;
  let lengthMs = beforeMs;
  for (let at = first; at < entries.length; at++) {
    lengthMs += entries[at]!.endMs - entries[at]!.startMs + entries[at]!.silenceAfterMs;
    if (lengthMs > MAX_PART_MS) return best < 0 ? Math.max(first, at - 1) : best;
    if (at === entries.length - 1) return at;
    if (lengthMs < MIN_PART_MS) continue;
    if (entries[at + 1]!.sceneIndex !== entries[at]!.sceneIndex) return at;
    if (best < 0 || weightOf(entries[at]!) < weightOf(entries[best]!)) best = at;
  }
  return entries.length - 1;
}

/**
 * Cuts a packet timeline into parts that are encoded separately. Each part is a whole number of packets and ends in the silence before a line, at the end of
 * a scene when the part is long enough by then. Otherwise the sound of the lines, not their time, decides about the end, so that after an edit the parts soon
 * end with the same lines as before. Returns lengths in samples at `sampleRate`.
 */
export function soundParts({ leadInMs, entries, durationMs }: Timeline, sampleRate: number): number[] {
  const parts: number[] = [];
  for (let [first, fromMs] = [0, 0]; first < entries.length;) {
    const last = lastOf(entries, first, first === 0 ? leadInMs : 0);
    const untilMs = entries[last + 1]?.startMs ?? durationMs;
    parts.push(((untilMs - fromMs) * sampleRate) / 1_000);
    [first, fromMs] = [last + 1, untilMs];
  }
  return parts.length > 0 || durationMs === 0 ? parts : [(durationMs * sampleRate) / 1_000];
}
