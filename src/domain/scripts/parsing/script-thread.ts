import { compiledModule } from '../../../threads/compiled-module.js';
import { ThreadPool, ThreadTimedOut } from '../../../threads/thread-pool.js';
import { ScriptRefused } from '../../../screenplay/index.js';
import type { ScriptTasks, TaskName } from './script-tasks.js';

const HEAP_MB = 512;
/** Of these, the reader process of a PDF may take 25 s. */
const TIMEOUT_MS = 40_000;

export interface ScriptJob<N extends TaskName = TaskName> { name: N; input: ScriptTasks[N]['input'] }

/** A script that exceeds the limits of its thread is refused: the script is to blame, not the service. */
function toScriptRefused(error: unknown): unknown {
  if (error instanceof ThreadTimedOut) return new ScriptRefused('timeout', 'Reading the script took too long.');
  const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new ScriptRefused('too_complex', 'Reading the script took too much memory.') : error;
}

const startPool = (): ThreadPool<ScriptJob, ScriptTasks[TaskName]['output']> => new ThreadPool({
  what: 'the script thread', module: compiledModule('./script-thread-main.js', import.meta.url), size: 1,
  timeoutMs: () => TIMEOUT_MS, maxHeapMb: HEAP_MB, toError: toScriptRefused,
});

/** Reading untrusted text may take seconds, so edits, for which a writer waits, have a thread of their own. */
const pools = { read: startPool(), edit: startPool() };

/**
 * Does a task on a whole script in a thread with bounded memory and time. Throws `ScriptRefused` (`timeout`, `too_complex`) when the
 * task exceeds them, and the signal's reason when it aborts.
 */
export function runScriptTask<N extends TaskName>(
  name: N, input: ScriptTasks[N]['input'], signal?: AbortSignal,
): Promise<ScriptTasks[N]['output']> {
  return pools[name === 'read' ? 'read' : 'edit'].run({ name, input }, signal) as Promise<ScriptTasks[N]['output']>;
}
