import { describe, expect, it } from '@jest/globals';
import { LevelMeter } from '../../../src/craft/audio/level-meter.js';
import { renderBridge } from '../../../src/craft/audio/score/bridge.js';
import { MUSIC } from '../../../src/craft/audio/sounds/music.js';
import { timelinePcm } from '../../../src/craft/audio/timeline-pcm.js';
import { planTimeline } from '../../../src/craft/audio/timeline.js';
import { pcmBytes, pcmSamples } from '../../../src/craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../src/craft/speech/port.js';
import { bridgesOf } from '../../../src/domain/artifacts/music/choose-bed.js';
import { musicPlaces } from '../../../src/domain/artifacts/performance/performance-plan.js';

const PER_MS = LINE_SAMPLE_RATE / 1_000;
const isSilent = (samples: Int16Array): boolean => samples.every((value) => value === 0);

describe('the music between scenes', () => {
  it.each(MUSIC.map(({ soundId }) => soundId))('%s fills its pause exactly and softly, keeps clear of the voices, and is the same each time', (soundId) => {
    const bridge = renderBridge({ soundId, durationMs: 1_800 });
    expect(bridge).toHaveLength(1_800 * PER_MS);
    expect(isSilent(bridge.subarray(0, 160 * PER_MS)) && isSilent(bridge.subarray(1_640 * PER_MS))).toBe(true);
    const heard = new LevelMeter(LINE_SAMPLE_RATE);
    heard.add(bridge.subarray(160 * PER_MS, 1_640 * PER_MS));
    expect(Math.abs(heard.integrated() + 29)).toBeLessThan(1);
    expect(Math.max(...bridge.map(Math.abs))).toBeLessThan(0.7 * 32_768);
    renderBridge({ soundId, durationMs: 2_200 });
    expect(Buffer.compare(pcmBytes(renderBridge({ soundId, durationMs: 1_800 })), pcmBytes(bridge))).toBe(0);
  });

  it('leaves a short pause silent', () => {
    expect(isSilent(renderBridge({ soundId: 'calm-strings', durationMs: 600 }))).toBe(true);
  });

  it('is heard before the first line, where the scene changes and after the last line, and nowhere else', async () => {
    const scenes = [0, 0, 1, 1];
    expect([...musicPlaces(scenes.map((sceneIndex) => ({ sceneIndex })))]).toEqual([-1, 1, 3]);
    const timeline = planTimeline(scenes.map((sceneIndex, entryIndex) => ({ entryIndex, sceneIndex, key: 'k', durationMs: 500, pauseAfterMs: 1_700 })), { leadInMs: 2_200 });
    const fill = bridgesOf({ entries: [] }, musicPlaces(scenes.map((sceneIndex) => ({ sceneIndex }))));
    const chunks: Uint8Array[] = [];
    const store = { get: async () => Buffer.alloc(500 * PER_MS * 2) };
    for await (const chunk of timelinePcm(store, timeline, undefined, fill)) chunks.push(chunk);
    const samples = pcmSamples(Buffer.concat(chunks));
    expect(samples).toHaveLength(timeline.durationMs * PER_MS);
    const pauses = [[0, 2_200], ...timeline.entries.map(({ endMs, silenceAfterMs }) => [endMs, endMs + silenceAfterMs])];
    expect(pauses.map(([from, to]) => isSilent(samples.subarray(from! * PER_MS, to! * PER_MS)))).toEqual([false, true, false, true, false]);
  });
});
