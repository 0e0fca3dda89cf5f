import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { ApiError } from '../../errors/api-error.js';
import { findClosestName } from '../../contract/texts/closest-name.js';
import { models } from '../../contract/models.js';
import { JsonOrForm, MultipartBody, RawBody } from './body-kinds.js';
import type { Operation } from '../operations/operation.js';
import { rejectionOf } from './rejections.js';

const MAX_DEPTH = 40;
const REF = '#/components/schemas/';

function withApiReferences(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${REF}`, `"api${REF}`)) as unknown;
}

/**
 * Validator options for each kind of value. Values of the query and the path arrive as strings and are coerced; checking an answer must not change the
 * answer.
 */
const MODES = {
  parameters: { coerceTypes: 'array', useDefaults: true },
  body: { coerceTypes: false, useDefaults: true },
  answer: { coerceTypes: false, useDefaults: false },
} as const;
type Mode = keyof typeof MODES;

/** Limit of problems that are listed for one request. */
const MAX_ISSUES = 20;
/** A value with more parts is refused for its first problem only: looking for all takes time and memory for each, of which a large body can have millions. */
const MAX_SEARCHED_PARTS = 2_000;

function newAjv(mode: Mode, allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    ...MODES[mode], allErrors, strict: false, verbose: true, inlineRefs: false,
    // Schemas are trusted and compiled at each start; validating and optimising them would take longer than compiling.
    validateSchema: false, code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: { schemas: withApiReferences(Object.fromEntries(models())) } } as object);
  return ajv;
}

const validators: Record<string, { ajv: Ajv2020; compiled: WeakMap<TSchema, ValidateFunction> }> = {};

/** The validator of a schema, compiled on first use. With `allErrors`, it reports all problems, not only the first. */
function validatorOf(schema: TSchema, mode: Mode, allErrors = false): ValidateFunction {
  const { ajv, compiled } = validators[`${mode} ${allErrors}`] ??= { ajv: newAjv(mode, allErrors), compiled: new WeakMap() };
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, validate = ajv.compile(withApiReferences(schema) as object));
  return validate;
}

type Place = 'body' | 'form' | 'query' | 'path';
interface Problem { field: string; message: string }

const modeOf = (where: Place): Mode => (where === 'body' ? 'body' : 'parameters');

function describe(error: ErrorObject, where: string): Problem {
  const at = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const join = (name: string): string => (at ? `${at}.${name}` : name);
  if (error.keyword === 'required') {
    const field = join((error.params as { missingProperty: string }).missingProperty);
    return { field, message: `${field} is required` };
  }
  if (error.keyword === 'additionalProperties') {
    const field = join((error.params as { additionalProperty: string }).additionalProperty);
    const { properties = {} } = (error.parentSchema ?? {}) as { properties?: object };
    const meant = findClosestName((error.params as { additionalProperty: string }).additionalProperty, Object.keys(properties));
    return { field, message: `${field} is not a field of this ${where}${meant ? `; did you mean ${join(meant)}?` : ''}` };
  }
  if (error.keyword === 'enum') {
    const allowed = (error.params as { allowedValues: unknown[] }).allowedValues.join(', ');
    return { field: at || where, message: `${at || where} must be one of ${allowed}` };
  }
  if (error.keyword === 'const') {
    return { field: at || where, message: `${at || where} must be ${JSON.stringify((error.params as { allowedValue: unknown }).allowedValue)}` };
  }
  return { field: at || where, message: `${at || `the ${where}`} ${rejectionOf(error)}` };
}

/** The problem of a value that has none or several of the fields of which it needs exactly one; null for any other problem. */
function describeChoice(errors: readonly ErrorObject[], where: string): Problem | null {
  const choice = errors.find(({ keyword, schemaPath }) => keyword === 'oneOf' && schemaPath.includes('/allOf/'));
  if (!choice || !errors[0]!.schemaPath.includes('/oneOf') || typeof choice.data !== 'object' || choice.data === null) return null;
  const names = (choice.schema as { required: [string] }[]).map(({ required }) => required[0]);
  const given = names.filter((name) => (choice.data as Record<string, unknown>)[name] !== undefined);
  return { field: given[1] ?? names[0] ?? where, message: `send exactly one of ${names.join(', ')}` };
}

/** Keywords whose own error only says that none of several forms matches. */
const ALTERNATIVES = ['anyOf', 'oneOf', 'if'];

/** True when a value and everything in it are at most `most` parts. */
function hasAtMost(most: number, value: unknown): boolean {
  const parts = [value];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    const inner: unknown[] = typeof part === 'object' && part !== null ? Object.values(part) : [];
    if (parts.length + inner.length > most) return false;
    parts.push(...inner);
  }
  return true;
}

/** All problems of a value, without those that only say that no alternative matches. */
function allProblems(schema: TSchema, value: unknown, where: Place, isChoice: boolean): Problem[] {
  const all = validatorOf(schema, modeOf(where), true);
  all(value);
  return (all.errors ?? []).filter(({ keyword, schemaPath }) => !ALTERNATIVES.includes(keyword) && !(isChoice && schemaPath.includes('/oneOf/')))
    .map((error) => describe(error, where));
}

/** One problem for each field, the first ones. */
function firstOfEachField(problems: Iterable<Problem>): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    if (found.size === MAX_ISSUES) break;
    if (!found.has(problem.field)) found.set(problem.field, problem);
  }
  return [...found.values()];
}

/**
 * Validates in place: sets defaults and coerces query and path values. Raises `validation_failed` with the field of the first problem, and
 * `details.errors` when there are more and the value is not very large.
 */
export function validateInput(schema: TSchema, value: unknown, where: Place): void {
  const validate = validatorOf(schema, modeOf(where));
  if (validate(value)) return;
  const choice = describeChoice(validate.errors!, where);
  const first = choice ?? describe(validate.errors![0]!, where);
  const errors = hasAtMost(MAX_SEARCHED_PARTS, value) ? firstOfEachField([first, ...allProblems(schema, value, where, choice !== null)]) : [first];
  throw new ApiError('validation_failed', first.message, { field: first.field, ...(errors.length > 1 ? { errors } : {}) });
}

/** Describes the first mismatch of a value with a schema; null when it matches. */
export function mismatch(schema: TSchema, value: unknown): string | null {
  const validate = validatorOf(schema, 'answer');
  return validate(value) ? null : `${validate.errors![0]!.instancePath || '/'} ${validate.errors![0]!.message}`;
}

/** All mismatches of a value with a schema of a body, with field and keyword; the field is `body` for the body as a whole. The value is not changed. */
export function mismatches(schema: TSchema, value: unknown): { field: string; keyword: string; message: string }[] {
  const validate = validatorOf(schema, 'answer', true);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({ ...describe(error, 'body'), keyword: error.keyword }));
}

/**
 * Refuses what the database cannot store, or not as it was sent: NUL, lone surrogates, numbers beyond exact integers, `__proto__` keys, excessive depth. Raises
 * `validation_failed`.
 */
export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (depth > MAX_DEPTH) throw new ApiError('validation_failed', 'the body is nested too deeply', { field: path });
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw new ApiError('validation_failed', `${path} contains a NUL character`, { field: path });
    if (!value.isWellFormed()) throw new ApiError('validation_failed', `${path} contains a lone surrogate`, { field: path });
  } else if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new ApiError('validation_failed', `${path} is beyond ${Number.MAX_SAFE_INTEGER}, so it cannot be kept exactly; send it as a string`, { field: path });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      const at = path ? `${path}.${key}` : key;
      if (key === '__proto__') throw new ApiError('validation_failed', '__proto__ is not a field of this body', { field: at });
      refuseUnstorable(key, at, depth);
      refuseUnstorable(child, at, depth + 1);
    }
  }
}

/** Compiles every validator ahead of the first requests. Call it once the server listens. */
export async function warmValidators(operations: readonly Pick<Operation, 'request'>[]): Promise<void> {
  for (const { request } of operations) {
    if (request.params) validatorOf(request.params, 'parameters');
    if (request.query) validatorOf(request.query, 'parameters');
    for (const kind of request.body instanceof JsonOrForm ? [request.body.json, request.body.form] : [request.body]) {
      if (kind instanceof MultipartBody) validatorOf(kind.fields, 'parameters');
      else if (kind && !(kind instanceof RawBody || kind instanceof JsonOrForm)) validatorOf(kind, 'body');
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
