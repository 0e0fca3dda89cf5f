import type { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { FileAnswer, RedirectAnswer, TextAnswer, type Reply } from './answers.js';
import { errorCodesOf } from './error-codes.js';
import type { Operation } from './operation.js';
import { problemOfSteps } from './next-steps.js';
import { mismatch } from '../requests/validation.js';

/** Thrown, in tests only, when a handler answers with something that its operation does not declare. */
export class UndeclaredAnswer extends Error {
  override readonly name = 'UndeclaredAnswer';
}

type Reporter = Pick<Services, 'config' | 'log'>;

/** Throws in tests. Elsewhere logs an error, and the caller still gets the answer. */
function report({ config, log }: Reporter, operation: Operation, facts: Record<string, unknown>, problem: string): void {
  if (config.nodeEnv === 'test') throw new UndeclaredAnswer(`${operation.id} ${problem}`);
  log.error({ operationId: operation.id, ...facts }, `an operation ${problem}`);
}

/** Limit of checked answers, and of checked refusals, per operation and second outside tests: enough to find a wrong one, too few to slow a poller down. */
const MAX_CHECKS_PER_SECOND = 10;

interface CheckCount { second: number; count: number }

type CheckCounts = WeakMap<Operation, CheckCount>;

function isCheckDue(checks: CheckCounts, operation: Operation): boolean {
  const second = Math.floor(performance.now() / 1_000);
  let counted = checks.get(operation);
  if (!counted) checks.set(operation, counted = { second, count: 0 });
  if (counted.second !== second) Object.assign(counted, { second, count: 0 });
  counted.count += 1;
  return counted.count <= MAX_CHECKS_PER_SECOND;
}

const answerChecks: CheckCounts = new WeakMap();
const refusalChecks: CheckCounts = new WeakMap();

/** In tests, runs every check at once, and the check may throw. Elsewhere runs only the first checks of each second, after the answer was passed on. */
function makeCheck({ config }: Reporter, checks: CheckCounts, operation: Operation, check: () => void): void {
  if (config.nodeEnv === 'test') check();
  else if (isCheckDue(checks, operation)) setImmediate(check);
}

const declaredCodes = new WeakMap<Operation, ReadonlySet<string>>();

function problemOfError(operation: Operation, { code, details }: ApiError, operations: readonly Operation[]): string | null {
  const problem = problemOfSteps(operations, details);
  if (problem) return `refused and led nowhere: ${problem}`;
  let codes = declaredCodes.get(operation);
  if (!codes) declaredCodes.set(operation, codes = new Set(errorCodesOf(operation)));
  return codes.has(code) ? null : `refused with ${code}, which it does not declare`;
}

/** Reports an error whose code the operation does not declare, or whose details name a call that no operation accepts. Throws `UndeclaredAnswer` in tests. */
export function checkError(reporter: Reporter, operation: Operation, error: ApiError, operations: readonly Operation[]): void {
  makeCheck(reporter, refusalChecks, operation, () => {
    const problem = problemOfError(operation, error, operations);
    if (problem) report(reporter, operation, { code: error.code }, problem);
  });
}

function problemOf(operation: Operation, { status, body }: Reply): string | null {
  const kind = operation.response[status];
  if (!kind) return `answered ${status}, which it does not declare`;
  if (kind instanceof RedirectAnswer || kind instanceof TextAnswer) return null;
  if (kind instanceof FileAnswer) {
    const { contentType } = body as { contentType: string };
    return kind.contentTypes.includes(contentType) ? null : `answered ${contentType}, which it does not declare`;
  }
  // Checking the object is cheaper than serialising it. Its JSON is checked only if the object does not match, for example because of a Date or an undefined
  // field.
  if (!mismatch(kind, body)) return null;
  const problem = mismatch(kind, JSON.parse(JSON.stringify(body)));
  return problem && `answered what it does not declare: ${problem}`;
}

function problemOfNext(operation: Operation, { status, body }: Reply, operations: readonly Operation[]): string | null {
  const kind = operation.response[status];
  if (kind instanceof RedirectAnswer || kind instanceof TextAnswer || kind instanceof FileAnswer) return null;
  const problem = problemOfSteps(operations, body);
  return problem && `answered a call that leads nowhere: ${problem}`;
}

/**
 * Reports an answer that its operation does not declare. Throws `UndeclaredAnswer` in tests. Elsewhere the answer does not wait for the check:
 * a validator is compiled on first use.
 */
export function checkReply(reporter: Reporter, operation: Operation, reply: Reply, operations: readonly Operation[]): void {
  makeCheck(reporter, answerChecks, operation, () => {
    const problem = problemOf(operation, reply) ?? problemOfNext(operation, reply, operations);
    if (problem) report(reporter, operation, { status: reply.status }, problem);
  });
}
