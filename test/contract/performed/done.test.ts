import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../../api/index.js';
import { takesKey, type Operation } from '../../../src/kernel/http/operations/operation.js';
import { withLostAnswer } from '../../families/lost-answer.js';
import { ApiClient, type Answer } from '../../support/api-client.js';
import { severalAtOnce } from '../../support/several-at-once.js';
import { bodyOf, type Names } from '../calls/requests.js';
import { hasState, worldFor } from '../calls/index.js';
import { named, openGround, refusal, send, type Ground } from './ground.js';

let ground: Ground;
beforeAll(async () => { ground = await openGround(); });
afterAll(() => ground.stand.close());

/** A body that the operation also accepts, with one text field changed; null where it has no such field. */
function otherBody(body: object): object | null {
  for (const [field, value] of Object.entries(body)) {
    if (typeof value !== 'string' || !/^(?:name|title|content|label|text)$/.test(field)) continue;
    return { ...body, [field]: `${value}b` };
  }
  return null;
}

/** Expects that the key, which has been used, is refused for another request. */
async function expectMismatch(operation: Operation, names: Names, key: string): Promise<void> {
  const other = otherBody((bodyOf(operation, names).body ?? {}) as object);
  const answer = other ? await send(ground.client, operation, names, { key, body: other })
    : await ground.client.post(operation.id === 'createProject' ? '/scripts' : '/story-projects', { name: 'Other' }, { key });
  expect([...refusal(answer), answer.body.error?.details?.reason]).toEqual([409, 'idempotency_conflict', 'mismatch']);
}

/** The names that the operation needs, and a caller whose key has its scopes alone. */
async function sceneOf(operation: Operation): Promise<{ names: Names; caller: ApiClient }> {
  const alone = operation.method !== 'GET' || hasState(operation);
  const { names } = alone ? await worldFor(ground.stand, ground.client, operation) : ground.shared;
  const caller = operation.public ? new ApiClient(ground.client.baseUrl, null) : await ground.stand.keyFor(ground.client.accountId, operation.scopes);
  return { names, caller };
}

function expectDone(operation: Operation, { status, body, headers }: Answer): void {
  expect([status, body.error]).toEqual([expect.any(Number), undefined]);
  expect(Object.keys(operation.response).map(Number)).toContain(status);
  expect(headers.get('idempotency-replayed')).toBeNull();
}

describe('each operation without a key, called with its scopes alone', () => {
  severalAtOnce(named(OPERATIONS.filter((operation) => !takesKey(operation))))('%s is done', async (_id, operation) => {
    const { names, caller } = await sceneOf(operation);
    expectDone(operation, await send(caller, operation, names));
  });
});

describe('each operation with an Idempotency-Key, called with its scopes alone', () => {
  it.each(named(OPERATIONS.filter(takesKey)))('%s is done once, also when the answer to its first call is lost', async (_id, operation) => {
    const { names, caller } = await sceneOf(operation);
    const key = randomUUID();
    // Only an answer that the operation declares, of a call that was done, can be lost.
    await withLostAnswer(ground.stand, () => send(caller, operation, names, { key }));
    const again = await send(caller, operation, names, { key });
    expectDone(operation, again);
    const replay = await send(caller, operation, names, { key });
    expect([replay.status, replay.text, replay.headers.get('idempotency-replayed')]).toEqual([again.status, again.text, 'true']);
    await expectMismatch(operation, names, key);
  });
});
