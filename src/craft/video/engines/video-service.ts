import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent, FormData, request as sendRequest, type Dispatcher } from 'undici';
import { readBounded } from '../../bounded-answer.js';
import { ProviderFailure } from '../../failures.js';
import { calling, codeOf, parsedAnswer, reasonOf, successful, type ErrorAnswer } from '../../service-call.js';
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
/** The model when none is configured. */
const DEFAULT_MODEL = 'sora-2';
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_VIDEO_BYTES = 256 * 1024 * 1024;
const MAX_PROMPT_CHARS = 3_800;
const CALL_TIMEOUT_MS = 60_000;
/** Codes of failures that may pass. */
const PASSING = /^(?:server|internal|service|timeout|overload|unavailable|rate_limit)/;

interface Answer extends ErrorAnswer { id?: string; status?: string; progress?: number }

/** Makes videos with a service that has `POST /videos`, `GET /videos/{id}`, `GET /videos/{id}/content` and `DELETE /videos/{id}`. */
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
    await calling(PROVIDER, () => pipeline(body, async function* bounded(chunks: AsyncIterable<Buffer>) {
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
    const bytes = await calling(PROVIDER, async () => readBounded(PROVIDER, (await this.send(method, path, limited, more)).body, MAX_ANSWER_BYTES), signal);
    const answer = parsedAnswer<Answer>(bytes);
    if (!answer) throw new ProviderFailure(PROVIDER, 'the answer is no JSON', true);
    return answer;
  }

  /** The service's response if it reports success; throws a provider error otherwise. */
  private send(
    method: Dispatcher.HttpMethod, path: string, signal: AbortSignal, { body, headers = {}, accept = 'application/json' }: { body?: FormData; headers?: Record<string, string>; accept?: string } = {},
  ): Promise<Dispatcher.ResponseData> {
    const { baseUrl, apiKey } = this.options;
    return calling(PROVIDER, async () => successful(PROVIDER, await sendRequest(`${baseUrl.replace(/\/+$/, '')}/videos${path}`, {
      method, dispatcher: this.agent, signal, headersTimeout: 0, bodyTimeout: CALL_TIMEOUT_MS, ...(body ? { body } : {}),
      headers: { accept, ...headers, ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
    })), signal);
  }
}

/** Creates an engine that uses a remote service; sends nothing before the first video. */
export const createVideoService = (options: VideoServiceOptions): VideoService => new HttpVideoService(options);
