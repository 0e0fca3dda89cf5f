import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findStartTime, isRunning, type ProcessIdentity } from './process-identity.js';

/** Time between checks whether the launcher still runs. Without /proc each check starts a program, so checks are rarer. */
const LOOK_EVERY_MS = process.platform === 'linux' ? 500 : 2_000;
/** Package managers run a script through a shell, which may stay between them and us. */
const MAX_GENERATIONS = 2;
const PACKAGE_MANAGER = /(?:^|[\s/])(?:npm|npx|pnpm|yarn|bun)(?:-cli\.js)?(?:\s|$)/;

interface Ancestor extends ProcessIdentity { command: string; parent: number }

function findAncestor(pid: number): Ancestor | null {
  const startedAt = findStartTime(pid);
  if (startedAt === null) return null;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return { pid, startedAt, command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/.exec(execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })) ?? [];
    return command === undefined ? null : { pid, startedAt, command, parent: Number(parent) };
  } catch {
    // The process has ended meanwhile.
    return null;
  }
}

/** The processes from our parent up to the package manager that runs us as its script. Empty when no package manager runs us. */
function launchersOf(pid: number): ProcessIdentity[] {
  const found: ProcessIdentity[] = [];
  for (let at = findAncestor(pid), generation = 1; at && generation <= MAX_GENERATIONS; at = findAncestor(at.parent), generation += 1) {
    found.push({ pid: at.pid, startedAt: at.startedAt });
    if (PACKAGE_MANAGER.test(at.command)) return found;
  }
  return [];
}

/**
 * Calls `ended` when npm, which runs this process as `script`, has ended without telling it: npm passes SIGTERM only to its shell, which
 * does not pass it on, and no other signal at all. A process that was started in another way may outlive its parent, as with `nohup`.
 */
export function onLauncherEnd(script: string | null, ended: () => void): void {
  if (!script?.includes('proscenium')) return;
  const launchers = launchersOf(process.ppid);
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(isRunning)) return;
    clearInterval(timer);
    ended();
  }, LOOK_EVERY_MS);
  timer.unref();
}
