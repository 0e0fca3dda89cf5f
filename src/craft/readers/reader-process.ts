import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../kernel/threads/semaphore.js';
import { ExtractionFailed, type ExtractionReason } from './extraction-failed.js';

/** The programs that read untrusted documents. */
export type ReaderName = 'pdf' | 'html' | 'epub' | 'docx';

export interface ReaderLimits {
  timeoutMs: number;
  heapMb: number;
  addressSpaceMb: number;
  outputBytes: number;
  /**
   * Most pages of a PDF, pieces of text on a page, and pieces in the document. A printed page has some thousands of
   * pieces; a page with far more is an attack on the reader.
   */
  pages: number;
  pagePieces: number;
  pieces: number;
  /** The processor time in milliseconds that opening a PDF and each page may take. This ends a stuck reader long before `timeoutMs`. */
  pace: { startMs: number; pageMs: number } | null;
}

export const DEFAULT_READER_LIMITS: ReaderLimits = {
  timeoutMs: 25_000, heapMb: 512, addressSpaceMb: 4096, outputBytes: 48_000_000,
  pages: 2_000, pagePieces: 60_000, pieces: 600_000, pace: null,
};

const MAX_STDERR_CHARS = 2_000;
const PACE_CHECK_MS = 50;
const SPACE = 0x20;
/** Unit of the processor times in `/proc`. */
const TICK_MS = 10;
/** Few readers run at once, because each may use its full memory limit. */
const MAX_READERS = 2;
const readers = new Semaphore(MAX_READERS);

const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const toolPath = (name: string) =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ?? null;

/** Flags that deny the reader file writes, child processes and threads; their names depend on the Node version. */
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
  // The reader is killed when its parent dies, so that a killed worker leaves no process behind.
  if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  return command;
}

/**
 * Processor time of a process in milliseconds; null on systems without `/proc`. Unlike wall time, it does not grow while a
 * busy machine delays the process.
 */
function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return null; // Not Linux, or the process has just ended.
  }
}

/**
 * Runs a reader (a file of `programs/`) on untrusted bytes in a child process: no environment, no file writes, no child
 * processes, limited memory, processor time, wall time and output. Returns the reader's JSON. Throws `ExtractionFailed`
 * when the reader reports a failure, dies or exceeds a limit, and the signal's reason when it aborts; the process has
 * ended by then. Two readers run at once; others wait, and their time limits begin when they start.
 */
export function runReader(
  name: ReaderName, bytes: Uint8Array, signal?: AbortSignal, limits: ReaderLimits = DEFAULT_READER_LIMITS,
): Promise<unknown> {
  return readers.run(() => read(name, bytes, signal, limits), signal);
}

async function read(
  name: ReaderName, bytes: Uint8Array, signal: AbortSignal | undefined, limits: ReaderLimits,
): Promise<unknown> {
  signal?.throwIfAborted();
  const reader = fileURLToPath(new URL(`./programs/${name}-reader.mjs`, import.meta.url));
  const { pages, pagePieces, pieces, pace } = limits;
  const [program, ...args] = [...commandFor(reader, limits), JSON.stringify({ pages, pagePieces, pieces })];
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {}, cwd: '/' });
  let stop: ExtractionFailed | null = null;
  const end = (failure: ExtractionFailed | null) => {
    stop ??= failure;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end(new ExtractionFailed('timeout', 'reading took too long')), limits.timeoutMs);
  const aborted = () => end(null);
  signal?.addEventListener('abort', aborted, { once: true });
  const startedAt = performance.now();
  let pagesRead = 0;
  const pacing = pace && setInterval(() => {
    const spent = processorMs(child.pid) ?? performance.now() - startedAt;
    if (spent > pace.startMs + pace.pageMs * pagesRead) {
      end(new ExtractionFailed('too_complex', 'its pages take too long to read'));
    }
  }, PACE_CHECK_MS);
  const output: Buffer[] = [];
  let outputBytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    // A reader writes a space after each page and its answer at the end.
    if (outputBytes === pagesRead) pagesRead += chunk.findIndex((byte) => byte !== SPACE) < 0 ? chunk.byteLength : 0;
    outputBytes += chunk.byteLength;
    if (outputBytes > limits.outputBytes) end(new ExtractionFailed('too_complex', 'the document holds too much text'));
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < MAX_STDERR_CHARS) stderr += chunk.toString('utf8').slice(0, MAX_STDERR_CHARS);
  });
  // A reader that dies early closes its input; the exit code gives the cause.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const exit = await new Promise<{ code: number | null; cause: NodeJS.Signals | null }>((done, failed) => {
      child.on('error', failed);
      child.on('close', (code, cause) => done({ code, cause }));
    });
    signal?.throwIfAborted();
    if (stop) throw stop;
    return answerOf(exit.code, exit.cause, Buffer.concat(output), stderr);
  } finally {
    clearTimeout(timer);
    if (pacing) clearInterval(pacing);
    signal?.removeEventListener('abort', aborted);
  }
}

function answerOf(code: number | null, cause: NodeJS.Signals | null, output: Buffer, stderr: string): unknown {
  const outOfMemory = /heap|memory|allocation/i.test(stderr);
  if (cause === 'SIGXCPU' || cause === 'SIGKILL') {
    throw new ExtractionFailed('timeout', 'reading took too much processor time');
  }
  if (cause !== null || outOfMemory) throw new ExtractionFailed('too_complex', 'reading took too much memory');
  if (code !== 0) throw new Error(`the reader ended with ${code}: ${stderr.slice(0, 500)}`);
  const answer = JSON.parse(output.toString('utf8')) as { failure?: { reason: ExtractionReason; message: string } };
  if (answer.failure) throw new ExtractionFailed(answer.failure.reason, answer.failure.message);
  return answer;
}
