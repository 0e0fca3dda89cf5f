import { randomUUID } from 'node:crypto';
import { PATIENCE_MS } from './jest/patience.js';

// The body has no type, because tests examine what the server sent field by field.
export interface Answer<T = any> { status: number; headers: Headers; body: T; text: string }

export interface CallOptions { body?: unknown; key?: string | null; headers?: Record<string, string>; rawBody?: string }

/** Requests take processor time from the work that the test waits for, so polling slows down after this time. */
const LONG_WAIT_MS = 2_000;

/** A client over real HTTP. A POST sends a new Idempotency-Key, or the given `key`; none if `key` is null. */
export class ApiClient {
  constructor(readonly baseUrl: string, readonly apiKey: string | null, readonly accountId = '') {}

  async call<T = any>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const key = options.key === undefined ? (method === 'POST' ? randomUUID() : null) : options.key;
    const payload = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(path.startsWith('http') ? path : `${this.baseUrl}${path}`, {
      method,
      headers: {
        ...(this.apiKey ? { authorization: `Bearer ${this.apiKey}` } : {}),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : text) as T };
  }

  get<T = any>(path: string, options: CallOptions = {}): Promise<Answer<T>> { return this.call<T>('GET', path, options); }
  post<T = any>(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, { body, ...options });
  }
  patch<T = any>(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('PATCH', path, { body, ...options });
  }
  delete<T = any>(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call<T>('DELETE', path, { body, ...options });
  }

  /** Sends a form of fields and one file, named `file`. */
  async upload<T = any>(
    path: string, bytes: Uint8Array, filename: string, fields: Record<string, string> = {}, key: string = randomUUID(),
  ): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
    const headers = { ...(this.apiKey ? { authorization: `Bearer ${this.apiKey}` } : {}), 'idempotency-key': key };
    const response = await fetch(`${this.baseUrl}${path}`, { method: 'POST', headers, body: form });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as T };
  }

  /** Repeats a GET until `done` is true. Throws an error with the last response after `timeoutMs`. */
  async poll<T = any>(path: string, done: (body: T) => boolean, timeoutMs = PATIENCE_MS): Promise<T> {
    const from = Date.now();
    for (;;) {
      const answer = await this.get<T>(path);
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}: ${answer.text}`);
      if (done(answer.body)) return answer.body;
      const waitedMs = Date.now() - from;
      if (waitedMs > timeoutMs) throw new Error(`GET ${path} was not done after ${timeoutMs} ms: ${answer.text.slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, waitedMs < LONG_WAIT_MS ? 100 : 250));
    }
  }
}
