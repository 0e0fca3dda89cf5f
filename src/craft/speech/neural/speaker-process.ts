import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiledModule } from '../../../kernel/threads/compiled-module.js';
import { SharedProcess, type ChildService } from '../../../kernel/threads/shared-process.js';
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

/** The process answered that it cannot speak this line. */
class LineFailed extends Error {
  override readonly name = 'LineFailed';
}

/** A child process that speaks lines. It is killed when a line exceeds its time limit, but not when it reports that it cannot speak a line. */
export class SpeakerProcess implements ChildService {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  /** Rejects when the process ends, with the reason. */
  private readonly lost: Promise<never>;
  private lastId = 0;
  private stderr = '';
  private ended = false;

  private constructor(private readonly options: SpeakerProcessOptions) {
    const { pack, threads, module = compiledModule('./speaker-child.js', import.meta.url) } = options;
    // Killed with its parent, so that a killed worker leaves no process behind.
    const killedWithParent = existsSync(SETPRIV) ? { execPath: SETPRIV, execArgv: ['--pdeathsig', 'KILL', '--', process.execPath] } : { execArgv: [] };
    this.child = fork(fileURLToPath(module), [JSON.stringify({ pack, threads } satisfies SpeakerSetup)], {
      ...killedWithParent, serialization: 'advanced', env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr!.on('data', (chunk: Buffer) => { this.stderr = (this.stderr + chunk.toString('utf8')).slice(-STDERR_TAIL); });
    this.lost = new Promise<never>((_, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code, signal) => {
        reject(new Error(`the process that speaks ended with ${signal ?? code}${this.stderr ? `: ${this.stderr.trim()}` : ''}`));
      });
    });
    this.gone = this.lost.catch(() => { this.ended = true; });
  }

  /** Starts a process and waits until its voices are loaded. */
  static async start(options: SpeakerProcessOptions): Promise<SpeakerProcess> {
    const speaker = new SpeakerProcess(options);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`the voices did not load in ${START_TIMEOUT_MS} ms`)), START_TIMEOUT_MS);
    });
    try {
      await Promise.race([new Promise((resolve) => { speaker.child.once('message', resolve); }), speaker.lost, late]);
      return speaker;
    } catch (error) {
      await speaker.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  get alive(): boolean { return !this.ended; }

  /** Speaks a line. Throws the signal's reason when it aborts, or an error that says why there is no sound. */
  async say(job: NeuralJob, signal?: AbortSignal): Promise<SpokenLine> {
    try {
      return await this.ask(job, signal);
    } catch (error) {
      // A cancelled line is spoken to its end, because to load the model again takes longer than most lines.
      if (!signal?.aborted && !(error instanceof LineFailed)) await this.close();
      signal?.throwIfAborted();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.ended = true;
    this.child.kill('SIGKILL');
    await this.gone;
  }

  private async ask(job: NeuralJob, signal: AbortSignal | undefined): Promise<SpokenLine> {
    signal?.throwIfAborted();
    const { child } = this;
    const id = ++this.lastId;
    const limitMs = (this.options.timeoutMs ?? defaultTimeoutMs)(job.text);
    const stop = new AbortController();
    const answered = new Promise<SpokenLine>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`the line was not spoken in ${limitMs} ms`)), limitMs);
      const onAbort = (): void => reject(signal?.reason as Error);
      const onMessage = (answer: SpeakerAnswer): void => {
        if (!('id' in answer) || answer.id !== id) return;
        if ('samples' in answer) resolve({ samples: answer.samples, times: answer.times, computedMs: answer.computedMs });
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
      return await Promise.race([answered, this.lost]);
    } finally {
      stop.abort();
    }
  }
}

/** The one process that speaks for an engine. Lines are spoken one at a time, since each uses all threads. */
export function sharedSpeaker(options: SpeakerProcessOptions): SharedProcess<SpeakerProcess> {
  return new SharedProcess({ what: 'the speech engine', start: () => SpeakerProcess.start(options), idleMs: options.idleMs ?? IDLE_MS });
}
