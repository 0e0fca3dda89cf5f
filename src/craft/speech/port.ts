import type { LineTimes } from './times/line-times.js';
import type { Distance, Emotion, Gender, LineEffect } from '../screenplay/model.js';

/** Every engine returns mono 16-bit PCM at this rate in Hz; adapters resample the answers of providers. */
export const LINE_SAMPLE_RATE = 24_000;

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
  /** Ids of voices that a listener may take for this one; two people of one read never get both. */
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
  /** As written in the script; matched whole, in any capitals. */
  word: string;
  /** In ordinary letters, with hyphens between syllables and the stressed one in capitals: `shi-VAWN`. */
  respelling: string;
  /** Phonemes of the International Phonetic Alphabet, for engines that take them; null leaves it to the respelling. */
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
  /** Which time the same line is asked for anew; left out for the first. */
  take?: number;
  /** What is done to the spoken line; engines know nothing of it (see `speakSurely`). */
  effect?: LineEffect;
}

/** The line that voices say: without what is done to it afterwards. */
export function withoutEffect({ effect: _, ...request }: SpeechRequest): SpeechRequest {
  return request;
}

export interface SpokenPcm {
  samples: Int16Array;
  durationMs: number;
  /** When the words of the request's text are said; absent from a voice that does not tell. */
  times?: LineTimes;
}

export interface SpeechEngine {
  readonly name: string;
  readonly embedded: boolean;
  /** Changes whenever the same request gives other bytes. Part of every line's object key. */
  readonly version: string;
  /** Seconds that a voice takes for a second of sound on this machine, as measured so far. Engines that nobody waits for have none. */
  pace?(): number;
  voices(): Voice[];
  /**
   * The voice with this id, which may be a designed one that `voices` does not list; null when the engine cannot speak it. Without it only
   * listed voices speak.
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
