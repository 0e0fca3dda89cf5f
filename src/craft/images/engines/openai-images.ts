import { createHash } from 'node:crypto';
import { Agent, request as sendRequest, type Dispatcher } from 'undici';
import { answeredFailure, ProviderBackoff, ProviderFailure } from '../../failures.js';
import { readBounded } from '../../bounded-answer.js';
import { FetchRefused, guardedFetch } from '../../fetch/index.js';
import type { Ffmpeg } from '../../ffmpeg/run.js';
import { retryAfterMs } from '../../retry-after.js';
import { imageHeight, IMAGE_MIMES, type ImageAspect, type ImageEngine, type ImageRequest, type MadeImage } from '../port.js';
import { RasterFailed, recoded } from '../raster.js';

export interface OpenAiImagesOptions {
  /** URL up to and including the version, e.g. `https://host/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string;
  /** Limit for one image, in milliseconds. */
  timeoutMs: number;
  /** Private hosts that images may be fetched from besides the service's own. */
  allowHosts: readonly string[];
}

const PROVIDER = 'openai';
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_ERROR_CHARS = 300;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
const MAX_PROMPT_CHARS = 3_800;

interface Answer { data?: { b64_json?: string; url?: string }[]; error?: { message?: string } | string }

/** The size to request, by which side is longer: sizes that most services offer. The picture is cropped to its aspect ratio afterwards. */
function sizeOf(aspect: ImageAspect): string {
  const height = imageHeight(aspect, 1_000);
  return height === 1_000 ? '1024x1024' : height < 1_000 ? '1536x1024' : '1024x1536';
}

/** A number derived from a text seed, for services that take numbers. */
const numberOf = (seed: string): number => createHash('sha256').update(seed).digest().readUInt32BE(0) >>> 1;

function parsed(bytes: Buffer): Answer {
  try {
    return JSON.parse(bytes.toString('utf8')) as Answer;
  } catch (cause) {
    throw new ProviderFailure(PROVIDER, 'the answer is no JSON', true, { cause });
  }
}

function wordsOf(bytes: Buffer): string {
  try {
    const { error } = JSON.parse(bytes.toString('utf8')) as Answer;
    const words = typeof error === 'string' ? error : error?.message ?? '';
    return words.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_ERROR_CHARS);
  } catch {
    return '';
  }
}

/** Images from a service with `POST /images/generations`. Received images are checked by their bytes, cropped to their aspect ratio and encoded again. */
class OpenAiImages implements ImageEngine {
  readonly name = PROVIDER;
  readonly embedded = false;
  private readonly agent = new Agent({ connections: 4 });
  /** Parts of a request that the service refused; they are not sent again. */
  private readonly refused = new Set<'seed' | 'response_format' | 'size'>();

  constructor(private readonly ffmpeg: () => Promise<Ffmpeg>, private readonly options: OpenAiImagesOptions) {}

  async version(): Promise<string> {
    const { baseUrl, model } = this.options;
    return `openai-images-1/${createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 16)}`;
  }

  essence({ purpose, prompt, seed, aspect, widthPx, format }: ImageRequest): object { return { purpose, prompt, seed, aspect, widthPx, format }; }

  async make(request: ImageRequest, signal?: AbortSignal): Promise<MadeImage> {
    const { prompt, seed, aspect, widthPx, format } = request;
    const heightPx = imageHeight(aspect, widthPx);
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const received = await this.receive(request, either);
      const bytes = await recoded(await this.ffmpeg(), received, { widthPx, heightPx, format }, signal);
      return { bytes, mime: IMAGE_MIMES[format], widthPx, heightPx, prompt, seed, provider: PROVIDER };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ProviderFailure || error instanceof ProviderBackoff) throw error;
      if (timeout.aborted) throw new ProviderFailure(PROVIDER, `no image in ${this.options.timeoutMs} ms`, true, { cause: error });
      if (error instanceof FetchRefused) throw new ProviderFailure(PROVIDER, `the image could not be fetched: ${error.message}`, error.retryable, { cause: error });
      if (error instanceof RasterFailed) throw new ProviderFailure(PROVIDER, error.message, true, { cause: error });
      throw new ProviderFailure(PROVIDER, error instanceof Error ? error.message : String(error), true, { cause: error });
    }
  }

  /**
   * Requests an image and returns its bytes. When the service refuses a part of the request, that part is left out and the request repeated, once for each
   * part.
   */
  private async receive(request: ImageRequest, signal: AbortSignal): Promise<Buffer> {
    for (;;) {
      const response = await this.post(request, signal);
      if (response.statusCode === 200) return this.bytesOf(parsed(await readBounded(PROVIDER, response.body, MAX_BYTES * 2)), signal);
      const { statusCode, headers } = response;
      const words = wordsOf(await readBounded(PROVIDER, response.body, 256 * 1024));
      if (statusCode === 429 || statusCode === 503) throw new ProviderBackoff(PROVIDER, retryAfterMs([headers['retry-after']].flat()[0], Date.now()));
      const part = (['response_format', 'seed', 'size'] as const).find((name) => words.includes(name) && !this.refused.has(name));
      if (statusCode !== 400 || !part) {
        throw answeredFailure(PROVIDER, { code: '', message: `answered ${statusCode}${words ? `: ${words}` : ''}` }, statusCode >= 500);
      }
      this.refused.add(part);
    }
  }

  private post({ prompt, seed, aspect }: ImageRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { baseUrl, apiKey, model } = this.options;
    const optional = { seed: numberOf(seed), response_format: 'b64_json', size: sizeOf(aspect) };
    const sent = Object.entries(optional).filter(([name]) => !this.refused.has(name as keyof typeof optional));
    return sendRequest(`${baseUrl.replace(/\/+$/, '')}/images/generations`, {
      method: 'POST', dispatcher: this.agent, signal, headersTimeout: 0, bodyTimeout: 0,
      body: JSON.stringify({ model, prompt: prompt.slice(0, MAX_PROMPT_CHARS), n: 1, ...Object.fromEntries(sent) }),
      headers: { 'content-type': 'application/json', accept: 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
    });
  }

  private async bytesOf({ data }: Answer, signal: AbortSignal): Promise<Buffer> {
    const { b64_json: encoded, url } = data?.[0] ?? {};
    if (encoded) {
      const bytes = Buffer.from(encoded, 'base64');
      if (bytes.byteLength > MAX_BYTES) throw new ProviderFailure(PROVIDER, `the image is larger than ${MAX_BYTES} bytes`, false);
      return bytes;
    }
    if (!url) throw new ProviderFailure(PROVIDER, 'the answer has no image', true);
    const { timeoutMs, allowHosts, baseUrl } = this.options;
    // The operator chose the service, so its own host may be a private one.
    const fetched = await guardedFetch(url, {
      accept: [...IMAGE_TYPES], maxBytes: MAX_BYTES, maxRedirects: 3, timeoutMs, allowHosts: [new URL(baseUrl).host, ...allowHosts],
    }, signal);
    return fetched.bytes;
  }
}

/** Creates an image engine that uses a remote service; sends nothing before the first image. */
export const createOpenAiImages = (ffmpeg: () => Promise<Ffmpeg>, options: OpenAiImagesOptions): ImageEngine => new OpenAiImages(ffmpeg, options);
