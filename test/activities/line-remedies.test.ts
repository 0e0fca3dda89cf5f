import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LineFault, ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { keyFor, pcmSamples, speakCached } from '../../src/craft/speech/line-cache.js';
import { plainerText } from '../../src/craft/speech/plain-spelling.js';
import type { SpeechEngine, SpeechRequest } from '../../src/craft/speech/port.js';
import { createSpeech } from '../../src/craft/speech/router.js';
import { speakSurely } from '../../src/craft/speech/line-remedies.js';
import { createStore, type ObjectStore } from '../../src/kernel/storage/index.js';
import { beep, scriptedSpeech } from '../support/scripted-speech.js';

let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sure-'));
  store = createStore({ dataDir: folder, storageUrl: null, s3: { accessKeyId: null, secretAccessKey: null } });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const line = (text: string, voiceId = 'own'): SpeechRequest => ({ text, voiceId, emotion: 'neutral', speed: 1, volume: 1 });
const PEOPLE = [
  { voiceId: 'own', gender: 'female', ageRange: 'senior' }, { voiceId: 'man', gender: 'male', ageRange: 'senior' },
  { voiceId: 'girl', gender: 'female', ageRange: 'child' }, { voiceId: 'lady', gender: 'female', ageRange: 'senior' },
] as const;
const asked: SpeechRequest[] = [];

/** Voices that can say a line when `can` is true for it. */
function voices(can: (request: SpeechRequest) => boolean, fail = (): Error => new ProviderFailure('scripted', 'the line is silent', false)): SpeechEngine {
  asked.length = 0;
  return scriptedSpeech(PEOPLE, async (request) => {
    asked.push(request);
    if (!can(request)) throw fail();
    return beep(request);
  });
}

describe('a line that its voice cannot say', () => {
  it('is said in plainer spelling by the same voice, and from the cache when it is asked for again', async () => {
    const speech = voices(({ text }) => !/[$A-Z]{3}|\d/u.test(text));
    const made = await speakSurely(store, speech, line('STOP!!! It is $$$ 25, Aaaaah...'));
    expect(made.remedied).toEqual({ remedy: 'respelled', voiceId: 'own', provider: 'scripted', because: 'the line is silent' });
    expect(made.key).toBe(keyFor(speech, line('stop! It is twenty-five, Aah.')));
    const count = asked.length;
    expect(await speakSurely(store, speech, line('STOP!!! It is $$$ 25, Aaaaah...')))
      .toEqual({ key: made.key, durationMs: 100, cached: true, remedied: made.remedied });
    expect(asked).toHaveLength(count);
  });

  it('is said by the voice most like it', async () => {
    const made = await speakSurely(store, voices(({ voiceId }) => voiceId !== 'own'), line('Nobody came.'));
    expect(made.remedied).toMatchObject({ remedy: 'other_voice', voiceId: 'lady' });
    expect(asked.map(({ voiceId }) => voiceId)).toEqual(['own', 'lady']);
  });

  it('is left silent for about as long as it is read, when nobody can say it; the same bytes every time', async () => {
    const speech = voices(() => false);
    const text = 'Nobody came, and nobody went.';
    const made = await speakSurely(store, speech, line(text));
    expect(made).toMatchObject({ durationMs: 23 * 60, remedied: { remedy: 'silent', voiceId: null, because: 'the line is silent' } });
    expect(pcmSamples(await store.get(made.key)).every((sample) => sample === 0)).toBe(true);
    expect((await speakSurely(store, voices(() => true), line(text))).key).toBe(made.key);
    expect(asked).toEqual([]);
    expect((await speakSurely(store, speech, line('A'))).durationMs).toBe(600);
    expect((await speakSurely(store, speech, line('word '.repeat(500)))).durationMs).toBe(4_000);
  });

  it('is made with the same remedy again when its sound is lost, and still fails when spoken without remedies', async () => {
    const speech = voices(({ voiceId }) => voiceId !== 'own');
    const made = await speakSurely(store, speech, line('Nobody came.'));
    await store.delete(made.key);
    expect(await speakSurely(store, speech, line('Nobody came.'))).toMatchObject({ key: made.key, cached: false, remedied: made.remedied });
    await expect(speakCached(store, speech, line('Nobody came.'))).rejects.toThrow('silent');
  });

  it('of a voice that no engine has is said by another', async () => {
    expect((await speakSurely(store, createSpeech({ engines: [voices(() => true)] }), line('Nobody came.', 'gone'))).remedied)
      .toMatchObject({ remedy: 'other_voice', because: 'there is no voice "gone"' });
  });

  it('of a service is requested from it twice, and then from an embedded voice', async () => {
    let answers = 0;
    const service = {
      ...scriptedSpeech([{ voiceId: 'far' }], async () => {
        answers++;
        throw new LineFault('far', 'the line is clipped');
      }),
      name: 'far', embedded: false,
    };
    const speech = createSpeech({ engines: [service, voices(() => true)] });
    expect((await speakSurely(store, speech, line('Nobody came.', 'far'))).remedied).toMatchObject({ remedy: 'other_voice', provider: 'far' });
    expect(answers).toBe(2);
  });

  it('is not given up while its provider is down or asks to wait', async () => {
    for (const failure of [new ProviderBackoff('scripted', 1_000), new ProviderFailure('scripted', 'answered 502', true)]) {
      const service = { ...voices(() => false, () => failure), embedded: false };
      await expect(speakSurely(store, service, line('Nobody came.'))).rejects.toBe(failure);
      expect(asked).toHaveLength(1);
    }
    expect((await speakSurely(store, voices(() => true), line('Nobody came.'))).remedied).toBeNull();
  });

  it('that an embedded engine fails at again and again is said by another voice, unless none works', async () => {
    const crash = (): Error => new ProviderFailure('scripted', 'the process was lost', true);
    let crashes = 2;
    expect((await speakSurely(store, voices(() => crashes-- <= 0, crash), line('One came.'))).remedied).toBeNull();
    const made = await speakSurely(store, voices(({ voiceId }) => voiceId !== 'own', crash), line('Nobody came.'));
    expect(made.remedied).toMatchObject({ remedy: 'other_voice', because: 'the process was lost' });
    expect(asked.map(({ voiceId }) => voiceId)).toEqual(['own', 'own', 'own', 'lady']);
    await expect(speakSurely(store, voices(() => false, crash), line('Nobody went.'))).rejects.toThrow('the process was lost');
    const faultThenCrash = (): Error => (asked.at(-1)!.voiceId === 'own' ? new ProviderFailure('scripted', 'the line is silent', false) : crash());
    await expect(speakSurely(store, voices(() => false, faultThenCrash), line('Nobody went.'))).rejects.toMatchObject({ retryable: true });
    expect((await speakSurely(store, voices(() => true), line('Nobody went.'))).remedied).toBeNull();
  });

  it('of another script is said in Latin letters, and marked', async () => {
    const engine = createFliteEngine({ poolSize: 1 });
    try {
      const made = await speakSurely(store, engine, line('こんにちは、元気ですか。', 'stage-scot'));
      expect(made.remedied).toMatchObject({ remedy: 'respelled', voiceId: 'stage-scot', because: expect.stringContaining('cannot read "こん') });
      expect(made.durationMs).toBeGreaterThan(1_000);
    } finally {
      await engine.close();
    }
  });
});

describe('plainer spelling', () => {
  it.each([
    ['The NASA log of 1,234.5 km', 'The nasa log of one thousand two hundred and thirty-four point five km'],
    ['“Well — no?!”', 'Well no?!'], ['Ну, да…', 'Nu, da'], ['Meet Иван (你好), Zoë.', 'Meet Ivan Ni Hao, Zoë.'], ['Ἀθῆναι', 'Athinai'], ['Hmmmmm. . . so', 'Hmm. so'], ['It’s Ada.', "It's Ada."],
  ])('%s', (text, plainer) => { expect(plainerText(text)).toBe(plainer); });
});
