import { Agent, request as sendRequest } from 'undici';
import type { Config } from '../../../kernel/config/index.js';
import { readBounded } from '../../bounded-answer.js';
import { ProviderFailure } from '../../failures.js';
import { calling, successful } from '../../service-call.js';

/** A request for a piece. Equal requests have the same `requestId`. */
export interface ServedRequest { requestId: string; prompt: string; durationMs: number }

/** A service that makes music from words. */
export interface MusicService {
  readonly name: string;
  /** Whether the service makes the music that no client chose. */
  readonly isPreferred: boolean;
  /** The bytes of a sound file. Throws `ProviderFailure`, `ProviderBackoff`, or the reason of the signal. */
  make(request: ServedRequest, signal: AbortSignal): Promise<Buffer>;
}

const PROVIDER = 'music';
/** The model, unless the configuration names another. */
const DEFAULT_MODEL = 'music_v1';
const MAX_BYTES = 64 * 1024 * 1024;

class HttpMusicService implements MusicService {
  private readonly agent = new Agent({ connections: 4 });

  constructor(private readonly options: Config['musicService'] & { baseUrl: string }, readonly isPreferred: boolean) {}

  get name(): string { return this.options.model ?? PROVIDER; }

  make({ requestId, prompt, durationMs }: ServedRequest, signal: AbortSignal): Promise<Buffer> {
    const { baseUrl, apiKey, model, timeoutMs } = this.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    return calling(PROVIDER, async () => {
      try {
        const { body } = await successful(PROVIDER, await sendRequest(`${baseUrl.replace(/\/+$/, '')}/music`, {
          method: 'POST', dispatcher: this.agent, signal: AbortSignal.any([signal, timeout]), headersTimeout: 0, bodyTimeout: 0,
          body: JSON.stringify({ prompt, music_length_ms: durationMs, model_id: model ?? DEFAULT_MODEL, force_instrumental: true }),
          headers: {
            'content-type': 'application/json', accept: 'audio/*', 'idempotency-key': requestId,
            // Services with this API read one of the two headers.
            ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}`, 'xi-api-key': apiKey }),
          },
        }));
        return await readBounded(PROVIDER, body, MAX_BYTES);
      } catch (error) {
        if (timeout.aborted && !signal.aborted) throw new ProviderFailure(PROVIDER, `no music in ${timeoutMs} ms`, true, { cause: error });
        throw error;
      }
    }, signal);
  }
}

/** The music service of this installation; null when none is configured. Sends nothing before the first piece is requested. */
export function openMusicService({ musicService: options, music }: Pick<Config, 'musicService' | 'music'>): MusicService | null {
  const { baseUrl } = options;
  return baseUrl === null ? null : new HttpMusicService({ ...options, baseUrl }, music === 'auto');
}
