import { access, appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './index.js';

/** Named places where tests make the process fail; without `FAULT` (honoured under NODE_ENV=test only) they do nothing. */
export interface FaultPoints {
  /** `subject` is the id or the kind of the object being worked on, for tests that must tell calls at one point apart. */
  reach(point: string, subject?: string): Promise<void>;
}

type Action = (argument: string, call: string) => Promise<void>;

const ACTIONS: Record<string, Action> = {
  async kill() { process.kill(process.pid, 'SIGKILL'); await sleep(10_000); },
  async throw() { throw new Error('injected fault'); },
  async delay(milliseconds) { await sleep(Number(milliseconds)); },
  async hang() { await sleep(3_600_000); },
  /** Adds the line `point subject` to `<file>.reached` and waits until the file exists. */
  async 'wait-file'(path, call) {
    await appendFile(`${path}.reached`, `${call}\n`);
    while (!(await access(path).then(() => true, () => false))) await sleep(50);
  },
};

/** Reads `point:action[:argument]` items separated by commas. */
export function createFaults(config: Config): FaultPoints {
  const faults = new Map<string, (call: string) => Promise<void>>();
  for (const item of config.faults?.split(',') ?? []) {
    const [point, name, ...rest] = item.split(':');
    const action = ACTIONS[name ?? ''];
    if (!point || !action) throw new Error(`FAULT: "${item}" is not point:action`);
    faults.set(point, (call) => action(rest.join(':'), call));
  }
  return { async reach(point, subject = '') { await faults.get(point)?.(`${point} ${subject}`.trimEnd()); } };
}
