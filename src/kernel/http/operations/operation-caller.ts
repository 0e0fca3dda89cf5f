import type { UploadedFile } from '../../contract/uploaded-file.js';
import { newId } from '../../db/ids.js';
import { ApiError } from '../../errors/api-error.js';
import { allowanceOf, requireAllowed } from '../admission.js';
import { requireScopes } from '../authenticate.js';
import { performCall, type Performer } from '../perform.js';
import { JsonOrForm, MultipartBody, RawBody } from '../requests/body-kinds.js';
import type { RateLimiter } from '../limits/rate-limit.js';
import { refuseUnstorable, validateInput } from '../requests/validation.js';
import { takesKey, type Actor, type Call, type Operation } from './operation.js';

/** Who calls, from where, and in which request of the browser. */
export interface Caller { actor: Actor; address: string; requestId: string }

/** The input of a call, in the shapes that the operation declares. */
export interface OperationInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Files of a form, by field. */
  files?: Record<string, UploadedFile>;
  /** Required by some operations; a repeat with the same key is answered like the first call. */
  idempotencyKey?: string;
}

/**
 * Calls operations of the public API within the process, for pages: with the same scopes, validation, idempotency, limits and answers
 * as over HTTP. Reading does not count against the limits of a key, because one page reads many resources.
 */
export class OperationCaller {
  private readonly operations: ReadonlyMap<string, Operation>;

  constructor(private readonly kernel: Performer & { rates: RateLimiter }, operations: readonly Operation[], private readonly basePath: string) {
    this.operations = new Map(operations.map((operation) => [operation.id, operation]));
  }

  /** The size limit in bytes for a file in a form field; 0 when the operation has no such field. */
  maxFileBytes(id: string, field: string): number {
    const { body } = this.get(id).request;
    const form = body instanceof JsonOrForm ? body.form : body;
    return form instanceof MultipartBody ? form.files[field]?.maxBytes ?? 0 : 0;
  }

  /** Returns the body of a successful answer. Raises the `ApiError` that the same call would get over HTTP. */
  async call(caller: Caller, id: string, input: OperationInput = {}): Promise<unknown> {
    const operation = this.get(id);
    const { actor, address, requestId } = caller;
    requireScopes(actor, operation.scopes);
    const { rates, services: { config } } = this.kernel;
    if (operation.method !== 'GET') {
      const { bucket, limit } = allowanceOf(actor, address, operation, config);
      requireAllowed(rates.hit(bucket, limit));
    }
    const { params = {}, query = {}, files = {} } = input;
    const { request } = operation;
    if (request.params) validateInput(request.params, params, 'path');
    if (request.query) validateInput(request.query, query, 'query');
    const body = bodyOf(operation, input);
    const call: Call = { params, query, body, files, actor, requestId, resourceId: operation.mints ? newId(operation.mints) : '', credits: 0 };
    const key = takesKey(operation) ? input.idempotencyKey ?? null : null;
    if (key === null && operation.idempotency === 'required') throw new ApiError('idempotency_key_required');
    const path = this.basePath + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const identity = [body, Object.entries(files).map(([name, { sha256 }]) => [name, sha256])];
    const performed = await performCall(this.kernel, operation, call, { key, path, body: identity });
    return 'reply' in performed ? plainBody(performed.reply.body) : JSON.parse(performed.answer.body) as unknown;
  }

  private get(id: string): Operation {
    const operation = this.operations.get(id);
    if (!operation) throw new Error(`there is no operation ${id}`);
    return operation;
  }
}

function bodyOf({ request: { body: kind }, method }: Operation, { body = {}, files }: OperationInput): unknown {
  if (method === 'GET' || kind === undefined) return undefined;
  if (kind instanceof RawBody) throw new Error('pages send no raw files');
  refuseUnstorable(body);
  const form = kind instanceof JsonOrForm ? kind.form : kind;
  if (form instanceof MultipartBody && (files || !(kind instanceof JsonOrForm))) validateInput(form.fields, body, 'form');
  else validateInput(kind instanceof JsonOrForm ? kind.json : kind as never, body, 'body');
  return body;
}

/** The body as a client would read it: dates are strings, and undefined fields are absent. */
const plainBody = (body: unknown): unknown => JSON.parse(JSON.stringify(body)) as unknown;
