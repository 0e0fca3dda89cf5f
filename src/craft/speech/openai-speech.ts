import { createHash } from 'node:crypto';
import { Agent, request as sendRequest, type Dispatcher } from 'undici';
import type { Gender } from '../screenplay/model.js';
import { LineFault, ProviderBackoff, ProviderFailure } from '../failures.js';
import { readBounded } from '../bounded-answer.js';
import { retryAfterMs } from '../retry-after.js';
import { findLineFault } from './line-check.js';
import { toWholeMilliseconds } from './line-cache.js';
import { LINE_SAMPLE_RATE, type SpeechEngine, type SpeechRequest, type SpokenPcm, type Voice } from './port.js';
import { decodeProviderPcm } from './provider-pcm.js';
import { wordTable } from '../patterns/word-table.js';

export interface OpenAiSpeechOptions {
  /** URL up to and including the version, e.g. `https://host/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Voice names of the service; their voice ids are `openai:<name>`. */
  voices: readonly string[];
  /** The language of the voices (BCP 47); `mul` when they speak every language. */
  language?: string;
  /** Limit for the complete response, in milliseconds. */
  timeoutMs: number;
}

const PROVIDER = 'openai';
/** Genders of OpenAI's own voices; voices of other services have no known gender. */
const KNOWN_GENDERS: Record<string, Gender> = wordTable({
  ash: 'male', ballad: 'male', cedar: 'male', echo: 'male', fable: 'male', onyx: 'male', verse: 'male',
  coral: 'female', marin: 'female', nova: 'female', sage: 'female', shimmer: 'female',
});
const MAX_CHARACTERS = 4_096;
/** Ten minutes of samples, longer than any line. */
const MAX_BYTES = 10 * 60 * LINE_SAMPLE_RATE * 2;

function scaled(samples: Int16Array, volume: number): Int16Array {
  if (volume === 1) return samples;
  return samples.map((sample) => Math.max(-32767, Math.min(32767, Math.round(sample * volume))));
}

/** The text without control characters and line breaks. */
const plainText = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** Speech from a service with `POST /audio/speech` that returns raw 24 kHz samples. Every line is checked. */
class OpenAiSpeech implements SpeechEngine {
  readonly name = PROVIDER;
  readonly embedded = false;
  readonly version: string;
  private readonly agent = new Agent({ connections: 8 });

  constructor(private readonly options: OpenAiSpeechOptions) {
    const service = createHash('sha256').update(`${options.baseUrl}\n${options.model}`).digest('hex').slice(0, 16);
    this.version = `openai-speech-1/${service}`;
  }

  voices(): Voice[] {
    return this.options.voices.map((name) => ({
      voiceId: `${PROVIDER}:${name}`, name, provider: PROVIDER, category: 'stock',
      gender: KNOWN_GENDERS[name.toLowerCase()] ?? 'neutral', language: this.options.language ?? 'en',
      accent: 'unknown', ageRange: 'adult', styleTags: [], previewUrl: null, status: 'ready', measuredLufs: null,
      consentId: null, retiredAt: null, replacementVoiceId: null,
    }));
  }

  findObstacle({ text, voiceId }: Pick<SpeechRequest, 'text' | 'voiceId'>): string | null {
    if (!this.voiceOf(voiceId)) return `there is no voice ${JSON.stringify(voiceId)}`;
    return plainText(text).length > MAX_CHARACTERS ? `a line has at most ${MAX_CHARACTERS} characters` : null;
  }

  private voiceOf(voiceId: string): string | undefined {
    return this.options.voices.find((name) => voiceId === `${PROVIDER}:${name}`);
  }

  async speak(request: SpeechRequest, signal?: AbortSignal): Promise<SpokenPcm> {
    const obstacle = this.findObstacle(request);
    if (obstacle) throw new ProviderFailure(PROVIDER, obstacle, false);
    const voice = this.voiceOf(request.voiceId)!;
    const text = plainText(request.text);
    if (!/[\p{L}\p{N}]/u.test(text)) {
      const silence = new Int16Array(LINE_SAMPLE_RATE * 0.4);
      return { samples: silence, durationMs: 400 };
    }
    const bytes = await this.request({
      model: this.options.model, voice, input: text, response_format: 'pcm', speed: request.speed,
    }, signal);
    const samples = this.checked(bytes, { ...request, text });
    return { samples, durationMs: samples.length / (LINE_SAMPLE_RATE / 1000) };
  }

  async close(): Promise<void> { await this.agent.destroy(); }

  private checked(bytes: Buffer, request: SpeechRequest): Int16Array {
    let spoken: Int16Array;
    try {
      spoken = decodeProviderPcm(bytes);
    } catch (cause) {
      throw new ProviderFailure(PROVIDER, cause instanceof Error ? cause.message : String(cause), true, { cause });
    }
    // Checked before the volume is applied, because a low volume can hide a fault.
    const fault = findLineFault(spoken, { text: request.text, speed: request.speed, volume: 1 });
    if (fault) throw new LineFault(PROVIDER, fault);
    return toWholeMilliseconds(scaled(spoken, request.volume));
  }

  private async request(body: Record<string, unknown>, signal: AbortSignal | undefined): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    try {
      const response = await sendRequest(`${this.options.baseUrl.replace(/\/+$/, '')}/audio/speech`, {
        method: 'POST', dispatcher: this.agent, body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: {
          'content-type': 'application/json', accept: 'audio/pcm',
          ...(this.options.apiKey === null ? {} : { authorization: `Bearer ${this.options.apiKey}` }),
        },
      });
      return await this.readSound(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ProviderFailure || error instanceof ProviderBackoff) throw error;
      if (timeout.aborted) {
        throw new ProviderFailure(PROVIDER, `no response in ${this.options.timeoutMs} ms`, true, { cause: error });
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new ProviderFailure(PROVIDER, `the connection failed: ${reason}`, true, { cause: error });
    }
  }

  private async readSound(response: Dispatcher.ResponseData): Promise<Buffer> {
    const { statusCode, headers, body } = response;
    if (statusCode === 200) {
      const type = String(headers['content-type'] ?? '');
      if (/json|html|text/.test(type)) {
        await body.dump({ limit: 65_536 });
        throw new ProviderFailure(PROVIDER, `answered with ${type} and not with sound`, true);
      }
      return readBounded(PROVIDER, body, MAX_BYTES);
    }
    await body.dump({ limit: 65_536 });
    if (statusCode === 429 || statusCode === 503) {
      const header = headers['retry-after'];
      throw new ProviderBackoff(PROVIDER, retryAfterMs(Array.isArray(header) ? header[0] : header, Date.now()));
    }
    throw new ProviderFailure(PROVIDER, `answered ${statusCode}`, statusCode >= 500);
  }
}

/** Creates a speech engine that uses a remote service; sends nothing before the first line. */
export function createOpenAiSpeech(options: OpenAiSpeechOptions): SpeechEngine {
  return new OpenAiSpeech(options);
}
