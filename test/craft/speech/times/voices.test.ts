import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_EFFECT, tailOf } from '../../../../src/craft/speech/effects/line-effect.js';
import { createFliteEngine } from '../../../../src/craft/speech/flite/engine.js';
import { keyFor, timesOfLine } from '../../../../src/craft/speech/line-cache.js';
import { speakSurely } from '../../../../src/craft/speech/line-remedies.js';
import { createNeuralEngine } from '../../../../src/craft/speech/neural/engine.js';
import { LineClock } from '../../../../src/craft/speech/neural/line-clock.js';
import { findVoicePack } from '../../../../src/craft/speech/neural/voice-pack.js';
import { speakWords } from '../../../../src/craft/speech/neural/words/index.js';
import { piecesOf } from '../../../../src/craft/speech/neural/words/pieces.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../../../src/craft/speech/port.js';
import { createSpeech, type Speech } from '../../../../src/craft/speech/router.js';
import { estimateTimes } from '../../../../src/craft/speech/times/estimate.js';
import type { LineTimes } from '../../../../src/craft/speech/times/line-times.js';
import { lettersOf, shownWords } from '../../../../src/craft/speech/times/shown-words.js';
import { withSilences } from '../../../../src/craft/speech/times/silences.js';
import { findTimes, timesKey } from '../../../../src/craft/speech/times/stored-times.js';
import { createStore } from '../../../../src/kernel/storage/index.js';
import type { ObjectStore } from '../../../../src/kernel/storage/port.js';
import { smallLexicon } from '../small-lexicon.js';
import { neuralTests, voicePackCache } from '../../../support/voices/installed-pack.js';

const TEXT = 'Dr. Watson paid $5 on May 5th, 1894. Nobody knew — well, nobody who’d say “no” to twenty-one ships.';
const LINE: SpeechRequest = { text: TEXT, voiceId: 'stage-narrator-f', emotion: 'neutral', speed: 1, volume: 1 };

function expectWhole({ text, words, sounds }: LineTimes, durationMs: number): void {
  expect(words.map(({ from, to }) => ({ from, to }))).toEqual(shownWords(text));
  for (const timed of [words, sounds?.marks ?? []]) {
    timed.forEach(({ startMs, endMs }, at) => {
      expect(startMs).toBeGreaterThanOrEqual(timed[at - 1]?.endMs ?? 0);
      expect(endMs).toBeGreaterThan(startMs);
      expect(endMs).toBeLessThanOrEqual(durationMs);
    });
  }
}

/** Loudness of a stretch in decibels. */
function levelOf(samples: Int16Array, startMs: number, endMs: number): number {
  const part = samples.subarray(startMs * 24, endMs * 24);
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1) / part.length);
}

const wordOf = ({ text, words }: LineTimes, word: string): { startMs: number; endMs: number } =>
  words.find(({ from, to }) => lettersOf(text.slice(from, to)) === word)!;

/** Both sides of the one pause of a line lie where its sound is silent. */
function expectPause(times: LineTimes, samples: Int16Array, before: string, after: string): void {
  const [from, to] = [wordOf(times, before).endMs, wordOf(times, after).startMs];
  expect(to - from).toBeGreaterThan(120);
  expect(levelOf(samples, from + 10, to - 10)).toBeLessThan(levelOf(samples, 0, samples.length / 24) - 20);
}

describe('the stage voices', () => {
  let engine: SpeechEngine;
  let speech: Speech;
  let folder: string;
  let store: ObjectStore;
  beforeAll(async () => {
    engine = createFliteEngine({ poolSize: 1 });
    speech = createSpeech({ engines: [engine] });
    folder = await mkdtemp(path.join(tmpdir(), 'times-'));
    store = createStore({ dataDir: folder, storageUrl: null, s3: { accessKeyId: null, secretAccessKey: null } });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it.each(['neutral', 'whisper'] as const)('tell when each word is said, and each sound: %s', async (emotion) => {
    const { samples, durationMs, times } = await engine.speak({ ...LINE, emotion });
    expectWhole(times!, durationMs);
    expectPause(times!, samples, '1894', 'nobody');
    expect(withSilences(times!, samples)).toEqual(times);
    // One shown word spans all that is said for it.
    expect(wordOf(times!, '1894').endMs - wordOf(times!, '1894').startMs).toBeGreaterThan(800);
    expect(wordOf(times!, 'dr').endMs - wordOf(times!, 'dr').startMs).toBeGreaterThan(250);
    expect(times!.sounds!.marks.slice(0, 5).map(({ sound }) => sound)).toEqual(['d', 'aa', 'k', 't', 'er']);
    expect(times!.sounds!.marks[5]!.startMs).toBeCloseTo(wordOf(times!, 'watson').startMs, -1);
  });

  it('say words sooner at a faster pace, and at the same times at every distance', async () => {
    const spoken = async (more: Partial<SpeechRequest>): Promise<LineTimes> => (await speech.speak({ ...LINE, ...more })).times!;
    const [plain, fast, far] = [await spoken({}), await spoken({ speed: 1.5 }), await spoken({ distance: 'far' })];
    const share = wordOf(fast, 'ships').startMs / wordOf(plain, 'ships').startMs;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.8);
    expect(far).toEqual(plain);
  });

  it('store the times beside the line, also for a line with an effect, whose tail has no words', async () => {
    const { key, durationMs } = await speakSurely(store, speech, LINE);
    const known = (await findTimes(store, key, TEXT))!;
    expect(known).toEqual((await engine.speak(LINE)).times);
    const treated = await speakSurely(store, speech, { ...LINE, effect: DEFAULT_EFFECT });
    expect(await findTimes(store, treated.key, TEXT)).toEqual(known);
    // A line is kept when the text that it was written for is deleted, so its stored times must hold no words.
    expect((await store.get(timesKey(key))).toString('utf8')).not.toMatch(/watson|nobody/i);
    expect(treated.durationMs).toBe(durationMs + tailOf(DEFAULT_EFFECT));
    expect(known.words.at(-1)!.endMs).toBeLessThanOrEqual(durationMs);
  });

  it('estimate the times of a line that was stored without them, without speaking it again', async () => {
    const request = { ...LINE, text: 'Come in. The lamp goes out, and nobody knows why.' };
    const { key, samples } = await speakSurely(store, speech, request);
    const told = (await findTimes(store, key, request.text))!;
    await store.delete(timesKey(key));
    const again = await speakSurely(store, speech, request);
    expect(again).toMatchObject({ key, cached: true });
    const estimated = await timesOfLine(store, again, request.text);
    expect(estimated.estimated).toBe(true);
    expectWhole(estimated, samples!.length / 24);
    expect(await findTimes(store, key, request.text)).toEqual(estimated);
    // A sentence and a clause begin after pauses, which can be found in the sound.
    for (const word of ['the', 'and']) expect(Math.abs(wordOf(estimated, word).startMs - wordOf(told, word).startMs)).toBeLessThan(60);
  });

  it('spread the words of a line that no voice can say over its silence, and store no times for it', async () => {
    const request = { ...LINE, text: 'Καλημέρα σας', voiceId: 'nobody' };
    const { key, durationMs, remedied } = await speakSurely(store, createSpeech({ engines: [] }), request);
    expect(remedied?.remedy).toBe('silent');
    const times = await timesOfLine(store, { key }, request.text);
    expectWhole(times, durationMs);
    expect(await findTimes(store, key, request.text)).toBeNull();
    expect(keyFor(speech, LINE)).not.toBe(key);
  });
});

/** Bursts of noise with pauses between them, in milliseconds. */
const sound = (...spans: [spokenMs: number, silentMs: number][]): Int16Array => Int16Array.from(spans.flatMap(([spokenMs, silentMs]) => [
  ...Array.from({ length: spokenMs * 24 }, (_, at) => Math.round(8_000 * Math.sin(at * at))), ...new Array<number>(silentMs * 24).fill(0),
]));

describe('the silences of a line', () => {
  const word = (from: number, to: number, startMs: number, endMs: number): LineTimes['words'][number] => ({ from, to, startMs, endMs });

  it('set the ends of the words around them, and move the sounds along', () => {
    const times: LineTimes = {
      text: 'Go home', words: [word(0, 2, 40, 440), word(3, 7, 720, 1_440)], estimated: false,
      sounds: { alphabet: 'arpabet', marks: [{ sound: 'g', startMs: 40, endMs: 240 }, { sound: 'ow', startMs: 240, endMs: 440 }, { sound: 'hh', startMs: 720, endMs: 1_080 }] },
    };
    const fitted = withSilences(times, sound([500, 300], [600, 80]));
    expect(fitted.words).toEqual([word(0, 2, 40, 500), word(3, 7, 800, 1_400)]);
    expect(fitted.sounds!.marks.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[40, 270], [270, 500], [800, 1_100]]);
  });

  it('change nothing where no word is near, or where a word would vanish', () => {
    const far = { text: 'Go home', words: [word(0, 2, 0, 900), word(3, 7, 900, 1_400)], estimated: false };
    expect(withSilences(far, sound([300, 200], [900, 0])).words).toEqual(far.words);
    const short = { text: 'I go', words: [word(0, 1, 460, 480), word(2, 4, 490, 1_400)], estimated: false };
    expect(withSilences(short, sound([470, 100], [830, 0])).words).toEqual(short.words);
  });
});

describe('estimated times', () => {
  it('put words between the pauses that their marks ask for', () => {
    const { words } = estimateTimes('Stop. Now we go on, all of us.', sound([400, 400], [900, 250], [700, 60]));
    expect([words[1]!.startMs, words[5]!.startMs].map((ms) => Math.round(ms / 20) * 20)).toEqual([800, 1_960]);
    expect([words[0]!.endMs, words[4]!.endMs, words[7]!.endMs].map((ms) => Math.round(ms / 20) * 20)).toEqual([400, 1_700, 2_660]);
  });

  it('are spread evenly where the sound gives no hint', () => {
    expect(estimateTimes('one two', new Int16Array(LINE_SAMPLE_RATE)).words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([[0, 500], [500, 1_000]]);
    expect(estimateTimes('…', sound([100, 100])).words).toEqual([]);
  });
});

describe('the clock of a neural line', () => {
  it('knows the sounds of each word, whatever the pieces are', () => {
    const text = 'The old cat, “stop”… 1895 — NASA, and B.B.C. *to* water!';
    const { phonemes, words } = speakWords(text, { accent: 'us', lexicon: smallLexicon() });
    for (const limit of [400, 30, 9]) {
      const clock = new LineClock();
      for (const piece of piecesOf(phonemes, limit)) {
        const signs = [...piece.phonemes];
        clock.add(piece.phonemes, signs.map((sign) => (sign === ' ' ? 0 : 24)), 0);
        clock.advance(signs.filter((sign) => sign !== ' ').length * 24);
      }
      const times = clock.times(words, 24);
      const all = [...phonemes.replaceAll(' ', '')];
      expect(times.words.map(({ startMs, endMs }) => all.slice(Math.round(startMs), Math.round(endMs)).join('')))
        .toEqual(words.map((word) => word.phonemes.replaceAll(' ', '').replaceAll('ɾ', 'T')));
      expect(times.sounds.map(({ sound }) => sound).join('')).toBe(all.filter((sign) => /[\p{L}ˈˌ]/u.test(sign)).join(''));
    }
  });
});

neuralTests('the neural voices', () => {
  it('tell when each word is said, and each sound', async () => {
    const engine = createNeuralEngine((await findVoicePack(voicePackCache))!);
    try {
      const { samples, durationMs, times } = await engine.speak({ ...LINE, text: 'Dr. Watson knew. Nobody who’d say “no” did.', voiceId: 'neural-sophie' });
      expect(times!.estimated).toBe(false);
      expectWhole(times!, durationMs);
      expectPause(times!, samples, 'knew', 'nobody');
      expect(times!.sounds!.marks.slice(0, 4).map(({ sound }) => sound)).toEqual(['d', 'ˈɑ', 'k', 't']);
    } finally {
      await engine.close();
    }
  });
});

