import { availableParallelism } from 'node:os';
import { ProviderFailure } from '../../failures.js';
import { findLineFault } from '../line-check.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest, type SpokenPcm, type Voice } from '../port.js';
import { toPlainText } from '../text/plain-text.js';
import { EMOTION_SHAPES } from './direction.js';
import type { NeuralJob } from './job.js';
import type { SharedProcess } from '../../../threads/shared-process.js';
import { sharedSpeaker, type SpeakerProcess, type SpeakerProcessOptions } from './speaker-process.js';
import { catalogue, NEURAL_VOICES, type NeuralVoice } from './voices.js';
import type { VoicePack } from './voice-pack.js';

export const NEURAL_PROVIDER = 'neural';
/** Raise the last number with every audible change of the voices, the words or the shaping. */
const VERSION = 'kokoro-82m-1.0/neural-1';
const MAX_CHARACTERS = 10_000;
/** Duration of a line without words. */
const WORDLESS_MS = 400;

/** Assumed until lines were measured; a slow machine with two processors. */
const FIRST_PACE = 0.6;
/** Weight of a line in the running measure. */
const PACE_WEIGHT = 0.2;
/** A shorter line says little about the pace. */
const MIN_MEASURED_SECONDS = 1;

/** Made once: it is asked for with every line. */
const CATALOGUE = catalogue(NEURAL_PROVIDER);
const VOICES = new Map(NEURAL_VOICES.map((voice) => [voice.voiceId, voice]));

/** All processors but one compute a line, and at least two: with one, speech is hardly faster than a listener. */
const defaultThreads = (): number => Math.min(Math.max(2, availableParallelism() - 1), 8);

function within(value: number, low: number, high: number, name: string): number {
  if (!(value >= low && value <= high)) throw new RangeError(`${name} must be from ${low} to ${high}, not ${value}`);
  return value;
}

function jobFor(voice: NeuralVoice, request: SpeechRequest): NeuralJob {
  const emotion = EMOTION_SHAPES[request.emotion];
  const melody = voice.melody * emotion.melody;
  const volume = within(request.volume, 0, 2, 'volume');
  return {
    text: request.text, accent: voice.phonemes, pronunciations: request.pronunciations ?? [], styles: voice.styles, melody,
    // The shorter tract plays the samples faster and higher, which is taken back here.
    rate: (voice.rate * emotion.rate * within(request.speed, 0.5, 2, 'speed')) / voice.tractFactor,
    pitch: ((voice.pitch * emotion.pitch) / voice.tractFactor) * voice.styleHz ** (1 - melody),
    shape: {
      tractFactor: voice.tractFactor, vibrato: voice.vibrato, whisper: emotion.whisper, effortDb: emotion.effortDb,
      gainDb: voice.gainDb + emotion.gainDb + 20 * Math.log10(Math.max(volume, 1e-5)),
    },
  };
}

/**
 * The neural voices: offline once their pack is installed, English only, deterministic on one machine. A line in another
 * script throws a `ProviderFailure` that is not retryable; a line without words is a short silence. Throws `RangeError` for speed
 * or volume out of bounds.
 */
class NeuralEngine implements SpeechEngine {
  readonly name = NEURAL_PROVIDER;
  readonly embedded = true;
  readonly version = VERSION;
  private readonly speaker: SharedProcess<SpeakerProcess>;

  private measuredPace = FIRST_PACE;

  constructor(pack: VoicePack, options: NeuralEngineOptions) {
    this.speaker = sharedSpeaker({ pack, threads: defaultThreads(), ...options });
  }

  pace(): number { return this.measuredPace; }

  voices(): Voice[] { return [...CATALOGUE]; }

  findObstacle({ text, voiceId }: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null {
    if (!VOICES.has(voiceId)) return `there is no voice ${JSON.stringify(voiceId)}`;
    if (text.length > MAX_CHARACTERS) return `a line has at most ${MAX_CHARACTERS} characters`;
    const plain = toPlainText(text);
    return plain.kind === 'unreadable' ? `the embedded voices cannot read "${plain.letters}"` : null;
  }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const obstacle = this.findObstacle(request);
    if (obstacle) throw new ProviderFailure(this.name, obstacle, false);
    const voice = VOICES.get(request.voiceId)!;
    const job = jobFor(voice, request);
    if (toPlainText(request.text).kind !== 'words') return { samples: new Int16Array((LINE_SAMPLE_RATE * WORDLESS_MS) / 1000), durationMs: WORDLESS_MS };
    const samples = await this.say(job, signal);
    const fault = findLineFault(samples, { text: request.text, volume: request.volume, speed: job.rate * voice.tractFactor });
    if (fault) throw new ProviderFailure(this.name, fault, false);
    return { samples, durationMs: samples.length / (LINE_SAMPLE_RATE / 1000) };
  }

  close(): Promise<void> { return this.speaker.close(); }

  private async say(job: NeuralJob, signal: AbortSignal | undefined): Promise<Int16Array> {
    try {
      const { samples, computedMs } = await this.speaker.run((speaker) => speaker.say(job, signal), signal);
      const seconds = samples.length / LINE_SAMPLE_RATE;
      if (seconds >= MIN_MEASURED_SECONDS) this.measuredPace += PACE_WEIGHT * (computedMs / 1000 / seconds - this.measuredPace);
      return samples;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ProviderFailure(this.name, cause instanceof Error ? cause.message : String(cause), true, { cause });
    }
  }
}

export type NeuralEngineOptions = Partial<Pick<SpeakerProcessOptions, 'threads' | 'idleMs' | 'timeoutMs' | 'module'>>;

/** Creates the engine of the neural voices; its process starts with the first line. */
export function createNeuralEngine(pack: VoicePack, options: NeuralEngineOptions = {}): SpeechEngine {
  return new NeuralEngine(pack, options);
}
