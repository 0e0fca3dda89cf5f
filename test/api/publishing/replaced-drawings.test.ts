import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { coverArtKind } from '../../../src/domain/publishing/series/cover-kind.js';
import { EngineUnavailable } from '../../../src/kernel/contract/runs.js';
import type { Services } from '../../../src/kernel/services.js';
import { workIdOf, workRunId } from '../../../src/kernel/works/ids.js';
import { QUEUED, type WorkStatus } from '../../../src/kernel/works/model.js';
import { cancelRunsOfEndedWork, replaceWork } from '../../../src/kernel/works/request.js';
import { startWork } from '../../../src/kernel/works/work-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease, recordAgain } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let connection: Connection;
let temporal: Client;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  connection = await Connection.connect({ address: stand.connections.temporalAddress });
  temporal = new Client({ connection });
  client = await stand.newAccount();
});
afterAll(async () => {
  await connection?.close();
  await stand?.close();
});

const newShow = async () => insertedSeries(stand, client, (await client.post('/story-projects', { name: 'Corran' })).body.project.id);

/** The subject of a drawing, and the call that asks for one. Another `wish` number asks for another drawing. */
interface Drawn { subjectId: string; ask(wish: number): Promise<Answer> }

const DRAWN: Record<string, () => Promise<Drawn>> = {
  async 'cover-art'() {
    const { id } = await newShow();
    return { subjectId: id, ask: (wish) => client.post(`/publishing-series/${id}/generate-cover-art`, { title: `Cover ${wish}` }) };
  },
  async 'episode-pictures'() {
    const { id, read } = await newRelease(stand, client, await newShow());
    const path = `/publishing-releases/${id}`;
    // A new release has its first version drawn without a call.
    return {
      subjectId: id,
      async ask(wish) {
        if (wish === 1) return client.get(path);
        await recordAgain(stand, read.artifactId, `wish-${wish}`);
        return client.post(`${path}/refresh-media`, { sourceArtifactId: read.artifactId });
      },
    };
  },
};

const rowsOf = (subjectId: string) => stand.api.services.db.query<{ kind: string; revision: number; status: WorkStatus }>(
  'SELECT kind, revision, status FROM works WHERE subject_id = $1 ORDER BY revision', [subjectId]);

/** What the history of a run records: `start` when it was started, `stop` when its cancellation was requested. */
async function told(kind: string, subjectId: string, revision: number): Promise<string[]> {
  const { events } = await temporal.workflow.getHandle(workRunId({ kind, subjectId, revision, epoch: 1 })).fetchHistory();
  return events!.flatMap((event) => [
    ...(event.workflowExecutionStartedEventAttributes ? ['start'] : []), ...(event.workflowExecutionCancelRequestedEventAttributes ? ['stop'] : []),
  ]);
}

describe.each(Object.keys(DRAWN))('a drawing of kind %s', (kind) => {
  it.each(['PENDING', 'RUNNING'] as const)('that is %s is cancelled with its run when another is requested, then the only open one', async (status) => {
    const { subjectId, ask } = await DRAWN[kind]!();
    expect((await ask(1)).status).toBeLessThan(300);
    if (status === 'RUNNING') expect(await startWork(stand.api.services.db, { workId: workIdOf(kind, subjectId, 1), epoch: 1 }, QUEUED)).toBe(true);
    expect(await rowsOf(subjectId)).toEqual([{ kind, revision: 1, status }]);
    expect((await ask(2)).status).toBeLessThan(300);
    expect(await rowsOf(subjectId)).toEqual([{ kind, revision: 1, status: 'CANCELED' }, { kind, revision: 2, status: 'PENDING' }]);
    expect([await told(kind, subjectId, 1), await told(kind, subjectId, 2)]).toEqual([['start', 'stop'], ['start']]);
  });
});

it('a pending cover is reused when the same cover is asked for again', async () => {
  const { subjectId, ask } = await DRAWN['cover-art']!();
  for (const wish of [1, 1]) expect((await ask(wish)).status).toBe(202);
  expect(await rowsOf(subjectId)).toEqual([{ kind: 'cover-art', revision: 1, status: 'PENDING' }]);
});

describe('work that replaces other work', () => {
  const wish = (subjectId: string, revision: number, services: Services = stand.api.services) => replaceWork(services, coverArtKind, (_tx, open) => open({
    accountId: client.accountId, projectId: null, subjectId, revision, label: 'Drawing', requestId: 'req_test_0001', title: 'A', words: 'a tower',
  }));
  const statuses = async (subjectId: string): Promise<string[]> => (await rowsOf(subjectId)).map(({ status }) => status);

  it('stays when it is asked for again, and what was replaced does not come back', async () => {
    const { id } = await newShow();
    for (const revision of [1, 1, 2, 2, 1]) await wish(id, revision);
    expect(await statuses(id)).toEqual(['CANCELED', 'PENDING']);
    expect(await told(coverArtKind.kind, id, 1)).toContain('stop');
    expect(await told(coverArtKind.kind, id, 2)).toEqual(['start']);
  });

  it('leaves the work on other subjects', async () => {
    const [one, two] = [await newShow(), await newShow()];
    for (const { id } of [one, two]) await wish(id, 1);
    expect([await statuses(one.id), await statuses(two.id)]).toEqual([['PENDING'], ['PENDING']]);
  });

  it('is stored although the engine is away, and nothing is cancelled when no new work is opened', async () => {
    const { id } = await newShow();
    const away = async (): Promise<never> => { throw new EngineUnavailable('away'); };
    const services = { ...stand.api.services, engine: { ...stand.api.services.engine, start: away, cancel: away } } as Services;
    for (const revision of [1, 2]) await wish(id, revision, services);
    await replaceWork(services, coverArtKind, async () => undefined);
    expect(await statuses(id)).toEqual(['CANCELED', 'PENDING']);
  });

  it('has no further run cancelled once the engine does not answer, and tells how many are left', async () => {
    const [tried, warned]: [string[], unknown[]] = [[], []];
    const cancel = async (runId: string): Promise<boolean> => {
      tried.push(runId);
      if (runId !== 'one') throw new EngineUnavailable('away');
      return true;
    };
    const log = { warn: (fields: unknown) => { warned.push(fields); } };
    await cancelRunsOfEndedWork({ engine: { cancel }, log } as unknown as Services, ['one', 'two', 'three', 'four']);
    expect([tried, warned]).toEqual([['one', 'two'], [expect.objectContaining({ workflowId: 'two', runs: 3 })]]);
  });
});
