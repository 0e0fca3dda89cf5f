import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../../api/index.js';
import { takesKey } from '../../../src/kernel/http/operations/operation.js';
import { withLostAnswer } from '../../families/lost-answer.js';
import { worldFor } from '../calls/index.js';
import { named, openGround, send, type Ground } from './ground.js';

let ground: Ground;
beforeAll(async () => { ground = await openGround(); });
afterAll(() => ground.stand.close());

describe('a call that was done and whose answer was lost', () => {
  it.each(named(OPERATIONS.filter(takesKey)))('%s is answered when it is sent again with its key', async (_id, operation) => {
    const { names } = await worldFor(ground.stand, ground.client, operation);
    const key = randomUUID();
    await withLostAnswer(ground.stand, () => send(ground.client, operation, names, { key }));
    const again = await send(ground.client, operation, names, { key });
    expect([again.status, again.body.error]).toEqual([expect.any(Number), undefined]);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const replay = await send(ground.client, operation, names, { key });
    expect([replay.status, replay.text, replay.headers.get('idempotency-replayed')]).toEqual([again.status, again.text, 'true']);
  });
});
