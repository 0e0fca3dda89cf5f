import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { reusable } from '../../src/craft/speech/flite/flite-image.js';
import { FlitePool } from '../../src/craft/speech/flite/flite-pool.js';
import { ThreadTimedOut } from '../../src/kernel/threads/thread-pool.js';
import { toSpokenText } from '../../src/craft/speech/flite/spoken-text.js';
import { CHARACTER_VOICES } from '../../src/craft/speech/flite/voices.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../../src/craft/speech/port.js';
import { EMOTIONS } from '../../src/craft/screenplay/model.js';
import { measureLoudness } from '../../src/craft/audio/loudness.js';
import { pcmBytes } from '../../src/craft/speech/line-cache.js';
import { medianPitchHz, voicedPitches } from '../support/pitch.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

const LINE = 'The evening train was late again, and nobody on the platform seemed to mind.';
const ask = (over: Partial<SpeechRequest> = {}): SpeechRequest => (
  { text: LINE, voiceId: 'stage-narrator-f', emotion: 'neutral', speed: 1, volume: 1, ...over }
);
const hashOf = (samples: Int16Array): string => createHash('sha256').update(pcmBytes(samples)).digest('hex');
const rms = (samples: Int16Array): number => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

describe('what the embedded voices read', () => {
  it.each([
    ['Café — “it’s” fine…', 'Cafe, "it\'s" fine...'],
    ['*Never*, said Zoë & Łukasz.', 'Never, said Zoe and Lukasz.'],
    ['INT. BARN - NIGHT', 'Interior, BARN, NIGHT'],
    ['It was 12°C and cost £1,250.75', 'It was twelve degrees Celsius and cost one thousand two hundred fifty pounds and seventy-five pence'],
    ['Dr. Reid of the B.B.C. came on Dec. 17th.', 'Doctor Reid of the B B C came on December seventeenth.'],
    ['<prosody rate="9">hello</prosody>', 'prosody rate equals "nine" hello prosody'],
    ['one\u0000two\nthree\u200b four', 'one two three four'],
    ['ﬁne 🎭 show', 'fine show'],
  ])('%j', (text, ascii) => {
    expect(toSpokenText(text)).toEqual({ kind: 'words', ascii });
  });

  it('takes the project\'s pronunciations as words: whole ones, in any capitals, with their ending', () => {
    const pronunciations = [{ word: 'Siobhan', respelling: 'shi-VAWN', ipa: null }, { word: 'São', respelling: 'SOWN', ipa: 'sɐ̃w' }];
    expect(toSpokenText("Siobhan's house, SIOBHAN, Siobhanson, in São.", pronunciations))
      .toEqual({ kind: 'words', ascii: "shivawn's house, shivawn, Siobhanson, in sown." });
  });

  it.each(['', '   ', '...', '—', '🎭', '?!'])('finds no words in %j', (text) => {
    expect(toSpokenText(text)).toEqual({ kind: 'nothing' });
  });

  it.each(['東京', 'Meet Иван at five', 'α and β'])('does not drop the letters of %j', (text) => {
    expect(toSpokenText(text).kind).toBe('unreadable');
  });
});

describe('the embedded voices', () => {
  let engine: SpeechEngine;
  beforeAll(() => { engine = createFliteEngine({ poolSize: 2 }); });
  afterAll(() => engine.close());

  it('are sixteen, with names and facts of their own', () => {
    const voices = engine.voices();
    expect(voices).toHaveLength(16);
    for (const fact of ['voiceId', 'name'] as const) expect(new Set(voices.map((voice) => voice[fact])).size).toBe(16);
    expect(new Set(voices.map(({ ageRange }) => ageRange))).toEqual(new Set(['child', 'teen', 'young_adult', 'adult', 'senior']));
    for (const voice of voices) expect(voice).toMatchObject({ status: 'ready', provider: 'stage', language: 'en', measuredLufs: -24 });
  });

  it.each([
    ['stage-scot-giant', 74, 90], ['stage-narrator-f', 156, 176], ['stage-girl', 262, 296],
  ])('%s speaks between %d and %d Hz', async (voiceId, low, high) => {
    const { samples, durationMs } = await engine.speak(ask({ voiceId }));
    const pitch = medianPitchHz(samples, LINE_SAMPLE_RATE);
    expect(pitch).toBeGreaterThan(low);
    expect(pitch).toBeLessThan(high);
    expect(durationMs).toBe(samples.length / 24);
    expect(Number.isInteger(durationMs)).toBe(true);
  });

  it('all speak the same line, each in its own bytes', async () => {
    const lines = await Promise.all(CHARACTER_VOICES.map(({ voiceId }) => engine.speak(ask({ voiceId, text: 'Who is there?' }))));
    expect(new Set(lines.map(({ samples }) => hashOf(samples))).size).toBe(16);
  });

  it('are not muffled: the highest tones carry enough of the energy', async () => {
    for (const { voiceId } of CHARACTER_VOICES) {
      const { samples } = await engine.speak(ask({ voiceId }));
      const steps = samples.slice(1).reduce((sum, value, index) => sum + (value - samples[index]!) ** 2, 0);
      const share = steps / samples.reduce((sum, value) => sum + value * value, 0);
      expect([voiceId, share > 0.0125]).toEqual([voiceId, true]);
    }
  });

  it('come at one level', async () => {
    const ffmpeg = await ffmpegForTests();
    for (const voiceId of ['stage-narrator-m', 'stage-clerk', 'stage-old-woman', 'stage-boy']) {
      const text = `${LINE} She folded the letter and asked the guard whether the road over the hill was open.`;
      const { samples } = await engine.speak(ask({ voiceId, text }));
      const { lufs } = await measureLoudness(ffmpeg, ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0'], {
        stdin: (async function* () { yield pcmBytes(samples); })(),
      });
      expect(Math.abs(lufs + 24)).toBeLessThan(1);
    }
  });

  it('say the same thing in the same bytes, whichever thread and engine speaks', async () => {
    const other = createFliteEngine({ poolSize: 1 });
    try {
      const [first, second] = [await engine.speak(ask({ emotion: 'whisper' })), await other.speak(ask({ emotion: 'whisper' }))];
      expect(hashOf(first.samples)).toBe(hashOf(second.samples));
    } finally {
      await other.close();
    }
  });

  it('take direction: rate, pitch, level and a whisper without voice', async () => {
    const spoken = new Map(await Promise.all(EMOTIONS.map(async (emotion) => [emotion, await engine.speak(ask({ emotion }))] as const)));
    const of = (emotion: (typeof EMOTIONS)[number]): Int16Array => (spoken.get(emotion) as { samples: Int16Array }).samples;
    const pitch = (emotion: (typeof EMOTIONS)[number]): number => medianPitchHz(of(emotion), LINE_SAMPLE_RATE);
    expect(of('angry').length).toBeLessThan(of('neutral').length * 0.95);
    expect(of('sad').length).toBeGreaterThan(of('neutral').length * 1.1);
    expect(pitch('afraid')).toBeGreaterThan(pitch('neutral') * 1.1);
    expect(pitch('sad')).toBeLessThan(pitch('neutral') * 0.97);
    expect(rms(of('shout'))).toBeGreaterThan(rms(of('neutral')) * 1.5);
    const voiced = (emotion: (typeof EMOTIONS)[number]): number => voicedPitches(of(emotion), LINE_SAMPLE_RATE).length;
    expect(voiced('whisper')).toBeLessThan(voiced('neutral') * 0.05);
    expect(rms(of('whisper'))).toBeGreaterThan(rms(of('neutral')) * 0.3);
  });

  it('follow speed and volume, and refuse what is out of bounds', async () => {
    const plain = await engine.speak(ask());
    const fast = await engine.speak(ask({ speed: 2 }));
    const soft = await engine.speak(ask({ volume: 0.5 }));
    const mute = await engine.speak(ask({ volume: 0 }));
    expect(fast.durationMs / plain.durationMs).toBeCloseTo(0.5, 1);
    expect(rms(soft.samples) / rms(plain.samples)).toBeCloseTo(0.5, 2);
    expect(rms(mute.samples)).toBeLessThan(2);
    await expect(engine.speak(ask({ speed: 3 }))).rejects.toThrow(RangeError);
    await expect(engine.speak(ask({ volume: Number.NaN }))).rejects.toThrow(RangeError);
  });

  it.each([
    ['stage-narrator-m', 'Come in. Sit.', ['Come in.', 'Sit.']], ['stage-scot', 'No. Never. Go.', ['No.', 'Never.', 'Go.']],
    ['stage-narrator-f', 'He saw her and he left. Why?', ['He saw her and he left.', 'Why?']],
  ])('%s says all of %j', async (voiceId, text, parts) => {
    const length = async (said: string): Promise<number> => (await engine.speak(ask({ voiceId, text: said }))).durationMs;
    const alone = await Promise.all(parts.map(length));
    expect(await length(text)).toBeGreaterThan(alone.reduce((sum, ms) => sum + ms) * 0.9);
  });

  it('say a word with the pronunciation of the project', async () => {
    const pronunciations = [{ word: 'Siobhan', respelling: 'shi-VAWN', ipa: null }];
    const own = await engine.speak(ask({ text: 'Ask Siobhan.', pronunciations }));
    expect(hashOf(own.samples)).toBe(hashOf((await engine.speak(ask({ text: 'Ask shivawn.' }))).samples));
    expect(hashOf(own.samples)).not.toBe(hashOf((await engine.speak(ask({ text: 'Ask Siobhan.' }))).samples));
  });

  it('give a beat of silence for a line without words', async () => {
    expect(await engine.speak(ask({ text: '...' }))).toEqual({ samples: new Int16Array(9_600), durationMs: 400 });
  });

  it.each([
    [{ text: '東京へようこそ' }], [{ voiceId: 'stage-nobody' }], [{ text: 'word '.repeat(2_500) }],
  ])('refuse %j for good', async (over) => {
    await expect(engine.speak(ask(over))).rejects.toMatchObject({ name: 'ProviderFailure', retryable: false });
  });

  it('stop when told to, and speak on afterwards', async () => {
    const abort = new AbortController();
    const speaking = engine.speak(ask({ text: 'A long speech. '.repeat(300) }), abort.signal);
    setTimeout(() => abort.abort(new Error('the audience left')), 50);
    const started = Date.now();
    await expect(speaking).rejects.toThrow('the audience left');
    expect(Date.now() - started).toBeLessThan(1_500);
    expect((await engine.speak(ask())).durationMs).toBeGreaterThan(1_000);
  });

  it('let no line change the sound of the next', async () => {
    const lines = [ask({ text: 'Numbers: 12,345 and $67.89.' }), ask({ text: 'A long speech, said to nobody. '.repeat(40) }), ask()];
    const used = createFliteEngine({ poolSize: 1 });
    try {
      for (const line of lines) await used.speak(line);
      for (const line of [...lines, ask({ voiceId: 'stage-clerk' }), ask({ voiceId: 'stage-scot' })]) {
        const fresh = createFliteEngine({ poolSize: 1 });
        expect(hashOf((await used.speak(line)).samples)).toBe(hashOf((await fresh.speak(line)).samples));
        await fresh.close();
      }
    } finally {
      await used.close();
    }
  });
});

describe('the engine\'s program', () => {
  const program = (...sections: number[][]): Uint8Array => Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
  const exportsOfOne = [7, 5, 1, 1, 0x6d, 2, 0];
  const constants = [11, 9, 1, 0, 0x41, 16, 0x0b, 3, 7, 7, 7];

  it('gets its stack pointer exported, and the end of its constants found', () => {
    const { sections, constantsEnd } = reusable(program([0, 2, 1, 0x78], [6, 6, 1, 0x7f, 1, 0x41, 32, 0x0b], exportsOfOne, constants));
    expect(constantsEnd).toBe(19);
    expect(sections.map(({ id }) => id)).toEqual([6, 7, 11]);
    expect(Buffer.from(sections[1]!.body).toString('latin1')).toContain('stack_pointer');
  });

  it.each([
    ['has another stack', program([6, 6, 1, 0x7e, 1, 0x41, 32, 0x0b], exportsOfOne, constants), /unexpected stack pointer/],
    ['lays its constants out later', program([11, 4, 1, 1, 1, 7]), /no constants/],
    ['is cut short', program([6]), /truncated/],
    ['is cut short in a section', program([6, 9, 1]), /truncated/],
  ])('is refused when it %s', (_, bytes, message) => {
    expect(() => reusable(bytes)).toThrow(message);
  });
});

describe('the pool of speaking threads', () => {
  const job = {
    ascii: 'Hello.', base: 'slt' as const, settings: { stretch: 1, pitchHz: null, pitchSpreadHz: null },
    shape: { tractFactor: 1, brightnessDb: 0, gainDb: 0, vibrato: false, whisper: false },
  };

  it('ends a thread that does not answer in time, and speaks the next line', async () => {
    const pool = new FlitePool(1, (ascii) => (ascii === 'Hello.' ? 20_000 : 60));
    try {
      await expect(pool.speak({ ...job, ascii: 'The same words again. '.repeat(400) })).rejects.toThrow(ThreadTimedOut);
      expect((await pool.speak(job)).samples.length).toBeGreaterThan(5_000);
    } finally {
      await pool.close();
    }
  });

  it('takes a cancelled line out of the queue, speaks the others, and leaves no abort listener behind', async () => {
    const pool = new FlitePool(1);
    const abort = new AbortController();
    try {
      const long = pool.speak({ ...job, ascii: 'The same words again. '.repeat(60) });
      const queued = pool.speak(job, abort.signal);
      const after = pool.speak(job, new AbortController().signal);
      setTimeout(() => abort.abort(new Error('not needed')), 20);
      await expect(queued).rejects.toThrow('not needed');
      expect((await long).samples.length).toBeGreaterThan((await after).samples.length);
      const listened = new AbortController().signal;
      await pool.speak(job, listened);
      expect(getEventListeners(listened, 'abort')).toEqual([]);
    } finally {
      await pool.close();
    }
  });

  it('reports what the engine says and refuses work once closed', async () => {
    const pool = new FlitePool(1);
    // flite silently replaces a voice that it does not have by one at 8 kHz.
    await expect(pool.speak({ ...job, base: 'nobody' as 'slt' })).rejects.toThrow(/8000 Hz/);
    await pool.close();
    await expect(pool.speak(job)).rejects.toThrow(/closed/);
  });
});
