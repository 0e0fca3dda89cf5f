import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ExtractionFailed, type ExtractionReason } from './extracted.js';

export interface ReaderLimits { timeoutMs: number; heapMb: number; addressSpaceMb: number; outputBytes: number }

export const DEFAULT_READER_LIMITS: ReaderLimits = {
  timeoutMs: 25_000, heapMb: 512, addressSpaceMb: 4096, outputBytes: 48_000_000,
};

const KEPT_STDERR_BYTES = 2_000;
/** Readers that run at once in this process; each may take its full share of memory. */
const MAX_READERS = 2;

let running = 0;
const queue: (() => void)[] = [];

async function withReaderSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_READERS) await new Promise<void>((turn) => { queue.push(turn); });
  else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The slot passes on to the next in line, or falls free.
    if (next) next();
    else running -= 1;
  }
}
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const toolPath = (name: string) => FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ?? null;

/** Flags that take files, processes and threads away from the reader, in the spelling that this Node knows. */
function permissionFlags(): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const flag = ['--permission', '--experimental-permission'].find((name) => known.has(name));
  return flag ? [flag, '--allow-fs-read=*', '--no-warnings'] : [];
}

function commandFor(reader: string, limits: ReaderLimits): string[] {
  const command = [process.execPath, `--max-old-space-size=${limits.heapMb}`, ...permissionFlags(), reader];
  const seconds = Math.ceil(limits.timeoutMs / 1000);
  const prlimit = toolPath('prlimit');
  if (prlimit) {
    const memory = `--as=${limits.addressSpaceMb * 1024 * 1024}`;
    command.unshift(prlimit, memory, `--cpu=${seconds}:${seconds + 1}`, '--fsize=0', '--core=0');
  }
  const setpriv = toolPath('setpriv');
  // Dies with us, so that a killed worker leaves no reader behind.
  if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  return command;
}

/**
 * Gives untrusted bytes to a reader (a file of `readers/`) in a process of its own: no environment, no file writes, no
 * child processes, bounded memory, processor and wall time, bounded answer. Returns the reader's JSON answer; a reader
 * that reports a failure, dies or overruns is an `ExtractionFailed`. If `signal` aborts, the process is killed and the
 * signal's reason is thrown. A few readers run at once; the others wait, and their time starts with their turn.
 */
export function runReader(
  name: 'pdf' | 'html', bytes: Uint8Array, signal?: AbortSignal, limits: ReaderLimits = DEFAULT_READER_LIMITS,
): Promise<unknown> {
  return withReaderSlot(() => read(name, bytes, signal, limits));
}

async function read(
  name: 'pdf' | 'html', bytes: Uint8Array, signal: AbortSignal | undefined, limits: ReaderLimits,
): Promise<unknown> {
  signal?.throwIfAborted();
  const reader = fileURLToPath(new URL(`./readers/${name}-reader.mjs`, import.meta.url));
  const [program, ...args] = commandFor(reader, limits);
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: '/' });
  let stop: ExtractionFailed | null = null;
  const end = (failure: ExtractionFailed | null) => {
    stop ??= failure;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end(new ExtractionFailed('timeout', 'reading took too long')), limits.timeoutMs);
  const aborted = () => end(null);
  signal?.addEventListener('abort', aborted, { once: true });
  const output: Buffer[] = [];
  let outputBytes = 0;
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    outputBytes += chunk.byteLength;
    if (outputBytes > limits.outputBytes) end(new ExtractionFailed('too_complex', 'the document holds too much text'));
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < KEPT_STDERR_BYTES) complaint += chunk.toString('utf8').slice(0, KEPT_STDERR_BYTES);
  });
  // A reader that dies early closes its input; how it died is told by its exit.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const exit = await new Promise<{ code: number | null; cause: NodeJS.Signals | null }>((done, failed) => {
      child.on('error', failed);
      child.on('close', (code, cause) => done({ code, cause }));
    });
    signal?.throwIfAborted();
    if (stop) throw stop;
    return answerOf(exit.code, exit.cause, Buffer.concat(output), complaint);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}

function answerOf(code: number | null, cause: NodeJS.Signals | null, output: Buffer, complaint: string): unknown {
  const outOfMemory = /heap|memory|allocation/i.test(complaint);
  if (cause === 'SIGXCPU' || cause === 'SIGKILL') throw new ExtractionFailed('timeout', 'reading took too much work');
  if (cause !== null || outOfMemory) throw new ExtractionFailed('too_complex', 'reading took too much memory');
  if (code !== 0) throw new Error(`the reader ended with ${code}: ${complaint.slice(0, 500)}`);
  const answer = JSON.parse(output.toString('utf8')) as { failure?: { reason: ExtractionReason; message: string } };
  if (answer.failure) throw new ExtractionFailed(answer.failure.reason, answer.failure.message);
  return answer;
}
