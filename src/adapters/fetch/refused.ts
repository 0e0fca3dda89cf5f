export const FETCH_REFUSAL_REASONS = [
  'ip_blocked', 'scheme_blocked', 'redirect_limit', 'body_too_large', 'content_type', 'timeout', 'upstream_status', 'dns',
  'malformed',
] as const;

export type FetchRefusalReason = (typeof FETCH_REFUSAL_REASONS)[number];

/**
 * A guard stopped a fetch, or the other side failed it (specification 2.3, fetch guards). The message names no internal
 * address. `retryable` says whether the same address may answer later: time-outs, DNS and connection trouble, 429, 5xx.
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
