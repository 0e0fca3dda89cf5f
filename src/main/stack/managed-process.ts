import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fchmodSync, openSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { findPidFile, reservePidFile } from './pid-file.js';
import { endProcess } from './process-identity.js';

export interface ProcessSpec {
  /** The name of the pid file and the log. */
  name: string;
  command: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** Holds `run/<name>.pid` and `logs/<name>.log`. */
  folder: string;
  /** Stops the process. On Linux the kernel sends it too when this process ends. */
  stopSignal: NodeJS.Signals;
  /** Time from the stop signal to SIGKILL. */
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
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Sends the stop signal, then SIGKILL after `graceMs`. */
  stop(): Promise<void>;
}

const MAX_LOG_BYTES = 20_000_000;
const LOG_CHECK_MS = 60_000;
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file)) ?? null;

/**
 * On Linux makes the kernel signal the child when this process ends, even by SIGKILL. Valid only for a spawn from the
 * main thread, because the kernel watches the spawning thread.
 */
function withDeathSignal(spec: ProcessSpec): { command: string; args: string[] } {
  if (process.platform !== 'linux' || !SETPRIV) return { command: spec.command, args: [...spec.args] };
  return { command: SETPRIV, args: ['--pdeathsig', spec.stopSignal.replace(/^SIG/, ''), '--', spec.command, ...spec.args] };
}

/** Creates a folder that only its owner may enter, or restricts an existing one. Returns its path. */
export async function privateFolder(...parts: string[]): Promise<string> {
  const folder = path.join(...parts);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

async function openLog(folder: string, name: string): Promise<{ file: string; descriptor: number }> {
  const file = path.join(await privateFolder(folder, 'logs'), `${name}.log`);
  await rotateLog(file);
  const descriptor = openSync(file, 'a', 0o600);
  fchmodSync(descriptor, 0o600);
  return { file, descriptor };
}

/**
 * Copies a log that is too long to `<name>.log.1` and empties it. The file itself stays, because a process may be
 * writing to it. Lines written between the two steps are lost. On a full disk it is emptied without a copy: a log
 * must not keep a process from starting.
 */
export async function rotateLog(file: string, maxBytes = MAX_LOG_BYTES): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size <= maxBytes) return;
  await copyFile(file, `${file}.1`).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
    await rm(`${file}.1`, { force: true });
  });
  await truncate(file);
}

/** Every child that runs, whatever its pid file says. */
const running = new Set<ChildProcess>();

// Linux ends the children together with this process; elsewhere this handler ends them when `process.exit` is called.
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

/**
 * Starts a program that ends with this process. Its output goes to a log file, its identity to a pid file. Throws, and leaves nothing
 * running, when it cannot be started or the pid file cannot be written, as on a full disk.
 */
export async function startProcess(spec: ProcessSpec): Promise<ManagedProcess> {
  const pidFile = await reservePidFile(await privateFolder(spec.folder, 'run'), spec.name);
  const log = await openLog(spec.folder, spec.name);
  const { command, args } = withDeathSignal(spec);
  const child = spawn(command, args, {
    env: spec.env, cwd: spec.cwd, windowsHide: true,
    // A separate process group: the terminal's Ctrl-C must reach only the supervisor, which stops the parts in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', log.descriptor, log.descriptor, ...(spec.channel ? ['ipc' as const] : [])],
    ...(spec.uid === undefined ? {} : { uid: spec.uid, gid: spec.gid }),
  });
  closeSync(log.descriptor);
  running.add(child);
  const rotation = setInterval(() => { rotateLog(log.file).catch((error: Error) => process.emitWarning(error)); }, LOG_CHECK_MS).unref();
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  }).finally(() => {
    clearInterval(rotation);
    running.delete(child);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`could not start ${spec.name}: ${cause.message}`, { cause })));
  });
  const pid = child.pid!;
  try {
    await pidFile.write(pid);
  } catch (error) {
    // Without a pid file, a later start would not find this process.
    child.kill('SIGKILL');
    await ended;
    throw error;
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
      await pidFile.remove();
    },
  };
}

/**
 * Ends the process that an earlier supervisor started under this name and did not stop. Returns true if there was one.
 */
export async function endLeftover(spec: Pick<ProcessSpec, 'folder' | 'name' | 'stopSignal' | 'graceMs'>): Promise<boolean> {
  const found = await findPidFile(path.join(spec.folder, 'run'), spec.name);
  if (!found) return false;
  if (found.identity) await endProcess(found.identity, spec.stopSignal, spec.graceMs);
  await found.remove();
  return true;
}

/** Lines that follow the message of an error in a log: the places of its stack, its plain properties, and what Node prints at the end. */
const AFTER_A_MESSAGE = [/^\s+at /, /^\s+\[?\w+\]?: (?:'[^']*'|-?\d+|true|false|null|undefined),?$/, /^\s*[\]})]*,?$/, /^Node\.js v\d/];
const MAX_LINE = 500;

/** The last lines of a log that say something, each cut to 500 characters, for an error message: without stack traces, which hide the message before them. */
export async function logTail(file: string, lines = 5): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const telling = text.split('\n').filter((line) => !AFTER_A_MESSAGE.some((form) => form.test(line)));
  return telling.slice(-lines).map((line) => line.slice(0, MAX_LINE)).join('\n').trim();
}
