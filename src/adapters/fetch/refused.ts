export const FETCH_REFUSAL_REASONS = [
  'ip_blocked', 'scheme_blocked', 'redirect_limit', 'body_too_large', 'content_type', 'timeout', 'upstream_status', 'dns',
  'malformed',
] as const;

export type FetchRefusalReason = (typeof FETCH_REFUSAL_REASONS)[number];

/**
 * A guard refused a fetch, or the server failed to answer it. The message names no internal address. `retryable` is true
 * when the same address may answer later: time-outs, DNS and connection errors, 429, 5xx.
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
