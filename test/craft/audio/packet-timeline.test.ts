import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packetTimeline, soundParts, WHOLE_PACKETS_MS } from '../../../src/craft/audio/packet-timeline.js';
import { planTimeline, type Timeline, type TimelineLine } from '../../../src/craft/audio/timeline.js';
import { PACKET_SAMPLES, SOUND_RATE } from '../../../src/craft/film/film.js';

const anyLines = fc.array(fc.record({
  sceneIndex: fc.nat(4), durationMs: fc.integer({ min: 1, max: 60_000 }), pauseAfterMs: fc.nat(2_000), key: fc.string({ minLength: 4, maxLength: 8 }),
}), { minLength: 1, maxLength: 60 }).map((drawn) => [...drawn].sort((one, other) => one.sceneIndex - other.sceneIndex)
  .map((line, entryIndex): TimelineLine => ({ ...line, entryIndex })));
const isWhole = (ms: number): boolean => Number.isInteger((ms * SOUND_RATE) / 1_000 / PACKET_SAMPLES);

/** Five hundred lines of up to nine seconds; `lengths` replaces the lengths of some. */
const longRead = (scenes: number, lengths: Record<number, number> = {}): Timeline => packetTimeline(planTimeline(Array.from({ length: 500 }, (_, at) => ({
  entryIndex: at, sceneIndex: Math.floor((at * scenes) / 500), key: `lines/${at}-${lengths[at] ?? ''}`, durationMs: lengths[at] ?? 400 + ((at * 7_919) % 8_600), pauseAfterMs: 400,
}))));
/** For each part of a programme, the keys of its lines as one text. */
function linesOfParts(timeline: Timeline): string[] {
  let untilMs = 0;
  let at = 0;
  return soundParts(timeline, 1_000).map((lengthMs) => {
    untilMs += lengthMs;
    const from = at;
    while (at < timeline.entries.length && timeline.entries[at]!.startMs < untilMs) at++;
    return timeline.entries.slice(from, at).map(({ key }) => key).join(' ');
  });
}

describe('the timeline of a film', () => {
  it('keeps the lines and makes each of them, with its silence, whole packets', () => {
    fc.assert(fc.property(anyLines, (lines) => {
      const plain = planTimeline(lines);
      const { leadInMs, entries, durationMs } = packetTimeline(plain);
      expect(isWhole(leadInMs) && leadInMs >= plain.leadInMs && leadInMs < plain.leadInMs + WHOLE_PACKETS_MS).toBe(true);
      let clock = leadInMs;
      for (const [at, { startMs, endMs, silenceAfterMs, key }] of entries.entries()) {
        const before = plain.entries[at]!;
        expect([startMs, endMs - startMs, key]).toEqual([clock, before.endMs - before.startMs, before.key]);
        expect(silenceAfterMs - before.silenceAfterMs).toBeGreaterThanOrEqual(0);
        expect(silenceAfterMs - before.silenceAfterMs).toBeLessThan(WHOLE_PACKETS_MS);
        clock = endMs + silenceAfterMs;
        expect(isWhole(clock)).toBe(true);
      }
      expect(durationMs).toBe(clock);
    }));
  });

  it('is cut into parts of whole packets that end before a line', () => {
    fc.assert(fc.property(anyLines, (lines) => {
      const timeline = packetTimeline(planTimeline(lines));
      for (const rate of [24_000, 48_000]) {
        const parts = soundParts(timeline, rate);
        expect(parts.reduce((sum, samples) => sum + samples, 0)).toBe((timeline.durationMs * rate) / 1_000);
        const starts = new Set([...timeline.entries.map(({ startMs }) => startMs), timeline.durationMs]);
        let clockMs = 0;
        for (const samples of parts) {
          expect(Number.isInteger((samples * (SOUND_RATE / rate)) / PACKET_SAMPLES)).toBe(true);
          clockMs += (samples * 1_000) / rate;
          expect(starts.has(clockMs)).toBe(true);
        }
      }
    }));
  });

  it('has parts of twelve to forty-five seconds, and ends one with each scene', () => {
    const timeline = longRead(6);
    const parts = soundParts(timeline, 1_000);
    expect(Math.max(...parts)).toBeLessThanOrEqual(45_000);
    expect(parts.filter((ms) => ms < 12_000).length).toBeLessThanOrEqual(1);
    const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, ms) => sum + ms, 0));
    const scenes = timeline.entries.filter(({ sceneIndex }, at) => at > 0 && sceneIndex !== timeline.entries[at - 1]!.sceneIndex);
    expect(scenes.filter(({ startMs }) => ends.includes(startMs)).length).toBeGreaterThanOrEqual(scenes.length - 1);
  });

  it.each([3, 120, 250, 411, 499])('changes few parts when line %i becomes longer or shorter, even in one long scene', (edited) => {
    const before = new Set(linesOfParts(longRead(1)));
    for (const durationMs of [90, 5_000, 20_000]) {
      const changed = linesOfParts(longRead(1, { [edited]: durationMs })).filter((lines) => !before.has(lines));
      expect(changed.length).toBeLessThanOrEqual(6);
    }
  });

  it('is one part when nothing is said', () => {
    expect(soundParts(packetTimeline({ leadInMs: 500, entries: [], durationMs: 500 }), 48_000)).toEqual([512 * 48]);
  });
});
