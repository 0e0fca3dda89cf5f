import { availableParallelism } from 'node:os';
import { findNeuralDesign } from '../designed/neural-design.js';
import { EmbeddedEngine, type SaidLine } from '../embedded-engine.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../port.js';
import { toPlainText } from '../text/plain-text.js';
import { EMOTION_SHAPES } from './direction.js';
import type { NeuralJob } from './job.js';
import type { SharedProcess } from '../../../kernel/threads/shared-process.js';
import { sharedSpeaker, type SpeakerProcess, type SpeakerProcessOptions } from './speaker-process.js';
import { catalogue, evenPaceOf, NEURAL_VOICES, type NeuralVoice } from './voices.js';
import type { VoicePack } from './voice-pack.js';

export const NEURAL_PROVIDER = 'neural';
/** Raise the last number with every audible change of the voices, the words or the shaping. */
const VERSION = 'kokoro-82m-1.0/neural-3';

/** Assumed until lines were measured; a slow machine with two processors. */
const FIRST_PACE = 0.6;
/** Weight of a line in the running measure. */
const PACE_WEIGHT = 0.2;
/** A shorter line says little about the pace. */
const MIN_MEASURED_SECONDS = 1;

/** Made only once, because every line needs it. */
const CATALOGUE = catalogue(NEURAL_PROVIDER);

/** All processors except one compute a line, but at least two and at most eight: one processor is hardly faster than real time. */
const defaultThreads = (): number => Math.min(Math.max(2, availableParallelism() - 1), 8);

function jobFor(voice: NeuralVoice, request: SpeechRequest): NeuralJob {
  const emotion = EMOTION_SHAPES[request.emotion];
  const melody = voice.melody * emotion.melody;
  return {
    text: request.text, accent: voice.phonemes, pronunciations: request.pronunciations ?? [], styles: voice.styles, melody,
    // The shorter vocal tract plays the samples faster and higher, which these factors compensate.
    rate: (voice.rate * evenPaceOf(voice.styles) * emotion.rate * request.speed) / voice.tractFactor,
    pitch: ((voice.pitch * emotion.pitch) / voice.tractFactor) * voice.styleHz ** (1 - melody),
    shape: {
      tractFactor: voice.tractFactor, vibrato: voice.vibrato, whisper: emotion.whisper, effortDb: emotion.effortDb,
      gainDb: voice.gainDb + emotion.gainDb + 20 * Math.log10(Math.max(request.volume, 1e-5)),
    },
  };
}

/** The neural voices: offline once their pack is installed, and deterministic to the byte on one machine. */
class NeuralEngine extends EmbeddedEngine<NeuralVoice> {
  readonly version = VERSION;
  private readonly speaker: SharedProcess<SpeakerProcess>;
  private measuredPace = FIRST_PACE;

  constructor(pack: VoicePack, options: NeuralEngineOptions) {
    super(NEURAL_PROVIDER, CATALOGUE, NEURAL_VOICES, findNeuralDesign);
    this.speaker = sharedSpeaker({ pack, threads: defaultThreads(), ...options });
  }

  pace(): number { return this.measuredPace; }

  close(): Promise<void> { return this.speaker.close(); }

  protected async say(request: SpeechRequest, voice: NeuralVoice, signal: AbortSignal | undefined): Promise<SaidLine | null> {
    if (toPlainText(request.text).kind !== 'words') return null;
    const job = jobFor(voice, request);
    const { samples, times, computedMs } = await this.computed(() => this.speaker.run((speaker) => speaker.say(job, signal), signal), signal);
    const seconds = samples.length / LINE_SAMPLE_RATE;
    if (seconds >= MIN_MEASURED_SECONDS) this.measuredPace += PACE_WEIGHT * (computedMs / 1000 / seconds - this.measuredPace);
    return { samples, times, said: request.text, speed: job.rate * voice.tractFactor };
  }
}

export type NeuralEngineOptions = Partial<Pick<SpeakerProcessOptions, 'threads' | 'idleMs' | 'timeoutMs' | 'module'>>;

/** Creates the engine of the neural voices; its process starts with the first line. */
export function createNeuralEngine(pack: VoicePack, options: NeuralEngineOptions = {}): SpeechEngine {
  return new NeuralEngine(pack, options);
}
