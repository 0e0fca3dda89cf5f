import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { ThreadPool, ThreadTimedOut } from '../../../kernel/threads/thread-pool.js';
import { ScriptRefused } from '../../../craft/screenplay/index.js';
import type { ScriptTasks, TaskName } from './script-tasks.js';

const HEAP_MB = 512;
/** Longer than the 25 s that the reader process of a PDF may take. */
const TIMEOUT_MS = 40_000;

export interface ScriptJob<N extends TaskName = TaskName> { name: N; input: ScriptTasks[N]['input'] }

/** A script that exceeds the limits of its thread is refused, because the text causes it and not the server. */
function toScriptRefused(error: unknown): unknown {
  if (error instanceof ThreadTimedOut) return new ScriptRefused('timeout', 'Reading the script took too long.');
  const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new ScriptRefused('too_complex', 'Reading the script took too much memory.') : error;
}

const startPool = (): ThreadPool<ScriptJob, ScriptTasks[TaskName]['output']> => new ThreadPool({
  what: 'the script thread', module: compiledModule('./script-thread-main.js', import.meta.url), size: 1,
  timeoutMs: () => TIMEOUT_MS, maxHeapMb: HEAP_MB, toError: toScriptRefused,
});

/** Parsing untrusted text may take seconds, so edits, for which a writer waits, have a thread of their own. */
const pools = { parse: startPool(), edit: startPool() };

/**
 * Runs a task on a whole script in a thread with bounded memory and time. Throws `ScriptRefused` (`timeout`, `too_complex`) when
 * the task exceeds them, and the signal's reason when the signal aborts.
 */
export function runScriptTask<N extends TaskName>(
  name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal,
): Promise<ScriptTasks[N]['output']> {
  return pools[name === 'parse' ? 'parse' : 'edit'].run({ name, input }, signal) as Promise<ScriptTasks[N]['output']>;
}
