import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import NodeID3 from 'node-id3';
import { programmeTag } from '../../src/craft/audio/id3.js';
import { liveByteAt, liveTimeAt, LIVE_FRAME_BYTES } from '../../src/craft/audio/live-encoder.js';
import { parseLoudness } from '../../src/craft/audio/loudness.js';
import { resample } from '../../src/craft/speech/resample.js';
import { timelinePcm } from '../../src/craft/audio/timeline-pcm.js';
import { packetTimeline } from '../../src/craft/audio/packet-timeline.js';
import { entryAt, partOfTimeline, planTimeline, spokenTimes, type Timeline, type TimelineLine } from '../../src/craft/audio/timeline.js';
import { ObjectMissing } from '../../src/kernel/storage/index.js';

const lines: TimelineLine[] = [
  { entryIndex: 1, sceneIndex: 0, key: 'a', durationMs: 1_000, pauseAfterMs: 300 },
  { entryIndex: 4, sceneIndex: 0, key: 'b', durationMs: 2_000, pauseAfterMs: 300 },
  { entryIndex: 5, sceneIndex: 2, key: 'c', durationMs: 500, pauseAfterMs: 300 },
];
const anyLines = fc.array(fc.record({
  sceneIndex: fc.nat(4), durationMs: fc.integer({ min: 1, max: 400 }), pauseAfterMs: fc.nat(200),
}), { maxLength: 12 }).map((drawn) => drawn
  .sort((a, b) => a.sceneIndex - b.sceneIndex)
  .map((line, index): TimelineLine => ({ ...line, entryIndex: index * 2, key: `k${index}` })));

describe('the timeline', () => {
  it('places lines, pauses, scene gaps and the silence around them', () => {
    const timeline = planTimeline(lines, { leadInMs: 240, leadOutMs: 800, sceneGapMs: 1_100 });
    expect(timeline.entries.map(({ startMs, endMs, silenceAfterMs }) => [startMs, endMs, silenceAfterMs])).toEqual([
      [240, 1_240, 300], [1_540, 3_540, 1_100], [4_640, 5_140, 800],
    ]);
    expect(timeline.durationMs).toBe(5_940);
    expect([0, 240, 1_400, 1_540, 99_999].map((at) => entryAt(timeline, at)?.entryIndex ?? null)).toEqual([null, 1, 1, 4, 5]);
  });

  it('refuses lengths that are not whole milliseconds', () => {
    expect(() => planTimeline([{ ...lines[0]!, durationMs: 10.5 }])).toThrow(RangeError);
    expect(() => planTimeline([{ ...lines[0]!, pauseAfterMs: -1 }])).toThrow(RangeError);
  });

  it('adds up, in order and without overlap', () => {
    fc.assert(fc.property(anyLines, (drawn) => {
      const { leadInMs, entries, durationMs } = planTimeline(drawn);
      let clock = leadInMs;
      for (const entry of entries) {
        expect(entry.startMs).toBe(clock);
        clock = entry.endMs + entry.silenceAfterMs;
      }
      expect(durationMs).toBe(clock);
    }));
  });

  it('says credits before the first line and after the last one, and fills only the pause before them', async () => {
    const plain = planTimeline(lines, { leadInMs: 2_000, leadOutMs: 3_000, sceneGapMs: 100 });
    const last = plain.entries.at(-1)!;
    const timeline = {
      ...plain, opening: { key: 'opening', text: 'The Voyage.', startMs: 500, endMs: 1_200 },
      closing: { key: 'closing', text: 'That was The Voyage.', startMs: last.endMs + 1_000, endMs: last.endMs + 2_400 },
    };
    const sounds: Record<string, [ms: number, byte: number]> = { a: [1_000, 1], b: [2_000, 2], c: [500, 3], opening: [700, 4], closing: [1_400, 5] };
    const get = async (key: string): Promise<Buffer> => Buffer.alloc(sounds[key]![0] * 48, sounds[key]![1]);
    const fill = (_after: number, ms: number): Int16Array => new Int16Array(ms * 24).fill(0x0909);
    const heard = async (of: Timeline): Promise<Buffer> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of timelinePcm({ get }, of, undefined, fill)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };
    const whole = await heard(timeline);
    expect(whole.length).toBe(timeline.durationMs * 48);
    const at = (ms: number): number => whole[ms * 48]!;
    expect([0, 499, 500, 1_199, 1_200, 1_999, 2_000].map(at)).toEqual([9, 9, 4, 4, 0, 0, 1]);
    expect([last.endMs, last.endMs + 999, last.endMs + 1_000, last.endMs + 2_399, last.endMs + 2_400].map(at)).toEqual([9, 9, 5, 5, 0]);
    expect(spokenTimes(timeline)).toHaveLength(lines.length + 2);

    // The times of a film differ, but the credits keep their distance from the lines beside them.
    const filmed = packetTimeline(timeline);
    expect(filmed.closing!.startMs - filmed.entries.at(-1)!.endMs).toBe(1_000);
    expect((await heard(filmed)).length).toBe(filmed.durationMs * 48);
    // A part has the closing credits only with the last line.
    expect(partOfTimeline(timeline, { firstEntry: 5, lastEntry: 5 }).timeline.closing!.startMs).toBe(1_500);
    expect(partOfTimeline(timeline, { firstEntry: 1, lastEntry: 4 }).timeline).not.toHaveProperty('closing');
  });

  it('lays a line that begins while another is heard over it, and fills the pause only after both', async () => {
    const entry = (entryIndex: number, startMs: number, endMs: number, silenceAfterMs: number) =>
      ({ entryIndex, sceneIndex: entryIndex < 3 ? 0 : 1, key: `k${entryIndex}`, startMs, endMs, silenceAfterMs });
    const timeline: Timeline = {
      leadInMs: 500, durationMs: 6_000,
      entries: [entry(0, 500, 1_500, 500), entry(1, 2_000, 4_000, 0), entry(2, 2_240, 3_000, 500), entry(3, 4_500, 5_500, 500)],
    };
    const get = async (key: string): Promise<Buffer> => {
      const { startMs, endMs, entryIndex } = timeline.entries.find((each) => each.key === key)!;
      return Buffer.from(new Int16Array((endMs - startMs) * 24).fill(10 ** entryIndex).buffer);
    };
    const filled: [number, number][] = [];
    const heard = async (of: Timeline): Promise<Int16Array> => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of timelinePcm({ get }, of, undefined, (after, ms) => { filled.push([after, ms]); return null; })) chunks.push(chunk);
      const whole = Buffer.concat(chunks);
      return new Int16Array(whole.buffer, whole.byteOffset, whole.byteLength / 2);
    };
    const whole = await heard(timeline);
    expect(whole.length).toBe(6_000 * 24);
    expect([500, 2_000, 2_240, 2_999, 3_000, 3_999, 4_000, 4_500].map((ms) => whole[ms * 24])).toEqual([1, 10, 110, 110, 10, 10, 0, 1_000]);
    expect(filled).toEqual([[-1, 500], [0, 500], [2, 500], [3, 500]]);

    const filmed = packetTimeline(timeline);
    const [, left, right, next] = filmed.entries;
    expect([right!.startMs - left!.startMs, left!.endMs - left!.startMs, right!.endMs - right!.startMs]).toEqual([240, 2_000, 760]);
    expect(next!.startMs).toBeGreaterThanOrEqual(left!.endMs + 500);
    expect((await heard(filmed)).length).toBe(filmed.durationMs * 24);
    expect(partOfTimeline(timeline, { firstEntry: 1, lastEntry: 2 }).timeline.durationMs).toBe(2_500);
  });

  it('gives exactly as many samples as planned', async () => {
    await fc.assert(fc.asyncProperty(anyLines, async (drawn) => {
      const timeline = planTimeline(drawn);
      const stored = new Map(drawn.map((line, index) => [line.key, Buffer.alloc(line.durationMs * 48, index + 1)]));
      const bytes: Uint8Array[] = [];
      for await (const chunk of timelinePcm({ get: async (key) => stored.get(key) as Buffer }, timeline)) bytes.push(chunk);
      const whole = Buffer.concat(bytes);
      expect(whole.length).toBe(timeline.durationMs * 48);
      timeline.entries.forEach((entry, index) => {
        expect(whole[entry.startMs * 48]).toBe(index + 1);
        expect(whole[entry.endMs * 48 - 1]).toBe(index + 1);
        if (entry.silenceAfterMs > 0) expect(whole[entry.endMs * 48]).toBe(0);
      });
    }), { numRuns: 40 });
  });

  it('stops at a line that is missing, of another length, or cancelled', async () => {
    const read = async (get: (key: string) => Promise<Buffer>, signal?: AbortSignal): Promise<number> => {
      let size = 0;
      for await (const chunk of timelinePcm({ get }, planTimeline(lines), signal)) size += chunk.length;
      return size;
    };
    await expect(read(async (key) => { throw new ObjectMissing(key); })).rejects.toThrow(ObjectMissing);
    await expect(read(async () => Buffer.alloc(100))).rejects.toThrow(/48000 were planned/);
    await expect(read(async () => Buffer.alloc(48_000), AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

describe('parts of the audio path', () => {
  it('resamples a tone without changing its pitch, level or length', () => {
    const tone = Float32Array.from({ length: 16_000 }, (_, index) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / 16_000));
    const made = resample(tone, 16_000, 24_000);
    expect(made.length).toBe(24_000);
    const worst = Math.max(...made.subarray(200, 23_800).map((value, index) => (
      Math.abs(value - 0.5 * Math.sin((2 * Math.PI * 440 * (index + 200)) / 24_000))
    )));
    expect(worst).toBeLessThan(0.003);
    expect(resample(tone, 16_000, 8_000).length).toBe(8_000);
  });

  it('removes frequencies that the lower rate cannot hold', () => {
    const high = Float32Array.from({ length: 24_000 }, (_, index) => Math.sin((2 * Math.PI * 9_000 * index) / 24_000));
    expect(Math.max(...resample(high, 24_000, 12_000).subarray(100, 11_900).map(Math.abs))).toBeLessThan(0.01);
  });

  it('converts bytes of the live stream to time and back, on frame borders', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 36_000_000 }), (milliseconds) => {
      const byte = liveByteAt(milliseconds);
      expect(byte % LIVE_FRAME_BYTES).toBe(0);
      const back = liveTimeAt(byte);
      expect(back).toBeLessThanOrEqual(milliseconds);
      expect(milliseconds - back).toBeLessThan(24);
    }));
  });

  it('parses a loudness summary, silence and a missing summary', () => {
    const summary = 'Summary:\n\n  Integrated loudness:\n    I:         -16.2 LUFS\n  True peak:\n    Peak:       -1.9 dBFS\n';
    expect(parseLoudness(`Summary:\n I: -3.0 LUFS\n Peak: 0 dBFS\n${summary}`)).toEqual({ lufs: -16.2, truePeakDb: -1.9 });
    expect(parseLoudness('Summary:\n I: -70.0 LUFS\n Peak: -inf dBFS')).toEqual({ lufs: -70, truePeakDb: -120 });
    expect(() => parseLoudness('no such filter')).toThrow(/summary/);
  });
});

describe('the ID3 tag', () => {
  const chapters = [{ title: 'INT. BARN — NIGHT', startMs: 0, endMs: 4_000 }, { title: '東京\u0000', startMs: 4_000, endMs: 9_000 }];

  it('carries title, artist, chapters in order and the cover', () => {
    const cover = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), contentType: 'image/png' as const };
    const tag = programmeTag({ title: 'Über\n“Lamps”', artist: 'The stage voices', comment: 'Synthetic voices.', chapters, cover });
    const read = NodeID3.read(tag);
    expect(read).toMatchObject({
      title: 'Über “Lamps”', artist: 'The stage voices', comment: { text: 'Synthetic voices.' },
      image: { mime: 'image/png', type: { id: 3 }, imageBuffer: cover.bytes },
      tableOfContents: [{ elementID: 'toc', elements: ['ch0', 'ch1'] }],
    });
    expect(read.chapter).toMatchObject([
      { elementID: 'ch0', startTimeMs: 0, endTimeMs: 4_000, tags: { title: 'INT. BARN — NIGHT' } },
      { elementID: 'ch1', startTimeMs: 4_000, endTimeMs: 9_000, tags: { title: '東京' } },
    ]);
    expect(tag.equals(programmeTag({ title: 'Über\n“Lamps”', artist: 'The stage voices', comment: 'Synthetic voices.', chapters, cover }))).toBe(true);
  });

  it('merges chapters that do not fit one table', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ title: `${index}`, startMs: index * 10, endMs: index * 10 + 10 }));
    const read = NodeID3.read(programmeTag({ title: 't', artist: 'a', chapters: many }));
    expect(read.chapter).toHaveLength(255);
    expect(read.chapter?.at(-1)).toMatchObject({ startTimeMs: 2_540, endTimeMs: 3_000 });
  });
});
