import type { TSchema } from 'typebox';
import type { Area } from '../../contract/areas.js';
import type { Scope } from '../../contract/scopes.js';
import type { PriceKey } from '../../credits/prices.js';
import type { IdKind } from '../../db/ids.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';
import type { Reply, Responses } from './answers.js';
import type { BodyKind } from '../requests/body-kinds.js';
import type { Subject } from './subjects.js';

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
  /** What the caller agreed to pay; 0 unless the operation has a price. */
  credits: number;
}

/** What a call costs: a listed price, or what it comes to for this call. */
export type Price<C = Call> = PriceKey | ((call: C, services: Services) => number | Promise<number>);

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
  /** Asked twice: the first call answers what it costs, the second one confirms that. */
  price?: Price<never>;
  handle: (call: Call, services: Services) => Promise<Reply>;
}

/** Reads have nothing to repeat: a key sent with a GET is ignored. */
export const takesKey = (operation: Operation): boolean =>
  operation.idempotency !== 'none' && operation.method !== 'GET' && !operation.public;
