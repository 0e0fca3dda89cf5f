import { PassThrough, Readable } from 'node:stream';
import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg';
import { FfmpegCancelled, FfmpegFailed } from './failures.js';
import { KILL_AFTER_MS, MAX_STDERR_CHARS, type FfmpegResult } from './process.js';

export interface ComposedInput {
  /** A path, or bytes for `pipe:0`; at most one input is bytes. */
  source: string | Readable | AsyncIterable<Uint8Array>;
  options?: readonly string[];
}

export interface ComposedRun {
  inputs: readonly [ComposedInput, ...ComposedInput[]];
  /** Adds filters, codecs and outputs: only constants, numbers and paths of the product, never text from users. */
  describe(command: FfmpegCommand): FfmpegCommand;
  signal?: AbortSignal | undefined;
  /** Called about twice a second with the milliseconds of output written so far. */
  onProgress?: ((milliseconds: number) => void) | undefined;
  cwd?: string | undefined;
}

/** How ffmpeg is started: a program, and the arguments before those of ffmpeg. */
export interface Launcher { program: string; args: readonly string[] }

const GLOBAL = ['-nostdin', '-y', '-hide_banner', '-nostats', '-loglevel', 'error', '-progress', 'pipe:2'];
const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe'];
/** A line that ffmpeg prints with `-progress`. */
const PROGRESS = /^(\w+)=\s*(\S*)\s*$/;

let capabilities: Promise<void> | undefined;

/** Lets fluent-ffmpeg list the program's formats and encoders; it caches the lists for the life of this process. */
function readCapabilities(path: string): Promise<void> {
  const ask = (question: 'availableFormats' | 'availableEncoders') => new Promise<void>((resolve, reject) => {
    const command = ffmpeg();
    command.setFfmpegPath(path);
    command[question]((error: Error | null) => (error ? reject(error) : resolve()));
  });
  return ask('availableFormats').then(() => ask('availableEncoders'));
}

/**
 * The command of a run. The launcher's arguments are options of the first input, because fluent-ffmpeg puts those before
 * all other arguments.
 */
function composed({ inputs, describe, cwd }: ComposedRun, stdin: Readable | null, launcher: Launcher): FfmpegCommand {
  const command = ffmpeg({ ...(cwd === undefined ? {} : { cwd }) });
  inputs.forEach(({ source, options = [] }, index) => {
    const before = index === 0 ? [...launcher.args, ...GLOBAL] : [];
    command.input(typeof source === 'string' ? source : stdin!).inputOptions(...before, ...LOCAL_ONLY, ...options);
  });
  return describe(command);
}

/** Splits ffmpeg's standard error into progress and messages, and keeps the end of the messages. */
class Report {
  tail = '';
  writtenMs = 0;

  constructor(private readonly onProgress: ComposedRun['onProgress']) {}

  take(line: string): void {
    const [, key, value] = PROGRESS.exec(line) ?? [];
    if (line.trim() === '') return;
    if (key === undefined) this.tail = `${this.tail}${line}\n`.slice(-MAX_STDERR_CHARS);
    else if (key === 'out_time_us' && Number(value) > 0) {
      this.writtenMs = Math.max(this.writtenMs, Number(value) / 1000);
      this.onProgress?.(this.writtenMs);
    }
  }
}

function failureOf({ message }: Error, tail: string): FfmpegFailed {
  const [, code] = /exited with code (\d+)/.exec(message) ?? [];
  const [, signal] = /killed with signal (\w+)/.exec(message) ?? [];
  return new FfmpegFailed(code === undefined ? null : Number(code), signal ?? null, tail || message);
}

/**
 * Runs a command that fluent-ffmpeg composes; the promise settles when the process is gone. An abort sends SIGTERM, and
 * SIGKILL after 2 s. Throws `FfmpegFailed`, `FfmpegCancelled`, or the error of the input's bytes.
 */
export async function runComposed(path: string, launcher: Launcher, run: ComposedRun): Promise<FfmpegResult> {
  const { signal } = run;
  if (signal?.aborted) throw new FfmpegCancelled({ cause: signal.reason });
  await (capabilities ??= readCapabilities(path).catch((error: Error) => {
    capabilities = undefined;
    throw new FfmpegFailed(null, null, `${path} does not list its formats and encoders: ${error.message}`, { cause: error });
  }));
  const bytes = run.inputs.map(({ source }) => source).find((source) => typeof source !== 'string');
  const source = bytes && (bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false }));
  // fluent-ffmpeg reports an input's error before the process has ended, so it gets a stream that never fails.
  const stdin = source ? new PassThrough() : null;
  const command = composed(run, stdin, launcher);
  const report = new Report(run.onProgress);
  let failure: Error | undefined;
  let isStarted = false;
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (!isStarted || killTimer) return;
    command.kill('SIGTERM');
    killTimer = setTimeout(() => command.kill('SIGKILL'), KILL_AFTER_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  source?.once('error', (error: Error) => {
    failure = error;
    stop();
  });
  if (source && stdin) source.pipe(stdin);
  try {
    await new Promise<void>((resolve, reject) => {
      command.on('stderr', (line: string) => report.take(line));
      command.once('start', () => {
        isStarted = true;
        if (failure || signal?.aborted) stop();
      });
      command.once('end', () => resolve()).once('error', reject);
      command.setFfmpegPath(launcher.program).run();
    });
    if (failure) throw failure;
    return { stderrTail: report.tail, durationMs: report.writtenMs };
  } catch (error) {
    if (signal?.aborted) throw new FfmpegCancelled({ cause: signal.reason });
    throw failure ?? failureOf(error as Error, report.tail);
  } finally {
    clearTimeout(killTimer);
    signal?.removeEventListener('abort', stop);
    source?.destroy();
    stdin?.destroy();
  }
}
