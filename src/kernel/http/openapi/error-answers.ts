import { pagePaths } from '../../contract/page-paths.js';
import { CATALOGUE, type ErrorCode } from '../../errors/catalogue.js';
import { errorHeaders, rangeHeaders } from './answer-headers.js';
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
  cast_precondition_failed: { reason: 'cast_incomplete', missing: [{ item: 'voice', character: 'ADA' }] },
  project_precondition_failed: {
    stage: 'premise', missingFields: ['premise', 'tone'], canPlan: false, canStartEpisode: false,
    nextCall: { method: 'PATCH', path: `/story-projects/${exampleId('projectId')}/series-bible` },
  },
  version_conflict: { expected: 3, actual: 4 },
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'name is required', insufficient_scope: 'The key lacks the scope story:write',
};

/** The answer to a `Range` that begins after the end of a file. */
const RANGE = {
  name: 'RangeNotSatisfiable', code: 'validation_failed', message: 'the range begins after the end of the file', details: { field: 'Range', byteSize: 4_096 },
} as const;

/** One example for each code, and one for each answer that has an example of its own. The answers refer to them. */
export function errorExamples({ codes, answers }: ErrorAnswers, appUrl: string): Record<string, object> {
  const exampleOf = (code: ErrorCode, message: string, details?: object): object => ({
    error: { code, message, requestId: exampleId('requestId'), docUrl: appUrl + pagePaths.errorDocs(code), ...(details ? { details } : {}) },
  });
  const { name, code: rangeCode, message, details } = RANGE;
  return {
    ...Object.fromEntries(codes.map((code) => {
      const { title } = CATALOGUE[code];
      return [code, { summary: title, value: exampleOf(code, MESSAGES[code] ?? title, DETAILS[code]) }];
    })),
    ...(name in answers ? { [name]: { summary: 'The file has no such range', value: exampleOf(rangeCode, message, details) } } : {}),
  };
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

/** An error answer; `examples` names the component with the example of each code. */
const answerOf = (description: string, headers: object, examples: readonly (readonly [code: ErrorCode, component: string])[]): object => ({
  description, headers,
  content: {
    'application/json': {
      schema: ERROR_REF, examples: Object.fromEntries(examples.map(([code, component]) => [code, { $ref: `#/components/examples/${component}` }])),
    },
  },
});

const wordsOf = (codes: readonly ErrorCode[]): string => codes.map((code) => `\`${code}\`: ${CATALOGUE[code].title}. ${CATALOGUE[code].remedy}`).join('\n\n');

/** Collects the error answers of a document. Each gets one name. */
export class ErrorAnswers {
  readonly answers: Record<string, object> = {};
  private readonly seen = new Set<ErrorCode>();

  /** References to the answers for these codes, by status. */
  of(codes: readonly ErrorCode[]): Record<string, object> {
    const statuses = [...new Set(codes.map((code) => CATALOGUE[code].status))].sort();
    return Object.fromEntries(statuses.map((status) => {
      const own = codes.filter((code) => CATALOGUE[code].status === status);
      own.forEach((code) => this.seen.add(code));
      const name = answerName(status, own);
      this.answers[name] ??= answerOf(wordsOf(own), errorHeaders(status, own), own.map((code) => [code, code]));
      return [status, { $ref: `#/components/responses/${name}` }];
    }));
  }

  /** A reference to the answer to a range that a file does not have. */
  ofRange(): object {
    const { name, code } = RANGE;
    this.seen.add(code);
    this.answers[name] ??= answerOf(`\`${code}\`: \`Range\` begins after the end of the file. \`Content-Range\` says how long the file is.`, rangeHeaders(), [[code, name]]);
    return { $ref: `#/components/responses/${name}` };
  }

  /** Every code that an operation of the document can answer, in the order of the catalogue. */
  get codes(): ErrorCode[] {
    return (Object.keys(CATALOGUE) as ErrorCode[]).filter((code) => this.seen.has(code));
  }
}
