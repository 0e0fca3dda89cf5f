// Runs in a thread of `runScriptTask`.
import type { ScriptJob } from './script-thread.js';
import { SCRIPT_TASKS } from './script-tasks.js';

export default ({ name, input }: ScriptJob): Promise<unknown> => SCRIPT_TASKS[name](input as never);
