import { PassThrough, Readable } from 'node:stream';
import ffmpeg, { type FfmpegCommand } from 'fluent-ffmpeg';
import { FfmpegCancelled, FfmpegFailed } from './failures.js';
import { KILL_AFTER_MS, STDERR_TAIL_CHARS, type FfmpegResult } from './process.js';

export interface ComposedInput {
  /** A path, or bytes for `pipe:0`; at most one input is bytes. */
  source: string | Readable | AsyncIterable<Uint8Array>;
  options?: readonly string[];
}

export interface ComposedRun {
  inputs: readonly [ComposedInput, ...ComposedInput[]];
  /** Adds filters, codecs and outputs. Only constants, numbers and paths of the product belong in there; nothing user-given does. */
  describe(command: FfmpegCommand): FfmpegCommand;
  signal?: AbortSignal | undefined;
  /** Gets the milliseconds of output written so far, about twice a second. */
  onProgress?: ((milliseconds: number) => void) | undefined;
  cwd?: string | undefined;
}

/** How ffmpeg is started: a program, and its arguments up to those for ffmpeg. */
export interface Launcher { program: string; args: readonly string[] }

const GLOBAL = ['-nostdin', '-y', '-hide_banner', '-nostats', '-loglevel', 'error', '-progress', 'pipe:2'];
const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe'];
/** A line of the report that `-progress` asks for. */
const PROGRESS = /^(\w+)=\s*(\S*)\s*$/;

let capabilities: Promise<void> | undefined;

/** fluent-ffmpeg asks a program for its formats and encoders before the first run, and keeps the answers of this process. */
function readCapabilities(path: string): Promise<void> {
  const ask = (question: 'availableFormats' | 'availableEncoders') => new Promise<void>((resolve, reject) => {
    const command = ffmpeg();
    command.setFfmpegPath(path);
    command[question]((error: Error | null) => (error ? reject(error) : resolve()));
  });
  return ask('availableFormats').then(() => ask('availableEncoders'));
}

/** The command of a run. What comes first is the launcher's: fluent-ffmpeg puts the first input's options before all others. */
function composed({ inputs, describe, cwd }: ComposedRun, stdin: Readable | null, launcher: Launcher): FfmpegCommand {
  const command = ffmpeg({ ...(cwd === undefined ? {} : { cwd }) });
  inputs.forEach(({ source, options = [] }, index) => {
    const before = index === 0 ? [...launcher.args, ...GLOBAL] : [];
    command.input(typeof source === 'string' ? source : stdin!).inputOptions(...before, ...LOCAL_ONLY, ...options);
  });
  return describe(command);
}

/** Keeps what ffmpeg writes to stderr, apart from its progress. */
class Report {
  tail = '';
  writtenMs = 0;

  constructor(private readonly onProgress: ComposedRun['onProgress']) {}

  take(line: string): void {
    const [, key, value] = PROGRESS.exec(line) ?? [];
    if (line.trim() === '') return;
    if (key === undefined) this.tail = `${this.tail}${line}\n`.slice(-STDERR_TAIL_CHARS);
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
 * Runs a command that fluent-ffmpeg composes, and owns its process to the end: the promise settles when the process is gone. An abort
 * sends SIGTERM, and SIGKILL after 2 s. Throws `FfmpegFailed`, `FfmpegCancelled`, or the error of the input's bytes.
 */
export async function runComposed(path: string, launcher: Launcher, run: ComposedRun): Promise<FfmpegResult> {
  const { signal } = run;
  if (signal?.aborted) throw new FfmpegCancelled({ cause: signal.reason });
  await (capabilities ??= readCapabilities(path).catch((error: Error) => {
    capabilities = undefined;
    throw new FfmpegFailed(null, null, `${path} does not tell what it can do: ${error.message}`, { cause: error });
  }));
  const bytes = run.inputs.map(({ source }) => source).find((source) => typeof source !== 'string');
  const source = bytes && (bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false }));
  // fluent-ffmpeg reports an input's error before the process has ended; a stream between them never fails.
  const stdin = source ? new PassThrough() : null;
  const command = composed(run, stdin, launcher);
  const report = new Report(run.onProgress);
  let failure: Error | undefined;
  let isStarted = false;
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (!isStarted || killer) return;
    command.kill('SIGTERM');
    killer = setTimeout(() => command.kill('SIGKILL'), KILL_AFTER_MS);
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
    clearTimeout(killer);
    signal?.removeEventListener('abort', stop);
    source?.destroy();
    stdin?.destroy();
  }
}
