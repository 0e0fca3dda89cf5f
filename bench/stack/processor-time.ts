import { readFile } from 'node:fs/promises';
import type { BenchStack } from './bench-stack.js';

/** `/proc` counts in hundredths of a second on every kernel. */
const TICKS_PER_SECOND = 100;
const OURS = ['api', 'worker-story', 'worker-media'];

function endedMeanwhile(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0;
  throw error;
}

/** Processor seconds of a process and of its ended children, from its `stat` file. */
function spentBy(stat: string): number {
  // The second field is the process name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

async function childrenOf(pid: number): Promise<number[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1')).split(' ').filter(Boolean).map(Number);
}

/** Processor seconds of a process, of its running children, such as the speaking one, and of its ended children. */
async function secondsOf(pid: number): Promise<number> {
  const running = await Promise.all((await childrenOf(pid)).map((child) => secondsOf(child).catch(endedMeanwhile)));
  return spentBy(await readFile(`/proc/${pid}/stat`, 'latin1')) + running.reduce((sum, seconds) => sum + seconds, 0);
}

/** Part of the command line of every drawing process. */
const DRAWING = 'raster-child';

/** Processor seconds of the drawing processes. They stay alive between drawings, so the time of ended children lacks them. */
async function secondsOfDrawing(): Promise<number> {
  const each = await Promise.all((await childrenOf(process.pid)).map(async (child) => {
    const command = await readFile(`/proc/${child}/cmdline`, 'latin1').catch((error: NodeJS.ErrnoException) => String(endedMeanwhile(error)));
    return command.includes(DRAWING) ? secondsOf(child).catch(endedMeanwhile) : 0;
  }));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Processor seconds so far of this process, of its ended children, and of the drawing processes; other running children, such as a database, do not count.
 * Throws on systems without `/proc`.
 */
export async function secondsOfWork(): Promise<number> {
  return spentBy(await readFile('/proc/self/stat', 'latin1')) + await secondsOfDrawing();
}

/** Processor seconds so far of the API and the workers, including ffmpeg; null on systems without `/proc`. */
export async function processorSeconds({ parts }: Pick<BenchStack, 'parts'>): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const each = await Promise.all(OURS.map((name) => parts.get(name)).filter((part) => part !== undefined).map(({ pid }) => secondsOf(pid)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
