import { readFile } from 'node:fs/promises';
import type { BenchStack } from './bench-stack.js';

/** `/proc` counts in hundredths of a second on every kernel. */
const TICKS_PER_SECOND = 100;
const OURS = ['api', 'worker-story', 'worker-media'];

function endedMeanwhile(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
  throw error;
}

/** Processor seconds of a process and of its children that ended, from its status. */
function spentBy(stat: string): number {
  // The second field is a name in brackets that may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Processor seconds of a process, of its running children, such as the one that speaks, and of those that ended. */
async function secondsOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1')).split(' ').filter(Boolean).map(Number);
  const running = await Promise.all(children.map((child) => secondsOf(child).catch(endedMeanwhile)));
  return spentBy(await readFile(`/proc/${pid}/stat`, 'latin1')) + running.reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Processor seconds of this process and of its children that have ended, so far; those that still run, such as a database, do not count.
 * Throws on systems without `/proc`.
 */
export async function secondsOfEnded(): Promise<number> {
  return spentBy(await readFile('/proc/self/stat', 'latin1'));
}

/** Processor seconds of the API and the workers so far, with ffmpeg; null on systems without `/proc`. */
export async function processorSeconds({ parts }: Pick<BenchStack, 'parts'>): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const each = await Promise.all(OURS.map((name) => parts.get(name)).filter((part) => part !== undefined).map(({ pid }) => secondsOf(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
