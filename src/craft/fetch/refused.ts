export const FETCH_REFUSAL_REASONS = [
  'ip_blocked', 'scheme_blocked', 'redirect_limit', 'body_too_large', 'content_type', 'timeout', 'upstream_status', 'dns',
  'malformed',
] as const;

export type FetchRefusalReason = (typeof FETCH_REFUSAL_REASONS)[number];

/**
 * A rule forbids the fetch, or the server gave no usable answer. The message contains no internal address. `retryable`
 * is true when a later attempt may succeed: time-outs, DNS and connection errors, 429, 5xx.
 */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused';
  constructor(
    readonly reason: FetchRefusalReason,
    message: string,
    readonly retryable = false,
    readonly details: Record<string, string | number> = {},
  ) {
    super(message);
  }
}
