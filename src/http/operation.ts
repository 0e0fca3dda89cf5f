import type { Static, TSchema } from 'typebox';
import type { Area } from '../contract/areas.js';
import { closed, Id } from '../contract/models.js';
import type { Scope } from '../contract/scopes.js';
import type { IdKind } from '../db/ids.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';
import { FileAnswer, RedirectAnswer, type Outcome, type Responses } from './answers.js';
import type { BodyKind, StaticBody, StaticFiles } from './body-kinds.js';
import { paramNames, type Loaded, type ParamNames, type Subject, type Subjects } from './subjects.js';

/** Who is calling: the verified key and its account. */
export interface Actor { accountId: string; keyId: string; scopes: readonly string[]; rateTier: 'default' | 'elevated' }

/** Validated input and the caller. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Files = unknown> {
  params: Params;
  query: Query;
  /** JSON, the fields of a form, or the one file of a raw body. */
  body: Body;
  /** The files of a form. They are there until the answer is out. */
  files: Files;
  actor: Actor;
  requestId: string;
  /** Id of the resource this call creates; the same for every retry with the same Idempotency-Key (only with `mints`). */
  resourceId: string;
}

export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  area: Area;
  /** All of them are needed; empty only with `public`. */
  scopes: readonly Scope[];
  public?: boolean;
  /** `required`: Idempotency-Key must be sent; `accepted`: honoured when sent; `none`: ignored. */
  idempotency: 'required' | 'accepted' | 'none';
  summary: string;
  description?: string;
  /** `params` describes every parameter of the path. */
  request: { params?: TSchema; query?: TSchema; body?: BodyKind };
  /** What it answers, by status of success. */
  response: Responses;
  /** Its own refusals, the 404 of each subject in its path included. */
  errors: readonly ErrorCode[];
  /** Rows that are found for the handler, in the order of the path. */
  subjects: readonly Subject[];
  /** Kind of the resource the call creates; its id is minted when the idempotency key is claimed. */
  mints?: IdKind;
  /** Largest accepted JSON body in bytes; files have limits of their own. */
  maxBodyBytes: number;
  /**
   * `Cache-Control` of its answers, which then have a strong `ETag` and are 304 to who has them. Without it nobody may keep them.
   */
  cacheControl?: string;
  check?: (call: Call, services: Services) => void | Promise<void>;
  handle: (call: Call, services: Services) => Promise<unknown>;
}

interface DeclaredRequest { params?: TSchema; query?: TSchema; body?: BodyKind }
type StaticOf<S> = S extends TSchema ? Static<S> : Record<string, never>;
type StaticParams<Path extends string, P> =
  P extends TSchema ? Static<P> & Omit<Record<ParamNames<Path>, string>, keyof Static<P>> : Record<ParamNames<Path>, string>;
type CallOf<Path extends string, Req extends DeclaredRequest> =
  Call<StaticParams<Path, Req['params']>, StaticOf<Req['query']>, StaticBody<Req['body']>, StaticFiles<Req['body']>>;

type Derived = 'path' | 'request' | 'response' | 'errors' | 'subjects' | 'maxBodyBytes' | 'check' | 'handle';
export interface Declaration<
  S extends Subjects, Path extends string, Req extends DeclaredRequest, Res extends Responses, Unloaded extends string, Out,
> extends Omit<Operation, Derived> {
  path: Path;
  /** Parameters of the path are ids unless `params` says otherwise. */
  request?: Req;
  response: Res;
  /** Refusals beyond those of the subjects in the path and of the path that every call takes. */
  errors?: readonly ErrorCode[];
  /** Subjects in the path whose rows the handler finds itself; their 404 stays declared. */
  unloaded?: readonly Unloaded[];
  maxBodyBytes?: number;
  /** Rules between fields that a schema cannot say. Runs before anything is looked up; raises `validation_failed`. */
  check?: (call: CallOf<Path, Req>, services: Services) => void | Promise<void>;
  handle: (call: CallOf<Path, Req> & Loaded<S, Path, Unloaded>, services: Services) => Promise<Out>;
}

const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** Reads have nothing to repeat: a key sent with a GET is ignored. */
export const takesKey = (operation: Operation): boolean =>
  operation.idempotency !== 'none' && operation.method !== 'GET' && !operation.public;

const isUnkept = (kind: unknown): boolean => kind instanceof FileAnswer || kind instanceof RedirectAnswer;

/** Every parameter of a path; those that nothing is said of are ids. */
function paramsOf(path: string, declared: TSchema | undefined): TSchema | undefined {
  const names = paramNames(path);
  if (names.length === 0) return undefined;
  const known = (declared as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
  return closed({ ...Object.fromEntries(names.map((name) => [name, Id])), ...known });
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
    const { path, request = {} as DeclaredRequest, unloaded = [], errors = [], ...rest } = declaration;
    if (declaration.scopes.length === 0 && !declaration.public) {
      throw new Error(`${declaration.id}: an operation without scopes must say \`public: true\``);
    }
    if (declaration.idempotency !== 'none' && declaration.method !== 'GET' && Object.values(declaration.response).some(isUnkept)) {
      throw new Error(`${declaration.id}: an answer that is kept for repeats must be JSON or text`);
    }
    const params = paramsOf(path, request.params);
    const named = paramNames(path).filter((name) => subjects[name]);
    return {
      maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
      ...rest,
      path,
      request: { ...request, ...(params ? { params } : {}) },
      errors: [...new Set([...named.map((name) => subjects[name]!.notFound), ...errors])],
      subjects: named.filter((name) => !(unloaded as readonly string[]).includes(name)).map((name) => subjects[name]!),
      check: declaration.check as Operation['check'],
      handle: declaration.handle as unknown as Operation['handle'],
    };
  };
}
