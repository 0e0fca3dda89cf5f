import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { OPERATIONS } from '../../../api/index.js';
import { takesKey, type Operation } from '../../../src/kernel/http/operations/operation.js';
import { ApiClient } from '../../support/api-client.js';
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

describe('each operation, called with its scopes alone', () => {
  severalAtOnce(named(OPERATIONS))('%s is done, once per Idempotency-Key', async (_id, operation) => {
    const alone = operation.method !== 'GET' || hasState(operation);
    const { names } = alone ? await worldFor(ground.stand, ground.client, operation) : ground.shared;
    const anonymous = new ApiClient(ground.client.baseUrl, null);
    const caller = operation.public ? anonymous : await ground.stand.keyFor(ground.client.accountId, operation.scopes);
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
