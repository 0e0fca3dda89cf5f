import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../../threads/semaphore.js';
import { compiledModule } from '../../../threads/compiled-module.js';
import type { NeuralJob } from './job.js';
import type { SpeakerAnswer, SpeakerSetup, SpokenLine } from './speaker-child.js';

const SETPRIV = '/usr/bin/setpriv';
const START_TIMEOUT_MS = 60_000;
/** The process ends after this time without a line. */
const IDLE_MS = 60_000;
const STDERR_TAIL = 2_000;

/** A second of sound takes at most a few seconds even on a busy machine; a letter is about a fifteenth of a second. */
const defaultTimeoutMs = (text: string): number => 30_000 + 400 * text.length;

export interface SpeakerProcessOptions extends SpeakerSetup {
  /** Module that the process runs. */
  module?: URL;
  idleMs?: number;
  timeoutMs?: (text: string) => number;
}

interface Running { child: ChildProcess; lost: Promise<never>; stderr: () => string }

/**
 * The one process that speaks. It starts with the first line and ends when idle; a line that exceeds its time ends it too,
 * and the next line starts another. Lines are spoken one at a time: each uses all threads.
 */
export class SpeakerProcess {
  private running: Promise<Running> | null = null;
  private readonly turn = new Semaphore(1);
  private idle: NodeJS.Timeout | undefined;
  private waiting = 0;
  private lastId = 0;
  private closed = false;

  constructor(private readonly options: SpeakerProcessOptions) {}

  /** Rejects with the signal's reason, or with an error that says why there is no sound. */
  async say(job: NeuralJob, signal?: AbortSignal): Promise<SpokenLine> {
    clearTimeout(this.idle);
    this.waiting += 1;
    try {
      return await this.turn.run(() => this.sayNow(job, signal), signal);
    } finally {
      this.waiting -= 1;
      if (this.waiting === 0) this.endWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.end();
  }

  private async sayNow(job: NeuralJob, signal: AbortSignal | undefined): Promise<SpokenLine> {
    if (this.closed) throw new Error('the speech engine is closed');
    signal?.throwIfAborted();
    try {
      const running = await (this.running ??= this.start());
      return await this.ask(running, job, signal);
    } catch (error) {
      // A cancelled line is spoken to its end, because to load the model again takes longer than most lines.
      if (!signal?.aborted && !(error instanceof LineFailed)) await this.end();
      signal?.throwIfAborted();
      throw error;
    }
  }

  private endWhenIdle(): void {
    this.idle = setTimeout(() => void this.end(), this.options.idleMs ?? IDLE_MS);
    this.idle.unref();
  }

  private async ask({ child, lost }: Running, job: NeuralJob, signal: AbortSignal | undefined): Promise<SpokenLine> {
    const id = ++this.lastId;
    const limitMs = (this.options.timeoutMs ?? defaultTimeoutMs)(job.text);
    const stop = new AbortController();
    const answered = new Promise<SpokenLine>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the line was not spoken in ${limitMs} ms`)), limitMs);
      const onAbort = (): void => reject(signal?.reason as Error);
      const onMessage = (answer: SpeakerAnswer): void => {
        if (!('id' in answer) || answer.id !== id) return;
        if ('samples' in answer) resolve({ samples: answer.samples, computedMs: answer.computedMs });
        else reject(new LineFailed(answer.error));
      };
      child.on('message', onMessage);
      signal?.addEventListener('abort', onAbort);
      stop.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        signal?.removeEventListener('abort', onAbort);
      });
      child.send({ id, job }, (error) => { if (error) reject(error); });
    });
    try {
      return await Promise.race([answered, lost]);
    } finally {
      stop.abort();
    }
  }

  private async start(): Promise<Running> {
    const { pack, threads, module = compiledModule('./speaker-child.js', import.meta.url) } = this.options;
    // Killed with its parent, so that a killed worker leaves no process behind.
    const killedWithParent = existsSync(SETPRIV) ? { execPath: SETPRIV, execArgv: ['--pdeathsig', 'KILL', '--', process.execPath] } : { execArgv: [] };
    const child = fork(fileURLToPath(module), [JSON.stringify({ pack, threads } satisfies SpeakerSetup)], {
      ...killedWithParent, serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let tail = '';
    child.stderr!.on('data', (chunk: Buffer) => { tail = (tail + chunk.toString('utf8')).slice(-STDERR_TAIL); });
    const stderr = (): string => tail.trim();
    const lost = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`the process that speaks ended with ${signal ?? code}${tail ? `: ${stderr()}` : ''}`)));
    });
    lost.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the voices did not load in ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
    });
    try {
      await Promise.race([new Promise((resolve) => { child.once('message', resolve); }), lost, late]);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return { child, lost, stderr };
  }

  private async end(): Promise<void> {
    clearTimeout(this.idle);
    const { running } = this;
    this.running = null;
    const child = await running?.then((started) => started.child, () => null);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => { child.once('exit', resolve); });
    child.kill('SIGKILL');
    await gone;
  }
}

/** The process answered that it cannot speak this line. */
class LineFailed extends Error {
  override readonly name = 'LineFailed';
}
