import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FfmpegCancelled, FfmpegFailed } from './failures.js';

/** A process that is still running this long after SIGTERM gets SIGKILL. */
export const KILL_AFTER_MS = 2_000;
export const MAX_STDERR_CHARS = 16_000;

export interface FfmpegResult {
  /** The last 16,000 characters ffmpeg wrote to stderr. */
  stderrTail: string;
  /** Length of the output in milliseconds as ffmpeg reports it; 0 when it wrote no output. */
  durationMs: number;
}

export interface FfmpegChild { stdin: Writable | null; stdout: Readable | null; done: Promise<FfmpegResult> }

export interface ChildOptions {
  command: string;
  args: string[];
  env: Record<string, string>;
  stdin: 'ignore' | 'pipe';
  stdout: 'ignore' | 'pipe';
  signal?: AbortSignal | undefined;
  cwd?: string | undefined;
  onProgress?: ((milliseconds: number) => void) | undefined;
}

/** Parses the `key=value` lines of `-progress`. The returned function gives the largest output time so far, in ms. */
function readProgress(stream: Readable, onProgress?: (milliseconds: number) => void): () => number {
  let latestMs = 0;
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const microseconds = /^out_time_us=\s*(\d+)/.exec(line)?.[1];
      if (microseconds === undefined) continue;
      latestMs = Math.max(latestMs, Number(microseconds) / 1000);
      onProgress?.(latestMs);
    }
  });
  stream.on('error', () => undefined);
  return () => latestMs;
}

/**
 * Starts one process. `done` settles only after the process is gone: it resolves with the result, or rejects with
 * `FfmpegFailed`, or with `FfmpegCancelled` when the signal ended the process (SIGTERM, then SIGKILL after 2 s).
 * File descriptor 3 carries the progress report.
 */
export function startChild(options: ChildOptions): FfmpegChild {
  const { signal } = options;
  if (signal?.aborted) {
    return { stdin: null, stdout: null, done: Promise.reject(new FfmpegCancelled({ cause: signal.reason })) };
  }
  const child = spawn(options.command, options.args, {
    stdio: [options.stdin, options.stdout, 'pipe', 'pipe'], env: options.env, cwd: options.cwd, windowsHide: true,
  });
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-MAX_STDERR_CHARS);
  });
  const written = readProgress(child.stdio[3] as Readable, options.onProgress);
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    killTimer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  // A process that ends early breaks the writer's pipe; the exit code gives the cause, and EPIPE does not.
  child.stdin?.on('error', () => undefined);
  const done = new Promise<FfmpegResult>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new FfmpegFailed(null, null, `could not start ${options.command}: ${cause.message}`, { cause }));
    });
    child.once('close', (exitCode, exitSignal) => {
      clearTimeout(killTimer);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(new FfmpegCancelled({ cause: signal.reason }));
      else if (exitCode === 0) resolve({ stderrTail, durationMs: written() });
      else reject(new FfmpegFailed(exitCode, exitSignal, stderrTail));
    });
  });
  return { stdin: child.stdin, stdout: child.stdout, done };
}
