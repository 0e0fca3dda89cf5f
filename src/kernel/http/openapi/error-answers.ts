import { pagePaths } from '../../contract/page-paths.js';
import { CATALOGUE, type ErrorCode } from '../../errors/catalogue.js';
import { exampleId } from './examples.js';
import { EXAMPLE_TIME } from './example-values.js';

const ERROR_REF = { $ref: '#/components/schemas/Error' };

/** The schema of every error. Codes may be added over time, so clients must tolerate a code that is not in the list. */
export const errorSchema = (codes: readonly string[]): object => ({
  type: 'object', required: ['error'], description: 'Every refusal and failure has this form.',
  properties: {
    error: {
      type: 'object', required: ['code', 'message', 'requestId', 'docUrl'],
      properties: {
        code: {
          description: 'Match on this, never on the message. Codes are permanent, and new ones may be added.',
          anyOf: [{ type: 'string', enum: [...codes] }, { type: 'string' }],
        },
        message: { type: 'string', description: 'What was wrong, for a person.' },
        requestId: { type: 'string', description: 'Equals the X-Request-Id header.' },
        docUrl: { type: 'string', format: 'uri', description: 'The page that says what the code means and what to do about it.' },
        details: { type: 'object', additionalProperties: true, description: 'Facts for a program; which ones depends on the code.' },
      },
    },
  },
});

/** Example `details` for codes whose remedy refers to them. */
const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  insufficient_scope: { missingScopes: ['story:write'] },
  idempotency_conflict: { reason: 'in_flight' },
  validation_failed: { field: 'name' },
  method_not_allowed: { allowed: ['GET', 'POST'] },
  source_too_large: { field: 'content', maxBytes: 2_000_000 },
  story_plan_state_invalid: { status: 'PENDING', allowed: ['REQUIRES_APPROVAL'] },
  story_job_state_invalid: { status: 'READY', allowed: ['FAILED'] },
  artifact_not_ready: { status: 'RUNNING' },
  quote_invalid: { reason: 'expired', quote: { quoteId: exampleId('quoteId'), credits: 10, expiresAt: EXAMPLE_TIME } },
  insufficient_credits: { required: 10, available: 4 },
  cast_precondition_failed: { missing: [{ item: 'voice', character: 'ADA' }] },
  version_conflict: { expected: 3, actual: 4 },
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'name is required', insufficient_scope: 'The key lacks the scope story:write',
};

/** One example for each code. The answers that can have the code refer to it. */
export function errorExamples(codes: readonly ErrorCode[], appUrl: string): Record<string, object> {
  return Object.fromEntries(codes.map((code) => {
    const { title } = CATALOGUE[code];
    const details = DETAILS[code];
    const error = {
      code, message: MESSAGES[code] ?? title, requestId: exampleId('requestId'), docUrl: appUrl + pagePaths.errorDocs(code), ...(details ? { details } : {}),
    };
    return [code, { summary: title, value: { error } }];
  }));
}

const REASONS: Record<number, string> = {
  400: 'BadRequest', 401: 'Unauthorized', 402: 'PaymentRequired', 403: 'Forbidden', 404: 'NotFound', 405: 'MethodNotAllowed', 409: 'Conflict',
  429: 'TooManyRequests', 500: 'InternalError',
};

/** Codes that almost every operation can answer. The names of error answers leave them out. */
const USUAL: readonly string[] = [
  'validation_failed', 'authentication_required', 'invalid_api_key', 'api_key_revoked', 'api_key_expired', 'account_disabled', 'ip_not_allowed',
  'insufficient_scope', 'rate_limited', 'internal_error',
];

const answerName = (status: number, codes: readonly ErrorCode[]): string =>
  [REASONS[status], ...codes.filter((code) => !USUAL.includes(code)).sort()].join('.');

function answerOf(codes: readonly ErrorCode[], headers: object): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].title}. ${CATALOGUE[code].remedy}`).join('\n\n'), headers,
    content: {
      'application/json': {
        schema: ERROR_REF, examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** Collects the error answers of a document. Each gets one name. */
export class ErrorAnswers {
  readonly answers: Record<string, object> = {};
  private readonly seen = new Set<ErrorCode>();

  constructor(private readonly headers: Record<string, object>, private readonly retryAfter: object) {}

  /** References to the answers for these codes, by status. */
  of(codes: readonly ErrorCode[]): Record<string, object> {
    const statuses = [...new Set(codes.map((code) => CATALOGUE[code].status))].sort();
    return Object.fromEntries(statuses.map((status) => {
      const own = codes.filter((code) => CATALOGUE[code].status === status);
      own.forEach((code) => this.seen.add(code));
      const name = answerName(status, own);
      this.answers[name] ??= answerOf(own, status === 429 ? { ...this.headers, 'Retry-After': this.retryAfter } : this.headers);
      return [status, { $ref: `#/components/responses/${name}` }];
    }));
  }

  /** Every code that an operation of the document can answer, in the order of the catalogue. */
  get codes(): ErrorCode[] {
    return (Object.keys(CATALOGUE) as ErrorCode[]).filter((code) => this.seen.has(code));
  }
}
