import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FfmpegCommand } from 'fluent-ffmpeg';
import { startChild } from '../../src/craft/ffmpeg/process.js';
import type { ComposedInput } from '../../src/craft/ffmpeg/composed-run.js';
import { createFfmpeg, FfmpegCancelled, FfmpegFailed, guardedArguments } from '../../src/craft/ffmpeg/run.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

const ffmpeg = await ffmpegForTests();
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', '-f', 's16le'];
/** Makes ffmpeg run forever, in real time. */
const ENDLESS = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440', '-f', 'null', '-'];

/** Process ids whose environment has this JOB_ID: children of ours, whatever became of their parent. */
function processesOf(jobId: string): string[] {
  return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`JOB_ID=${jobId}`)
        && !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
    } catch {
      return false;
    }
  });
}

/** Those processes that already run ffmpeg: each starts as the program that sets its priority and ties it to its parent. */
const programsOf = (jobId: string): string[] =>
  processesOf(jobId).filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('ffmpeg'));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe('the ffmpeg runner', () => {
  let folder: string;
  beforeAll(async () => { folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-test-')); });
  afterAll(async () => { await rm(folder, { recursive: true, force: true }); });

  it('runs to the end, reports progress and the length of what it wrote', async () => {
    const seen: number[] = [];
    const target = path.join(folder, 'tone.raw');
    const result = await ffmpeg.run([...TONE, target], { onProgress: (ms) => seen.push(ms) });
    expect((await stat(target)).size).toBe(44_100 * 2);
    expect(Math.abs(result.durationMs - 1000)).toBeLessThan(30);
    expect(seen.at(-1)).toBe(result.durationMs);
  });

  it('overwrites what an earlier run left', async () => {
    const target = path.join(folder, 'left.raw');
    await writeFile(target, 'left by an earlier run');
    await ffmpeg.run([...TONE, target]);
    expect((await stat(target)).size).toBe(44_100 * 2);
  });

  it('allows local protocols only, for every input', () => {
    expect(guardedArguments(['-i', 'a', '-i', 'b', '-f', 'null', '-']).join(' '))
      .toContain('-protocol_whitelist file,pipe -i a -protocol_whitelist file,pipe -i b');
  });

  it('does not read from the network', async () => {
    await expect(ffmpeg.run(['-i', 'http://127.0.0.1:9/sound.mp3', '-f', 'null', '-']))
      .rejects.toMatchObject({ name: 'FfmpegFailed', stderrTail: expect.stringMatching(/whitelist/) });
  });

  it('says why it failed', async () => {
    const failure = await ffmpeg.run(['-i', path.join(folder, 'missing.wav'), '-f', 'null', '-']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FfmpegFailed);
    expect((failure as FfmpegFailed).exitCode).not.toBe(0);
    expect((failure as FfmpegFailed).stderrTail).toMatch(/No such file/);
  });

  it('says that the program is missing', async () => {
    const missing = createFfmpeg({ path: path.join(folder, 'no-such-program'), setprivPath: null, chrtPath: null });
    await expect(missing.run(['-version'])).rejects.toThrow(FfmpegFailed);
  });

  it('reads bytes from an iterator, and passes on the iterator\'s own error', async () => {
    const target = path.join(folder, 'copied.raw');
    async function* source(broken: boolean): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < 20; index++) yield new Uint8Array(9_600);
      if (broken) throw new Error('the line is gone');
    }
    const args = ['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0', '-c', 'copy', '-f', 's16le', target];
    await ffmpeg.run(args, { stdin: source(false) });
    expect((await stat(target)).size).toBe(20 * 9_600);
    await expect(ffmpeg.run(args, { stdin: source(true) })).rejects.toThrow('the line is gone');
  });

  it('ends a source that is longer than ffmpeg wants to read', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(48_000);
      } finally {
        closed = true;
      }
    }
    await ffmpeg.run(['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0', '-t', '1', '-f', 'null', '-'], { stdin: endless() });
    expect(closed).toBe(true);
  });

  it('ends an endless run at once when it is cancelled, and leaves no process', async () => {
    const abort = new AbortController();
    const running = ffmpeg.run(ENDLESS, { signal: abort.signal, jobId: 'cancel-test' }).catch((error: unknown) => error);
    await until(() => processesOf('cancel-test').length > 0);
    abort.abort();
    expect(await running).toBeInstanceOf(FfmpegCancelled);
    expect(processesOf('cancel-test')).toEqual([]);
  });

  it('kills a process that ignores SIGTERM', async () => {
    const abort = new AbortController();
    const child = startChild({
      command: '/bin/sh', args: ['-c', 'trap "" TERM; echo deaf; while :; do sleep 1; done'],
      env: { JOB_ID: 'stubborn-test', PATH: '/usr/bin:/bin' }, stdin: 'ignore', stdout: 'pipe', signal: abort.signal,
    });
    await once(child.stdout!, 'data');
    const started = Date.now();
    abort.abort();
    await expect(child.done).rejects.toThrow(FfmpegCancelled);
    expect(Date.now() - started).toBeGreaterThan(1_500);
    expect(processesOf('stubborn-test').filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sh')).toEqual([]);
  });

  it('starts nothing when it is cancelled already', async () => {
    await expect(ffmpeg.run(TONE, { signal: AbortSignal.abort() })).rejects.toThrow(FfmpegCancelled);
    await expect(ffmpeg.open(TONE, { signal: AbortSignal.abort() })).rejects.toThrow(FfmpegCancelled);
  });

  it('dies with a parent that was killed', async () => {
    if (process.platform !== 'linux') return;
    const runner = path.resolve('src/craft/ffmpeg/run.ts');
    const script = path.join(folder, 'parent.mts');
    await writeFile(script, `import { createFfmpeg } from ${JSON.stringify(runner)};
      await createFfmpeg({ path: ${JSON.stringify(ffmpeg.path)} }).run(${JSON.stringify(ENDLESS)}, { jobId: 'orphan-test' });`);
    const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'ignore', cwd: path.resolve('.') });
    // Waits for ffmpeg itself: until it runs, the program that starts it may not have tied it to its parent yet.
    await until(() => programsOf('orphan-test').length > 0);
    parent.kill('SIGKILL');
    // Left alone, ffmpeg would run forever.
    await until(() => processesOf('orphan-test').length === 0);
  });

  it('runs at batch priority unless it is live', async () => {
    if (process.platform !== 'linux') return;
    // Field 41 of `stat` is the policy: 0 normal, 3 batch. The name before it may hold blanks (proc(5)), so fields are counted after its closing bracket.
    const policyOf = (pid: string): number => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[38]);
    const abort = new AbortController();
    const running = ffmpeg.run(ENDLESS, { signal: abort.signal, jobId: 'batch-test' }).catch(() => undefined);
    const live = await ffmpeg.open(ENDLESS, { signal: abort.signal, jobId: 'live-test' });
    live.done.catch(() => undefined);
    await until(() => programsOf('batch-test').length > 0 && programsOf('live-test').length > 0);
    expect([programsOf('batch-test').map(policyOf), programsOf('live-test').map(policyOf)]).toEqual([[3], [0]]);
    abort.abort();
    await Promise.allSettled([running, live.done]);
  });

  it('runs where the system has no batch priority', async () => {
    const refusing = createFfmpeg({ path: ffmpeg.path, chrtPath: '/bin/false' });
    const target = path.join(folder, 'plain.raw');
    await refusing.run([...TONE, target]);
    expect((await stat(target)).size).toBe(44_100 * 2);
  });

  describe('with a command of fluent-ffmpeg', () => {
    const toFile = (target: string) => (command: FfmpegCommand): FfmpegCommand => command.format('s16le').output(target);
    const toNothing = (command: FfmpegCommand): FfmpegCommand => command.format('null').output('-');
    const RAW = ['-f', 's16le', '-ar', '24000', '-ac', '1'];
    let second: ComposedInput;
    /** An input without an end, read in real time. */
    let endless: ComposedInput;
    beforeAll(async () => {
      const source = path.join(folder, 'second.raw');
      await writeFile(source, new Uint8Array(48_000));
      second = { source, options: RAW };
      endless = { source, options: ['-re', '-stream_loop', '-1', ...RAW] };
    });

    it('runs to the end, reports progress and the length of what it wrote', async () => {
      const seen: number[] = [];
      const target = path.join(folder, 'composed with blanks.raw');
      const result = await ffmpeg.compose({ inputs: [second], describe: toFile(target), onProgress: (ms) => seen.push(ms) });
      expect((await stat(target)).size).toBe(48_000);
      expect(Math.abs(result.durationMs - 1000)).toBeLessThan(30);
      expect(seen.at(-1)).toBe(result.durationMs);
      expect(result.stderrTail).toBe('');
    });

    it('reads bytes, stops a source that has more, passes on the error of a failing source, and leaves no process', async () => {
      let closed = false;
      async function* source(failsAt: number): AsyncGenerator<Uint8Array> {
        try {
          for (let index = 0; ; index++) {
            if (index === failsAt) throw new Error('the line is gone');
            yield new Uint8Array(9_600);
          }
        } finally {
          closed = true;
        }
      }
      const target = path.join(folder, 'bytes.raw');
      const run = (failsAt: number, jobId: string) => ffmpeg.compose({
        inputs: [{ source: source(failsAt), options: RAW }], jobId,
        describe: (command) => toFile(target)(command.outputOptions('-t', '2')),
      });
      await run(Infinity, 'bytes-test');
      expect([(await stat(target)).size, closed]).toEqual([2 * 48_000, true]);
      await expect(run(3, 'bytes-test')).rejects.toThrow('the line is gone');
      expect(processesOf('bytes-test')).toEqual([]);
    });

    it('says why it failed, and fetches nothing', async () => {
      const failure = await ffmpeg.compose({ inputs: [{ source: path.join(folder, 'missing.wav') }], describe: toNothing })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(FfmpegFailed);
      expect(failure).toMatchObject({ exitSignal: null, stderrTail: expect.stringMatching(/No such file/) });
      expect((failure as FfmpegFailed).exitCode).toBeGreaterThan(0);
      await expect(ffmpeg.compose({ inputs: [second, { source: 'http://127.0.0.1:9/sound.mp3' }], describe: toNothing }))
        .rejects.toMatchObject({ stderrTail: expect.stringMatching(/whitelist/) });
    });

    it('is ended when it is cancelled, and leaves no process', async () => {
      const abort = new AbortController();
      const running = ffmpeg.compose({ inputs: [endless], describe: toNothing, signal: abort.signal, jobId: 'composed-cancel' })
        .catch((error: unknown) => error);
      await until(() => processesOf('composed-cancel').length > 0);
      abort.abort();
      expect(await running).toBeInstanceOf(FfmpegCancelled);
      expect(processesOf('composed-cancel')).toEqual([]);
      await expect(ffmpeg.compose({ inputs: [second], describe: toNothing, signal: AbortSignal.abort() })).rejects.toThrow(FfmpegCancelled);
    });

    it('is ended when it is cancelled before the process starts', async () => {
      const abort = new AbortController();
      const running = ffmpeg.compose({ inputs: [endless], describe: toNothing, signal: abort.signal, jobId: 'composed-early' });
      abort.abort();
      await expect(running).rejects.toThrow(FfmpegCancelled);
      expect(processesOf('composed-early')).toEqual([]);
    });

    it('is killed when it ignores SIGTERM', async () => {
      const program = path.join(folder, 'deaf');
      const deaf = path.join(folder, 'is-deaf');
      await writeFile(program, `#!/bin/sh\ntrap "" TERM\n: > '${deaf}'\nwhile :; do sleep 1; done\n`, { mode: 0o700 });
      const abort = new AbortController();
      const running = createFfmpeg({ path: program }).compose({
        inputs: [second], describe: toNothing, signal: abort.signal, jobId: 'composed-deaf',
      }).catch((error: unknown) => error);
      const shells = (): string[] => processesOf('composed-deaf').filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'deaf');
      await until(() => existsSync(deaf));
      const started = Date.now();
      abort.abort();
      expect(await running).toBeInstanceOf(FfmpegCancelled);
      expect(Date.now() - started).toBeGreaterThan(1_500);
      expect(shells()).toEqual([]);
    });

    it('is a batch job without our environment, and dies with a parent that was killed', async () => {
      if (process.platform !== 'linux') return;
      const script = path.join(folder, 'composing-parent.mts');
      await writeFile(script, `import { createFfmpeg } from ${JSON.stringify(path.resolve('src/craft/ffmpeg/run.ts'))};
        await createFfmpeg({ path: ${JSON.stringify(ffmpeg.path)} }).compose({
          inputs: [${JSON.stringify(endless)}], describe: (command) => command.format('null').output('-'), jobId: 'composed-orphan',
        });`);
      const parent = spawn(process.execPath, ['--import', 'tsx', script], {
        stdio: 'ignore', cwd: path.resolve('.'), env: { ...process.env, SECRET_KEY: 'ours' },
      });
      const works = (): string[] => processesOf('composed-orphan').filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('ffmpeg'));
      await until(() => works().length > 0);
      const [pid] = works();
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean).sort()).toEqual(['JOB_ID=composed-orphan', 'LC_ALL=C']);
      expect(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[38]).toBe('3');
      parent.kill('SIGKILL');
      await until(() => processesOf('composed-orphan').length === 0);
    });
  });

  it('tells its version and the encoders that it lacks', async () => {
    const said = execFileSync(ffmpeg.path, ['-version'], { encoding: 'utf8' });
    expect(said).toContain(await ffmpeg.version());
    const { missingEncoders } = await ffmpeg.probe();
    expect(missingEncoders).toEqual([]);
  });

  it('keeps our environment from the child', async () => {
    const target = path.join(folder, 'environ');
    const program = path.join(folder, 'tells-its-environment');
    await writeFile(program, `#!/bin/sh\n/bin/cat /proc/$$/environ > ${target}\n`, { mode: 0o700 });
    await createFfmpeg({ path: program }).run([], { jobId: 'job-7' });
    const names = (await readFile(target, 'latin1')).split('\0').map((pair) => pair.split('=')[0]).filter(Boolean);
    expect(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? '')).sort()).toEqual(['JOB_ID', 'LC_ALL']);
  });
});
