import { SCALES, type LineEffect } from '../../../src/craft/screenplay/model.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_EFFECT, isNoEffect, tailOf } from '../../../src/craft/speech/effects/line-effect.js';
import { nearestNote, pitchShifts, pitchTrack } from '../../../src/craft/speech/effects/pitch-track.js';
import { inRoom } from '../../../src/craft/speech/effects/room.js';
import { createFliteEngine } from '../../../src/craft/speech/flite/engine.js';
import { speakSurely } from '../../../src/craft/speech/line-remedies.js';
import { keyFor, pcmBytes, pcmSamples } from '../../../src/craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../../src/craft/speech/port.js';
import { createSpeech } from '../../../src/craft/speech/router.js';
import { createStore } from '../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../src/kernel/storage/port.js';

const floats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (value) => value / 32_768);
/** Share of the voiced frames that are within 20 cents of a note of the scale. */
function onScale(samples: Int16Array, effect: LineEffect = DEFAULT_EFFECT): number {
  const track = pitchTrack(floats(samples)).filter((midi) => midi !== null);
  return track.filter((midi) => Math.abs(midi - nearestNote(midi, effect)) <= 0.2).length / track.length;
}

describe('a line with an effect', () => {
  let engine: SpeechEngine;
  let folder: string;
  beforeAll(async () => {
    engine = createFliteEngine({ poolSize: 1 });
    folder = await mkdtemp(path.join(tmpdir(), 'effects-'));
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });
  const emptyStore = async (): Promise<ObjectStore> =>
    createStore({ dataDir: await mkdtemp(path.join(folder, 'store-')), storageUrl: null, s3: { accessKeyId: null, secretAccessKey: null } });

  const request: SpeechRequest = { text: 'The lamp goes out, and nobody on the whole island knows why it does.', voiceId: 'stage-slt', emotion: 'neutral', speed: 0.8, volume: 1 };

  it('is tuned to its scale and put into its room, and its words are spoken once', async () => {
    const store = await emptyStore();
    let calls = 0;
    const speech = createSpeech({ engines: [{ ...counted(engine, () => { calls++; }) }] });
    const voiceId = speech.voices()[0]!.voiceId;
    const samplesOf = async (effect?: LineEffect): Promise<Int16Array> =>
      pcmSamples(await store.get((await speakSurely(store, speech, { ...request, voiceId, ...(effect ? { effect } : {}) })).key));
    const said = await samplesOf();
    const tuned = await samplesOf({ ...DEFAULT_EFFECT, smooth: 0, reverb: 'none' });
    expect(tuned.length).toBe(said.length);
    expect([onScale(said) < 0.4, onScale(tuned) > 0.7]).toEqual([true, true]);
    const weak = await samplesOf({ ...DEFAULT_EFFECT, smooth: 0, strength: 0.3, reverb: 'none' });
    expect(onScale(weak)).toBeLessThan(onScale(tuned));
    const chapel = await samplesOf(DEFAULT_EFFECT);
    expect(chapel.length - said.length).toBe((tailOf(DEFAULT_EFFECT) * LINE_SAMPLE_RATE) / 1000);
    const only = await samplesOf({ ...DEFAULT_EFFECT, strength: 0, reverb: 'room' });
    expect(onScale(only)).toBeLessThan(0.45);
    expect(calls).toBe(1);
    // Speaking into an empty store gives the same samples.
    const other = await emptyStore();
    const { key } = await speakSurely(other, speech, { ...request, voiceId, effect: DEFAULT_EFFECT });
    expect(pcmBytes(chapel).equals(await other.get(key))).toBe(true);
  });
});

function counted(engine: SpeechEngine, onCall: () => void): SpeechEngine {
  return {
    name: engine.name, embedded: true, version: engine.version, voices: () => engine.voices(), findObstacle: (line) => engine.findObstacle(line),
    speak: (line, signal) => { onCall(); return engine.speak(line, signal); }, close: async () => undefined,
  };
}

it('the nearest note belongs to the scale and is nearest', () => {
  fc.assert(fc.property(fc.double({ min: 30, max: 90, noNaN: true }), fc.constantFrom('C', 'F#', 'B'), fc.constantFrom('major', 'minpent', 'chromatic'), (midi, key, scale) => {
    const note = nearestNote(midi, { key, scale } as LineEffect);
    const root = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'].indexOf(key);
    const steps: readonly number[] = SCALES[scale as keyof typeof SCALES];
    expect(steps).toContain((((note - root) % 12) + 12) % 12);
    const all = Array.from({ length: 128 }, (_, each) => each).filter((each) => steps.includes((((each - root) % 12) + 12) % 12));
    expect(Math.abs(note - midi)).toBeCloseTo(Math.min(...all.map((each) => Math.abs(each - midi))), 6);
  }));
});

it('pitch shifts are smoothed, and frames without a pitch are shifted like the last one', () => {
  const effect: LineEffect = { key: 'C', scale: 'major', strength: 1, smooth: 0, reverb: 'none' };
  expect(pitchShifts([59.6, null, 60.3], effect)).toEqual([expect.closeTo(0.4), expect.closeTo(0.4), expect.closeTo(-0.3)]);
  expect(pitchShifts([59.6, null, 60.3], { ...effect, strength: 0.5 })[0]).toBeCloseTo(0.2);
  const smoothed = pitchShifts([60.4, 60.4, 59.6, 59.6], { ...effect, smooth: 1 });
  expect(Math.abs(smoothed[1]!)).toBeLessThan(0.4);
});

it('a room adds an echo that dies away, and the room “none” changes nothing', () => {
  const click = Float32Array.from({ length: 2_400 }, (_, at) => (at < 24 ? 0.5 : 0));
  expect(inRoom(click, 'none')).toBe(click);
  const level = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  const heard = inRoom(click, 'chapel');
  const [early, late] = [level(heard.subarray(2_400, 7_200)), level(heard.subarray(-4_800))];
  expect([early > 0.001, late < early / 2, Math.abs(heard.at(-1)!) < 1e-3]).toEqual([true, true, true]);
  expect(Buffer.from(heard.buffer).equals(Buffer.from(inRoom(click, 'chapel').buffer))).toBe(true);
});

it('another take of an embedded voice has another tempo, which is the same each time', async () => {
  const speeds: number[] = [];
  const engine = (embedded: boolean): SpeechEngine => ({
    name: 'tone', embedded, version: 'tone-1', voices: () => [{ voiceId: `tone-${embedded}` } as ReturnType<SpeechEngine['voices']>[number]], findObstacle: () => null,
    speak: async ({ speed }) => { speeds.push(speed); return { samples: new Int16Array(240), durationMs: 10 }; }, close: async () => undefined,
  });
  const speech = createSpeech({ engines: [engine(true), engine(false)] });
  const line: SpeechRequest = { text: 'Hello.', voiceId: 'tone-true', emotion: 'neutral', speed: 1, volume: 1 };
  for (const take of [0, 1, 2, 1]) await speech.speak({ ...line, take });
  await speech.speak({ ...line, voiceId: 'tone-false', take: 1 });
  expect([speeds[0], speeds[3] === speeds[1], new Set(speeds.slice(0, 3)).size, speeds[4]]).toEqual([1, true, 3, 1]);
  const keys = [0, 1, 2].map((take) => keyFor(speech, { ...line, take }));
  expect([new Set(keys).size, keys[0] === keyFor(speech, line)]).toEqual([3, true]);
});

it('every further take differs from the first one and the one before, within the allowed speeds', async () => {
  const speeds: number[] = [];
  const engine: SpeechEngine = {
    name: 'tone', embedded: true, version: 'tone-1', voices: () => [{ voiceId: 'tone' } as ReturnType<SpeechEngine['voices']>[number]], findObstacle: () => null,
    speak: async ({ speed }) => { speeds.push(speed); return { samples: new Int16Array(240), durationMs: 10 }; }, close: async () => undefined,
  };
  const speech = createSpeech({ engines: [engine] });
  for (const speed of [0.5, 1, 2]) {
    speeds.length = 0;
    for (let take = 0; take <= 11; take++) await speech.speak({ text: 'Hello.', voiceId: 'tone', emotion: 'neutral', speed, volume: 1, take });
    expect([Math.min(...speeds) >= 0.5, Math.max(...speeds) <= 2]).toEqual([true, true]);
    expect(speeds.slice(1).every((each, at) => each !== speed && each !== speeds[at])).toBe(true);
  }
});

it('an effect that changes nothing counts as none', () => {
  expect(isNoEffect({ ...DEFAULT_EFFECT, strength: 0, reverb: 'none' })).toBe(true);
  expect([isNoEffect(DEFAULT_EFFECT), isNoEffect({ ...DEFAULT_EFFECT, strength: 0 }), isNoEffect({ ...DEFAULT_EFFECT, reverb: 'none' })]).toEqual([false, false, false]);
});
