import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent, FormData, request as sendRequest, type Dispatcher } from 'undici';
import { answeredFailure, ProviderBackoff, ProviderFailure } from '../../failures.js';
import { readBounded } from '../../bounded-answer.js';
import { retryAfterMs } from '../../retry-after.js';
import type { VideoRequest, VideoService, VideoState } from '../port.js';

export interface VideoServiceOptions {
  /** URL up to and including the version, e.g. `https://host/v1`. */
  baseUrl: string;
  apiKey: string | null;
  model: string | null;
  /** Limit for one video, in milliseconds. */
  timeoutMs: number;
}

const PROVIDER = 'videos';
/** Without another setting. */
const DEFAULT_MODEL = 'sora-2';
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_VIDEO_BYTES = 256 * 1024 * 1024;
const MAX_REASON_CHARS = 300;
const MAX_PROMPT_CHARS = 3_800;
const CALL_TIMEOUT_MS = 60_000;
/** Codes of failures that may pass. */
const PASSING = /^(?:server|internal|service|timeout|overload|unavailable|rate_limit)/;

interface Answer { id?: string; status?: string; progress?: number; error?: { code?: string; message?: string } | string | null }

const plain = (words: string): string => words.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON_CHARS);

function parsed(bytes: Buffer): Answer | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Answer;
  } catch {
    return null;
  }
}

const codeOf = ({ error }: Answer): string => (typeof error === 'object' ? error?.code ?? '' : '');

function reasonOf({ error }: Answer): string {
  if (typeof error === 'string') return plain(error);
  return plain(error?.message ?? error?.code ?? '');
}

/** Videos of a service with `POST /videos`, `GET /videos/{id}` and `GET /videos/{id}/content`. */
class HttpVideoService implements VideoService {
  readonly name = PROVIDER;
  readonly embedded = false;
  readonly timeoutMs: number;
  private readonly agent = new Agent({ connections: 4 });

  constructor(private readonly options: VideoServiceOptions) {
    this.timeoutMs = options.timeoutMs;
  }

  async start({ requestId, prompt, firstFrame, seconds, widthPx, heightPx }: VideoRequest, signal: AbortSignal): Promise<string> {
    const form = new FormData();
    form.set('model', this.options.model ?? DEFAULT_MODEL);
    form.set('prompt', prompt.slice(0, MAX_PROMPT_CHARS));
    form.set('seconds', String(seconds));
    form.set('size', `${widthPx}x${heightPx}`);
    form.set('input_reference', new Blob([new Uint8Array(firstFrame)], { type: 'image/jpeg' }), 'first-frame.jpg');
    const { id } = await this.ask('POST', '', signal, { body: form, headers: { 'idempotency-key': requestId } });
    if (!id) throw new ProviderFailure(PROVIDER, 'the answer names no video', false);
    return id;
  }

  async poll(ticket: string, signal: AbortSignal): Promise<VideoState> {
    const answer = await this.ask('GET', `/${encodeURIComponent(ticket)}`, signal);
    switch (answer.status) {
      case 'completed': return { status: 'done' };
      case 'failed': case 'cancelled': case 'expired': {
        const code = codeOf(answer);
        return { status: 'failed', reason: reasonOf(answer) || answer.status, isFinal: !PASSING.test(code), code };
      }
      default: return { status: 'waiting', progress: Math.min(1, Math.max(0, (answer.progress ?? 0) / 100)) };
    }
  }

  async fetch(ticket: string, path: string, signal: AbortSignal): Promise<void> {
    const { body } = await this.send('GET', `/${encodeURIComponent(ticket)}/content`, signal, { accept: 'video/mp4' });
    let size = 0;
    await this.answering(() => pipeline(body, async function* bounded(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > MAX_VIDEO_BYTES) throw new ProviderFailure(PROVIDER, `the video is larger than ${MAX_VIDEO_BYTES} bytes`, false);
        yield chunk;
      }
    }, createWriteStream(path), { signal }), signal);
  }

  async cancel(ticket: string): Promise<void> {
    const { body } = await this.send('DELETE', `/${encodeURIComponent(ticket)}`, AbortSignal.timeout(CALL_TIMEOUT_MS));
    await body.dump();
  }

  private async ask(method: 'GET' | 'POST', path: string, signal: AbortSignal, more: Parameters<HttpVideoService['send']>[3] = {}): Promise<Answer> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    const bytes = await this.answering(async () => readBounded(PROVIDER, (await this.send(method, path, limited, more)).body, MAX_ANSWER_BYTES), signal);
    const answer = parsed(bytes);
    if (!answer) throw new ProviderFailure(PROVIDER, 'the answer is no JSON', true);
    return answer;
  }

  /** The answer of the service when it is one of success. */
  private send(
    method: Dispatcher.HttpMethod, path: string, signal: AbortSignal, { body, headers = {}, accept = 'application/json' }: { body?: FormData; headers?: Record<string, string>; accept?: string } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { baseUrl, apiKey } = this.options;
    return this.answering(async () => {
      const response = await sendRequest(`${baseUrl.replace(/\/+$/, '')}/videos${path}`, {
        method, dispatcher: this.agent, signal, headersTimeout: 0, bodyTimeout: CALL_TIMEOUT_MS, ...(body ? { body } : {}),
        headers: { accept, ...headers, ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
      });
      const { statusCode, headers: answered } = response;
      if (statusCode >= 200 && statusCode < 300) return response;
      const said = parsed(await readBounded(PROVIDER, response.body, MAX_ANSWER_BYTES));
      if (statusCode === 429 || statusCode === 503) throw new ProviderBackoff(PROVIDER, retryAfterMs([answered['retry-after']].flat()[0], Date.now()));
      const reason = said ? reasonOf(said) : '';
      throw answeredFailure(PROVIDER, { code: said ? codeOf(said) : '', message: `answered ${statusCode}${reason ? `: ${reason}` : ''}` }, statusCode >= 500);
    }, signal);
  }

  /** Names what went wrong between here and the service; it may pass. */
  private async answering<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ProviderFailure || error instanceof ProviderBackoff) throw error;
      signal.throwIfAborted();
      throw new ProviderFailure(PROVIDER, error instanceof Error ? error.message : String(error), true, { cause: error });
    }
  }
}

/** Creates an engine that uses a remote service; sends nothing before the first video. */
export const createVideoService = (options: VideoServiceOptions): VideoService => new HttpVideoService(options);
