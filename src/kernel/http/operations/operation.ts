import type { TSchema } from 'typebox';
import type { FieldEffects } from '../../contract/field-effects.js';
import type { Area } from '../../contract/areas.js';
import type { Scope } from '../../contract/scopes.js';
import type { PriceKey } from '../../credits/prices.js';
import type { IdKind } from '../../db/ids.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import type { Reply, Responses } from './answers.js';
import type { BodyKind } from '../requests/body-kinds.js';
import type { Subject } from './subjects.js';

/** The caller: the verified key and its account. */
export interface Actor { accountId: string; keyId: string; scopes: readonly string[]; rateTier: 'default' | 'elevated' }

/** Validated input and the caller. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Files = unknown> {
  params: Params;
  query: Query;
  /** The JSON body, the fields of a form, or the file of a raw body. */
  body: Body;
  /** The files of a form. They are deleted after the answer was sent. */
  files: Files;
  actor: Actor;
  requestId: string;
  /** Id of the resource that this call creates, equal for every retry with the same Idempotency-Key. Empty without `mints`. */
  resourceId: string;
  /** The price that the caller confirmed; 0 for an operation without a price. */
  credits: number;
}

/** A state of the project that a call needs before it does anything. While the project lacks that state, the call is refused. */
export interface Need {
  name: string;
  /** A sentence for the documentation that says what the project must have. */
  words: string;
  /** Codes that `require` raises. */
  errors: readonly ErrorCode[];
  require(call: Pick<Call, 'params' | 'body' | 'actor'>, services: Services): Promise<void>;
}

/** The price of a call in credits: a key of the price list, or a function of the call. */
export type Price<C = Call> = PriceKey | ((call: C, services: Services) => number | Promise<number>);

export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below `/api/v1`, with parameters in braces. */
  path: string;
  area: Area;
  /** Scopes that the key must have, all of them. Empty for `public` operations only. */
  scopes: readonly Scope[];
  public?: boolean;
  /** Whether an Idempotency-Key is required, accepted or ignored (`none`). */
  idempotency: 'required' | 'accepted' | 'none';
  summary: string;
  description?: string;
  /** `params` describes every parameter of the path. */
  request: { params?: TSchema; query?: TSchema; body?: BodyKind };
  /** The effects of the optional and free-text fields of the body. A test compares the list with the body. */
  effects?: FieldEffects;
  /** The answers by success status. */
  response: Responses;
  /** Error codes of the operation, including the 404 of each subject in its path, without the codes of the pipeline. */
  errors: readonly ErrorCode[];
  /** Subjects whose rows are loaded for the handler, in the order of the path. */
  subjects: readonly Subject[];
  /** The needs of the operation. They are checked in this order, after the subjects were found and before a price is quoted. */
  needs?: readonly Need[];
  /** Kind of the resource that the call creates. Its id is made when the idempotency key is claimed. */
  mints?: IdKind;
  /** Largest JSON body in bytes. Files have limits of their own. */
  maxBodyBytes: number;
  /** `Cache-Control` of the answers. Such answers have a strong `ETag`, and a matching `If-None-Match` gets 304. Default: `no-store`. */
  cacheControl?: string;
  /** True for a `public` operation whose answers programs on any site may read (`Access-Control-Allow-Origin: *`), refusals included. */
  anySite?: true;
  /** False for a call that ends something. Such a call is served even when the disk is almost full, as GET and DELETE are. */
  needsSpace?: false;
  /**
   * Verifies the credential that the path of a `public` operation contains, before a byte of the body is received. Raises the 404 or the
   * state that refuses it.
   */
  credential?: (params: Readonly<Record<string, string>>, services: Services) => Promise<void>;
  check?: (call: Call, services: Services) => void | Promise<void>;
  /** A priced operation is called twice: for a quote, then with its confirmation. */
  price?: Price<never>;
  /**
   * For a deletion with an Idempotency-Key: the answer to a repeat whose first answer was lost and that finds nothing to delete. `code` is the 404 of the
   * deleted object.
   */
  gone?: { code: ErrorCode; answer(params: Readonly<Record<string, string>>): object };
  /** The reason why nothing is left to do, for an operation that changes something and whose answers name no next call. */
  ends?: string;
  handle: (call: Call, services: Services) => Promise<Reply>;
}

/** True when a call of the operation is refused while the disk is almost full. */
export const needsSpace = ({ method, needsSpace: needs }: Operation): boolean => method !== 'GET' && method !== 'DELETE' && needs !== false;

/** True when an Idempotency-Key has an effect: never for GET, which changes nothing, nor for public operations. */
export const takesKey = (operation: Operation): boolean =>
  operation.idempotency !== 'none' && operation.method !== 'GET' && !operation.public;
