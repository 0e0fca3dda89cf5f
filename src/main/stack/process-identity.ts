import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process id alone may be reused; together with its start it names one process. */
export interface ProcessIdentity { pid: number; startedAt: string }

/** When the process was started, in the system's own words; null when there is no such process. */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      // Field 22; the name before it may contain spaces and brackets.
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

/** Names a running process; throws when it has ended. */
export function identify(pid: number): ProcessIdentity {
  const startedAt = startOf(pid);
  if (startedAt === null) throw new Error(`process ${pid} has ended`);
  return { pid, startedAt };
}

/** True while this very process runs. */
export const isRunning = ({ pid, startedAt }: ProcessIdentity): boolean => startOf(pid) === startedAt;

/** Processes whose arguments contain this exact word; empty where the system has no /proc. */
export function processesWithArgument(word: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const found: ProcessIdentity[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(word)) found.push(identify(Number(name)));
    } catch {
      // It ended while we looked.
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

/** Ends a process that is not a child of ours: the signal, then SIGKILL after `graceMs`. Throws when it outlives that. */
export async function endProcess(identity: ProcessIdentity, name: NodeJS.Signals, graceMs: number): Promise<void> {
  if (!isRunning(identity)) return;
  signal(identity.pid, name);
  if (await hasEnded(identity, graceMs)) return;
  signal(identity.pid, 'SIGKILL');
  if (!(await hasEnded(identity, 5_000))) throw new Error(`process ${identity.pid} does not end`);
}
