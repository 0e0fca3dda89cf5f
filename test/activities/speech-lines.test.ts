import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ProviderFailure } from '../../src/craft/failures.js';
import { findLineFault } from '../../src/craft/speech/line-check.js';
import {
  keyFor, lineKey, pcmBytes, pcmSamples, speakCached, toWholeMilliseconds,
} from '../../src/craft/speech/line-cache.js';
import type { SpeechEngine, SpeechRequest, SpokenPcm } from '../../src/craft/speech/port.js';
import { createSpeech } from '../../src/craft/speech/router.js';
import { createStore, type ObjectStore } from '../../src/kernel/storage/index.js';
import { EMOTIONS } from '../../src/craft/screenplay/model.js';

const request: SpeechRequest = { text: 'Who goes there?', voiceId: 'a:1', emotion: 'neutral', speed: 1, volume: 1 };

/** Counts what it is asked; answers a ramp of `samples` values. */
class CountingEngine implements SpeechEngine {
  readonly embedded = true;
  spoken: SpeechRequest[] = [];
  closed = false;
  constructor(readonly name: string, readonly version: string, private readonly voiceIds: string[], private readonly samples = 24_010) {}
  voices() {
    return this.voiceIds.map((voiceId) => ({
      voiceId, name: voiceId, provider: this.name, category: 'stock' as const, gender: 'neutral' as const, language: 'en',
      accent: '', ageRange: 'adult' as const, styleTags: [], previewUrl: null, status: 'ready' as const, measuredLufs: null,
      consentId: null, retiredAt: null, replacementVoiceId: null,
    }));
  }
  findObstacle(): null { return null; }
  async speak(asked: SpeechRequest): Promise<SpokenPcm> {
    this.spoken.push(asked);
    return { samples: Int16Array.from({ length: this.samples }, (_, index) => index % 1_000), durationMs: this.samples / 24 };
  }
  async close(): Promise<void> { this.closed = true; }
}

describe('the key of a line', () => {
  it('is the same for the same request, and differs with every fact of it', () => {
    const base = { ...request, engineVersion: 'v1' };
    const others = [
      { text: 'Who goes here?' }, { voiceId: 'a:2' }, { emotion: 'sad' as const }, { speed: 1.1 }, { volume: 0.9 }, { engineVersion: 'v2' },
    ].map((over) => lineKey({ ...base, ...over }));
    expect(lineKey(base)).toBe(lineKey({ ...base }));
    expect(lineKey(base)).toMatch(/^lines\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.pcm$/);
    expect(new Set([lineKey(base), ...others]).size).toBe(7);
  });

  it('never confuses one field with the next', () => {
    fc.assert(fc.property(
      fc.record({ text: fc.string(), voiceId: fc.string(), emotion: fc.constantFrom(...EMOTIONS) }),
      fc.record({ text: fc.string(), voiceId: fc.string(), emotion: fc.constantFrom(...EMOTIONS) }),
      (left, right) => {
        const same = left.text.normalize('NFC') === right.text.normalize('NFC')
          && left.voiceId === right.voiceId && left.emotion === right.emotion;
        const key = (facts: typeof left): string => lineKey({ ...request, ...facts, engineVersion: 'v' });
        expect(key(left) === key(right)).toBe(same);
      },
    ), { numRuns: 200 });
  });
});

describe('a line that is spoken once', () => {
  let folder: string;
  let store: ObjectStore;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lines-'));
    store = createStore({ dataDir: folder, storageUrl: null, s3: { accessKeyId: null, secretAccessKey: null } });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is stored in whole milliseconds and not spoken again', async () => {
    const engine = new CountingEngine('a', 'v1', ['a:1']);
    const speech = createSpeech({ engines: [engine] });
    const first = await speakCached(store, speech, request);
    expect(first).toMatchObject({ cached: false, durationMs: 1_001, key: keyFor(speech, request) });
    expect(first.samples).toHaveLength(1_001 * 24);
    const again = await speakCached(store, speech, request);
    expect(again).toEqual({ cached: true, durationMs: 1_001, key: first.key });
    expect(engine.spoken).toHaveLength(1);
    expect(pcmSamples(await store.get(first.key))).toEqual(first.samples);
  });

  it('is spoken again when the stored sound is incomplete', async () => {
    const engine = new CountingEngine('a', 'v1', ['a:1']);
    const { key } = await speakCached(store, engine, request);
    await store.put(key, Buffer.alloc(1_001));
    expect(await speakCached(store, engine, request)).toMatchObject({ cached: false, durationMs: 1_001 });
    expect(engine.spoken).toHaveLength(2);
  });

  it('is not stored when the engine fails', async () => {
    const engine = new CountingEngine('a', 'v1', ['a:1']);
    engine.speak = () => Promise.reject(new ProviderFailure('a', 'the line is silent', true));
    await expect(speakCached(store, engine, request)).rejects.toThrow('silent');
    expect(await store.stat(keyFor(engine, request))).toBeNull();
  });

  it('keeps its key when another engine is added', () => {
    const first = new CountingEngine('a', 'v1', ['a:1']);
    const second = new CountingEngine('b', 'v9', ['b:1']);
    expect(keyFor(createSpeech({ engines: [first, second] }), request)).toBe(keyFor(createSpeech({ engines: [first] }), request));
  });
});

describe('several engines behind one port', () => {
  it('speak with their own voices', async () => {
    const [first, second] = [new CountingEngine('a', '1', ['a:1', 'a:2']), new CountingEngine('b', '1', ['b:1'])];
    const speech = createSpeech({ engines: [first, second] });
    expect(speech.voices().map(({ voiceId }) => voiceId)).toEqual(['a:1', 'a:2', 'b:1']);
    await speech.speak({ ...request, voiceId: 'b:1' });
    expect([first.spoken.length, second.spoken.length]).toEqual([0, 1]);
    await expect(speech.speak({ ...request, voiceId: 'c:1' })).rejects.toMatchObject({ name: 'ProviderFailure', retryable: false });
    await speech.close();
    expect([first.closed, second.closed]).toEqual([true, true]);
  });

  it('may not share a voice', () => {
    const engines = [new CountingEngine('a', '1', ['same']), new CountingEngine('b', '1', ['same'])];
    expect(() => createSpeech({ engines })).toThrow(/two engines/);
  });
});

describe('the check of a spoken line', () => {
  const facts = { text: 'Nobody on the platform seemed to mind.', speed: 1, volume: 1 };
  const tone = (seconds: number, level = 0.2): Int16Array => Int16Array.from(
    { length: seconds * 24_000 }, (_, index) => Math.round(32_767 * level * Math.sin(index / 25)),
  );

  it('accepts speech of a plausible length and level', () => {
    expect(findLineFault(tone(2.4), facts)).toBeNull();
    expect(findLineFault(tone(1.3), { ...facts, speed: 2 })).toBeNull();
    expect(findLineFault(tone(2.4, 0.001), { ...facts, volume: 0.005 })).toBeNull();
    expect(findLineFault(new Int16Array(48_000), { ...facts, volume: 0 })).toBeNull();
  });

  it.each([
    ['empty', new Int16Array(0), /empty/],
    ['too short', tone(0.5), /audible/],
    ['short and padded with silence', Int16Array.from([...tone(0.5), ...new Int16Array(48_000)]), /audible/],
    ['too long', tone(40), /lasts 40/],
    ['silent', new Int16Array(48_000), /silent/],
    ['nearly silent', tone(2.4, 0.0005), /silent/],
    ['too loud', tone(2.4, 0.9), /too loud/],
    ['clipped', tone(2.4, 0.3).map((value, index) => (index % 100 === 0 ? 32_767 : value)), /clipped/],
    ['leaning', tone(2.4, 0.1).map((value) => value + 6_000), /mean is not zero/],
  ])('refuses a line that is %s', (_, samples, message) => {
    expect(findLineFault(samples, facts)).toMatch(message);
  });

  it('pads with silence to whole milliseconds and no further', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 500 }), (length) => {
      const padded = toWholeMilliseconds(new Int16Array(length).fill(7));
      expect(padded.length % 24).toBe(0);
      expect(padded.length - length).toBeLessThan(24);
      expect(padded.reduce((sum, value) => sum + value, 0)).toBe(7 * length);
    }));
  });

  it('reads back the samples it wrote, and refuses half ones', () => {
    expect(pcmSamples(pcmBytes(Int16Array.of(-32_768, 0, 32_767)))).toEqual(Int16Array.of(-32_768, 0, 32_767));
    for (const offset of [1, 2]) expect(pcmSamples(Buffer.from([9, 9, 1, 2, 3, 4, 9]).subarray(offset, offset + 4))).toHaveLength(2);
    expect(pcmSamples(Buffer.from([9, 1, 2, 3, 4, 9]).subarray(1, 5))).toEqual(Int16Array.of(0x0201, 0x0403));
    expect(() => pcmSamples(new Uint8Array(3))).toThrow(/16-bit/);
  });
});
