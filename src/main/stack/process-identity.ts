import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies one process: its id may be reused, so its start time belongs to the identity. */
export interface ProcessIdentity { pid: number; startedAt: string }

/** The start time of a process, in the system's format, or null when there is no such process. */
export function findStartTime(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // Field 22, counted after the name, which may contain spaces and brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : fields[19] ?? null;
    } catch {
      return null;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** The identity of a running process. Throws when it has ended. */
export function identify(pid: number): ProcessIdentity {
  const startedAt = findStartTime(pid);
  if (startedAt === null) throw new Error(`process ${pid} has ended`);
  return { pid, startedAt };
}

/** True while the process runs; false when another process has its id. */
export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean => findStartTime(pid) === startedAt;

/** Processes that have exactly this word among their arguments. Empty on systems without /proc. */
export function processesWithArgument(word: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const found: ProcessIdentity[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word)) found.push(identify(Number(name)));
    } catch {
      // The process ended meanwhile.
    }
  }
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(identity: ProcessIdentity, withinMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  while (isRunning(identity)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}

/** Ends a process that is not a child: sends the signal, then SIGKILL after `graceMs`. Throws when it runs on. */
export async function endProcess(identity: ProcessIdentity, name: NodeJS.Signals, graceMs: number): Promise<void> {
  if (!isRunning(identity)) return;
  signal(identity.pid, name);
  if (await hasEnded(identity, graceMs)) return;
  signal(identity.pid, 'SIGKILL');
  if (!(await hasEnded(identity, 5_000))) throw new Error(`process ${identity.pid} does not end`);
}
