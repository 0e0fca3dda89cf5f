import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ThreadHung, ThreadPool } from '../../adapters/threads/thread-pool.js';
import { ScriptRefused } from '../../screenplay/index.js';
import type { ScriptTasks, TaskName } from './script-tasks.js';

const HEAP_MB = 512;
/** A PDF's reader has 25 s of its own. */
const MAX_MS = 40_000;

export interface ScriptJob<N extends TaskName = TaskName> { name: N; input: ScriptTasks[N]['input'] }

/** The compiled thread; beside this file, or in `dist` when this one runs from its source. */
function threadFile(): URL {
  const places = ['./script-thread-main.js', '../../../dist/src/domain/scripts/script-thread-main.js'].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(fileURLToPath(place)));
  if (!found) throw new Error('the thread that reads scripts is missing: run `npm run build`');
  return found;
}

/** A script that overruns its thread is to blame, not we. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ThreadHung) return new ScriptRefused('timeout', 'Reading the script took too long.');
  const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new ScriptRefused('too_complex', 'Reading the script took too much memory.') : error;
}

const thread = (): ThreadPool<ScriptJob, ScriptTasks[TaskName]['output']> => new ThreadPool({
  what: 'the thread that reads scripts', size: 1, patienceMs: () => MAX_MS, failureOf: refusalOf,
  start: () => new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }, execArgv: [], env: {} }),
});

/** Reading untrusted text may take seconds; what a writer waits for has a thread of its own. */
const threads = { read: thread(), edit: thread() };

/**
 * Does a task on a whole script outside this process's event loop, in a thread with bounded memory and time. Throws
 * `ScriptRefused` (`timeout`, `too_complex`) when it overruns them, and the signal's reason when it aborts.
 */
export function runScriptTask<N extends TaskName>(
  name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal,
): Promise<ScriptTasks[N]['output']> {
  return threads[name === 'read' ? 'read' : 'edit'].run({ name, input }, signal) as Promise<ScriptTasks[N]['output']>;
}
