import { readFile } from 'node:fs/promises';
import type { BenchStack } from './bench-stack.js';

/** Linux counts in hundredths of a second, whatever the kernel was built with. */
const TICKS_PER_SECOND = 100;
const OURS = ['api', 'worker-story', 'worker-media'];

/** Processor seconds of a process and of its children that have ended. */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  // The second field is a name in brackets that may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  return (user! + system! + childUser! + childSystem!) / TICKS_PER_SECOND;
}

/** Processor seconds of our processes so far, ffmpeg's included; null where the system does not tell. */
export async function processorSeconds({ parts }: Pick<BenchStack, 'parts'>): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const each = await Promise.all(OURS.map((name) => parts.get(name)).filter((part) => part !== undefined).map(({ pid }) => secondsOf(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
