import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { SpokenLine } from '../../../src/craft/speech/neural/speaker-child.js';
import type { NeuralJob } from '../../../src/craft/speech/neural/job.js';
import { sharedSpeaker, type SpeakerProcessOptions } from '../../../src/craft/speech/neural/speaker-process.js';
import { voicePackIn } from '../../../src/craft/speech/neural/voice-pack.js';

const FAKE = pathToFileURL(fileURLToPath(new URL('./fake-speaker.mjs', import.meta.url)));

const job = (text: string): NeuralJob => ({
  text, accent: 'us', pronunciations: [], styles: [], rate: 1, pitch: 1, melody: 1,
  shape: { tractFactor: 1, vibrato: false, whisper: false, effortDb: 0, gainDb: 0 },
});

let folder: string;
interface Voice { say(job: NeuralJob, signal?: AbortSignal): Promise<SpokenLine>; close(): Promise<void> }
let voice: Voice;
const open = (options: Partial<SpeakerProcessOptions> = {}): Voice => {
  const shared = sharedSpeaker({ pack: voicePackIn(folder), threads: 1, module: FAKE, ...options });
  voice = { say: (job, signal) => shared.run((speaker) => speaker.say(job, signal), signal), close: () => shared.close() };
  return voice;
};
/** Ids of the processes that were started; the fake writes them where the model would be. */
const started = async (): Promise<number[]> =>
  (await readFile(voicePackIn(folder).model, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'proscenium-speaker-')); });
afterEach(async () => {
  await voice.close();
  await rm(folder, { recursive: true, force: true });
});

it('starts one process with the first line, and speaks lines that come at once one after another', async () => {
  open();
  expect(await started()).toEqual([]);
  const lines = await Promise.all(['one', 'three', '20'].map((text) => voice.say(job(text))));
  expect(lines.map(({ samples }) => samples[0])).toEqual([3, 5, 2]);
  expect(await started()).toHaveLength(1);
});

it('ends the process when nobody speaks, and starts another for the next line', async () => {
  open({ idleMs: 50 });
  await voice.say(job('one'));
  const [first] = await started();
  await until(() => !isRunning(first!));
  await voice.say(job('two'));
  expect(await started()).toHaveLength(2);
});

it('keeps the process when a line fails because of its own text', async () => {
  open();
  await expect(voice.say(job('fail'))).rejects.toThrow('no words');
  await voice.say(job('one'));
  expect(await started()).toHaveLength(1);
});

it('ends a process that does not answer in time; the lines that wait are spoken by the next', async () => {
  open({ timeoutMs: (text) => (text === 'hang' ? 100 : 10_000) });
  const [late, next] = await Promise.allSettled([voice.say(job('hang')), voice.say(job('next'))]);
  expect(late).toMatchObject({ status: 'rejected', reason: { message: 'the line was not spoken in 100 ms' } });
  expect(next).toMatchObject({ status: 'fulfilled' });
  const [first, second] = await started();
  expect([isRunning(first!), isRunning(second!)]).toEqual([false, true]);
});

it('says that the process died, and continues with another', async () => {
  open();
  await expect(voice.say(job('die'))).rejects.toThrow('the process that speaks ended with SIGKILL');
  expect((await voice.say(job('next'))).samples[0]).toBe(4);
  expect(await started()).toHaveLength(2);
});

it('drops a cancelled line, waiting or spoken, without losing the process', async () => {
  open();
  const [spoken, waiting] = [new AbortController(), new AbortController()];
  const both = Promise.allSettled([voice.say(job('500'), spoken.signal), voice.say(job('x'), waiting.signal)]);
  while ((await started()).length === 0) await sleep(10);
  waiting.abort(new Error('left'));
  spoken.abort(new Error('gone'));
  expect(await both).toMatchObject([{ reason: { message: 'gone' } }, { reason: { message: 'left' } }]);
  expect((await voice.say(job('next'))).samples[0]).toBe(4);
  expect(await started()).toHaveLength(1);
});

it('leaves no process behind when it is closed', async () => {
  open();
  await voice.say(job('one'));
  await voice.close();
  const [pid] = await started();
  expect(isRunning(pid!)).toBe(false);
  await expect(voice.say(job('two'))).rejects.toThrow('closed');
});
