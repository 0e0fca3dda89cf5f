import { createHash } from 'node:crypto';
import { PACKET_SAMPLES, SOUND_RATE } from '../film/film.js';
import { creditLater, type Timeline, type TimelineEntry } from './timeline.js';

/** The shortest time that is whole in milliseconds and in AAC packets: three packets. */
export const WHOLE_PACKETS_MS = (3 * PACKET_SAMPLES * 1_000) / SOUND_RATE;
/** A part of a programme lasts so long, unless a scene is shorter or one line is longer. */
const MIN_PART_MS = 12_000;
const MAX_PART_MS = 45_000;

const whole = (ms: number): number => Math.ceil(ms / WHOLE_PACKETS_MS) * WHOLE_PACKETS_MS;

/**
 * The timeline of a film: the silence after each line, and before the first, grows by less than `WHOLE_PACKETS_MS`, so that the line and its silence
 * are whole packets. Any lines that follow each other can be encoded for themselves, and a line that becomes longer leaves all others as they are.
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

/** Orders lines by their sound alone. */
const weightOf = ({ key }: TimelineEntry): number => createHash('sha256').update(key).digest().readUInt32BE(0);

/** The last line of the part that begins with line `first`, which begins `beforeMs` after the part. */
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
 * Cuts a packet timeline into parts that are encoded for themselves, each a whole number of packets that ends in the silence before a line: with a
 * scene where that is not too short. Otherwise the sound of the lines decides, not their time: after an edit the parts soon end with the same lines as
 * before. Lengths in samples at `sampleRate`.
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
