import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterMs } from '../../craft/retry-after.js';

/** The server refused a call; the message has status, code and the server's own words. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** `words` is the server's own message. */
  constructor(call: string, readonly status: number, readonly code: string, readonly words: string) {
    super(`${call} answered ${status} ${code}: ${words}`);
  }
}

/** The server does not answer at its address. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
}

const unreachable = (baseUrl: string, error: Error): ServerUnreachable =>
  new ServerUnreachable(`no server answers at ${baseUrl}: ${String((error.cause as Error | undefined)?.message ?? error.message)}`);

const [TOO_MANY, SERVER_FAULT] = [429, 500];
/** How long to wait for a server that stops answering or serving, and how often to ask it meanwhile. */
const [AWAY_MS, AWAY_POLL_MS] = [120_000, 1_000];
const POLL_GROWTH = 1.1;
const DEFAULT_BASE_PATH = '/api/v1';

/**
 * The base URL of a server's API. `server` is that URL or the address of the server's pages. Throws `ServerUnreachable` when nothing answers there, or
 * something other than this API.
 */
export async function findApi(server: string): Promise<string> {
  const given = server.replace(/\/+$/, '');
  for (const baseUrl of [given, given + DEFAULT_BASE_PATH]) {
    const response = await fetch(`${baseUrl}/capabilities`)
      .catch((error: Error) => { throw unreachable(baseUrl, error); });
    await response.body?.cancel();
    // The API refuses this request, which has no key, with JSON. A path without an API answers 404.
    if (response.status !== 404 && response.headers.get('content-type')?.includes('json')) return baseUrl;
  }
  throw new ServerUnreachable(`no Proscenium API answers at ${given} or ${given}${DEFAULT_BASE_PATH}: give the address of the server, `
    + 'such as https://read.example or https://read.example/api/v1');
}

/** A client of the public API: it has a base URL and a key, and no other access. */
export class ProductionClient {
  private hasAnswered = false;
  private hasServed = false;

  constructor(readonly baseUrl: string, private readonly apiKey: string) {}

  /** Calls the API. Throws an error with status, code and message when the answer is not 2xx. */
  async call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return this.send(method, path, json);
  }

  /** Sends a file with the fields of a form. Throws like `call`. */
  async upload<T>(target: string, file: string, fields: Record<string, string>): Promise<T> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', await openAsBlob(file), path.basename(file));
    return this.send('POST', target, { body: form });
  }

  /**
   * Sends a request. On status 429 waits as long as the server asks, then repeats it with the same idempotency key. A GET that the server cannot serve for a
   * while, as when its database restarts, is repeated too, once another request has succeeded: the work that it asks about continues meanwhile.
   */
  private async send<T>(method: string, path: string, { headers, body }: { headers?: Record<string, string>; body?: string | FormData }): Promise<T> {
    const sent = { authorization: `Bearer ${this.apiKey}`, ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}), ...headers };
    for (const since = Date.now(); ;) {
      const response = await this.fetched(path, { method, headers: sent, ...(body === undefined ? {} : { body }) });
      if (response.ok) {
        this.hasServed = true;
        return await response.json() as T;
      }
      // A proxy before the server answers in its own words.
      const { error } = await response.json().catch(() => ({})) as { error?: { code: string; message: string } };
      const mayPass = method === 'GET' && response.status >= SERVER_FAULT && this.hasServed && Date.now() - since < AWAY_MS;
      if (response.status === TOO_MANY) await sleep(retryAfterMs(response.headers.get('retry-after') ?? undefined, Date.now()));
      else if (mayPass) await sleep(AWAY_POLL_MS);
      else throw new CallRefused(`${method} ${path}`, response.status, error?.code ?? 'unknown', error?.message ?? '');
    }
  }

  /**
   * Fetches, and waits for a server that answered before but does not now: it may be restarting while its work continues. A repeated POST has the same
   * idempotency key.
   */
  private async fetched(path: string, request: RequestInit): Promise<Response> {
    for (const since = Date.now(); ;) {
      try {
        const response = await fetch(this.baseUrl + path, request);
        this.hasAnswered = true;
        return response;
      } catch (error) {
        if (!this.hasAnswered || Date.now() - since > AWAY_MS) throw unreachable(this.baseUrl, error as Error);
        await sleep(AWAY_POLL_MS);
      }
    }
  }

  /** Polls until `done` is true and returns that answer. Passes every answer to `seen`. The interval grows up to `atMostMs`. */
  async until<T>(path: string, done: (answer: T) => boolean, seen: (answer: T) => void, { everyMs = 400, atMostMs = 2_000 } = {}): Promise<T> {
    for (let waitMs = everyMs; ; waitMs = Math.min(atMostMs, waitMs * POLL_GROWTH)) {
      const answer = await this.call<T>('GET', path);
      seen(answer);
      if (done(answer)) return answer;
      await sleep(waitMs);
    }
  }
}
