// Runs in a thread of its own with limits set by `script-thread.ts`: one task at a time.
import { parentPort } from 'node:worker_threads';
import type { ScriptJob } from './script-thread.js';
import { SCRIPT_TASKS } from './script-tasks.js';

parentPort!.on('message', ({ name, input }: ScriptJob) => {
  SCRIPT_TASKS[name](input as never).then(
    (result) => parentPort!.postMessage({ result }),
    (error: unknown) => parentPort!.postMessage({ failure: `a task on a script failed: ${(error as Error).stack ?? String(error)}` }),
  );
});
