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
  /** The ffmpeg program. */
  path: string;
  /** util-linux `setpriv`, which makes a child die with us; found when undefined, not used when null. */
  setprivPath?: string | null;
  /** util-linux `chrt`, which tells the system that nobody waits for a child's every step; found when undefined, not used when null. */
  chrtPath?: string | null;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Told how many milliseconds of output are written, about twice a second. */
  onProgress?: ((milliseconds: number) => void) | undefined;
  /** Bytes for `pipe:0`. */
  stdin?: Readable | AsyncIterable<Uint8Array> | undefined;
  cwd?: string | undefined;
  /** Put into the environment of the process as JOB_ID, so that an operator can see what it works for. */
  jobId?: string | undefined;
}

export interface OpenFfmpeg { stdin: Writable; stdout: Readable; done: Promise<FfmpegResult> }

export interface Ffmpeg {
  readonly path: string;
  /**
   * Runs ffmpeg to its end. `args` is everything after the program name, as an array; nothing user-given belongs in
   * it.
   * Throws `FfmpegFailed`, `FfmpegCancelled`, or the error of `stdin`.
   */
  run(args: readonly string[], options?: RunOptions): Promise<FfmpegResult>;
  /**
   * Runs a command that fluent-ffmpeg composes, as `run` does. Throws `FfmpegFailed`, `FfmpegCancelled`, or the error of an input.
   */
  compose(run: ComposedRun & Pick<RunOptions, 'jobId'>): Promise<FfmpegResult>;
  /** Runs ffmpeg with `pipe:0` and `pipe:1` in the caller's hands. Throws `FfmpegCancelled` when already aborted. */
  open(args: readonly string[], options?: Pick<RunOptions, 'signal' | 'jobId' | 'cwd'>): Promise<OpenFfmpeg>;
  /** As the program says it, e.g. `n9.0.2-17-g2a571b6068`. Part of every recorded build. */
  version(): Promise<string>;
  /** Names what this build lacks of what the productions need; both lists are empty when all is there. */
  probe(): Promise<FfmpegCapabilities>;
}

export interface FfmpegCapabilities { missingFilters: string[]; missingEncoders: string[] }

const NEEDED_FILTERS = [
  'acompressor', 'alimiter', 'aresample', 'ebur128', 'volume', 'pan', 'amix', 'sidechaincompress', 'afir', 'loop',
  'concat', 'scale', 'xfade',
];
const NEEDED_ENCODERS = ['libmp3lame', 'libx264', 'aac'];

/** Starts a program with another environment; fluent-ffmpeg itself hands ours on, which may hold keys. */
const ENV_PROGRAM = '/usr/bin/env';

const isExecutable = (file: string): Promise<boolean> => access(file, constants.X_OK).then(() => true, () => false);

/** A program of util-linux; null where the system has none. */
async function findProgram(name: string): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  for (const place of [`/usr/bin/${name}`, `/bin/${name}`]) if (await isExecutable(place)) return place;
  return null;
}

/**
 * Puts our fixed options around the caller's: no terminal, an output that is already there is written anew (nobody can
 * be asked, and builds differ in what they do then), local protocols only for every input, progress on descriptor 3.
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

/** Null where the system refuses the policy, as some sandboxes do: renders work without it. */
function usable(chrt: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(chrt, [...BATCH, chrt, '--version'], { env: {} }, (error) => resolve(error ? null : chrt));
  });
}

function environment(jobId: string | undefined): Record<string, string> {
  // ffmpeg needs none of ours, and ours may hold keys.
  return { LC_ALL: 'C', ...(jobId === undefined ? {} : { JOB_ID: jobId }) };
}

/** Pipes a source into a process. A source that fails is told to `fail`; a process that ends early tells its own story. */
function feed(
  given: Readable | AsyncIterable<Uint8Array>, stdin: Writable, fail: (error: Error) => void,
): { source: Readable; over: Promise<void> } {
  const source = given instanceof Readable ? given : Readable.from(given, { objectMode: false });
  let failure: Error | undefined;
  // The pipeline hands a broken pipe on to the source, from Node 22 as its error; that one is not the source's own.
  source.once('error', (error) => { if (!stdin.errored) failure = error; });
  return { source, over: pipeline(source, stdin).catch(() => { if (failure) fail(failure); }) };
}

class FfmpegRunner implements Ffmpeg {
  private setpriv: Promise<string | null> | undefined;
  private chrt: Promise<string | null> | undefined;

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
      await feeding?.over;
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

  async version(): Promise<string> {
    const first = (await this.ask(['-version'])).split('\n')[0] ?? '';
    return /^ffmpeg version (\S+)/.exec(first)?.[1] ?? 'unknown';
  }

  async probe(): Promise<FfmpegCapabilities> {
    const filters = await this.ask(['-hide_banner', '-filters']);
    const encoders = await this.ask(['-hide_banner', '-encoders']);
    const lacking = (listing: string, needed: string[]): string[] => {
      const names = new Set(listing.split('\n').map((line) => line.trim().split(/\s+/)[1]));
      return needed.filter((name) => !names.has(name));
    };
    return { missingFilters: lacking(filters, NEEDED_FILTERS), missingEncoders: lacking(encoders, NEEDED_ENCODERS) };
  }

  private batchProgram(): Promise<string | null> {
    const { chrtPath } = this.options;
    this.chrt ??= (chrtPath === undefined ? findProgram('chrt') : Promise.resolve(chrtPath)).then((found) => found && usable(found));
    return this.chrt;
  }

  /**
   * Without the death signal a killed parent leaves ffmpeg working for ever. As a batch job its threads, which hand frames to each
   * other thousands of times a second, do not take the processor from one another or from requests each time; a live encoder must.
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
    if (text === '') throw new FfmpegFailed(0, null, `${this.options.path} said nothing`);
    return text;
  }
}

/**
 * The one owner of every ffmpeg process. Start it from the main thread: the death signal follows the spawning
 * thread.
 */
export function createFfmpeg(options: FfmpegOptions): Ffmpeg {
  return new FfmpegRunner(options);
}
