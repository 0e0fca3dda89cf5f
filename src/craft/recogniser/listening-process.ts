import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { ChildService } from '../../kernel/threads/shared-process.js';
import { RecogniserFailed } from './port.js';

const MAX_STDERR_CHARS = 2_000;
const MAX_ANSWER_CHARS = 1_000_000;
/** After its input ends, the process has this many milliseconds to exit before it is killed. */
const LEAVE_MS = 2_000;

interface Answer { ready?: true; text?: string; error?: string }

interface Waiting { resolve: (answer: Answer) => void; reject: (error: unknown) => void }

/**
 * A child process that answers each frame on its standard input with one line of JSON. It handles one frame at a time, and is killed when it does not answer
 * in time or answers anything unexpected.
 */
export class ListeningProcess implements ChildService {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly gone: Promise<void>;
  private waiting: Waiting | null = null;
  private failure: RecogniserFailed | null = null;
  private stderr = '';
  private rest = '';

  constructor(command: readonly string[], environment: Record<string, string>) {
    const [program, ...args] = command;
    this.child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'], env: environment, cwd: '/' });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.read(text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-MAX_STDERR_CHARS);
    });
    // A process that ends early breaks the pipe; its exit code gives the cause.
    this.child.stdin.on('error', () => undefined);
    this.gone = new Promise((resolve) => {
      this.child.once('error', (cause) => {
        this.end(new RecogniserFailed(`the recogniser did not start: ${cause.message}`, { cause }));
        resolve();
      });
      this.child.once('close', (code, signal) => {
        this.end(new RecogniserFailed(`the recogniser ended with ${signal ?? code}: ${this.stderr.trim().split('\n').at(-1) ?? ''}`));
        resolve();
      });
    });
  }

  get alive(): boolean { return this.failure === null; }

  /** Waits for the process to load its model. Throws as `ask` does. */
  async ready(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    const { ready } = await this.answer(timeoutMs, signal);
    if (!ready) throw this.kill(new RecogniserFailed('the recogniser did not say that it is ready'));
  }

  /**
   * Sends a frame and returns the text of its answer. Throws `RecogniserFailed`, or the signal's reason when it aborts; the
   * process is then killed, except when it answered that this frame failed.
   */
  async ask(frame: Uint8Array, timeoutMs: number, signal?: AbortSignal): Promise<string> {
    const header = Buffer.alloc(4);
    header.writeUInt32LE(frame.byteLength);
    const answered = this.answer(timeoutMs, signal);
    if (this.alive) {
      this.child.stdin.write(header);
      this.child.stdin.write(frame);
    }
    const { text, error } = await answered;
    if (error !== undefined) throw new RecogniserFailed(`the recogniser could not hear a line: ${error}`);
    if (typeof text !== 'string') throw this.kill(new RecogniserFailed('the recogniser answered without a text'));
    return text;
  }

  /** Ends the process: at once if it is busy, else by ending its input. Resolves when it is gone. */
  async close(): Promise<void> {
    if (this.waiting) this.kill(new RecogniserFailed('the recogniser is closed'));
    this.failure ??= new RecogniserFailed('the recogniser is closed');
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), LEAVE_MS);
    await this.gone;
    clearTimeout(timer);
  }

  /** The next answer of the process. */
  private async answer(timeoutMs: number, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.failure) throw this.failure;
    const timer = setTimeout(() => this.kill(new RecogniserFailed(`the recogniser gave no answer in ${timeoutMs} ms`)), timeoutMs);
    const abort = (): void => { this.kill(new RecogniserFailed('the recogniser was stopped')); };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise<Answer>((resolve, reject) => { this.waiting = { resolve, reject }; });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.waiting = null;
    }
  }

  private read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    if (this.rest.length > MAX_ANSWER_CHARS) this.kill(new RecogniserFailed('the recogniser answered too much'));
    for (const line of lines) {
      const answer = parseAnswer(line);
      if (!answer || !this.waiting) this.kill(new RecogniserFailed('the recogniser answered something unexpected'));
      else this.waiting.resolve(answer);
    }
  }

  private kill(failure: RecogniserFailed): RecogniserFailed {
    this.child.kill('SIGKILL');
    this.end(failure);
    return failure;
  }

  private end(failure: RecogniserFailed): void {
    this.failure ??= failure;
    this.waiting?.reject(this.failure);
  }
}

function parseAnswer(line: string): Answer | null {
  try {
    const answer: unknown = JSON.parse(line);
    return typeof answer === 'object' && answer !== null ? answer : null;
  } catch {
    return null;
  }
}
