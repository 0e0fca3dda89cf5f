import type { LineTimes } from './times/line-times.js';
import type { Distance, Emotion, Gender, LineEffect } from '../screenplay/model.js';

/** Every engine returns mono 16-bit PCM at this rate in Hz; adapters resample the answers of providers. */
export const LINE_SAMPLE_RATE = 24_000;

/** The slowest and the fastest speed of a line, as factors on the usual rate. */
export const SPEED_RANGE = [0.5, 2] as const;

/** One entry of `GET /voices`, with the fields of `Voice` in the API. */
export interface Voice {
  voiceId: string;
  name: string;
  provider: string;
  category: 'stock' | 'designed' | 'clone' | 'pro';
  gender: Gender;
  language: string;
  accent: string;
  ageRange: 'child' | 'teen' | 'young_adult' | 'adult' | 'senior';
  styleTags: string[];
  /** Ids of voices that a listener may confuse with this one; the cast of a read never has both. */
  similarTo?: string[];
  /** Path below the address of the pages, or a URL. */
  previewUrl: string | null;
  status: 'ready' | 'training' | 'failed' | 'retired';
  /** Loudness of the voice after its constant gain, in LUFS; mastering then sets the level of the programme. */
  measuredLufs: number | null;
  consentId: string | null;
  retiredAt: string | null;
  replacementVoiceId: string | null;
}

/** How a project says a word. */
export interface Pronunciation {
  /** The word as written in the script. It matches only as a whole word, in any case. */
  word: string;
  /** In ordinary letters, with hyphens between syllables and the stressed one in capitals: `shi-VAWN`. */
  respelling: string;
  /** The pronunciation in the International Phonetic Alphabet, for engines that use it; null to use the respelling. */
  ipa: string | null;
}

export interface SpeechRequest {
  text: string;
  voiceId: string;
  emotion: Emotion;
  /** Factor on the speech rate, 0.5 to 2. */
  speed: number;
  /** Linear gain, 0 to 2. */
  volume: number;
  /** Left out for a voice in the room. */
  distance?: Distance;
  /** The project's pronunciations of words of this line, in the order of their appearance. */
  pronunciations?: readonly Pronunciation[];
  /** Number of the further take of the same line; absent for the first. */
  take?: number;
  /** An effect on the spoken line, applied by `speakSurely`; engines ignore it. */
  effect?: LineEffect;
}

/** The request without its effect, as engines speak it. */
export function withoutEffect({ effect: _, ...request }: SpeechRequest): SpeechRequest {
  return request;
}

export interface SpokenPcm {
  samples: Int16Array;
  durationMs: number;
  /** The times of the words in the request's text; absent when the voice does not report them. */
  times?: LineTimes;
}

export interface SpeechEngine {
  readonly name: string;
  readonly embedded: boolean;
  /** Changes whenever the same request gives other bytes. Part of every line's object key. */
  readonly version: string;
  /** Seconds of work that a voice needs for a second of sound on this machine, as measured so far. Absent on engines that are never slow enough to wait for. */
  pace?(): number;
  voices(): Voice[];
  /**
   * The voice with this id, which may be a designed one that `voices` does not list; null when the engine cannot speak it. An engine without this method
   * speaks only listed voices.
   */
  findVoice?(voiceId: string): Voice | null;
  /** Why the voice can never say this text, if that is known without trying; else null. */
  findObstacle(line: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null;
  /**
   * Synthesises one line. An embedded engine is deterministic. Throws `ProviderBackoff`, or `ProviderFailure`, also for
   * a line that is too short, too long, silent or clipped.
   */
  speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm>;
  close(): Promise<void>;
}
