import type { Dispatcher } from 'undici';
import { readBounded } from './bounded-answer.js';
import { answeredFailure, ProviderBackoff, ProviderFailure } from './failures.js';
import { retryAfterMs } from './retry-after.js';

const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_REASON_CHARS = 300;

/** How services say that something failed. */
export interface ErrorAnswer { error?: { code?: string; message?: string } | string | null; detail?: { status?: string; message?: string } | string | null }

const plain = (words: string): string => words.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, MAX_REASON_CHARS);

/** The JSON of an answer; null when it is none. */
export function parsedAnswer<Answer extends object>(bytes: Buffer): Answer | null {
  try {
    return JSON.parse(bytes.toString('utf8')) as Answer;
  } catch {
    return null;
  }
}

/** What an answer calls its failure; empty when it says nothing. */
export function codeOf({ error, detail }: ErrorAnswer): string {
  return (typeof error === 'object' ? error?.code : undefined) ?? (typeof detail === 'object' ? detail?.status : undefined) ?? '';
}

/** What an answer says of its failure, on one line; empty when it says nothing. */
export function reasonOf(answer: ErrorAnswer): string {
  const said = answer.error ?? answer.detail;
  return typeof said === 'string' ? plain(said) : plain(said?.message ?? codeOf(answer));
}

/** An answer of success. Throws `ProviderBackoff` for 429 and 503, and `ProviderFailure` with the words of the service for others. */
export async function successful(provider: string, response: Dispatcher.ResponseData): Promise<Dispatcher.ResponseData> {
  const { statusCode, headers, body } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const said = parsedAnswer<ErrorAnswer>(await readBounded(provider, body, MAX_ANSWER_BYTES));
  if (statusCode === 429 || statusCode === 503) throw new ProviderBackoff(provider, retryAfterMs([headers['retry-after']].flat()[0], Date.now()));
  const reason = said ? reasonOf(said) : '';
  throw answeredFailure(provider, { code: said ? codeOf(said) : '', message: `answered ${statusCode}${reason ? `: ${reason}` : ''}` }, statusCode >= 500);
}

/** Makes a call and names what goes wrong between here and the service; it may pass. Throws the reason of the signal when that aborts. */
export async function calling<T>(provider: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderFailure || error instanceof ProviderBackoff) throw error;
    signal.throwIfAborted();
    throw new ProviderFailure(provider, error instanceof Error ? error.message : String(error), true, { cause: error });
  }
}
