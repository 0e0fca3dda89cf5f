import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { operationTable, routeOf } from '../../src/kernel/contract/operation-table.js';
import { SCOPES, type Scope } from '../../src/kernel/contract/scopes.js';
import { type Operation } from '../../src/kernel/http/operations/operation.js';
import { ApiClient, type Answer, type CallOptions } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { bodyOf, pathOf, queryOf, UNKNOWN_ID } from './calls/requests.js';

let stand: Stand;
let client: ApiClient;
let anonymous: ApiClient;
const without = new Map<Scope, ApiClient>();

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  anonymous = new ApiClient(client.baseUrl, null);
  for (const scope of SCOPES) without.set(scope, await stand.keyFor(client.accountId, SCOPES.filter((each) => each !== scope)));
});
afterAll(() => stand.close());

/** Every answer carries the request id, the rate limit and `no-store`; every error has the error envelope as its body. */
function checkFrame(answer: Answer, requestId: string): void {
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) expect(`${name}: ${answer.headers.get(name)}`).toMatch(/: \d+$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  if (answer.status < 400) return;
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error).toMatchObject({ code: expect.any(String), message: expect.any(String), requestId });
}

async function send(from: ApiClient, operation: Operation, options: CallOptions = {}): Promise<Answer> {
  const requestId = randomUUID();
  const key = operation.idempotency === 'required' ? randomUUID() : null;
  const answer = await from.call(operation.method, `${pathOf(operation)}${queryOf(operation)}`, { key, ...options, headers: { 'x-request-id': requestId } });
  checkFrame(answer, requestId);
  return answer;
}

const named = (operations: readonly Operation[]): [string, Operation][] =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation]);
const guarded = OPERATIONS.filter((operation) => !operation.public);
const refusal = ({ status, body }: Answer): unknown => [status, body.error?.code];

describe('without an API key', () => {
  it.each(named(guarded))('%s is refused', async (_name, operation) => {
    expect(refusal(await send(anonymous, operation))).toEqual([401, 'authentication_required']);
  });
});

describe('without a scope', () => {
  it.each(named(guarded))('%s is refused and names it', async (_name, operation) => {
    for (const scope of operation.scopes) {
      const answer = await send(without.get(scope)!, operation);
      expect(refusal(answer)).toEqual([403, 'insufficient_scope']);
      expect(answer.body.error.details).toEqual({ missingScopes: [scope] });
      expect(answer.body.error.message).toContain(scope);
    }
  });
});

describe('without an Idempotency-Key', () => {
  it.each(named(guarded.filter(({ idempotency }) => idempotency === 'required')))('%s is refused', async (_name, operation) => {
    expect(refusal(await send(client, operation, { key: null }))).toEqual([400, 'idempotency_key_required']);
  });
});

describe('for a resource that does not exist', () => {
  it.each(named(guarded.filter(({ path }) => path.includes('{'))))('%s answers its not-found code', async (_name, operation) => {
    const answer = await send(client, operation, bodyOf(operation));
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toMatch(/_not_found$/);
    expect(operation.errors).toContain(answer.body.error.code);
  });
});

describe('with a field that is not declared', () => {
  it.each(named(guarded.filter(({ method }) => method !== 'GET')))('%s refuses the body and names the field', async (_name, operation) => {
    const body = { ...bodyOf(operation).body as object | undefined, unexpectedField: 1 };
    const answer = await send(client, operation, { body });
    expect(refusal(answer)).toEqual([400, 'validation_failed']);
    if (operation.request.body) expect([answer.body.error.details.field, answer.body.error.message]).toEqual(['unexpectedField', expect.stringContaining('unexpectedField')]);
  });

  it.each(named(guarded))('%s refuses the query parameter', async (_name, operation) => {
    const requestId = randomUUID();
    const query = queryOf(operation);
    const answer = await client.call(operation.method, `${pathOf(operation)}${query}${query ? '&' : '?'}unexpectedParameter=1`, {
      ...bodyOf(operation), key: operation.idempotency === 'required' ? randomUUID() : null, headers: { 'x-request-id': requestId },
    });
    checkFrame(answer, requestId);
    expect([...refusal(answer) as unknown[], answer.body.error.details.field]).toEqual([400, 'validation_failed', 'unexpectedParameter']);
  });
});

describe('with a body that is not JSON', () => {
  it.each(named(guarded.filter(({ method }) => method !== 'GET')))('%s refuses it', async (_name, operation) => {
    for (const rawBody of ['{"a":', '[]', '"text"', 'null', '\u0000']) {
      const answer = await send(client, operation, { rawBody });
      expect([rawBody, ...refusal(answer) as unknown[]]).toEqual([rawBody, 400, 'validation_failed']);
    }
  });
});

describe('undeclared routes and wrong bodies', () => {
  const declared = new Set(OPERATIONS.map(routeOf));
  /** Whether a path matches a declared one, whose parameters stand for any segment. */
  const matches = (declared: string, path: string): boolean => {
    const [wanted, given] = [declared.split('/'), path.split('/')];
    return wanted.length === given.length && wanted.every((part, at) => part === given[at] || part.startsWith('{'));
  };
  const isDeclared = (method: string, path: string): boolean => declared.has(routeOf({ method, path }));

  it('answer 405 with the methods that exist for every other method on a known path', async () => {
    for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'].filter((each) => !isDeclared(each, path))) {
        const requestId = randomUUID();
        const answer = await client.call(method, path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), { key: null, headers: { 'x-request-id': requestId } });
        checkFrame(answer, requestId);
        // A literal path may also match the parameter of a sibling (`/story-projects/deleted` and `/story-projects/{projectId}`).
        if (OPERATIONS.some((operation) => operation.method === method && matches(operation.path, path))) {
          expect([method, path, answer.status]).toEqual([method, path, 404]);
          continue;
        }
        expect([method, path, answer.status, answer.body.error.code]).toEqual([method, path, 405, 'method_not_allowed']);
        const allowed = answer.headers.get('allow')!.split(', ');
        expect([path, allowed]).toEqual([path, answer.body.error.details.allowed]);
        expect([path, allowed.includes(method), allowed.some((each) => isDeclared(each, path))]).toEqual([path, false, true]);
      }
    }
  });

  it('answer 404 or 405 for operations of the table that are not implemented', async () => {
    for (const { method, path } of operationTable().filter((row) => !isDeclared(row.method, row.path))) {
      const answer = await client.call(method, path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), { key: null });
      const elsewhere = OPERATIONS.some((operation) => operation.path === path);
      expect([method, path, answer.status]).toEqual([method, path, elsewhere ? 405 : 404]);
    }
  });

  it('get every wrong field of a body named, the first one as the field', async () => {
    const { status, body } = await client.post('/story-projects', { name: 7, description: 4, colour: 'red' });
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    const { field, errors } = body.error.details;
    expect(errors.map((issue: { field: string }) => issue.field).sort()).toEqual(['colour', 'description', 'name']);
    expect(errors[0]).toEqual({ field, message: body.error.message });
  });

  it.each(['/', '', '/story-projects/', '/Story-Projects', '/story-projects/a/b/c/d', '/%2e%2e/admin', '/story-plans/%00'])('answer 404 or 400 for %s', async (path) => {
    const answer = await client.get(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });
});
