import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LostLines } from '../../activities/performing/lost-lines.js';
import { heardSpeech } from '../../src/craft/recogniser/heard-speech.js';
import { openRecogniser } from '../../src/craft/recogniser/index.js';
import { RecogniserFailed, type Recogniser } from '../../src/craft/recogniser/port.js';
import { findSpoken, keyFor } from '../../src/craft/speech/line-cache.js';
import type { SpeechRequest, SpokenPcm } from '../../src/craft/speech/port.js';
import type { Speech } from '../../src/craft/speech/router.js';
import { speakSurely } from '../../src/craft/speech/line-remedies.js';
import { createStore, type ObjectStore } from '../../src/kernel/storage/index.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { runHear } from '../../src/main/hear/index.js';
import { scriptedSpeech } from '../support/scripted-speech.js';

let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heard-'));
  store = createStore({ dataDir: folder, storageUrl: null, s3: { accessKeyId: null, secretAccessKey: null } });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PEOPLE = [{ voiceId: 'own', gender: 'female' }, { voiceId: 'lady', gender: 'female' }, { voiceId: 'man', gender: 'male' }] as const;
const line = (text: string, volume = 1): SpeechRequest => ({ text, voiceId: 'own', emotion: 'neutral', speed: 1, volume });

/** Voices that speak every line as a different sound, with a recogniser that hears in each what `hears` returns. */
function listening(hears: (request: SpeechRequest) => string): { speech: Speech; heard: SpeechRequest[]; deaf: Error[] } {
  const spoken: SpeechRequest[] = [];
  const [heard, deaf]: [SpeechRequest[], Error[]] = [[], []];
  const voices = scriptedSpeech(PEOPLE, async (request): Promise<SpokenPcm> => {
    spoken.push(request);
    return { samples: new Int16Array(240).fill(spoken.length - 1), durationMs: 10 };
  });
  const recogniser: Recogniser = {
    name: 'ear', version: '1', close: () => Promise.resolve(),
    async hear([sound]) {
      heard.push(spoken[sound!]!);
      return hears(spoken[sound!]!);
    },
  };
  return { speech: heardSpeech(voices, recogniser, (error) => deaf.push(error)), heard, deaf };
}

describe('a line that is heard', () => {
  it('is stored as it is, and not heard again', async () => {
    const { speech, heard } = listening(() => 'Nobody came at 7.');
    const made = await speakSurely(store, speech, line('Nobody came at seven.'));
    expect(made).toMatchObject({ remedied: null, key: keyFor(speech, line('Nobody came at seven.')) });
    expect(await speakSurely(store, speech, line('Nobody came at seven.'))).toMatchObject({ remedied: null, cached: true });
    expect(heard).toHaveLength(1);
  });

  it('is not judged when it is very soft or in other letters', async () => {
    const { speech, heard } = listening(() => '');
    expect((await speakSurely(store, speech, line('Nobody came.', 0))).remedied).toBeNull();
    expect((await speakSurely(store, speech, line('Καλημέρα σας'))).remedied).toBeNull();
    expect(heard).toEqual([]);
  });
});

describe('a line that the recogniser does not understand', () => {
  it('is said by another voice, and is not stored as a line of its own voice', async () => {
    const { speech } = listening(({ voiceId, text }) => (voiceId === 'lady' ? text : 'Thank you.'));
    const made = await speakSurely(store, speech, line('COME AND SIT!!!'));
    expect(made.remedied).toEqual({
      remedy: 'other_voice', voiceId: 'lady', provider: 'ear', because: 'the line is heard as "Thank you."', heardBadly: true,
    });
    expect(await findSpoken(store, keyFor(speech, line('COME AND SIT!!!')))).toBeNull();
  });

  it('keeps its clearest sound when no voice says it well, is marked as unclear, and is not tried again', async () => {
    const { speech, heard } = listening(({ voiceId }) => (voiceId === 'lady' ? 'seven quiet' : ''));
    const request = line('Seven quiet windows under water.');
    const made = await speakSurely(store, speech, request);
    expect(made.remedied).toMatchObject({ remedy: 'unclear', voiceId: 'lady', because: 'the line is heard as "seven quiet"' });
    const tries = heard.length;
    expect(tries).toBeLessThanOrEqual(4);
    const again = await speakSurely(store, speech, request);
    expect(again).toMatchObject({ key: made.key, remedied: made.remedied, cached: true });
    expect(await store.get(again.key)).toEqual(Buffer.from(made.samples!.buffer));
    expect(heard).toHaveLength(tries);
    // The other voice said the line badly too, so the sound is not stored as that voice's own.
    expect(await findSpoken(store, keyFor(speech, { ...request, voiceId: 'lady' }))).toBeNull();
  });

  it('does not count as impossible to say, so that a read never fails because of its recogniser', async () => {
    const { speech } = listening(() => '');
    const plan = ['Come in.', 'Sit down.', 'Nobody came.'].map((text, position) =>
      ({ position, entryIndex: position, sceneIndex: 0, character: 'ADA', request: line(text), pauseAfterMs: 0 }));
    const lost = new LostLines(plan);
    for (const each of plan) lost.add(each, await speakSurely(store, speech, each.request));
    expect(lost.tooMany).toBe(false);
  });

  it('is taken as it is when the recogniser fails, and the failure is reported', async () => {
    const { speech, deaf } = listening(() => { throw new RecogniserFailed('out of ears'); });
    expect((await speakSurely(store, speech, line('Nobody came.'))).remedied).toBeNull();
    expect(deaf.map(({ message }) => message)).toEqual(['out of ears']);
  });
});

describe('the settings of the recogniser', () => {
  it('are none or whisper, which must be installed', async () => {
    expect(() => readConfig({ RECOGNISER: 'dog' })).toThrow('RECOGNISER must be one of none, whisper');
    expect(await openRecogniser(readConfig({ PROSCENIUM_CACHE_DIR: folder }))).toBeNull();
    await expect(openRecogniser(readConfig({ PROSCENIUM_CACHE_DIR: folder, RECOGNISER: 'whisper' })))
      .rejects.toThrow('RECOGNISER is whisper, but the recogniser is not installed. Run: proscenium recogniser install');
  });

  it.each([[[]], [['--lines', 'a', '--script', 'b']], [['--lines', 'absent.json']], [['--lines', 'a', '--limit', 'few']]])(
    'hear refuses %j', async (argv) => {
      await expect(runHear(argv, readConfig({ PROSCENIUM_CACHE_DIR: folder, VOICES: 'stage' }))).rejects.toMatchObject({ name: 'UsageError' });
    });
});
