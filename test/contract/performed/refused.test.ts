import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../../api/index.js';
import { subjects } from '../../../api/subjects.js';
import { CATALOGUE, type ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import { paramNames } from '../../../src/kernel/http/operations/subjects.js';
import { RawBody } from '../../../src/kernel/http/requests/body-kinds.js';
import type { ApiClient } from '../../support/api-client.js';
import { severalAtOnce } from '../../support/several-at-once.js';
import { CALLS, hasState, worldFor } from '../calls/index.js';
import { refusalOf } from '../calls/refusals.js';
import { bodyOf, pathOf, UNKNOWN_ID } from '../calls/requests.js';
import type { Provoke, Refusal, World } from '../calls/state.js';
import { named, openGround, refusal, send, type Ground } from './ground.js';

let ground: Ground;
let stranger: ApiClient;
beforeAll(async () => {
  ground = await openGround();
  stranger = await ground.stand.newAccount({ credits: 10_000 });
});
afterAll(() => ground.stand.close());

/** Operations that name a resource of an account. */
const naming = OPERATIONS.filter((operation) => {
  const fields = Object.keys((bodyOf(operation).body ?? {}) as object);
  return operation.path.includes('{') || fields.some((field) => /Ids?$/.test(field) && field !== 'episodeId');
});

describe('what belongs to another account', () => {
  severalAtOnce(named(naming))('%s does not find it', async (_id, operation) => {
    const answer = await send(stranger, operation, ground.shared.names);
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toMatch(/_not_found$/);
    expect(operation.errors).toContain(answer.body.error.code);
  });
});

/** The path parameter whose missing row answers this code, the last one if there are several; undefined if there is none. */
const nounOf = (operation: Operation, code: ErrorCode): string | undefined =>
  paramNames(operation.path).reverse()
    .find((name) => (subjects as Record<string, { notFound: string }>)[name]?.notFound === code);

/** Worlds that are shared by the refusals of an operation, by its id. */
const worlds = new Map<string, Promise<World>>();

/** The world in which an operation refuses. */
function worldToRefuse(operation: Operation, { sharesWorld }: Provoke): Promise<World> {
  if (!sharesWorld) return worldFor(ground.stand, ground.client, operation);
  if (!hasState(operation)) return Promise.resolve(ground.shared);
  const shared = worlds.get(operation.id) ?? worldFor(ground.stand, ground.client, operation);
  worlds.set(operation.id, shared);
  return shared;
}

const declared = OPERATIONS.flatMap((operation) =>
  operation.errors.map((code) => [operation.id, code, operation] as const));

describe('each declared refusal', () => {
  it('can be brought about, or needs two calls at once', () => {
    const unknown = declared.filter(([id, code, operation]) => !nounOf(operation, code) && !refusalOf(id, code));
    expect(unknown.map(([id, code]) => `${id} ${code}`)).toEqual([]);
  });

  it('with a call here is declared by its operation, and a test that is named for a race mentions the code', () => {
    const pairs = new Set(declared.map(([id, code]) => `${id} ${code}`));
    const stated = Object.entries(CALLS).flatMap(([id, { refusals = {} }]) => Object.entries(refusals).map(([code, how]) => [id, code, how] as const));
    expect(Object.keys(CALLS).filter((id) => !OPERATIONS.some((operation) => operation.id === id))).toEqual([]);
    expect(stated.map(([id, code]) => `${id} ${code}`).filter((pair) => !pairs.has(pair))).toEqual([]);
    for (const [, code, how] of stated) {
      const elsewhere = typeof how === 'string' ? /test\/\S+/.exec(how)?.[0] : undefined;
      if (elsewhere) expect(readFileSync(elsewhere, 'utf8')).toContain(code);
    }
  });

  const wanted = declared.filter(([id, code]) => typeof refusalOf(id, code) !== 'string');
  severalAtOnce(wanted)('%s: %s', async (_id, code, operation) => {
    const noun = nounOf(operation, code);
    const provoke: Provoke = noun ? async () => ({ names: { [noun]: UNKNOWN_ID } }) : refusalOf(operation.id, code) as Provoke;
    const world = await (noun ? ground.shared : worldToRefuse(operation, provoke));
    const { names = {}, body, rawBody, client: caller = ground.client, upload }: Refusal = await provoke(world, operation);
    const all = { ...world.names, ...names };
    const whole = { ...bodyOf(operation, all).body as object | undefined, ...body };
    const { body: own } = operation.request;
    const sent = rawBody !== undefined ? { rawBody } : own && !(own instanceof RawBody) ? { body: whole } : {};
    const answer = upload ? await caller.upload(pathOf(operation, all), upload.bytes, upload.filename, upload.fields)
      : await send(caller, operation, all, sent);
    expect(refusal(answer)).toEqual([CATALOGUE[code].status, code]);
  });
});
