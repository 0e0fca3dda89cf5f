import { CATALOGUE, type ErrorCode } from './catalogue.js';

/** The stage of a project. Every refusal that waits for a stage includes it. */
export interface StageDetails {
  stage: string;
  missingFields: readonly string[];
  canPlan: boolean;
  canStartEpisode: boolean;
  /** The call that supplies what is missing. */
  nextCall: { method: string; path: string; body?: Record<string, unknown> };
}

/** Details that are mandatory for a code, because programs act on them. */
interface DetailsByCode { project_precondition_failed: StageDetails }

type Said<C extends ErrorCode> = C extends keyof DetailsByCode
  ? [message: string, details: DetailsByCode[C] & Record<string, unknown>, headers?: Record<string, string>]
  : [message?: string, details?: Record<string, unknown>, headers?: Record<string, string>];

class Refusal extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly details?: Record<string, unknown>;
  constructor(readonly code: ErrorCode, message?: string, details?: Record<string, unknown>, readonly headers: Record<string, string> = {}) {
    super(message ?? CATALOGUE[code].title);
    this.status = CATALOGUE[code].status;
    if (details) this.details = details;
  }
}

/** A documented refusal: becomes the error envelope over HTTP and a `failureCode` in background work. Some codes need their details. */
export const ApiError = Refusal as { new <C extends ErrorCode>(code: C, ...said: Said<C>): Refusal; prototype: Refusal };
export type ApiError = Refusal;

/** Throws when the condition does not hold. */
export function assertThat(condition: unknown, code: ErrorCode, message?: string, details?: Record<string, unknown>): asserts condition {
  if (!condition) throw new ApiError(code, message, details);
}
