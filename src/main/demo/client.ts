import { randomUUID } from 'node:crypto';

/** A client of the public API: it has a base URL and a key, and no other access. */
export class DemoClient {
  constructor(readonly baseUrl: string, private readonly apiKey: string) {}

  /** Calls the API. Throws an error with status, code and message when the answer is not 2xx. */
  async call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json() as T & { error?: { code: string; message: string } };
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${answer.error?.code}: ${answer.error?.message}`);
    return answer;
  }

  /** Polls until `done` is true and returns that answer. Passes every answer to `seen`. */
  async until<T>(path: string, done: (answer: T) => boolean, seen: (answer: T) => void, everyMs = 400): Promise<T> {
    for (;;) {
      const answer = await this.call<T>('GET', path);
      seen(answer);
      if (done(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}
