import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { subjects } from '../../api/subjects.js';
import { CATALOGUE, type ErrorCode } from '../../src/errors/catalogue.js';
import { RawBody } from '../../src/http/requests/body-kinds.js';
import { takesKey, type Operation } from '../../src/http/operations/operation.js';
import { paramNames } from '../../src/http/operations/subjects.js';
import { ApiClient, type Answer, type CallOptions } from '../support/api-client.js';
import { withLostAnswer } from '../families/lost-answer.js';
import { openJobStand, type JobStand } from '../support/stands/job-stand.js';
import { RACES, REFUSALS, type Refusal } from './calls/refusals.js';
import { bodyOf, pathOf, queryOf, UNKNOWN_ID, type Names } from './calls/requests.js';
import type { World } from './calls/state.js';
import { hasState, makeWorld, worldFor } from './calls/world.js';

let stand: JobStand;
let client: ApiClient;
let stranger: ApiClient;
/** What is only read, or refused, shares one world. */
let shared: World;

beforeAll(async () => {
  stand = await openJobStand({ env: { SCRIPT_PAGES_FREE: '3', SCRIPT_PAGES_PRO: '3' } });
  client = await stand.newAccount({ credits: 10_000 });
  stranger = await stand.newAccount({ credits: 10_000 });
  shared = await makeWorld(stand, client);
});
afterAll(() => stand.close());

function send(from: ApiClient, operation: Operation, names: Names, options: CallOptions = {}): Promise<Answer> {
  const key = operation.idempotency === 'required' ? randomUUID() : null;
  const path = `${pathOf(operation, names)}${queryOf(operation)}`;
  return from.call(operation.method, path, { key, ...bodyOf(operation, names), ...options });
}
const named = (operations: readonly Operation[]): [string, Operation][] =>
  operations.map((operation) => [operation.id, operation]);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];

/** Another body that the operation takes; null where there is none. */
function otherBody(body: object): object | null {
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== 'string' || !/^(?:name|title|content|label|text)$/.test(field)) continue;
    return { ...body, [field]: `${value}b` };
  }
  return null;
}

/** Refused when the key has been used for another request. */
async function expectMismatch(operation: Operation, names: Names, key: string): Promise<void> {
  const other = otherBody((bodyOf(operation, names).body ?? {}) as object);
  const answer = other ? await send(client, operation, names, { key, body: other })
    : await client.post(operation.id === 'createProject' ? '/scripts' : '/story-projects', { name: 'Other' }, { key });
  expect([...refusal(answer), answer.body.error?.details?.reason]).toEqual([409, 'idempotency_conflict', 'mismatch']);
}

describe('each operation, with its scopes alone', () => {
  it.each(named(OPERATIONS))('%s is done, once per Idempotency-Key', async (_id, operation) => {
    const alone = operation.method !== 'GET' || hasState(operation);
    const { names } = alone ? await worldFor(stand, client, operation) : shared;
    const anonymous = new ApiClient(client.baseUrl, null);
    const caller = operation.public ? anonymous : await stand.keyFor(client.accountId, operation.scopes);
    const key = randomUUID();
    const first = await send(caller, operation, names, { key });
    expect([first.status, first.body.error]).toEqual([expect.any(Number), undefined]);
    expect(Object.keys(operation.response).map(Number)).toContain(first.status);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    if (!takesKey(operation)) return;
    const again = await send(caller, operation, names, { key });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await expectMismatch(operation, names, key);
  });
});

describe('a call that was done and whose answer was lost', () => {
  it.each(named(OPERATIONS.filter(takesKey)))('%s is answered when it is sent again with its key', async (_id, operation) => {
    const { names } = await worldFor(stand, client, operation);
    const key = randomUUID();
    await withLostAnswer(stand, () => send(client, operation, names, { key }));
    const again = await send(client, operation, names, { key });
    expect([again.status, again.body.error]).toEqual([expect.any(Number), undefined]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const replay = await send(client, operation, names, { key });
    expect([replay.status, replay.text, replay.headers.get('idempotency-replayed')]).toEqual([again.status, again.text, 'true']);
  });
});

/** Operations that name something of somebody. */
const naming = OPERATIONS.filter((operation) => {
  const fields = Object.keys((bodyOf(operation).body ?? {}) as object);
  return operation.path.includes('{') || fields.some((field) => /Ids?$/.test(field) && field !== 'episodeId');
});

describe('what belongs to another account', () => {
  it.each(named(naming))('%s does not find it', async (_id, operation) => {
    const answer = await send(stranger, operation, shared.names);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toMatch(/_not_found$/);
    expect(operation.errors).toContain(answer.body.error.code);
  });
});

/** The parameter of the path whose row is missing with this code; the last of several. */
const nounOf = (operation: Operation, code: ErrorCode): string | undefined =>
  paramNames(operation.path).reverse()
    .find((name) => (subjects as Record<string, { notFound: string }>)[name]?.notFound === code);

const declared = OPERATIONS.flatMap((operation) =>
  operation.errors.map((code) => [operation.id, code, operation] as const));

describe('each declared refusal', () => {
  it('can be brought about, or needs two calls at once', () => {
    const pairs = new Set(declared.map(([id, code]) => `${id} ${code}`));
    expect(Object.keys(RACES).filter((pair) => !pairs.has(pair))).toEqual([]);
    const unknown = declared.filter(([id, code, operation]) =>
      !RACES[`${id} ${code}`] && !nounOf(operation, code) && !REFUSALS[code]);
    expect(unknown.map(([id, code]) => `${id} ${code}`)).toEqual([]);
    for (const [pair, why] of Object.entries(RACES)) {
      const elsewhere = /test\/\S+/.exec(why)?.[0];
      if (elsewhere) expect(readFileSync(elsewhere, 'utf8')).toContain(pair.split(' ')[1]);
    }
  });

  const wanted = declared.filter(([id, code]) => !RACES[`${id} ${code}`]);
  it.each(wanted)('%s: %s', async (_id, code, operation) => {
    const noun = nounOf(operation, code);
    const world = noun ? shared : await worldFor(stand, client, operation);
    const { names = {}, body, rawBody, client: caller = client, upload }: Refusal =
      noun ? { names: { [noun]: UNKNOWN_ID } } : await REFUSALS[code]!(world, operation);
    const all = { ...world.names, ...names };
    const whole = { ...bodyOf(operation, all).body as object | undefined, ...body };
    const { body: own } = operation.request;
    const sent = rawBody !== undefined ? { rawBody } : own && !(own instanceof RawBody) ? { body: whole } : {};
    const answer = upload ? await caller.upload(pathOf(operation, all), upload.bytes, upload.filename, upload.fields)
      : await send(caller, operation, all, sent);
    expect(refusal(answer)).toEqual([CATALOGUE[code].status, code]);
  });
});
