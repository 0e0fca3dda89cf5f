import { expect, it } from '@jest/globals';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../../src/craft/speech/port.js';
import { lineKey } from '../../../src/craft/speech/line-cache.js';
import { createSpeech } from '../../../src/craft/speech/router.js';
import { atDistance } from '../../../src/craft/speech/sound/distance.js';

const tone = (hertz: number): Int16Array =>
  Int16Array.from({ length: LINE_SAMPLE_RATE / 2 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * hertz * index) / LINE_SAMPLE_RATE)));
/** Level in decibels of the middle of a sound, relative to the tone it was made of. */
const changeDb = (sound: Int16Array): number => {
  const middle = sound.subarray(4_800, 9_600);
  return 20 * Math.log10(Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length) / (8_000 / Math.SQRT2));
};

it('a voice in the room stays as it is', () => {
  const samples = tone(440);
  expect(atDistance(samples, undefined)).toBe(samples);
});

it('a far voice loses its high tones and rings on for a tenth of a second', () => {
  expect(changeDb(atDistance(tone(6_000), 'far'))).toBeLessThan(-10);
  expect(changeDb(atDistance(tone(300), 'far'))).toBeGreaterThan(-4);
  const far = atDistance(tone(300), 'far');
  expect(far.length - tone(300).length).toBe((103 * LINE_SAMPLE_RATE) / 1000);
  expect(Math.max(...far.subarray(-600))).toBeGreaterThan(100);
});

it('a voice on the telephone has neither low nor high tones', () => {
  expect(changeDb(atDistance(tone(120), 'telephone'))).toBeLessThan(-10);
  expect(changeDb(atDistance(tone(7_000), 'telephone'))).toBeLessThan(-10);
  expect(changeDb(atDistance(tone(1_200), 'telephone'))).toBeGreaterThan(-1);
});

it('a distance never makes a voice clip, and sounds the same every time', () => {
  const loud = tone(1_000).map((value) => value * 4);
  const heard = atDistance(loud, 'telephone');
  expect(Math.max(...heard)).toBeLessThan(32_767);
  expect(atDistance(loud, 'telephone')).toEqual(heard);
});

it('a distance applies to lines of every engine, and is part of their key', async () => {
  const engine: SpeechEngine = {
    name: 'tone', embedded: true, version: 'tone-1', voices: () => [{ voiceId: 'tone-a' } as ReturnType<SpeechEngine['voices']>[number]],
    findObstacle: () => null, speak: async () => ({ samples: tone(7_000), durationMs: 500 }), close: async () => undefined,
  };
  const request: SpeechRequest = { text: 'Hello.', voiceId: 'tone-a', emotion: 'neutral', speed: 1, volume: 1 };
  const speech = createSpeech({ engines: [engine] });
  expect(changeDb((await speech.speak(request)).samples)).toBeCloseTo(0, 1);
  const far = await speech.speak({ ...request, distance: 'far' });
  expect([changeDb(far.samples) < -10, far.durationMs]).toEqual([true, 603]);
  expect(lineKey({ ...request, distance: 'far', engineVersion: '1' })).not.toBe(lineKey({ ...request, engineVersion: '1' }));
});
