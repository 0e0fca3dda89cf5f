// Runs in a thread of its own with limits set by `script-thread.ts`: one task at a time, answered under its number.
import { parentPort } from 'node:worker_threads';
import { SCRIPT_TASKS, type TaskName } from './script-tasks.js';

parentPort!.on('message', ({ number, name, input }: { number: number; name: TaskName; input: never }) => {
  SCRIPT_TASKS[name](input).then(
    (output) => parentPort!.postMessage({ number, output }),
    (error: unknown) => parentPort!.postMessage({ number, error: (error as Error).stack ?? String(error) }),
  );
});
