import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ScriptRefused } from '../../screenplay/failures.js';
import type { ScriptTasks, TaskName } from './script-tasks.js';

const HEAP_MB = 512;
/** A PDF's reader has 25 s of its own. */
const LONGEST_MS = 40_000;

/** The compiled thread; beside this file, or in `dist` when this one runs from its source. */
function threadFile(): URL {
  const places = ['./script-thread-main.js', '../../../dist/src/domain/scripts/script-thread-main.js'].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error('the thread that reads scripts is missing: run `npm run build`');
  return found;
}

interface Waiting { number: number; done: (output: never) => void; failed: (error: Error) => void }

/** One thread with bounded memory and time; tasks wait for each other, and a thread that dies is replaced for the next. */
class ScriptThread {
  private worker: Worker | null = null;
  private waiting: Waiting | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private numbers = 0;

  run<N extends TaskName>(name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal): Promise<ScriptTasks[N]['output']> {
    const turn = this.last.then(() => this.perform(name, input, signal));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async perform<N extends TaskName>(name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal): Promise<ScriptTasks[N]['output']> {
    signal?.throwIfAborted();
    const worker = this.worker ??= this.start();
    const timer = setTimeout(() => this.end(new ScriptRefused('timeout', 'Reading the script took too long.')), LONGEST_MS);
    const aborted = (): void => this.end(signal!.reason as Error);
    signal?.addEventListener('abort', aborted, { once: true });
    try {
      return await new Promise<ScriptTasks[N]['output']>((done, failed) => {
        this.numbers += 1;
        this.waiting = { number: this.numbers, done, failed };
        worker.postMessage({ number: this.numbers, name, input });
      });
    } finally {
      this.waiting = null;
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    }
  }

  private start(): Worker {
    const worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [], env: {} });
    // The work of a caller holds the process, not a thread that has none.
    worker.unref();
    worker.on('message', ({ number, output, error }: { number: number; output: never; error?: string }) => {
      if (this.waiting?.number !== number) return;
      if (error === undefined) this.waiting.done(output);
      else this.waiting.failed(new Error(`a task on a script failed: ${error}`));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.worker !== worker) return;
      this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ScriptRefused('too_complex', 'Reading the script took too much memory.') : error);
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.end(new Error('the thread that reads scripts ended'));
    });
    return worker;
  }

  private end(reason: Error): void {
    const { worker, waiting } = this;
    this.worker = null;
    this.waiting = null;
    waiting?.failed(reason);
    void worker?.terminate();
  }
}

/** Reading untrusted text may take seconds; what a writer waits for has a thread of its own. */
const threads = { read: new ScriptThread(), edit: new ScriptThread() };

/**
 * Does a task on a whole script outside this process's event loop, in a thread with bounded memory and time. Throws
 * `ScriptRefused` (`timeout`, `too_complex`) when it overruns them, and the signal's reason when it aborts.
 */
export function runScriptTask<N extends TaskName>(
  name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal,
): Promise<ScriptTasks[N]['output']> {
  return threads[name === 'read' ? 'read' : 'edit'].run(name, input, signal);
}
