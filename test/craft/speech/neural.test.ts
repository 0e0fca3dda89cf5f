import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createNeuralEngine } from '../../../src/craft/speech/neural/engine.js';
import { findVoicePack, type VoicePack } from '../../../src/craft/speech/neural/voice-pack.js';
import { pcmBytes } from '../../../src/craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../../src/craft/speech/port.js';
import { medianPitchHz, voicedPitches } from '../../support/pitch.js';
import { neuralTests, voicePackCache } from '../../support/voices/installed-pack.js';

const LINE: SpeechRequest = {
  text: 'Nobody had climbed the stair.', voiceId: 'neural-george', emotion: 'neutral', speed: 1, volume: 1,
};

neuralTests('the neural voices', () => {
  let pack: VoicePack;
  let engine: SpeechEngine;
  const speakAnew = async (request: Partial<SpeechRequest> = {}): Promise<Int16Array> => (await engine.speak({ ...LINE, ...request })).samples;
  const spoken = new Map<string, Promise<Int16Array>>();
  /** Speaks each line once for all tests. */
  const speak = (request: Partial<SpeechRequest> = {}): Promise<Int16Array> => {
    const key = JSON.stringify(request);
    const samples = spoken.get(key) ?? speakAnew(request);
    spoken.set(key, samples);
    return samples;
  };
  const hashOf = (samples: Int16Array): string => createHash('sha256').update(pcmBytes(samples)).digest('hex');
  const levelOf = (samples: Int16Array): number => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  const secondsOf = (samples: Int16Array): number => samples.length / LINE_SAMPLE_RATE;

  beforeAll(async () => {
    pack = (await findVoicePack(voicePackCache))!;
    engine = createNeuralEngine(pack);
    await speak();
  });
  afterAll(async () => { await engine?.close(); });

  it('gives the same bytes for the same line, whatever was spoken before and by whichever process', async () => {
    const first = hashOf(await speak());
    await speakAnew({ text: 'Something else.', voiceId: 'neural-hannah' });
    expect(hashOf(await speakAnew())).toBe(first);
    const other = createNeuralEngine(pack);
    try {
      expect(hashOf((await other.speak(LINE)).samples)).toBe(first);
    } finally {
      await other.close();
    }
  });

  it('differs in pitch by person: a man, a woman, a child', async () => {
    const [man, woman, child] = await Promise.all(['neural-onyx', 'neural-hannah', 'neural-sophie'].map(async (voiceId) => medianPitchHz(await speak({ voiceId }), LINE_SAMPLE_RATE)));
    expect(man!).toBeLessThan(120);
    expect(woman!).toBeGreaterThan(man! * 1.4);
    expect(child!).toBeGreaterThan(woman! * 1.15);
  });

  it('directs pace, pitch and level: a shout is higher and louder, sadness slower, lower and softer than the plain line', async () => {
    const [plain, shout, sad] = await Promise.all((['neutral', 'shout', 'sad'] as const).map((emotion) => speak({ emotion })));
    expect(medianPitchHz(shout!, LINE_SAMPLE_RATE)).toBeGreaterThan(medianPitchHz(plain!, LINE_SAMPLE_RATE) * 1.1);
    expect(levelOf(shout!)).toBeGreaterThan(levelOf(plain!) * 1.15);
    expect(medianPitchHz(sad!, LINE_SAMPLE_RATE)).toBeLessThan(medianPitchHz(plain!, LINE_SAMPLE_RATE) * 0.98);
    expect(levelOf(sad!)).toBeLessThan(levelOf(plain!) * 0.95);
    expect(secondsOf(sad!)).toBeGreaterThan(secondsOf(plain!) * 1.08);
  });

  it('whispers without a voice', async () => {
    const voiced = voicedPitches(await speak(), LINE_SAMPLE_RATE);
    expect(voicedPitches(await speak({ emotion: 'whisper' }), LINE_SAMPLE_RATE).length).toBeLessThan(voiced.length / 4);
  });

  it('obeys speed and volume', async () => {
    const [plain, fast, soft] = await Promise.all([speak(), speak({ speed: 1.4 }), speak({ volume: 0.5 })]);
    expect(secondsOf(fast!)).toBeLessThan(secondsOf(plain!) * 0.82);
    expect(levelOf(soft!) / levelOf(plain!)).toBeCloseTo(0.5, 1);
  });

  it('speaks a last sentence of one word', async () => {
    const [one, two] = await Promise.all([speak({ text: 'Come in.' }), speak({ text: 'Come in. Sit.' })]);
    expect(secondsOf(two!)).toBeGreaterThan(secondsOf(one!) + 0.35);
  });

  it('obeys the project’s pronunciations', async () => {
    const text = 'Nobody knows Siobhan.';
    const [plain, own] = await Promise.all([
      speak({ text }), speak({ text, pronunciations: [{ word: 'Siobhan', respelling: 'bar-bar-oh-la-MIN-da', ipa: null }] })]);
    expect(secondsOf(own!)).toBeGreaterThan(secondsOf(plain!) + 0.3);
  });

  it('says in advance what it cannot read, and is silent for a line without words', async () => {
    expect(engine.findObstacle({ ...LINE, text: 'Привет' })).toMatch(/cannot read/);
    await expect(engine.speak({ ...LINE, text: 'Привет' })).rejects.toMatchObject({ retryable: false });
    const silence = await speak({ text: '… —' });
    expect([silence.length, silence.every((value) => value === 0)]).toEqual([0.4 * LINE_SAMPLE_RATE, true]);
  });

  it('speaks a line that is longer than the model accepts at once', async () => {
    // Nine sentences are 550 phonemes: two pieces, of some 11 s each at this speed.
    const text = Array.from({ length: 9 }, (_, index) => `In room ${index + 1} nobody had opened the windows since the winter.`).join(' ');
    const samples = await speak({ text, speed: 2 });
    expect(secondsOf(samples)).toBeGreaterThan(17);
  });

  it('knows how long it takes to make a second of sound', () => {
    expect(engine.pace!()).toBeGreaterThan(0.02);
  });
});
