import type { Static, TSchema } from 'typebox';
import { closed, Id } from '../../contract/models.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import { FileAnswer, RedirectAnswer, Reply, type Outcome, type Responses, type SuccessStatus } from './answers.js';
import type { BodyKind, StaticBody, StaticFiles } from '../requests/body-kinds.js';
import type { Call, Operation, Price } from './operation.js';
import { boundBody, boundIntegers } from './bounded-integers.js';
import { CONFIRMATION_EFFECTS, pricedBody, pricedResponses } from './priced.js';
import { paramNames, type Loaded, type ParamNames, type Subjects } from './subjects.js';

interface DeclaredRequest { params?: TSchema; query?: TSchema; body?: BodyKind }
type StaticOf<S> = S extends TSchema ? Static<S> : Record<string, never>;
type StaticParams<Path extends string, P> =
  P extends TSchema ? Static<P> & Omit<Record<ParamNames<Path>, string>, keyof Static<P>> : Record<ParamNames<Path>, string>;
type CallOf<Path extends string, Req extends DeclaredRequest> =
  Call<StaticParams<Path, Req['params']>, StaticOf<Req['query']>, StaticBody<Req['body']>, StaticFiles<Req['body']>>;

type Derived = 'path' | 'request' | 'response' | 'errors' | 'subjects' | 'maxBodyBytes' | 'check' | 'price' | 'handle';
export interface Declaration<
  S extends Subjects, Path extends string, Req extends DeclaredRequest, Res extends Responses, Unloaded extends string, Out,
> extends Omit<Operation, Derived> {
  path: Path;
  /** Schemas of the input. Path parameters that `params` does not declare are ids. */
  request?: Req;
  response: Res;
  /** Error codes beyond the 404s of the subjects in the path and the codes that every operation can answer. */
  errors?: readonly ErrorCode[];
  /** Subjects in the path whose rows the handler loads itself; their 404s stay declared. */
  unloaded?: readonly Unloaded[];
  maxBodyBytes?: number;
  /** Makes it a call in two steps: the first answers a quote of this price, the second confirms it and reaches the handler with `credits`. */
  price?: Price<CallOf<Path, Req> & Loaded<S, Path, Unloaded>>;
  /** Rules between fields that a schema cannot express. Runs before any query; raises `validation_failed`. */
  check?: (call: CallOf<Path, Req>, services: Services) => void | Promise<void>;
  handle: (call: CallOf<Path, Req> & Loaded<S, Path, Unloaded>, services: Services) => Promise<Out>;
}

const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

const isNotStored = (kind: unknown): boolean => kind instanceof FileAnswer || kind instanceof RedirectAnswer;

/** Schema of all parameters of a path; undeclared ones are ids. */
function paramsOf(path: string, declared: TSchema | undefined): TSchema | undefined {
  const names = paramNames(path);
  if (names.length === 0) return undefined;
  const known = (declared as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
  return closed({ ...Object.fromEntries(names.map((name) => [name, Id])), ...known });
}

/** Wraps a bare body into a reply with the only declared status. */
function withStatus(response: Responses, handle: (call: Call, services: Services) => Promise<unknown>): Operation['handle'] {
  const [status] = Object.keys(response).map(Number) as SuccessStatus[];
  return async (call, services) => {
    const outcome = await handle(call, services);
    return outcome instanceof Reply ? outcome : new Reply(status!, outcome);
  };
}

interface Sound { id: string; scopes: readonly string[]; public?: boolean; idempotency: string; method: string; response: Responses }

/** Throws for a contradictory declaration. */
function requireConsistent({ id, scopes, idempotency, method, response, ...declared }: Sound & { price?: unknown }): void {
  if (scopes.length === 0 && !declared.public) {
    throw new Error(`${id}: an operation without scopes must say \`public: true\``);
  }
  const takesKeys = idempotency !== 'none' && method !== 'GET';
  if (takesKeys && Object.values(response).some(isNotStored)) {
    throw new Error(`${id}: an answer that is kept for repeats must be JSON or text`);
  }
  if (declared.price && !takesKeys) throw new Error(`${id}: a priced call takes an Idempotency-Key`);
}

/**
 * Makes the function that declares operations whose paths may name these subjects. Routing, authentication, scopes, validation,
 * idempotency, rate limits, OpenAPI, docs and conformance tests all derive from a declaration.
 */
export function operationDefiner<S extends Subjects>(subjects: S) {
  return function defineOperation<
    const Path extends string, Req extends DeclaredRequest, const Res extends Responses, const Unloaded extends string = never,
    const Out extends Outcome<Res> = Outcome<Res>,
  >(declaration: Declaration<S, Path, Req, Res, Unloaded, Out>): Operation {
    const { path, request = {} as DeclaredRequest, response, unloaded = [], errors = [], price, effects = {}, handle, check, ...rest } = declaration;
    requireConsistent(declaration);
    const params = paramsOf(path, request.params);
    for (const schema of [params, request.query]) boundIntegers(schema);
    boundBody(request.body);
    const named = paramNames(path).filter((name) => subjects[name]);
    const needed = (declaration.needs ?? []).flatMap((need) => need.errors);
    const own = [...named.map((name) => subjects[name]!.notFound), ...needed, ...errors];
    return {
      maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
      ...rest,
      path,
      effects: price ? { ...CONFIRMATION_EFFECTS, ...effects } : effects,
      request: { ...request, ...(params ? { params } : {}), ...(price ? { body: pricedBody(request.body as TSchema) } : {}) },
      response: price ? pricedResponses(response) : response,
      errors: [...new Set(price ? [...own, 'quote_invalid' as const, 'insufficient_credits' as const] : own)],
      subjects: named.filter((name) => !(unloaded as readonly string[]).includes(name)).map((name) => subjects[name]!),
      ...(check ? { check: check as Operation['check'] } : {}),
      ...(price ? { price: price as Price<never> } : {}),
      handle: withStatus(response, handle as (call: Call, services: Services) => Promise<unknown>),
    };
  };
}
