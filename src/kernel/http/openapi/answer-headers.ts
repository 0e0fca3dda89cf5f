import type { ErrorCode } from '../../errors/catalogue.js';
import { FileAnswer, RedirectAnswer, type AnswerKind } from '../operations/answers.js';
import { takesKey, type Operation } from '../operations/operation.js';

/** The headers of answers, by the names of their components. */
const HEADERS = {
  RequestId: { name: 'X-Request-Id', words: 'Of this request; also in every error.', type: 'string' },
  RateLimitLimit: { name: 'RateLimit-Limit', words: 'Requests in the window.', type: 'integer' },
  RateLimitRemaining: { name: 'RateLimit-Remaining', words: 'Requests left in the window.', type: 'integer' },
  RateLimitReset: { name: 'RateLimit-Reset', words: 'Seconds until the window ends.', type: 'integer' },
  RetryAfter: { name: 'Retry-After', words: 'Seconds to wait.', type: 'integer' },
  Location: { name: 'Location', words: 'Where what was asked for is.', type: 'string' },
  IdempotencyReplayed: { name: 'Idempotency-Replayed', words: '`true` in the answer to a repeat: that of the first call with this key.', type: 'string' },
  Challenge: { name: 'WWW-Authenticate', words: 'How the call must be authorized, by RFC 6750.', type: 'string' },
  EntityTag: { name: 'ETag', words: 'Identifies these bytes; `If-None-Match` with it gets 304 while they are the same.', type: 'string' },
  LastModified: { name: 'Last-Modified', words: 'When the file last changed; for `If-Modified-Since`.', type: 'string' },
  AcceptRanges: { name: 'Accept-Ranges', words: '`bytes`: `Range` gets a part of the file.', type: 'string' },
  ContentRange: { name: 'Content-Range', words: 'Which bytes of how many these are.', type: 'string' },
  ContentDisposition: { name: 'Content-Disposition', words: 'The name of the file, where it has one.', type: 'string' },
} as const;

type HeaderName = keyof typeof HEADERS;

const pathOf = (name: HeaderName): string => `#/components/headers/${name}`;
const references = (...names: readonly HeaderName[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [HEADERS[name].name, { $ref: pathOf(name) }]));

const USUAL = ['RequestId', 'RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;
const OF_FILES = ['EntityTag', 'LastModified', 'AcceptRanges'] as const;

/** The components of the headers to which these parts of a document refer. */
export function usedHeaders(...parts: readonly unknown[]): Record<string, object> {
  const text = JSON.stringify(parts);
  return Object.fromEntries((Object.keys(HEADERS) as HeaderName[]).filter((name) => text.includes(`"${pathOf(name)}"`))
    .map((name) => [name, { description: HEADERS[name].words, schema: { type: HEADERS[name].type } }]));
}

/** The headers of a successful answer. */
export function answerHeaders(operation: Operation, kind: AnswerKind): Record<string, object> {
  if (kind instanceof RedirectAnswer) return references(...USUAL, 'Location');
  if (kind instanceof FileAnswer) return references(...USUAL, ...OF_FILES, 'ContentDisposition');
  const replayed = takesKey(operation) ? ['IdempotencyReplayed' as const] : [];
  return references(...USUAL, ...replayed, ...(operation.cacheControl === undefined ? [] : ['EntityTag' as const]));
}

/** The headers of an error answer with one of these codes. */
export const errorHeaders = (status: number, codes: readonly ErrorCode[]): Record<string, object> => references(
  ...USUAL, ...(status === 429 || status === 500 || codes.includes('idempotency_conflict') ? ['RetryAfter' as const] : []),
  ...(status === 401 || codes.includes('insufficient_scope') ? ['Challenge' as const] : []));

/** The headers of the refusal of a range that a file does not have. */
export const rangeHeaders = (): Record<string, object> => references(...USUAL, 'ContentRange');

/**
 * The answers to requests with `Range`, `If-None-Match` or `If-Modified-Since`, by status. `content` is that of the whole answer, and `refusal` the answer to
 * a range that a file does not have.
 */
export function conditionalAnswers(operation: Operation, kind: AnswerKind, content: object | null, refusal: () => object): Record<string, object> {
  const same = 'The caller has it already';
  if (kind instanceof FileAnswer) {
    return {
      206: { description: 'The part that `Range` asks for', headers: references(...USUAL, ...OF_FILES, 'ContentRange', 'ContentDisposition'), content },
      304: { description: same, headers: references(...USUAL, ...OF_FILES) },
      416: refusal(),
    };
  }
  const isCached = operation.cacheControl !== undefined && !(kind instanceof RedirectAnswer);
  return isCached ? { 304: { description: same, headers: references(...USUAL, 'EntityTag') } } : {};
}
