import type { TSchema } from 'typebox';
import { models, typicalOf } from '../../contract/models.js';
import type { Area } from '../../contract/areas.js';
import { SCOPES } from '../../contract/scopes.js';
import { FileAnswer, RedirectAnswer, TextAnswer, type AnswerKind } from './answers.js';
import { JsonOrForm, MultipartBody, RawBody, type BodyKind } from '../requests/body-kinds.js';
import { errorCodesOf } from './error-codes.js';
import { KEY_PATTERN } from '../limits/idempotency.js';
import { takesKey, type Operation } from './operation.js';
import { pricedBodies } from './priced.js';
import { answerHeaders, conditionalAnswers, usedHeaders } from '../openapi/answer-headers.js';
import { AREA_NAMES, AREA_WORDS } from '../openapi/area-words.js';
import { ErrorAnswers, errorExamples, errorSchema } from '../openapi/error-answers.js';
import { exampleOf } from '../openapi/examples.js';
import { shownSchema, usedSchemas } from '../openapi/schemas.js';
import type { Shown } from '../openapi/shown.js';

/** `info.version` of the OpenAPI document. */
export const API_VERSION = '1.0.0-foundation';

const INTRODUCTION = [
  'Make a project, attach sources, ask for a plan, approve it, start a job, and hear what was made. `GET /examples` has this path as commands.',
  'Send the key as `Authorization: Bearer <API_KEY>`. Calls that create or charge take an `Idempotency-Key`: a repeat with the same key and body '
    + 'answers the same and never charges twice.',
  'Answers name the call that comes next in `next`. Lists come in pages: send `nextCursor` as `cursor` until it is null.',
  'Answers may gain fields and errors may gain codes; read what you know and leave the rest.',
].join('\n\n');

const QUERY_WORDS: Readonly<Record<string, string>> = {
  limit: 'Most items of the page', from: 'Index of the first entry', to: 'Index of the last entry', format: 'The format of the file',
  includeTitlePage: 'Whether the file starts with a title page', fromPage: 'The first page of the file', toPage: 'The last page of the file',
  query: 'Words to find', page: 'Number of the page',
};

/** A description for a parameter without one: `storyPlanId` is the id of the story plan. */
function parameterWords(name: string, where: 'path' | 'query'): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (QUERY_WORDS[name]) return QUERY_WORDS[name];
  if (words.endsWith(' id')) return `Id of the ${words.slice(0, -' id'.length)}`;
  return where === 'query' ? `Only what has this ${words}` : `The ${words}`;
}

/**
 * Every operation accepts this header. The document shows it only for operations whose body is JSON or a form: for operations with several body types and no
 * optional parameter, openapi-python-client generates modules that cannot be imported.
 */
const OWN_REQUEST_ID = {
  name: 'X-Request-Id', in: 'header', required: false, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  description: 'An id of your own for this request, which its answer and the logs repeat.',
};

function parametersOf(operation: Operation): object[] {
  const of = (schema: TSchema | undefined, where: 'path' | 'query'): object[] => {
    const object = schema as unknown as { properties?: Record<string, { description?: string }>; required?: string[] } | undefined;
    return Object.entries(object?.properties ?? {}).map(([name, property]) => ({
      name, in: where, required: where === 'path' || (object?.required ?? []).includes(name), schema: property,
      description: property.description ?? parameterWords(name, where),
    }));
  };
  const key = !takesKey(operation) ? [] : [{
    name: 'Idempotency-Key', in: 'header', required: operation.idempotency === 'required', schema: { type: 'string', minLength: 1, maxLength: 255, pattern: KEY_PATTERN },
    description: 'Retries with the same key and body replay the first answer (header Idempotency-Replayed) and never charge twice.',
  }];
  return [...of(operation.request.params, 'path'), ...of(operation.request.query, 'query'), ...key, ...(operation.request.body instanceof JsonOrForm ? [OWN_REQUEST_ID] : [])];
}

/** Parts of one document that its operations share. They are collected while the operations are written. */
interface Shared {
  errors: ErrorAnswers;
  examples: Record<string, object>;
  /** The schemas of request bodies, which are shown closed. */
  bodies: unknown[];
}

const referenceName = (schema: object): string | null => (schema as Shown).$ref?.split('/').at(-1) ?? null;

/** The examples of a JSON value. A named schema has one example in the document, and this is a reference to it. */
function examplesOf(schema: object, value: unknown, { examples }: Shared): object {
  const name = referenceName(schema);
  if (!name) return { example: { value } };
  examples[name] ??= { value };
  return { example: { $ref: `#/components/examples/${name}` } };
}

function jsonContent(schema: TSchema, shared: Shared): Record<string, object> {
  const variants = (schema as Shown).anyOf;
  const examples = variants
    ? Object.fromEntries(variants.map((variant, at) => [`example${at + 1}`, (examplesOf(variant, exampleOf(variant), shared) as { example: object }).example]))
    : examplesOf(schema, exampleOf(schema as Shown), shared);
  return { 'application/json': { schema: shownSchema(schema, true), examples } };
}

const EXAMPLE_TEXT_ANSWERS: Record<string, string> = { json: '{"openapi":"3.1.0"}' };

/** The `content` of an answer; null for a redirect, which has no body. */
function contentOf(kind: AnswerKind, shared: Shared): Record<string, object> | null {
  if (kind instanceof RedirectAnswer) return null;
  if (kind instanceof TextAnswer) {
    const json = EXAMPLE_TEXT_ANSWERS[kind.contentType.split('/').at(-1)!];
    return { [kind.contentType]: { schema: shownSchema(kind.schema), example: json ? JSON.parse(json) as object : exampleOf(kind.schema as Shown) } };
  }
  if (kind instanceof FileAnswer) return Object.fromEntries(kind.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  return jsonContent(kind, shared);
}

function responsesOf(operation: Operation, shared: Shared): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const [status, kind] of Object.entries(operation.response) as [string, AnswerKind][]) {
    const content = contentOf(kind, shared);
    responses[status] = { description: ANSWER_WORDS[status]!, headers: answerHeaders(operation, kind), ...(content ? { content } : {}) };
    Object.assign(responses, conditionalAnswers(operation, kind, content, () => shared.errors.ofRange()));
  }
  return { ...responses, ...shared.errors.of(errorCodesOf(operation)) };
}

/** The description of each success status. */
const ANSWER_WORDS: Record<string, string> = {
  200: 'Done, or read', 201: 'Created', 202: 'Accepted; the work continues after the answer', 302: 'It is at another address', 303: 'It is at another address',
};

function pathItem(operation: Operation, shared: Shared): object {
  return {
    operationId: operation.id, tags: [operation.area], summary: operation.summary,
    description: [operation.description, ...(operation.needs ?? []).map(({ words }) => words), operation.public ? null : `Scopes: ${operation.scopes.map((scope) => `\`${scope}\``).join(', ')}.`]
      .filter(Boolean).join('\n\n'),
    security: operation.public ? [] : [{ apiKey: [] }],
    ...(operation.public ? {} : { 'x-required-scopes': operation.scopes }),
    ...(parametersOf(operation).length ? { parameters: parametersOf(operation) } : {}),
    ...(operation.request.body ? { requestBody: bodyOf(operation.request.body, Boolean(operation.price), shared) } : {}),
    responses: responsesOf(operation, shared),
  };
}

/** The content of a form: one object with its fields and files. */
function formContent({ fields, files }: MultipartBody): { schema: Shown; encoding: object } {
  const { properties = {}, required = [] } = fields as Shown;
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

/** A JSON body with an example: the example of its schema, else what callers typically send, else the required fields. */
function jsonBody(schema: TSchema, shared: Shared): Record<string, object> {
  const name = referenceName(schema);
  const declared = name ? models().get(name) as Shown | undefined : schema as Shown;
  const example = declared?.examples?.[0] ?? (name ? typicalOf(name) : undefined)
    ?? exampleOf(schema as Shown, { field: '', within: [], whole: false });
  const shown = shownSchema(schema);
  shared.bodies.push(shown);
  return { 'application/json': { schema: shown, examples: examplesOf(schema, example, shared) } };
}

function formBody(form: MultipartBody, shared: Shared): Record<string, object> {
  const { schema, encoding } = formContent(form);
  const shown = shownSchema(schema);
  shared.bodies.push(shown);
  return { 'multipart/form-data': { schema: shown, encoding, example: exampleOf(shown, { field: '', within: [], whole: false }) } };
}

function bodyOf(kind: BodyKind, priced: boolean, shared: Shared): object {
  if (kind instanceof MultipartBody) return { required: true, content: formBody(kind, shared) };
  if (kind instanceof RawBody) {
    return { required: true, content: Object.fromEntries(kind.contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])) };
  }
  if (kind instanceof JsonOrForm) return { required: true, content: { ...jsonBody(kind.json, shared), ...formBody(kind.form, shared) } };
  const schema = priced ? { anyOf: pricedBodies(kind) } as TSchema : kind;
  return { required: isRequired(kind), content: jsonBody(schema, shared) };
}

function isRequired(body: TSchema): boolean {
  const reference = (body as { $ref?: string }).$ref?.split('/').at(-1);
  const schema = (reference ? models().get(reference) : body) as unknown as { required?: string[] };
  return (schema.required?.length ?? 0) > 0;
}

/** The OpenAPI 3.1 document of the declared operations. Equal input gives equal bytes. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  const errors = new ErrorAnswers();
  const shared: Shared = { errors, examples: {}, bodies: [] };
  for (const operation of [...operations].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = pathItem(operation, shared);
  }
  const areas = [...new Set(operations.map((operation) => operation.area))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Proscenium story production API', version: API_VERSION,
      summary: 'Source material in, performed and publishable production out.',
      description: INTRODUCTION,
      contact: { name: 'The operator of this server', url: new URL('/', baseUrl).href },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: areas.map((name: Area) => ({ name, 'x-displayName': AREA_NAMES[name], description: AREA_WORDS[name] })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: `An API key with the scopes named. Scopes: ${SCOPES.join(', ')}.` },
      },
      headers: usedHeaders(paths, errors.answers),
      schemas: { Error: errorSchema(errors.codes) as Shown, ...usedSchemas(shared.bodies, paths) },
      responses: errors.answers,
      examples: { ...shared.examples, ...errorExamples(errors, new URL(baseUrl).origin) },
    },
  };
}
