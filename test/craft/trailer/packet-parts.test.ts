import { describe, expect, it } from '@jest/globals';
import { packetParts } from '../../../src/craft/trailer/sound/packet-parts.js';

const PACKET_MS = 64 / 3;
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const boundsOf = (parts: readonly number[]): number[] => parts.map((_, at) => total(parts.slice(0, at)) / 48);

describe('parts of the sound of a trailer', () => {
  it('are whole packets for each beat, and beats begin within half a packet of their time, however many there are', () => {
    const beats = Array.from({ length: 97 }, (_, at) => 611.7 + (at % 7) * 203.3);
    const { startsMs, durationMs, parts } = packetParts(beats);
    expect(parts).toHaveLength(97);
    expect(parts.every((samples) => samples > 0 && samples % 1_024 === 0)).toBe(true);
    expect(total(parts) / 48).toBeCloseTo(durationMs, 6);
    expect(Math.abs(durationMs - total(beats))).toBeLessThanOrEqual(PACKET_MS / 2 + 1e-6);
    startsMs.forEach((start, at) => expect(Math.abs(start - total(beats.slice(0, at)))).toBeLessThanOrEqual(PACKET_MS / 2 + 1e-6));
    expect(boundsOf(parts).map((ms) => ms.toFixed(3))).toEqual(startsMs.map((ms) => ms.toFixed(3)));
  });

  it('begin between lines where there is room near their beats', () => {
    const lines = [{ startMs: 50, endMs: 1_900 }, { startMs: 2_550, endMs: 3_900 }, { startMs: 4_010, endMs: 5_500 }];
    const { startsMs, parts } = packetParts([2_000, 2_000, 2_000], lines);
    const [, second, third] = boundsOf(parts);
    expect([second! >= 2_280, second! <= 2_330]).toEqual([true, true]);
    // Where two lines leave too little room, the part begins where it cuts off least of both, so that it is never long within a word of either.
    expect(Math.abs(third! - startsMs[2]!)).toBeLessThanOrEqual(16 * PACKET_MS);
    expect(startsMs.map(Math.round)).toEqual([0, 2_005, 4_011]);
  });

  it('are never empty, and refuse beats without room', () => {
    const { parts } = packetParts([50, 50, 50, 50], [{ startMs: 0, endMs: 200 }]);
    expect([parts.length, parts.every((samples) => samples >= 1_024)]).toEqual([4, true]);
    for (const beats of [[], [10], [1_000, Number.NaN]]) expect(() => packetParts(beats)).toThrow(RangeError);
  });
});
