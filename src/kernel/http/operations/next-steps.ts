import type { TSchema } from 'typebox';
import type { Asked } from '../../contract/next-step.js';
import { JsonOrForm, MultipartBody, RawBody } from '../requests/body-kinds.js';
import { mismatches } from '../requests/validation.js';
import { fitsPath } from './declared-paths.js';
import type { Operation } from './operation.js';

interface Named { method: string; path: string; body?: Record<string, unknown>; asks?: Asked[]; or?: Named[]; isBare?: boolean }

/** Fields of answers and of the details of refusals that name calls. */
const FIELDS = ['next', 'nextCall'];
const PLACEHOLDER = /^(?:…|\.{3})$/u;

/** The calls that a value names, at any depth. */
function stepsIn(value: unknown): Named[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  if (Array.isArray(value)) return value.flatMap(stepsIn);
  return Object.entries(value).flatMap(([key, each]) => {
    if (!FIELDS.includes(key) || typeof each !== 'object' || each === null || !('path' in each)) return stepsIn(each);
    const step = { ...each as Named, isBare: key === 'nextCall' && !('body' in each) };
    return [step, ...step.or ?? []];
  });
}

const hasPlaceholder = (value: unknown): boolean => (typeof value === 'string' ? PLACEHOLDER.test(value)
  : typeof value === 'object' && value !== null && Object.values(value).some(hasPlaceholder));

function operationAt(operations: readonly Operation[], { method, path }: Named): Operation | undefined {
  const [asked = path] = path.split('?');
  const found = operations.filter((operation) => operation.method === method && fitsPath(operation.path, asked));
  return found.find(({ path: declared }) => declared === path) ?? found[0];
}

function jsonBodyOf({ request: { body } }: Operation): TSchema | null {
  if (body instanceof JsonOrForm) return body.json;
  return body === undefined || body instanceof MultipartBody || body instanceof RawBody ? null : body;
}

function problemOfStep(operations: readonly Operation[], step: Named): string | null {
  const { method, path, body = {}, asks = [] } = step;
  const operation = operationAt(operations, step);
  if (!operation) return `${method} ${path} is no operation`;
  if (hasPlaceholder(body)) return `the body of ${method} ${path} has a placeholder`;
  const schema = jsonBodyOf(operation);
  if (!schema || step.isBare) return null;
  const open = asks.map(({ field }) => field);
  const problem = mismatches(schema, body).find(({ field, keyword }) =>
    !open.includes(field) && !(keyword === 'minProperties' && open.some((name) => field === 'body' || name.startsWith(`${field}.`))));
  return problem ? `the body of ${method} ${path} is not accepted: ${problem.message}` : null;
}

/**
 * The first problem with the calls that an answer or a refusal names; null when all are valid. Each call must be an operation, and its body must be accepted
 * once the fields of `asks` are added. A call in the older form, `nextCall`, may omit its body.
 */
export function problemOfSteps(operations: readonly Operation[], value: unknown): string | null {
  for (const step of stepsIn(value)) {
    const problem = problemOfStep(operations, step);
    if (problem) return problem;
  }
  return null;
}
