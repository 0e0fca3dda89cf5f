import { createHash } from 'node:crypto';
import { PACKET_SAMPLES, SOUND_RATE } from '../film/film.js';
import { creditLater, heardTogether, type Timeline, type TimelineEntry } from './timeline.js';

/** The shortest time that is a whole number of milliseconds and of AAC packets: three packets. */
export const WHOLE_PACKETS_MS = (3 * PACKET_SAMPLES * 1_000) / SOUND_RATE;
/** The range of a part's length. A part is shorter only at the end or before a long line, and longer only when it is a single line. */
const MIN_PART_MS = 12_000;
const MAX_PART_MS = 45_000;

const whole = (ms: number): number => Math.ceil(ms / WHOLE_PACKETS_MS) * WHOLE_PACKETS_MS;

/**
 * The timeline of a film: the silence before the first line and after each line grows by less than `WHOLE_PACKETS_MS`, so that every line with its silence is
 * a whole number of packets; lines that are heard at the same time count as one. Any run of consecutive lines can then be encoded separately, and a longer line
 * leaves the others unchanged.
 */
export function packetTimeline({ leadInMs, entries, opening, closing }: Timeline): Timeline {
  const padded: TimelineEntry[] = [];
  let clock = whole(leadInMs);
  for (const run of heardTogether(entries)) {
    const laterMs = clock - run[0]!.startMs;
    const spokenMs = Math.max(...run.map(({ endMs }) => endMs)) - run[0]!.startMs;
    const silenceAfterMs = whole(spokenMs + run.at(-1)!.silenceAfterMs) - spokenMs;
    padded.push(...run.map((entry) => ({ ...entry, startMs: entry.startMs + laterMs, endMs: entry.endMs + laterMs })));
    padded[padded.length - 1]!.silenceAfterMs = silenceAfterMs;
    clock += spokenMs + silenceAfterMs;
  }
  const later = (padded.at(-1)?.endMs ?? 0) - (entries.at(-1)?.endMs ?? 0);
  return {
    leadInMs: whole(leadInMs), entries: padded, durationMs: clock, ...(opening ? { opening } : {}),
    ...(closing ? { closing: creditLater(closing, later) } : {}),
  };
}

/** Lines that are not parted: one line, or those that are heard at the same time. */
interface Unit { sceneIndex: number; key: string; startMs: number; lengthMs: number }

const unitOf = (run: readonly TimelineEntry[]): Unit => {
  const [first, last] = [run[0]!, run.at(-1)!];
  return {
    sceneIndex: last.sceneIndex, key: last.key, startMs: first.startMs,
    lengthMs: Math.max(...run.map(({ endMs }) => endMs)) - first.startMs + last.silenceAfterMs,
  };
};

/** A rank of lines that depends on their sound alone. */
const weightOf = ({ key }: Unit): number => createHash('sha256').update(key).digest().readUInt32BE(0);

/** The index of the last line of a part whose first line is `first` and begins `beforeMs` after the start of the part. */
function lastOf(units: readonly Unit[], first: number, beforeMs: number): number {
  let best = -1;
  let lengthMs = beforeMs;
  for (let at = first; at < units.length; at++) {
    lengthMs += units[at]!.lengthMs;
    if (lengthMs > MAX_PART_MS) return best < 0 ? Math.max(first, at - 1) : best;
    if (at === units.length - 1) return at;
    if (lengthMs < MIN_PART_MS) continue;
    if (units[at + 1]!.sceneIndex !== units[at]!.sceneIndex) return at;
    if (best < 0 || weightOf(units[at]!) < weightOf(units[best]!)) best = at;
  }
  return units.length - 1;
}

/**
 * Cuts a packet timeline into parts that are encoded separately. Each part is a whole number of packets and ends in the silence before a line, at the end of
 * a scene when the part is long enough by then. Otherwise the sound of the lines, not their time, decides about the end, so that after an edit the parts soon
 * end with the same lines as before. Returns lengths in samples at `sampleRate`.
 */
export function soundParts({ leadInMs, durationMs, ...timeline }: Timeline, sampleRate: number): number[] {
  const units = heardTogether(timeline.entries).map(unitOf);
  const parts: number[] = [];
  for (let [first, fromMs] = [0, 0]; first < units.length;) {
    const last = lastOf(units, first, first === 0 ? leadInMs : 0);
    const untilMs = units[last + 1]?.startMs ?? durationMs;
    parts.push(((untilMs - fromMs) * sampleRate) / 1_000);
    [first, fromMs] = [last + 1, untilMs];
  }
  return parts.length > 0 || durationMs === 0 ? parts : [(durationMs * sampleRate) / 1_000];
}
