import { describe, expect, it } from '@jest/globals';
import { Worker } from 'node:worker_threads';
import { embeddedWriterThread } from '../../src/adapters/text/embedded-writer-thread.js';
import { ThreadHung, ThreadPool, type ThreadPoolOptions } from '../../src/adapters/threads/thread-pool.js';
import { embeddedWriter } from '../../src/narrative/embedded-writer.js';

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
});

const pool = (source: string, patienceMs = 10_000, more: Partial<ThreadPoolOptions<unknown>> = {}): ThreadPool<unknown, unknown> => new ThreadPool({
  what: 'a test', size: 1, patienceMs: () => patienceMs,
  start: () => new Worker(`const { parentPort } = require('node:worker_threads'); parentPort.on('message', (job) => { ${source} });`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } }),
  ...more,
});

describe('a pool of threads', () => {
  it('goes on after a job that failed, was aborted or hung', async () => {
    const threads = pool(`
      if (job === 'fail') parentPort.postMessage({ failure: 'no such word' });
      else if (job === 'crash') process.exit(3);
      else if (job === 'loop') for (;;);
      else parentPort.postMessage({ result: job * 2 });`, 300);
    await expect(threads.run('fail')).rejects.toThrow('no such word');
    await expect(threads.run('crash')).rejects.toThrow('code 3');
    await expect(threads.run('loop')).rejects.toThrow(ThreadHung);
    const abort = new AbortController();
    const looping = threads.run('loop', abort.signal);
    const queued = threads.run(21);
    abort.abort(new Error('not wanted any more'));
    await expect(looping).rejects.toThrow('not wanted any more');
    expect(await queued).toBe(42);
  });

  it('takes an aborted job out of the queue', async () => {
    const threads = pool(`setTimeout(() => parentPort.postMessage({ result: job }), 50);`);
    const first = threads.run(1);
    const abort = new AbortController();
    const second = threads.run(2, abort.signal);
    const third = threads.run(3);
    abort.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    expect(await Promise.all([first, third])).toEqual([1, 3]);
  });

  it('says in its owner\'s words that a thread hung or ran out of memory, and leaves other failures alone', async () => {
    const failureOf = (error: unknown): unknown => {
      const { code, name } = error as NodeJS.ErrnoException;
      return code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'ThreadHung' ? new RangeError(`overrun: ${code ?? name}`) : error;
    };
    const threads = pool(`
      if (job === 'fill') { const kept = []; for (;;) kept.push({ rest: new Array(1000).fill(job) }); }
      else if (job === 'loop') for (;;);
      else if (job === 'fail') parentPort.postMessage({ failure: 'no such word' });
      else parentPort.postMessage({ result: job });`, 2_000, { failureOf });
    await expect(threads.run('fill')).rejects.toThrow(new RangeError('overrun: ERR_WORKER_OUT_OF_MEMORY'));
    await expect(threads.run('loop')).rejects.toThrow(new RangeError('overrun: ThreadHung'));
    await expect(threads.run('fail')).rejects.toThrow(new Error('no such word'));
    await expect(threads.run('loop', AbortSignal.timeout(50))).rejects.toThrow('aborted');
    expect(await threads.run(7)).toBe(7);
  });
});
