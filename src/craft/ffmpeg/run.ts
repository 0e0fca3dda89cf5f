import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runComposed, type ComposedRun } from './composed-run.js';
import { FfmpegFailed } from './failures.js';
import { startChild, type FfmpegResult } from './process.js';

export { FfmpegCancelled, FfmpegFailed } from './failures.js';
export type { ComposedRun } from './composed-run.js';
export type { FfmpegResult } from './process.js';

export interface FfmpegOptions {
  /** Path of the ffmpeg program. */
  path: string;
  /** util-linux `setpriv`, which kills a child when its parent dies; searched when undefined, not used when null. */
  setprivPath?: string | null;
  /** util-linux `chrt`, which schedules a child as a batch process; searched when undefined, not used when null. */
  chrtPath?: string | null;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Called about twice a second with the milliseconds of output written so far. */
  onProgress?: ((milliseconds: number) => void) | undefined;
  /** Bytes for `pipe:0`. */
  stdin?: Readable | AsyncIterable<Uint8Array> | undefined;
  cwd?: string | undefined;
  /** JOB_ID in the environment of the process, so that an operator can see which work the process belongs to. */
  jobId?: string | undefined;
}

export interface OpenFfmpeg { stdin: Writable; stdout: Readable; done: Promise<FfmpegResult> }

export interface Ffmpeg {
  readonly path: string;
  /**
   * Runs ffmpeg and waits for its end. `args` are the arguments after the program name and never contain text from
   * users. Throws `FfmpegFailed`, `FfmpegCancelled`, or the error of `stdin`.
   */
  run(args: readonly string[], options?: RunOptions): Promise<FfmpegResult>;
  /**
   * Runs a command that fluent-ffmpeg composes and waits for its end. Throws `FfmpegFailed`, `FfmpegCancelled`, or the
   * error of an input.
   */
  compose(run: ComposedRun & Pick<RunOptions, 'jobId'>): Promise<FfmpegResult>;
  /** Starts ffmpeg; the caller writes `pipe:0` and reads `pipe:1`. Throws `FfmpegCancelled` when already aborted. */
  open(args: readonly string[], options?: Pick<RunOptions, 'signal' | 'jobId' | 'cwd'>): Promise<OpenFfmpeg>;
  /** The version that the program prints, e.g. `n9.0.2-17-g2a571b6068`; `unknown` when it prints none. */
  version(): Promise<string>;
  /** The required filters and encoders that this build lacks. */
  probe(): Promise<FfmpegCapabilities>;
}

export interface FfmpegCapabilities { missingFilters: string[]; missingEncoders: string[] }

const NEEDED_FILTERS = [
  'acompressor', 'alimiter', 'aresample', 'ebur128', 'volume', 'pan', 'amix', 'sidechaincompress', 'afir', 'loop',
  'concat', 'scale', 'xfade', 'perspective', 'crop', 'overlay', 'fade', 'apad', 'atrim', 'setparams',
];
const NEEDED_ENCODERS = ['libmp3lame', 'libx264', 'aac', 'mov_text'];

/** Starts a program with a clean environment; fluent-ffmpeg passes on the environment of this process, with its keys. */
const ENV_PROGRAM = '/usr/bin/env';

const isExecutable = (file: string): Promise<boolean> => access(file, constants.X_OK).then(() => true, () => false);

/** Path of a program of util-linux; null on other systems than Linux and where it is not installed. */
async function findProgram(name: string): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  for (const place of [`/usr/bin/${name}`, `/bin/${name}`]) if (await isExecutable(place)) return place;
  return null;
}

/**
 * Adds the fixed options to the caller's: no terminal, existing outputs are overwritten (without this option builds
 * differ in what they do), only local protocols for every input, progress on file descriptor 3.
 */
export function guardedArguments(args: readonly string[]): string[] {
  const guarded = ['-nostdin', '-y', '-hide_banner', '-nostats', '-progress', 'pipe:3'];
  for (const argument of args) {
    if (argument === '-i') guarded.push('-protocol_whitelist', 'file,pipe');
    guarded.push(argument);
  }
  return guarded;
}

const BATCH = ['--batch', '0'];

/** The path, or null where the system forbids the batch policy, as some sandboxes do; renders also work without it. */
function findUsable(chrt: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(chrt, [...BATCH, chrt, '--version'], { env: {} }, (error) => resolve(error ? null : chrt));
  });
}

function environment(jobId: string | undefined): Record<string, string> {
  // ffmpeg needs no variable of this process, and some of them hold keys.
  return { LC_ALL: 'C', ...(jobId === undefined ? {} : { JOB_ID: jobId }) };
}

/** Pipes a source into a process. Calls `fail` when the source fails; the exit code reports a process that ends early. */
function feed(
  given: Readable | AsyncIterable<Uint8Array>, stdin: Writable, fail: (error: Error) => void,
): { source: Readable; ended: Promise<void> } {
  const source = given instanceof Readable ? given : Readable.from(given, { objectMode: false });
  let failure: Error | undefined;
  // From Node 22 on, the pipeline destroys the source with the error of a broken pipe; that is no error of the source.
  source.once('error', (error) => { if (!stdin.errored) failure = error; });
  return { source, ended: pipeline(source, stdin).catch(() => { if (failure) fail(failure); }) };
}

class FfmpegRunner implements Ffmpeg {
  private setpriv: Promise<string | null> | undefined;
  private chrt: Promise<string | null> | undefined;
  private asked: Promise<string> | undefined;

  constructor(private readonly options: FfmpegOptions) {}

  get path(): string { return this.options.path; }

  async run(args: readonly string[], options: RunOptions = {}): Promise<FfmpegResult> {
    const { stdin: source } = options;
    const stopped = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stopped.signal]) : stopped.signal;
    const child = startChild({
      ...(await this.command(guardedArguments(args), 'batch')), env: environment(options.jobId),
      stdin: source ? 'pipe' : 'ignore', stdout: 'ignore',
      signal, cwd: options.cwd, onProgress: options.onProgress,
    });
    let failure: Error | undefined;
    const stop = (error: Error): void => {
      failure ??= error;
      stopped.abort(error);
    };
    const feeding = source && child.stdin ? feed(source, child.stdin, stop) : null;
    try {
      const result = await child.done;
      if (failure) throw failure;
      return result;
    } catch (error) {
      throw failure && !options.signal?.aborted ? failure : error;
    } finally {
      feeding?.source.destroy();
      await feeding?.ended;
    }
  }

  async compose({ jobId, ...run }: ComposedRun & Pick<RunOptions, 'jobId'>): Promise<FfmpegResult> {
    const { command, args } = await this.command([], 'batch');
    const launcher = await isExecutable(ENV_PROGRAM)
      ? { program: ENV_PROGRAM, args: ['-i', ...Object.entries(environment(jobId)).map((pair) => pair.join('=')), command, ...args] }
      : { program: command, args };
    return runComposed(this.path, launcher, run);
  }

  async open(
    args: readonly string[], options: Pick<RunOptions, 'signal' | 'jobId' | 'cwd'> = {},
  ): Promise<OpenFfmpeg> {
    const child = startChild({
      ...(await this.command(guardedArguments(args))), env: environment(options.jobId),
      stdin: 'pipe', stdout: 'pipe', signal: options.signal, cwd: options.cwd,
    });
    if (!child.stdin || !child.stdout) return child.done.then(() => { throw new Error('ffmpeg has no pipes'); });
    return { stdin: child.stdin, stdout: child.stdout, done: child.done };
  }

  /** The program is asked only once, because names of pictures and recordings need the version often. */
  version(): Promise<string> {
    this.asked ??= this.ask(['-version']).then((said) => /^ffmpeg version (\S+)/.exec(said)?.[1] ?? 'unknown');
    this.asked.catch(() => { this.asked = undefined; });
    return this.asked;
  }

  async probe(): Promise<FfmpegCapabilities> {
    const filters = await this.ask(['-hide_banner', '-filters']);
    const encoders = await this.ask(['-hide_banner', '-encoders']);
    const missingIn = (listing: string, needed: string[]): string[] => {
      const names = new Set(listing.split('\n').map((line) => line.trim().split(/\s+/)[1]));
      return needed.filter((name) => !names.has(name));
    };
    return { missingFilters: missingIn(filters, NEEDED_FILTERS), missingEncoders: missingIn(encoders, NEEDED_ENCODERS) };
  }

  private batchProgram(): Promise<string | null> {
    const { chrtPath } = this.options;
    this.chrt ??= (chrtPath === undefined ? findProgram('chrt') : Promise.resolve(chrtPath)).then((found) => found && findUsable(found));
    return this.chrt;
  }

  /**
   * The death signal ends ffmpeg when its parent is killed; without the signal ffmpeg would run on. Threads of ffmpeg wake
   * each other thousands of times a second: under the batch policy a wake-up does not preempt other threads, so requests
   * keep the processor. A live encoder has the normal policy, because listeners wait for it.
   */
  private async command(args: string[], kind: 'batch' | 'live' = 'live'): Promise<{ command: string; args: string[] }> {
    const { setprivPath } = this.options;
    this.setpriv ??= setprivPath === undefined ? findProgram('setpriv') : Promise.resolve(setprivPath);
    const setpriv = await this.setpriv;
    const chrt = kind === 'batch' ? await this.batchProgram() : null;
    const line = [
      ...(chrt ? [chrt, ...BATCH] : []), ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', '--'] : []), this.options.path, ...args,
    ];
    return { command: line[0]!, args: line.slice(1) };
  }

  private async ask(args: string[]): Promise<string> {
    const child = startChild({
      ...(await this.command(args)), env: environment(undefined), stdin: 'ignore', stdout: 'pipe',
    });
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; });
    await child.done;
    if (text === '') throw new FfmpegFailed(0, null, `${this.options.path} printed nothing`);
    return text;
  }
}

/**
 * Creates the object that starts every ffmpeg process of this process. Use it on the main thread: the death signal is
 * sent when the thread that started a child ends.
 */
export function createFfmpeg(options: FfmpegOptions): Ffmpeg {
  return new FfmpegRunner(options);
}
