import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EngineUnavailable } from '../../src/kernel/contract/runs.js';
import type { Services } from '../../src/kernel/services.js';
import { awaitEnd, tellAllWaiters, tellWaiters } from '../../src/kernel/works/waiting.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { insertWorkRow } from '../support/work-rows.js';

let stand: Stand;
let accountId: string;
let projectId: string;

beforeAll(async () => {
  stand = await openStand();
  const client = await stand.newAccount();
  accountId = client.accountId;
  projectId = (await client.post('/story-projects', { name: 'Waiting' })).body.project.id;
});
afterAll(() => stand.close());

/** Services whose engine records the signals that it gets, or is away. `meanwhile` runs during each signal. */
function told({ away = false, meanwhile = async () => undefined as unknown }: { away?: boolean; meanwhile?: () => Promise<unknown> } = {}) {
  const signals: unknown[] = [];
  const signal = async (...call: unknown[]): Promise<boolean> => {
    if (away) throw new EngineUnavailable('away');
    signals.push(call);
    await meanwhile();
    return true;
  };
  return { services: { ...stand.api.services, engine: { signal } } as unknown as Services, signals };
}
const end = (workId: string) => stand.api.services.db.query(`UPDATE works SET status = 'RUNNING' WHERE id = $1`, [workId])
  .then(() => stand.api.services.db.query(`UPDATE works SET status = 'FAILED', finished_at = now() WHERE id = $1`, [workId]));
const waiting = (workId: string) => stand.api.services.db.query('SELECT workflow_id AS run FROM work_waiters WHERE work_id = $1 ORDER BY 1', [workId]);
const open = (workId: string) => insertWorkRow(stand.api.services.db, { workId, kind: 'perform', accountId, projectId, status: 'PENDING' });
const word = (workId: string, run: string): unknown[] => ['work', run, 'workEnded', { workId }];

describe('a run that waits for work', () => {
  it('is told once when the work ends, and nothing before', async () => {
    const { db } = stand.api.services;
    await open('w1');
    expect([await awaitEnd(db, 'w1', 'run-a'), await awaitEnd(db, 'w1', 'run-b')]).toEqual([true, true]);
    const { services, signals } = told();
    await tellWaiters(services, 'w1');
    await tellAllWaiters(services);
    expect([signals, await waiting('w1')]).toEqual([[], [{ run: 'run-a' }, { run: 'run-b' }]]);
    await end('w1');
    await tellWaiters(services, 'w1');
    await tellWaiters(services, 'w1');
    expect([signals, await waiting('w1')]).toEqual([[word('w1', 'run-a'), word('w1', 'run-b')], []]);
  });

  it('need not wait when the work has ended or does not exist', async () => {
    const { db } = stand.api.services;
    await open('w2');
    await end('w2');
    expect([await awaitEnd(db, 'w2', 'run'), await awaitEnd(db, 'nothing', 'run'), await waiting('w2'), await waiting('nothing')]).toEqual([false, false, [], []]);
  });

  it('is told later when the first attempt to tell it failed', async () => {
    await open('w3');
    await awaitEnd(stand.api.services.db, 'w3', 'run');
    await end('w3');
    expect(await tellWaiters(told({ away: true }).services, 'w3')).toBe(false);
    expect(await waiting('w3')).toEqual([{ run: 'run' }]);
    const { services, signals } = told();
    await tellAllWaiters(services);
    expect([signals, await waiting('w3')]).toEqual([[word('w3', 'run')], []]);
  });

  it('stays registered when it waits again while it is told of an earlier end', async () => {
    const { db } = stand.api.services;
    await open('w4');
    await awaitEnd(db, 'w4', 'run');
    await end('w4');
    const reopened = async () => {
      await db.query(`UPDATE works SET status = 'PENDING', epoch = 2, finished_at = NULL WHERE id = 'w4'`);
      expect(await awaitEnd(db, 'w4', 'run')).toBe(true);
    };
    const { services, signals } = told({ meanwhile: reopened });
    await tellWaiters(services, 'w4');
    expect([signals, await waiting('w4')]).toEqual([[word('w4', 'run')], [{ run: 'run' }]]);
  });
});
