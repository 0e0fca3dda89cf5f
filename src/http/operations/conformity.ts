import type { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { FileAnswer, RedirectAnswer, TextAnswer, type Reply } from './answers.js';
import { errorCodesOf } from './error-codes.js';
import type { Operation } from './operation.js';
import { problemOfSteps } from './next-steps.js';
import { mismatch } from '../requests/validation.js';

/** A handler answered with something that its operation does not declare. Thrown in tests only. */
export class UndeclaredAnswer extends Error {
  override readonly name = 'UndeclaredAnswer';
}

type Reporter = Pick<Services, 'config' | 'log'>;

/** Throws in tests; elsewhere it logs an error and the caller gets the answer. */
function report({ config, log }: Reporter, operation: Operation, facts: Record<string, unknown>, problem: string): void {
  if (config.nodeEnv === 'test') throw new UndeclaredAnswer(`${operation.id} ${problem}`);
  log.error({ operationId: operation.id, ...facts }, `an operation ${problem}`);
}

const declaredCodes = new WeakMap<Operation, ReadonlySet<string>>();

/** Reports an error whose code the operation does not declare, or that names a call that nobody takes. Throws `UndeclaredAnswer` in tests. */
export function checkError(reporter: Reporter, operation: Operation, error: ApiError, operations: readonly Operation[]): void {
  const problem = problemOfSteps(operations, error.details);
  if (problem) report(reporter, operation, { code: error.code }, `refused and led nowhere: ${problem}`);
  let codes = declaredCodes.get(operation);
  if (!codes) declaredCodes.set(operation, codes = new Set(errorCodesOf(operation)));
  if (codes.has(error.code)) return;
  report(reporter, operation, { code: error.code }, `refused with ${error.code}, which it does not declare`);
}

function problemOf(operation: Operation, { status, body }: Reply): string | null {
  const kind = operation.response[status];
  if (!kind) return `answered ${status}, which it does not declare`;
  if (kind instanceof RedirectAnswer || kind instanceof TextAnswer) return null;
  if (kind instanceof FileAnswer) {
    const { contentType } = body as { contentType: string };
    return kind.contentTypes.includes(contentType) ? null : `answered ${contentType}, which it does not declare`;
  }
  // Checking the object is cheaper than serialising it. Its JSON is checked only if the object differs (a Date, an undefined field).
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

/** Most answers of an operation that are checked in a second outside tests: enough to find a wrong one, too few to cost a poller time. */
const MAX_CHECKS_PER_SECOND = 10;

interface CheckCount { second: number; count: number }

const checkCounts = new WeakMap<Operation, CheckCount>();

function isCheckDue(operation: Operation): boolean {
  const second = Math.floor(performance.now() / 1_000);
  let counted = checkCounts.get(operation);
  if (!counted) checkCounts.set(operation, counted = { second, count: 0 });
  if (counted.second !== second) Object.assign(counted, { second, count: 0 });
  counted.count += 1;
  return counted.count <= MAX_CHECKS_PER_SECOND;
}

/**
 * Reports an answer that its operation does not declare. In tests it checks every answer and throws `UndeclaredAnswer`; elsewhere it
 * checks the first ones of each second, after the answer was handed on, because a validator is compiled on first use.
 */
export function checkReply(reporter: Reporter, operation: Operation, reply: Reply, operations: readonly Operation[]): void {
  const check = (): void => {
    const problem = problemOf(operation, reply) ?? problemOfNext(operation, reply, operations);
    if (problem) report(reporter, operation, { status: reply.status }, problem);
  };
  if (reporter.config.nodeEnv === 'test') check();
  else if (isCheckDue(operation)) setImmediate(check);
}
