import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Type from 'typebox';
import { OPERATIONS } from '../../api/index.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { CATALOGUE } from '../../src/kernel/errors/catalogue.js';
import { openApiDocument } from '../../src/kernel/http/operations/openapi.js';
import { errorCodesOf } from '../../src/kernel/http/operations/error-codes.js';
import { mismatch } from '../../src/kernel/http/requests/validation.js';
import { JsonOrForm, MultipartBody, RawBody } from '../../src/kernel/http/requests/body-kinds.js';
import { FileAnswer, RedirectAnswer, TextAnswer } from '../../src/kernel/http/operations/answers.js';
import { shownSchema } from '../../src/kernel/http/openapi/schemas.js';

interface Content { schema: object; example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> }
interface Answer { $ref?: string; description: string; content?: Record<string, Content> }
interface Shown {
  summary: string; description: string; parameters?: { name: string; description: string }[];
  requestBody?: { content: Record<string, Content> }; responses: Record<string, Answer>;
}
interface Document {
  info: { description: string; contact: object };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Shown>>;
  components: {
    schemas: Record<string, { description?: string }>; responses: Record<string, Answer>; examples: Record<string, { value: any }>;
  };
}

const document = openApiDocument(OPERATIONS, 'http://127.0.0.1:3000/api/v1') as unknown as Document;
const shown = OPERATIONS.map((operation) => [operation.id, operation, document.paths[operation.path]![operation.method.toLowerCase()]!] as const);
const last = (reference: string): string => reference.split('/').at(-1)!;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', ...JSON.parse(JSON.stringify(document)) as object });

/** Why a value does not fit a schema of the document, with its references resolved; null when it fits. */
function problemOf(schema: object, value: unknown): string | null {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

function examplesIn({ example, examples }: Content): unknown[] {
  if (example !== undefined) return [example];
  return Object.values(examples ?? {}).map(({ $ref, value }) => ($ref ? document.components.examples[last($ref)]!.value as unknown : value));
}

function checkContents(contents: Record<string, Content>): void {
  for (const [type, content] of Object.entries(contents)) {
    const values = examplesIn(content);
    expect([type, values.length > 0]).toEqual([type, true]);
    for (const value of values) expect([type, problemOf(content.schema, value)]).toEqual([type, null]);
  }
}

describe('the examples of the OpenAPI document', () => {
  it.each(shown)('of %s fit the schemas of its body and its answers, in the document and in the server', (_id, operation, { requestBody, responses }) => {
    const { body } = operation.request;
    if (body instanceof RawBody) for (const { schema } of Object.values(requestBody!.content)) expect(schema).toEqual({ type: 'string', format: 'binary' });
    else if (requestBody) checkContents(requestBody.content);
    if (body && !(body instanceof MultipartBody) && !(body instanceof RawBody)) {
      const schema = body instanceof JsonOrForm ? body.json : body as ReturnType<typeof Type.Object>;
      for (const value of examplesIn(requestBody!.content['application/json']!)) expect(mismatch(schema, value)).toBeNull();
    }
    for (const [status, kind] of Object.entries(operation.response)) {
      if (kind instanceof FileAnswer || kind instanceof RedirectAnswer) continue;
      checkContents(responses[status]!.content!);
      if (kind instanceof TextAnswer) continue;
      for (const value of Object.values(responses[status]!.content!).flatMap(examplesIn)) expect(mismatch(kind, value)).toBeNull();
    }
  });

  it('are true in themselves', () => {
    const shownOf = (name: string): any => document.components.examples[name]!.value;
    const { job, next } = shownOf('StoryJobEnvelope');
    expect([job.status, job.progress.stage, job.refines, job.artifacts[0].id.slice(0, 4), next.path.slice(0, 15)]).toEqual(['READY', 'finishing', null, 'art_', '/artifacts/art_']);
    const { credits } = shownOf('CreditsEnvelope');
    expect([credits.prices, credits.balance]).toEqual([PRICES, credits.monthlyBucketRemaining + credits.perpetualBalance]);
    const { plan } = shownOf('StoryPlanEnvelope');
    expect([plan.autoApprove, plan.decidedAt, plan.artifactRequests]).toEqual([false, null, [{ type: 'table_read' }]]);
    expect(plan.quote.lineItems.reduce((sum: number, { credits: each }: any) => sum + each, 0)).toBe(plan.quote.total);
    const { release } = shownOf('PublishingReleaseEnvelope');
    expect([release.id.slice(0, 4), release.sourceArtifactId.slice(0, 4), release.status, release.publishedAt, release.cancelledAt]).toEqual(['rel_', 'art_', 'ready', null, null]);
    expect(shownOf('project_precondition_failed').error.details).toMatchObject({ stage: 'premise', nextCall: { method: 'PATCH' } });
    expect(shownOf('cast_precondition_failed').error.details).toMatchObject({ reason: 'cast_incomplete' });
    const wrong: unknown[] = [];
    const look = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, child] of Object.entries(node)) {
        if (name === 'next' && child?.method === 'GET' && 'body' in child) wrong.push(child);
        look(child);
      }
    };
    look(document.components.examples);
    expect(wrong).toEqual([]);
  });

  it('show every error that an operation can answer, at its status', () => {
    for (const [id, operation, { responses }] of shown) {
      for (const code of errorCodesOf(operation)) {
        const name = last(responses[CATALOGUE[code].status]!.$ref!);
        const contents = document.components.responses[name]!.content!;
        expect([id, code, Object.keys(contents['application/json']!.examples!).includes(code)]).toEqual([id, code, true]);
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      checkContents(content!);
      for (const [code, { $ref }] of Object.entries(content!['application/json']!.examples!)) {
        expect([name, document.components.examples[last($ref!)]!.value.error.code]).toEqual([name, code]);
      }
    }
  });
});

describe('the descriptions in the OpenAPI document', () => {
  it.each(shown)('say more about %s than its summary, and explain each parameter', (_id, { description: own }, { summary, description, parameters = [] }) => {
    expect(own?.length ?? 0).toBeGreaterThan(15);
    expect(description).not.toBe(summary);
    for (const parameter of parameters) expect([parameter.name, Boolean(parameter.description)]).toEqual([parameter.name, true]);
  });

  it('explain each schema and each area', () => {
    for (const [name, { description }] of Object.entries(document.components.schemas)) expect([name, Boolean(description)]).toEqual([name, true]);
    for (const { name, description } of document.tags) expect([name, /^Operations on/.test(description)]).toEqual([name, false]);
  });
});

describe('the schemas of the OpenAPI document', () => {
  it('name defaults in descriptions only, since generators would require the fields', () => {
    const schema = Type.Object({ default: Type.String({ default: 'yes', description: 'A word' }), many: Type.Array(Type.Integer({ default: 3 })) });
    expect(shownSchema(schema)).toMatchObject({
      properties: { default: { type: 'string', description: 'A word. Default: `"yes"`' }, many: { items: { description: 'Default: `3`' } } },
    });
    expect(JSON.stringify(shownSchema(schema))).not.toContain('"default":"yes"');
    const bodies = shown.map(([, , { requestBody, responses }]) => ({ requestBody, responses }));
    expect(JSON.stringify([bodies, document.components.schemas]).match(/"default":(?!\{)/g)).toBeNull();
  });

  it('tell a source whose text is sent from one that is fetched', () => {
    const schema = { $ref: '#/components/schemas/SourceCreateRequest' };
    expect(problemOf(schema, { type: 'text', content: 'It rained.' })).toBeNull();
    expect(problemOf(schema, { type: 'url', uri: 'https://example.org/' })).toBeNull();
    for (const wrong of [{ type: 'text' }, { type: 'url', content: 'It rained.' }, { type: 'docx', content: 'It rained.' }]) {
      expect(problemOf(schema, wrong)).not.toBeNull();
    }
  });

  it('forbid additional fields in requests and allow them in answers', () => {
    const { ProjectCreateRequest, Project } = document.components.schemas;
    expect([ProjectCreateRequest, Project]).toEqual([
      expect.objectContaining({ additionalProperties: false }), expect.not.objectContaining({ additionalProperties: false })]);
  });
});
