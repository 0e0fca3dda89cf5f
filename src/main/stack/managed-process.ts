import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fchmodSync, openSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, identify, type ProcessIdentity } from './process-identity.js';

export interface ProcessSpec {
  /** Names its pid file and its log. */
  name: string;
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** Holds `run/<name>.pid` and `logs/<name>.log`. */
  folder: string;
  /** Sent to stop it, and by the kernel when we die. */
  stopSignal: NodeJS.Signals;
  /** How long it may take to stop before it gets SIGKILL. */
  graceMs: number;
  /** Opens a message channel to a Node child. */
  channel?: boolean;
  cwd?: string;
  uid?: number | undefined;
  gid?: number | undefined;
}

export interface ManagedProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly logFile: string;
  /** Settles when it has ended, whoever ended it. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends it: its signal, then SIGKILL. */
  stop(): Promise<void>;
}

const MAX_LOG_BYTES = 20_000_000;
const LOG_LOOK_MS = 60_000;
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file)) ?? null;

/** On Linux the kernel signals the child when we die, even of SIGKILL. Spawn from the main thread only. */
function withDeathSignal(spec: ProcessSpec): { command: string; args: string[] } {
  if (process.platform !== 'linux' || !SETPRIV) return { command: spec.command, args: [...spec.args] };
  return { command: SETPRIV, args: ['--pdeathsig', spec.stopSignal.replace(/^SIG/, ''), '--', spec.command, ...spec.args] };
}

/** A folder that other users of the machine cannot look into, also when an earlier version made it. */
export async function privateFolder(...parts: string[]): Promise<string> {
  const folder = path.join(...parts);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

const pidFileOf = (folder: string, name: string): string => path.join(folder, 'run', `${name}.pid`);

async function openLog(folder: string, name: string): Promise<{ file: string; descriptor: number }> {
  const file = path.join(await privateFolder(folder, 'logs'), `${name}.log`);
  await keepLogSmall(file);
  const descriptor = openSync(file, 'a', 0o600);
  fchmodSync(descriptor, 0o600);
  return { file, descriptor };
}

/**
 * Sets a long log aside as `<name>.log.1`, over the one before. The file itself stays, because a process may be writing to it; what it
 * writes between the two steps is lost.
 */
export async function keepLogSmall(file: string, maxBytes = MAX_LOG_BYTES): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size <= maxBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

const EXIT_NEWS_MS = 2_000;

/** Starts a program that ends with us, with its output in a log file and its identity in a pid file. */
export async function startProcess(spec: ProcessSpec): Promise<ManagedProcess> {
  await privateFolder(spec.folder, 'run');
  const log = await openLog(spec.folder, spec.name);
  const { command, args } = withDeathSignal(spec);
  const child = spawn(command, args, {
    env: spec.env, cwd: spec.cwd, windowsHide: true,
    // A process group of its own: the terminal's Ctrl-C is for us, who stop the parts in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log.descriptor, log.descriptor, ...(spec.channel ? ['ipc' as const] : [])],
    ...(spec.uid === undefined ? {} : { uid: spec.uid, gid: spec.gid }),
  });
  closeSync(log.descriptor);
  const tidying = setInterval(() => { keepLogSmall(log.file).catch((error: Error) => process.emitWarning(error)); }, LOG_LOOK_MS).unref();
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  }).finally(() => clearInterval(tidying));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`could not start ${spec.name}: ${cause.message}`, { cause })));
  });
  const pidFile = pidFileOf(spec.folder, spec.name);
  const pid = child.pid!;
  // Both fail together when it has ended already; its exit tells more than a missing pid file.
  try {
    await writeFile(pidFile, JSON.stringify(identify(pid)), { mode: 0o600 });
  } catch (error) {
    // The system may know of the end a moment before we are told.
    if (!await Promise.race([ended.then(() => true), sleep(EXIT_NEWS_MS, false, { ref: false })])) throw error;
  }
  return {
    pid, child, logFile: log.file, ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(spec.stopSignal);
        const killer = setTimeout(() => child.kill('SIGKILL'), spec.graceMs);
        await ended;
        clearTimeout(killer);
      }
      await rm(pidFile, { force: true });
    },
  };
}

/** Ends the process that an earlier supervisor started under this name and did not stop. True when there was one. */
export async function endLeftover(spec: Pick<ProcessSpec, 'folder' | 'name' | 'stopSignal' | 'graceMs'>): Promise<boolean> {
  const pidFile = pidFileOf(spec.folder, spec.name);
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === null) return false;
  try {
    const identity = JSON.parse(text) as ProcessIdentity;
    await endProcess(identity, spec.stopSignal, spec.graceMs);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  await rm(pidFile, { force: true });
  return true;
}

/** The last lines of a log, for an error message. */
export async function logTail(file: string, lines = 5): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-lines).join('\n').slice(-1500);
}
