import type { Dispatcher } from 'undici';
import { readBounded } from './bounded-answer.js';
import { answeredFailure, ProviderBackoff, ProviderFailure } from './failures.js';
import { retryAfterMs } from './retry-after.js';

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_REASON_CHARS = 300;

/** The shapes in which services report errors. */
export interface ErrorAnswer { error?: { code?: string; message?: string } | string | null; detail?: { status?: string; message?: string } | string | null }

const plain = (words: string): string => words.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON_CHARS);

/** The parsed JSON of an answer; null when it is not JSON. */
export function parsedAnswer<Answer extends object>(bytes: Buffer): Answer | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Answer;
  } catch {
    return null;
  }
}

/** The error code of an answer; empty without one. */
export function codeOf({ error, detail }: ErrorAnswer): string {
  return (typeof error === 'object' ? error?.code : undefined) ?? (typeof detail === 'object' ? detail?.status : undefined) ?? '';
}

/** The error message of an answer on one line, else its code; empty without both. */
export function reasonOf(answer: ErrorAnswer): string {
  const said = answer.error ?? answer.detail;
  return typeof said === 'string' ? plain(said) : plain(said?.message ?? codeOf(answer));
}

/** Returns a successful answer. Throws `ProviderBackoff` for 429 and 503, and `ProviderFailure` with the message of the service for other failures. */
export async function successful(provider: string, response: Dispatcher.ResponseData): Promise<Dispatcher.ResponseData> {
  const { statusCode, headers, body } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const said = parsedAnswer<ErrorAnswer>(await readBounded(provider, body, MAX_ANSWER_BYTES));
  if (statusCode === 429 || statusCode === 503) throw new ProviderBackoff(provider, retryAfterMs([headers['retry-after']].flat()[0], Date.now()));
  const reason = said ? reasonOf(said) : '';
  throw answeredFailure(provider, { code: said ? codeOf(said) : '', message: `answered ${statusCode}${reason ? `: ${reason}` : ''}` }, statusCode >= 500);
}

/** Makes a call. Turns network errors into a retryable `ProviderFailure`; throws the signal's reason when it aborts. */
export async function calling<T>(provider: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof ProviderBackoff) throw error;
    signal.throwIfAborted();
    throw new ProviderFailure(provider, error instanceof Error ? error.message : String(error), true, { cause: error });
  }
}
