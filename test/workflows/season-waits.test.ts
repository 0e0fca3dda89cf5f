import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createSeasonRunWrites } from '../../activities/season-runs/index.js';
import { newId } from '../../src/kernel/db/ids.js';
import { act } from '../../src/domain/season-runs/act.js';
import { findRun } from '../../src/domain/season-runs/season-run-store.js';
import { draftKind } from '../../src/domain/scripts/drafts/draft-kind.js';
import type { Services } from '../../src/kernel/services.js';
import { failWork } from '../../src/kernel/works/moves.js';
import { GROUPS } from '../../workflows/shared/activity-groups.js';
import type { ApiClient } from '../support/api-client.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { advance, approvedRun, manyEpisodes, runOf, seasonProject, settledEpisode } from '../support/season-runs/season-stand.js';

/** More than the number of activities that a worker of this queue runs at once. */
const WAITING = 45;

let stack: Processes;
let client: ApiClient;

/** No worker writes drafts, so steps that order a draft keep waiting. */
beforeAll(async () => {
  stack = await startProcesses({ workers: [] });
  client = await stack.newAccount();
});
afterAll(() => stack?.close());

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!await done()) await new Promise((resolve) => setTimeout(resolve, 200));
}

const orderedDrafts = async (runId: string): Promise<number> => (await stack.services.db.query(
  `SELECT 1 FROM decisions WHERE subject_id = $1 AND notes->'ordered' ? 'draft'`, [runId])).length;

describe('a step that waits', () => {
  it('shows why its work failed although its worker was killed meanwhile, and orders nothing twice', () => stack.withLogs(async () => {
    const { db } = stack.services;
    const first = await stack.startWorker(['story']);
    const projectId = await seasonProject(stack.services, client);
    const { id } = await approvedRun(client, projectId, { episodeCount: 1 });
    expect((await advance(client, id, 'advance', 'ep_1')).status).toBe(202);
    await until(async () => await orderedDrafts(id) === 1);
    await first.kill('SIGKILL');
    const drafts = () => db.query<{ id: string; epoch: number; status: string }>(
      `SELECT id, epoch, status FROM works WHERE kind = 'draft' AND project_id = $1`, [projectId]);
    const [draft] = await drafts();
    await failWork(db, draftKind, { workId: draft!.id, epoch: draft!.epoch }, { code: 'artifact_generation_failed', message: 'The pen broke.' });
    const second = await stack.startWorker(['story']);
    expect(await settledEpisode(client, id, 'ep_1')).toMatchObject({ status: 'failed', failureMessage: 'The pen broke.', nextAction: 'advance' });
    expect(await drafts()).toEqual([{ ...draft, status: 'FAILED' }]);
    // When the step is taken again, its draft is ordered again.
    expect((await advance(client, id, 'advance', 'ep_1')).status).toBe(202);
    await until(async () => (await drafts())[0]!.epoch === draft!.epoch + 1);
    expect((await client.post(`/season-runs/${id}/cancel`, { confirmed: true })).status).toBe(200);
    await until(async () => (await runOf(client, id)).episodes.every(({ atWork }: any) => !atWork));
    expect((await drafts())[0]!.status).not.toBe('READY');
    await second.kill('SIGTERM');
  }));

  it(`occupies no slot of a worker: while ${WAITING} steps wait, another episode goes on`, () => stack.withLogs(async () => {
    const worker = await stack.startWorker(['story']);
    const { id } = await approvedRun(client, await seasonProject(stack.services, client, { episodes: manyEpisodes(WAITING + 1) }));
    const run = (await findRun(stack.services.db, id))!;
    const decided = { action: 'advance' as const, payload: {}, decidedBy: 'a person', requestId: 'req_1' };
    for (let episode = 1; episode <= WAITING; episode += 1) {
      await act(stack.services, run, { ...decided, actionId: newId('seasonAction'), episodeId: `ep_${episode}` });
    }
    await until(async () => await orderedDrafts(id) === WAITING);
    expect((await advance(client, id, 'replan', `ep_${WAITING + 1}`)).status).toBe(202);
    expect(await settledEpisode(client, id, `ep_${WAITING + 1}`)).toMatchObject({ status: 'mapped', failureCode: null });
    expect((await runOf(client, id)).episodes.filter(({ atWork }: any) => atWork)).toHaveLength(WAITING);
    await worker.kill('SIGTERM');
  }));
});

describe('an unexpected error of a step', () => {
  it('is tried again a bounded number of times, for which waiting does not count', async () => {
    const defect = { db: { repository: () => { throw new Error('a defect'); } } } as unknown as Services;
    const environment = new MockActivityEnvironment({ attempt: 19 }, { logger: new DefaultLogger('ERROR') });
    const refused = await environment.run(createSeasonRunWrites(defect).takePart, { actionId: 'a', part: 'text' as const })
      .then(() => null, (error: { message: string; nonRetryable?: boolean }) => error);
    expect([refused?.message, refused?.nonRetryable]).toEqual(['a defect', undefined]);
    expect(GROUPS.ordering.retry.maximumAttempts).toBe(20);
  });

  it('does not fail the step once the error is gone: the step joins what was ordered meanwhile', () => stack.withLogs(async () => {
    const { db } = stack.services;
    const faulty = await stack.startWorker(['story'], 'season.ordered:throw');
    const projectId = await seasonProject(stack.services, client);
    const { id } = await approvedRun(client, projectId, { episodeCount: 1 });
    expect((await advance(client, id, 'advance', 'ep_1')).status).toBe(202);
    const drafts = () => db.query<{ id: string }>(`SELECT id FROM works WHERE kind = 'draft' AND project_id = $1`, [projectId]);
    await until(async () => (await drafts()).length === 1);
    expect((await runOf(client, id)).episodes[0]).toMatchObject({ status: 'drafting', atWork: true, failureCode: null });
    await faulty.kill('SIGTERM');
    const worker = await stack.startWorker(['story']);
    await until(async () => await orderedDrafts(id) === 1);
    expect([(await drafts()).length, (await runOf(client, id)).episodes[0].failureCode]).toEqual([1, null]);
    await worker.kill('SIGTERM');
  }));
});
