import type { Area } from '../contract/areas.js';
import type { Scope } from '../contract/scopes.js';
import type { Static, TSchema } from 'typebox';
import type { IdKind } from '../db/ids.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { Services } from '../services.js';

/** Who is calling: the verified key and its account. */
export interface Actor { accountId: string; keyId: string; scopes: readonly string[]; rateTier: 'default' | 'elevated' }

/** What a handler is given: validated input and the caller. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  params: Params;
  query: Query;
  body: Body;
  actor: Actor;
  requestId: string;
  /** Id of the resource this call creates; the same for every retry with the same Idempotency-Key (only with `mints`). */
  resourceId: string;
}

type StaticOf<S> = S extends TSchema ? Static<S> : Record<string, never>;

export interface OperationRequest { params?: TSchema; query?: TSchema; body?: TSchema }

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
  request: OperationRequest;
  response: { status: 200 | 201 | 202; schema: TSchema; contentType?: string };
  errors: readonly ErrorCode[];
  /** Kind of the resource the call creates; its id is minted when the idempotency key is claimed. */
  mints?: IdKind;
  /** Largest accepted request body in bytes. */
  maxBodyBytes: number;
  handle: (call: Call, services: Services) => Promise<unknown>;
}

type Declaration<R extends OperationRequest> = Omit<Operation, 'request' | 'handle' | 'maxBodyBytes'> & {
  request: R;
  maxBodyBytes?: number;
  handle: (
    call: Call<StaticOf<R['params']>, StaticOf<R['query']>, StaticOf<R['body']>>,
    services: Services,
  ) => Promise<unknown>;
};

const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/**
 * Declares one operation. Routing, authentication, scopes, validation, idempotency, rate limits, OpenAPI, docs and
 * conformance tests all derive from it.
 */
export function defineOperation<R extends OperationRequest>(declaration: Declaration<R>): Operation {
  if (declaration.scopes.length === 0 && !declaration.public) {
    throw new Error(`${declaration.id}: an operation without scopes must say \`public: true\``);
  }
  return {
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
    ...declaration,
    handle: declaration.handle as unknown as Operation['handle'],
  };
}
