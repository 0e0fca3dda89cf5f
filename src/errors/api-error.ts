import { CATALOGUE, type ErrorCode } from './catalogue.js';

/** A documented refusal: becomes the error envelope over HTTP and a `failureCode` in background work. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  constructor(
    readonly code: ErrorCode,
    message?: string,
    readonly details?: Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(message ?? CATALOGUE[code].title);
    this.status = CATALOGUE[code].status;
  }
}

/** Throws when the condition does not hold. */
export function assertThat(condition: unknown, code: ErrorCode, message?: string, details?: Record<string, unknown>): asserts condition {
  if (!condition) throw new ApiError(code, message, details);
}
