import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FfmpegCancelled, FfmpegFailed } from './failures.js';

/** How long a process may take to end after SIGTERM before it gets SIGKILL. */
export const KILL_AFTER_MS = 2_000;
export const STDERR_TAIL_CHARS = 16_000;

export interface FfmpegResult {
  /** The last 16,000 characters ffmpeg wrote to stderr. */
  stderrTail: string;
  /** Length of the output by ffmpeg's own count; 0 when it wrote none. */
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

/** Reads the `key=value` lines of `-progress`; answers the largest output time seen. */
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
 * Starts one process and owns it to its end. `done` settles only after the process is gone: with its result, with
 * `FfmpegFailed`, or with `FfmpegCancelled` when the signal ended it (SIGTERM, then SIGKILL after 2 s).
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
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARS);
  });
  const written = readProgress(child.stdio[3] as Readable, options.onProgress);
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    child.kill('SIGTERM');
    killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  // A process that ends early closes its pipes under the writer; its exit code tells the story, not EPIPE.
  child.stdin?.on('error', () => undefined);
  const done = new Promise<FfmpegResult>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new FfmpegFailed(null, null, `could not start ${options.command}: ${cause.message}`, { cause }));
    });
    child.once('close', (exitCode, exitSignal) => {
      clearTimeout(killer);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(new FfmpegCancelled({ cause: signal.reason }));
      else if (exitCode === 0) resolve({ stderrTail, durationMs: written() });
      else reject(new FfmpegFailed(exitCode, exitSignal, stderrTail));
    });
  });
  return { stdin: child.stdin, stdout: child.stdout, done };
}
