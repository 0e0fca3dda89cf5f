import { readFile } from 'node:fs/promises';
import type { BenchStack } from './bench-stack.js';

/** `/proc` counts in hundredths of a second on every kernel. */
const TICKS_PER_SECOND = 100;
const OURS = ['api', 'worker-story', 'worker-media'];

function endedMeanwhile(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
  throw error;
}

/** Processor seconds of a process, of its running children, such as the one that speaks, and of those that ended. */
async function secondsOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1')).split(' ').filter(Boolean).map(Number);
  const running = await Promise.all(children.map((child) => secondsOf(child).catch(endedMeanwhile)));
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  // The second field is a name in brackets that may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  return (user! + system! + childUser! + childSystem!) / TICKS_PER_SECOND + running.reduce((sum, seconds) => sum + seconds, 0);
}

/** Processor seconds of the API and the workers so far, with ffmpeg; null on systems without `/proc`. */
export async function processorSeconds({ parts }: Pick<BenchStack, 'parts'>): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const each = await Promise.all(OURS.map((name) => parts.get(name)).filter((part) => part !== undefined).map(({ pid }) => secondsOf(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
