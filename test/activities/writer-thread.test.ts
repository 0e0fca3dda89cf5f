import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ProviderFailure } from '../../src/craft/failures.js';
import { embeddedWriterThread } from '../../src/craft/text/embedded-writer-thread.js';
import { ThreadTimedOut, ThreadPool, type ThreadPoolOptions } from '../../src/kernel/threads/thread-pool.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';

const SOURCE = {
  sourceId: 's1', label: null,
  text: 'The lamp on the point was lit in 1841. Its keeper was paid forty pounds a year. In the winter of 1850 the lamp failed for one night.',
};

describe('the embedded writer in a thread', () => {
  it('answers as it does without one', async () => {
    expect(await embeddedWriterThread().digest(SOURCE)).toEqual(await embeddedWriter().digest(SOURCE));
  });

  it('leaves the process free to do other things', async () => {
    const long = { ...SOURCE, text: Array.from({ length: 400 }, (_, index) => `${SOURCE.text} It was the ${index}th page.`).join('\n\n') };
    const writer = embeddedWriterThread();
    await writer.digest(SOURCE);
    let ticks = 0;
    const ticking = setInterval(() => { ticks += 1; }, 1);
    await writer.digest(long);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(20);
  });

  it('does not make a short text wait for a long one', async () => {
    const writer = embeddedWriterThread();
    const ended: string[] = [];
    const novel = { ...SOURCE, text: Array.from({ length: 1_500 }, (_, index) => `${SOURCE.text} “Page ${index},” said Mara.`).join('\n\n') };
    await Promise.all([writer.digest(novel).then(() => ended.push('long')), writer.digest(SOURCE).then(() => ended.push('short'))]);
    expect(ended).toEqual(['short', 'long']);
  });

  it('fails for good on a text that takes too long', async () => {
    const failure = await embeddedWriterThread(20).digest(SOURCE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining('attach a shorter one') });
  });
});

describe('a pool of threads', () => {
  let folder: string;
  beforeAll(async () => { folder = await mkdtemp(path.join(tmpdir(), 'thread-test-')); });
  afterAll(async () => { await rm(folder, { recursive: true, force: true }); });

  /** A pool of one thread that runs `source`. The source sees `job`, and what it returns is the answer. */
  async function poolOf(source: string, more: Partial<ThreadPoolOptions<unknown>> = {}): Promise<ThreadPool<unknown, unknown>> {
    const file = path.join(folder, `${randomUUID()}.mjs`);
    await writeFile(file, source.includes('export') ? source : `export default async (job) => { ${source} };`);
    return new ThreadPool({ what: 'a test', size: 1, module: pathToFileURL(file), timeoutMs: () => 10_000, maxHeapMb: 32, ...more });
  }

  it('continues after a job that failed, was aborted or hung', async () => {
    const threads = await poolOf(`
      if (job === 'fail') throw new RangeError('no such word');
      else if (job === 'crash') process.exit(3);
      else if (job === 'loop') for (;;);
      return job * 2;`, { timeoutMs: () => 1_000 });
    await expect(threads.run('fail')).rejects.toThrow('no such word');
    await expect(threads.run('crash')).rejects.toThrow('code: 3');
    await expect(threads.run('loop')).rejects.toThrow(ThreadTimedOut);
    const abort = new AbortController();
    const looping = threads.run('loop', abort.signal);
    const queued = threads.run(21);
    setImmediate(() => abort.abort(new Error('not wanted any more')));
    await expect(looping).rejects.toThrow('not wanted any more');
    expect(await queued).toBe(42);
  });

  it('counts the time of a job from the start of its turn, not from its request', async () => {
    const threads = await poolOf(`await new Promise((resolve) => setTimeout(resolve, 600)); return job;`, { timeoutMs: () => 2_000 });
    expect(await Promise.all([1, 2, 3, 4].map((job) => threads.run(job)))).toEqual([1, 2, 3, 4]);
  });

  it('takes an aborted job out of the queue', async () => {
    const threads = await poolOf(`await new Promise((resolve) => setTimeout(resolve, 50)); return job;`);
    const first = threads.run(1);
    const abort = new AbortController();
    const second = threads.run(2, abort.signal);
    const third = threads.run(3);
    abort.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    expect(await Promise.all([first, third])).toEqual([1, 3]);
  });

  it('reports a thread that cannot start, to every job that waits for it', async () => {
    const threads = await poolOf(`throw new TypeError('no engine'); export default 1;`, { size: 2 });
    const failures = await Promise.allSettled([threads.run(1), threads.run(2)]);
    expect(failures).toMatchObject([{ reason: new TypeError('no engine') }, { reason: new TypeError('no engine') }]);
    await expect(threads.run(3)).rejects.toThrow('no engine');
  });

  it('gives its thread the data of the pool and no environment', async () => {
    const threads = await poolOf(`
      import { workerData } from 'node:worker_threads';
      export default () => [workerData, Object.keys(process.env)];`, { workerData: { voice: 'scot' } });
    expect(await threads.run(null)).toEqual([{ voice: 'scot' }, []]);
  });

  it('rejects what runs and what waits when it closes', async () => {
    const threads = await poolOf(`for (;;);`);
    const jobs = [threads.run(1), threads.run(2)].map((job) => job.then(() => 'done', () => 'rejected'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await threads.close();
    expect(await Promise.all(jobs)).toEqual(['rejected', 'rejected']);
    await expect(threads.run(3)).rejects.toThrow('a test is closed');
  });

  it('lets its owner name time-outs and a lack of memory, and leaves other errors alone', async () => {
    const toError = (error: unknown): unknown => {
      const { code, name } = error as NodeJS.ErrnoException;
      return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'ThreadTimedOut' ? new RangeError(`overrun: ${code ?? name}`) : error;
    };
    const threads = await poolOf(`
      if (job === 'fill') { const kept = []; for (;;) kept.push({ rest: new Array(1000).fill(job) }); }
      else if (job === 'loop') for (;;);
      else if (job === 'fail') throw new Error('no such word');
      return job;`, { timeoutMs: () => 2_000, toError });
    await expect(threads.run('fill')).rejects.toThrow(new RangeError('overrun: ERR_WORKER_OUT_OF_MEMORY'));
    await expect(threads.run('loop')).rejects.toThrow(new RangeError('overrun: ThreadTimedOut'));
    await expect(threads.run('fail')).rejects.toThrow(new Error('no such word'));
    await expect(threads.run('loop', AbortSignal.timeout(50))).rejects.toThrow('aborted');
    expect(await threads.run(7)).toBe(7);
  });
});
