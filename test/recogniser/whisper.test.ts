import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRecogniser } from '../../src/craft/recogniser/installation.js';
import { createWhisper, type WhisperOptions } from '../../src/craft/recogniser/whisper.js';
import { RecogniserFailed, type Recogniser } from '../../src/craft/recogniser/port.js';
import { wordErrorRate, wordErrors } from '../../src/craft/recogniser/word-errors.js';
import { createFliteEngine } from '../../src/craft/speech/flite/engine.js';
import { readConfig } from '../../src/kernel/config/index.js';

const FAKE = fileURLToPath(new URL('./fake-recogniser.mjs', import.meta.url));
const [HEAR, HANG, DIE, BABBLE, FAIL, FLOOD, WORDLESS] = [0, 1, 2, 3, 4, 5, 6];

const line = (doing: number, length = 2_400): Int16Array => new Int16Array(length).fill(7).fill(doing, 0, 1);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

describe('the process of the recogniser', () => {
  let pids: string;
  let recogniser: Recogniser | null = null;
  const open = (options: WhisperOptions = {}): Recogniser => {
    recogniser = createWhisper({ python: '', model: pids }, { program: [process.execPath, FAKE], ...options });
    return recogniser;
  };
  /** Ids of the processes that were started, in no order. */
  const started = async (): Promise<number[]> => (await readdir(pids)).map(Number);

  beforeEach(async () => {
    pids = await mkdtemp(path.join(tmpdir(), 'proscenium-recogniser-'));
  });

  afterEach(async () => {
    await recogniser?.close();
    recogniser = null;
    await rm(pids, { recursive: true, force: true });
  });

  it('starts with the first line, hears lines that come at once one after another, and gets every sample', async () => {
    const ear = open();
    expect(await started()).toEqual([]);
    const [first, second] = await Promise.all([ear.hear(line(HEAR, 100_000)), ear.hear(line(HEAR, 3))]);
    const [pid, ...more] = await started();
    expect(more).toEqual([]);
    expect([first, second]).toEqual([`${pid} heard 100000 samples, sum ${99_999 * 7}`, `${pid} heard 3 samples, sum 14`]);
  });

  it('gets only the samples of the line when they are part of a larger buffer', async () => {
    const whole = new Int16Array(100).fill(1_000);
    whole.set([HEAR, 3, 4], 11);
    expect(await open().hear(whole.subarray(11, 14))).toMatch(/heard 3 samples, sum 7$/);
  });

  it('does not start for an empty line or for one that is too long', async () => {
    const ear = open();
    expect(await ear.hear(new Int16Array(0))).toBe('');
    await expect(ear.hear(new Int16Array(24_000 * 901))).rejects.toThrow(RangeError);
    expect(await started()).toEqual([]);
  });

  it('is killed when a line takes too long, and the next line gets another process', async () => {
    const ear = open({ timeoutMs: () => 300 });
    await expect(ear.hear(line(HANG))).rejects.toThrow('no answer in 300 ms');
    const [hung] = await started();
    expect(await ear.hear(line(HEAR))).toMatch(/heard 2400/);
    expect(isRunning(hung!)).toBe(false);
    expect(await started()).toHaveLength(2);
  });

  it.each([
    ['ends', DIE, /ended with 3: out of cake/], ['answers something else than JSON', BABBLE, /something unexpected/],
    ['answers without end', FLOOD, /too much/], ['answers without a text', WORDLESS, /without a text/],
  ])('fails the line when it %s, and hears the next one', async (_what, doing, message) => {
    const ear = open();
    const heard = ear.hear(line(doing));
    await expect(heard).rejects.toThrow(message);
    await expect(heard).rejects.toBeInstanceOf(RecogniserFailed);
    expect(await ear.hear(line(HEAR))).toMatch(/heard 2400/);
  });

  it('continues after a line that it could not hear', async () => {
    const ear = open();
    await expect(ear.hear(line(FAIL))).rejects.toThrow('too much wind');
    await ear.hear(line(HEAR));
    expect(await started()).toHaveLength(1);
  });

  it('is killed when the line is given up, and a waiting line is heard', async () => {
    const ear = open();
    const giveUp = new AbortController();
    const given = ear.hear(line(HANG), giveUp.signal);
    const waiting = ear.hear(line(HEAR));
    await waitUntil(async () => (await started()).length === 1);
    giveUp.abort(new Error('nobody listens'));
    await expect(given).rejects.toThrow('nobody listens');
    const [hung] = await started();
    expect(await waiting).toMatch(/heard 2400/);
    expect(isRunning(hung!)).toBe(false);
  });

  it('ends when it is idle, and starts again for the next line', async () => {
    const ear = open({ idleMs: 50 });
    await ear.hear(line(HEAR));
    const [first] = await started();
    await waitUntil(() => !isRunning(first!));
    expect(await ear.hear(line(HEAR))).toMatch(/heard 2400/);
    expect(await started()).toHaveLength(2);
  });

  it('ends when it is closed, in the middle of a line too', async () => {
    const ear = open();
    const given = ear.hear(line(HANG));
    given.catch(() => undefined);
    await waitUntil(async () => (await started()).length === 1);
    await ear.close();
    await expect(given).rejects.toThrow('closed');
    expect(isRunning((await started())[0]!)).toBe(false);
    await expect(ear.hear(line(HEAR))).rejects.toThrow('closed');
  });

  it('fails the line when the program cannot be started', async () => {
    await expect(open({ program: [path.join(pids, 'absent')] }).hear(line(HEAR))).rejects.toThrow(RecogniserFailed);
  });

  it('dies with its parent', async () => {
    const adapter = pathToFileURL(path.resolve('dist/src/craft/recogniser/whisper.js')).href;
    const parent = spawn(process.execPath, [path.resolve('test/recogniser/fake-parent.mjs'), adapter, FAKE, pids],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH } });
    const ended = once(parent, 'exit');
    await once(parent.stdout, 'data');
    const [child] = await started();
    expect(isRunning(child!)).toBe(true);
    parent.kill('SIGKILL');
    await ended;
    await waitUntil(() => !isRunning(child!));
  });
});

const installed = await findRecogniser(readConfig().cacheDir);
if (!installed) {
  process.stderr.write('NO RECOGNISER: `proscenium recogniser install` was not run on this machine; the tests that hear are SKIPPED.\n');
}
(installed ? describe : describe.skip)('Whisper', () => {
  const LINES = ['My name is Henry Baker, and I lost a goose near the corner of the street.',
    'In about fifteen minutes we saw three men running along the shore.'];
  const ear = installed ? createWhisper(installed) : null;
  const voices = createFliteEngine({ poolSize: 1 });
  const spoken = async (text: string): Promise<Int16Array> =>
    (await voices.speak({ text, voiceId: 'stage-narrator-m', emotion: 'neutral', speed: 1, volume: 1 })).samples;

  afterAll(async () => {
    await ear!.close();
    await voices.close();
  });

  it('understands what the narrator says, and hears the same words the second time', async () => {
    const heard: string[] = [];
    for (const text of LINES) heard.push(await ear!.hear(await spoken(text)));
    expect(wordErrorRate(LINES.map((text, index) => wordErrors(text, heard[index]!)))).toBeLessThan(0.05);
    expect(await ear!.hear(await spoken(LINES[0]!))).toBe(heard[0]);
  });

  it('misses what is cut off, and hears nothing in silence', async () => {
    const samples = await spoken(LINES[0]!);
    const { missing } = wordErrors(LINES[0]!, await ear!.hear(samples.subarray(0, samples.length / 2)));
    expect(missing).toEqual(expect.arrayContaining(['goose', 'corner']));
    expect(await ear!.hear(new Int16Array(24_000 * 3))).toBe('');
  });
});
