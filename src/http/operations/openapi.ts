import type { TSchema } from 'typebox';
import { CATALOGUE } from '../../errors/catalogue.js';
import { models } from '../../contract/models.js';
import { SCOPES } from '../../contract/scopes.js';
import { FileAnswer, RedirectAnswer, TextAnswer, type AnswerKind } from './answers.js';
import { JsonOrForm, MultipartBody, RawBody, type BodyKind } from '../requests/body-kinds.js';
import { errorCodesOf } from './error-codes.js';
import { KEY_PATTERN } from '../limits/idempotency.js';
import { takesKey, type Operation } from './operation.js';
import { pricedBodies } from './priced.js';

/** `info.version` of the OpenAPI document. */
export const API_VERSION = '1.0.0-foundation';

const ERROR_REF = { $ref: '#/components/schemas/Error' };

const errorSchema = {
  type: 'object', required: ['error'], additionalProperties: false,
  properties: {
    error: {
      type: 'object', required: ['code', 'message', 'requestId'], additionalProperties: false,
      properties: {
        code: { type: 'string', enum: Object.keys(CATALOGUE), description: 'Match on this, never on the message.' },
        message: { type: 'string' },
        requestId: { type: 'string', description: 'Equals the X-Request-Id header.' },
        details: { type: 'object', additionalProperties: true },
      },
    },
  },
};

const header = (description: string, type = 'string'): object => ({ description, schema: { type } });

const RATE_HEADERS = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

function parametersOf(operation: Operation): object[] {
  const of = (schema: TSchema | undefined, where: 'path' | 'query'): object[] => {
    const object = schema as unknown as { properties?: Record<string, { description?: string }>; required?: string[] } | undefined;
    return Object.entries(object?.properties ?? {}).map(([name, property]) => ({
      name, in: where, required: where === 'path' || (object?.required ?? []).includes(name), schema: property,
      ...(property.description ? { description: property.description } : {}),
    }));
  };
  const key = !takesKey(operation) ? [] : [{
    name: 'Idempotency-Key', in: 'header', required: operation.idempotency === 'required', schema: { type: 'string', minLength: 1, maxLength: 255, pattern: KEY_PATTERN },
    description: 'Retries with the same key and body replay the first answer (header Idempotency-Replayed) and never charge twice.',
  }];
  return [...of(operation.request.params, 'path'), ...of(operation.request.query, 'query'), ...key];
}

/** The `content` of an answer; null for a redirect, which has no body. */
function contentOf(kind: AnswerKind): Record<string, object> | null {
  if (kind instanceof RedirectAnswer) return null;
  if (kind instanceof TextAnswer) return { [kind.contentType]: { schema: kind.schema } };
  if (kind instanceof FileAnswer) return Object.fromEntries(kind.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return { 'application/json': { schema: kind } };
}

function responsesOf(operation: Operation): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const [status, kind] of Object.entries(operation.response) as [string, AnswerKind][]) {
    const content = contentOf(kind);
    responses[status] = {
      description: operation.summary,
      headers: content ? RATE_HEADERS : { ...RATE_HEADERS, Location: { $ref: '#/components/headers/Location' } },
      ...(content ? { content } : {}),
    };
  }
  for (const code of errorCodesOf(operation)) {
    const at = String(CATALOGUE[code].status);
    const known = responses[at] as { description: string } | undefined;
    responses[at] = {
      description: known ? `${known.description}, ${code}` : code,
      headers: code === 'rate_limited' ? { ...RATE_HEADERS, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : RATE_HEADERS,
      content: { 'application/json': { schema: ERROR_REF } },
    };
  }
  return responses;
}

function pathItem(operation: Operation): object {
  return {
    operationId: operation.id, tags: [operation.area], summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    security: operation.public ? [] : [{ apiKey: operation.scopes }],
    ...(parametersOf(operation).length ? { parameters: parametersOf(operation) } : {}),
    ...(operation.request.body ? { requestBody: bodyOf(operation.request.body, Boolean(operation.price)) } : {}),
    responses: responsesOf(operation),
  };
}

/** The content of a form: one object with its fields and files. */
function formContent({ fields, files }: MultipartBody): object {
  const { properties = {}, required = [] } = fields as { properties?: Record<string, object>; required?: string[] };
  const sent = Object.entries(files);
  const fileSchemas = sent.map(([name, { description, maxBytes }]) =>
    [name, { type: 'string', contentMediaType: 'application/octet-stream', description: description ?? `A file of at most ${maxBytes} bytes` }]);
  return {
    schema: {
      type: 'object', additionalProperties: false, properties: { ...properties, ...Object.fromEntries(fileSchemas) },
      required: [...required, ...sent.filter(([, file]) => file.required).map(([name]) => name)],
    },
    encoding: Object.fromEntries(sent.map(([name, { contentTypes }]) => [name, { contentType: contentTypes.join(', ') }])),
  };
}

function bodyOf(kind: BodyKind, priced: boolean): object {
  if (kind instanceof MultipartBody) return { required: true, content: { 'multipart/form-data': formContent(kind) } };
  if (kind instanceof RawBody) {
    return { required: true, content: Object.fromEntries(kind.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])) };
  }
  if (kind instanceof JsonOrForm) {
    return { required: true, content: { 'application/json': { schema: kind.json }, 'multipart/form-data': formContent(kind.form) } };
  }
  const schema = priced ? { anyOf: pricedBodies(kind) } : kind;
  return { required: isRequired(kind), content: { 'application/json': { schema } } };
}

function isRequired(body: TSchema): boolean {
  const reference = (body as { $ref?: string }).$ref?.split('/').at(-1);
  const schema = (reference ? models().get(reference) : body) as unknown as { required?: string[] };
  return (schema.required?.length ?? 0) > 0;
}

/** The named schemas that a document references, directly or through other schemas. */
function usedModels(document: unknown): Record<string, TSchema> {
  const used = new Set<string>();
  const collect = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = models().get(name!);
      if (!schema || used.has(name!)) continue;
      used.add(name!);
      collect(schema);
    }
  };
  collect(document);
  return Object.fromEntries([...used].sort().map((name) => [name, models().get(name)!]));
}

const redirects = (operations: readonly Operation[]): boolean =>
  operations.some(({ response }) => Object.values(response).some((kind) => kind instanceof RedirectAnswer));

/** The OpenAPI 3.1 document of the declared operations. Equal input gives equal bytes. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of [...operations].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = pathItem(operation);
  }
  const areas = [...new Set(operations.map((operation) => operation.area))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Proscenium story production API', version: API_VERSION,
      summary: 'Source material in, performed and publishable production out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: areas.map((name) => ({ name, description: `Operations on ${name.replace('-', ' ')}` })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: `An API key with the scopes named. Scopes: ${SCOPES.join(', ')}.` },
      },
      headers: {
        RequestId: header('Of this request; also in every error.'),
        RateLimitLimit: header('Requests in the window.', 'integer'),
        RateLimitRemaining: header('Requests left in the window.', 'integer'),
        RateLimitReset: header('Seconds until the window ends.', 'integer'),
        RetryAfter: header('Seconds to wait.', 'integer'),
        ...(redirects(operations) ? { Location: header('Where what was asked for is.') } : {}),
      },
      schemas: { Error: errorSchema, ...usedModels(paths) },
    },
  };
}
