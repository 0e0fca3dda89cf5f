import { PACKET_SAMPLES, SOUND_RATE } from '../../film/film.js';

/** The beats of a trailer on whole packets of sound. */
export interface PacketParts {
  /** When each beat begins; less than 11 ms from its intended start. */
  startsMs: readonly number[];
  /** The duration of the whole trailer, in whole packets. */
  durationMs: number;
  /** Lengths of the separately encoded parts, in samples at 48 kHz, one for each beat. */
  parts: readonly number[];
}

const PACKET_MS = (PACKET_SAMPLES * 1_000) / SOUND_RATE;
/** A part begins at most this many packets from its beat, when that keeps it clear of a line. */
const FARTHEST = 16;
/** How far around a line the sound depends on it: the music ducks there, and a part is encoded together with neighbouring packets. */
const BEFORE_LINE_MS = 220;
const AFTER_LINE_MS = 380;

/** How many milliseconds of the lines and of the sound around them a boundary at `ms` would cut off. */
const cuts = (ms: number, lines: readonly { startMs: number; endMs: number }[]): number =>
  lines.reduce((sum, { startMs, endMs }) => sum + Math.max(0, Math.min(ms - (startMs - BEFORE_LINE_MS), endMs + AFTER_LINE_MS - ms)), 0);

/** The packet near a beat at which its part begins: between lines when there is room, otherwise where the least is cut off. */
function boundary(beat: number, least: number, most: number, lines: readonly { startMs: number; endMs: number }[]): number {
  let [best, cost] = [Math.min(most, Math.max(least, beat)), Infinity];
  for (let distance = 0; distance <= FARTHEST; distance++) {
    for (const packet of [beat - distance, beat + distance]) {
      if (packet < least || packet > most) continue;
      const own = cuts(packet * PACKET_MS, lines);
      if (own < cost) [best, cost] = [packet, own];
    }
  }
  return best;
}

/**
 * Aligns beats to whole packets; `beatsMs` are their lengths. Every beat has its own part of the sound, so that editing a line without changing its length
 * encodes no other part. A part may begin a little before or after its beat, in the pause between two of `lines`. Throws `RangeError` for no beats, and for
 * beats shorter than two packets.
 */
export function packetParts(beatsMs: readonly number[], lines: readonly { startMs: number; endMs: number }[] = []): PacketParts {
  if (beatsMs.length === 0 || !beatsMs.every((ms) => ms >= 2 * PACKET_MS && Number.isFinite(ms))) {
    throw new RangeError(`beats of a trailer last two packets and more, not ${beatsMs.join(', ')} ms`);
  }
  const ends: number[] = [];
  let sum = 0;
  for (const ms of beatsMs) ends.push(Math.round((sum += ms) / PACKET_MS));
  const [starts, total] = [[0, ...ends.slice(0, -1)], ends.at(-1)!];
  const bounds = [0];
  for (let beat = 1; beat < starts.length; beat++) bounds.push(boundary(starts[beat]!, bounds[beat - 1]! + 1, total - (starts.length - beat), lines));
  const parts = bounds.map((from, beat) => ((bounds[beat + 1] ?? total) - from) * PACKET_SAMPLES);
  return { startsMs: starts.map((packets) => packets * PACKET_MS), durationMs: total * PACKET_MS, parts };
}
