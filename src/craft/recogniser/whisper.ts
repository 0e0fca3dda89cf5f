import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SharedProcess } from '../../kernel/threads/shared-process.js';
import { PYTHON_PACKAGES, type RecogniserInstallation } from './installation.js';
import { ListeningProcess } from './listening-process.js';
import type { Recogniser } from './port.js';

export const WHISPER = 'whisper';
/** Raise the last number with every change of how a line is heard. */
const VERSION = `whisper-base-1/${PYTHON_PACKAGES['faster-whisper']}/1`;
const SAMPLE_RATE = 24_000;
const MAX_SECONDS = 900;
const MAX_BYTES = MAX_SECONDS * SAMPLE_RATE * 2;
const ADDRESS_SPACE_MB = 4_096;
const START_MS = 120_000;
const IDLE_MS = 60_000;

const TOOLS = ['/usr/bin', '/bin', '/usr/local/bin'];
const toolPath = (name: string) => TOOLS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file));

export interface WhisperOptions {
  /** Threads of the model. Default 1, because other work needs the processors. */
  threads?: number;
  /** Time after which an unused process is ended, in milliseconds. */
  idleMs?: number;
  /** Time limit for a line in milliseconds, given the seconds of its sound. */
  timeoutMs?: (seconds: number) => number;
  /** Hears the words with their times; see `createWordListener`. */
  byWord?: boolean;
  /** Replaces the Python program; it gets the same arguments. */
  program?: readonly string[];
}

/** A line of some seconds takes about one second; the model looks at pieces of half a minute. */
const patience = (seconds: number): number => 30_000 + 3_000 * seconds;

function commandFor({ python, model }: RecogniserInstallation, { threads = 1, program, byWord = false }: WhisperOptions): string[] {
  // Isolated: Python reads neither its environment variables nor packages outside the virtual environment.
  const child = program ?? [python, '-I', '-B', fileURLToPath(new URL('./whisper-child.py', import.meta.url))];
  const command = [...child, model, String(threads), String(MAX_BYTES), ...(byWord ? ['words'] : [])];
  const [prlimit, setpriv] = [toolPath('prlimit'), toolPath('setpriv')];
  if (prlimit) command.unshift(prlimit, `--as=${ADDRESS_SPACE_MB * 1024 * 1024}`, '--fsize=0', '--core=0');
  // The child is killed when its parent dies, so that a killed worker leaves no process behind.
  if (setpriv) command.unshift(setpriv, '--pdeathsig', 'KILL', '--');
  return command;
}

/** Whisper in one Python process, which hears one line at a time. */
class Whisper implements Recogniser {
  readonly name = WHISPER;
  readonly version = VERSION;
  private readonly process: SharedProcess<ListeningProcess>;

  constructor(installation: RecogniserInstallation, private readonly options: WhisperOptions) {
    const environment = { HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: String(options.threads ?? 1) };
    this.process = new SharedProcess({
      what: 'the recogniser', idleMs: options.idleMs ?? IDLE_MS,
      start: async (signal) => {
        const process = new ListeningProcess(commandFor(installation, options), environment);
        await process.ready(START_MS, signal);
        return process;
      },
    });
  }

  async hear(samples: Int16Array, signal?: AbortSignal): Promise<string> {
    const seconds = samples.length / SAMPLE_RATE;
    if (seconds > MAX_SECONDS) throw new RangeError(`a line of ${Math.round(seconds)} s is too long to be heard`);
    if (samples.length === 0) return '';
    const timeoutMs = (this.options.timeoutMs ?? patience)(seconds);
    return this.process.run((process) => process.ask(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), timeoutMs, signal), signal);
  }

  close(): Promise<void> { return this.process.close(); }
}

/** A recognised word, with its start and end in milliseconds from the start of the line. */
export interface HeardWord { text: string; startMs: number; endMs: number }

/** Finds when each word of a line is spoken. Slower than a `Recogniser`; meant for measurements. */
export interface WordListener { hear(samples: Int16Array): Promise<HeardWord[]>; close(): Promise<void> }

/** Creates a listener from the recogniser of an installation; its process starts with the first line. */
export function createWordListener(installation: RecogniserInstallation, options: Omit<WhisperOptions, 'byWord'> = {}): WordListener {
  const recogniser = new Whisper(installation, { ...options, byWord: true });
  return {
    async hear(samples) {
      const words = JSON.parse(await recogniser.hear(samples) || '[]') as [text: string, start: number, end: number][];
      return words.map(([text, start, end]) => ({ text, startMs: start * 1000, endMs: end * 1000 }));
    },
    close: () => recogniser.close(),
  };
}

/** Creates the recogniser of an installation; its process starts with the first line. */
export function createWhisper(installation: RecogniserInstallation, options: WhisperOptions = {}): Recogniser {
  return new Whisper(installation, options);
}
