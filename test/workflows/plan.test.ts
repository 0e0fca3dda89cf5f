import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createPlanDrafting, createPlanWrites } from '../../activities/planning/index.js';
import { createWorkActivities } from '../../activities/works/index.js';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { newId } from '../../src/kernel/db/ids.js';
import { quotePlan } from '../../src/domain/plans/quote.js';
import { startPlan, type PlanWanted } from '../../src/domain/plans/plan-start.js';
import { findPlan } from '../../src/domain/plans/plan-store.js';
import type { PlanDraft } from '../../src/craft/narrative/model.js';
import { startWorker } from '../../src/main/worker.js';
import type { WorkState } from '../../src/kernel/works/model.js';
import { getWork } from '../../src/kernel/works/work-store.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { EngineUnavailable } from '../../src/kernel/contract/runs.js';
import type { Decision } from '../../src/kernel/contract/decision.js';
import type { ApiClient } from '../support/api-client.js';
import { openPlanStand, tableReadRequest, TARGET, type PlanStand } from '../support/stands/plan-stand.js';
import { draftFor } from '../support/scripted-writer.js';
import { planRunId, resetRun } from '../support/runs.js';
import { ALL_QUEUES } from '../support/stands/stand.js';

let stand: PlanStand;
let client: ApiClient;
let temporal: Client;

beforeAll(async () => {
  stand = await openPlanStand();
  client = await stand.newAccount();
  temporal = new Client({ connection: await Connection.connect({ address: stand.connections.temporalAddress }) });
});
beforeEach(() => {
  stand.writer.answer = draftFor;
  stand.writer.briefs.length = 0;
});
afterAll(async () => {
  await stand.close();
  await temporal.connection.close();
});

const settled = (body: any): boolean => !['PENDING', 'RUNNING'].includes(body.plan.status);
const statusIs = (status: string) => (body: any): boolean => body.plan.status === status;

/** A writer that waits until released, then drafts. */
function holdWriter(): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  stand.writer.answer = async (brief): Promise<PlanDraft> => {
    await held;
    return draftFor(brief);
  };
  return release;
}

let variation = 30;
async function createPlan(projectId: string, sourceId: string): Promise<string> {
  const body = tableReadRequest(sourceId, { durationSeconds: variation++ });
  return (await client.post(`/story-projects/${projectId}/story-plans`, body)).body.plan.id as string;
}

async function newPlan(): Promise<{ planId: string; projectId: string; sourceId: string }> {
  const ids = await stand.newProject(client);
  return { ...ids, planId: await createPlan(ids.projectId, ids.sourceId) };
}

const read = (planId: string, done: (body: any) => boolean) => client.poll(`/story-plans/${planId}`, done);

function signal(planId: string, decision: Partial<Decision>, epoch = 1): Promise<void> {
  return temporal.workflow.getHandle(planRunId(planId, epoch))
    .signal('decide', { gate: 'plan', revision: 1, verdict: 'APPROVED', by: 'operator', at: new Date().toISOString(), ...decision });
}

async function runStatus(planId: string, epoch = 1): Promise<string> {
  return (await temporal.workflow.getHandle(planRunId(planId, epoch)).describe()).status.name;
}

async function untilClosed(planId: string, epoch = 1): Promise<string> {
  for (let look = 0; look < 800; look++) {
    const status = await runStatus(planId, epoch);
    if (status !== 'RUNNING') return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the run did not close');
}

const resetToStart = (planId: string) => resetRun(temporal, planRunId(planId), 'first');

describe('decisions as signals', () => {
  it('takes an operator\'s signal', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    await signal(planId, { by: 'operator-ann' });
    expect((await read(planId, statusIs('APPROVED'))).plan.decidedBy).toBe('operator-ann');
    expect(await untilClosed(planId)).toBe('COMPLETED');
    await expect(signal(planId, { verdict: 'REJECTED' })).rejects.toBeInstanceOf(WorkflowNotFoundError);
  });

  it('keeps an early decision until the gate opens', async () => {
    const release = holdWriter();
    const { planId } = await newPlan();
    await read(planId, statusIs('RUNNING'));
    await signal(planId, { verdict: 'REJECTED' });
    expect((await client.get(`/story-plans/${planId}`)).body.plan.status).toBe('RUNNING');
    release();
    expect((await read(planId, settled)).plan.status).not.toBe('FAILED');
    await read(planId, statusIs('REJECTED'));
  });

  it('does nothing on decisions about another gate, another revision, or without a verdict', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    for (const wrong of [{ gate: 'draft' }, { revision: 0 }, { revision: 2 }, { verdict: 'MAYBE' as never }]) await signal(planId, wrong);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await runStatus(planId)).toBe('RUNNING');
    expect((await client.get(`/story-plans/${planId}`)).body.plan.status).toBe('REQUIRES_APPROVAL');
    await signal(planId, {});
    await read(planId, statusIs('APPROVED'));
  });

  const json = (data: string) => ({ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(data) });
  it.each([
    ['no JSON', json('{"gate":')], ['of an unknown encoding', { metadata: { encoding: Buffer.from('binary/secret') }, data: Buffer.from('x') }],
    ['a number', json('5')], ['null', json('null')], ['a text', json('"approve it"')], ['a decision without a verdict', json('{"gate":"plan","revision":1}')],
    ['a decision with odd fields', json('{"gate":"plan","revision":"1","verdict":"APPROVED","by":{},"at":5}')],
  ])('continues after a signal that is %s', async (_name, payload) => {
    const { planId } = await newPlan();
    await read(planId, settled);
    await temporal.workflowService.signalWorkflowExecution({
      namespace: 'default', workflowExecution: { workflowId: planRunId(planId) }, signalName: 'decide', input: { payloads: [payload] },
    });
    const approved = await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true });
    expect([approved.status, approved.body.plan.status]).toEqual([200, 'APPROVED']);
    expect(await untilClosed(planId)).toBe('COMPLETED');
  });

  it('takes an operator\'s signal that says neither who nor when', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    await temporal.workflow.getHandle(planRunId(planId)).signal('decide', { gate: 'plan', revision: 1, verdict: 'APPROVED', by: {}, at: 5 });
    expect((await read(planId, statusIs('APPROVED'))).plan.decidedBy).toBe('operator');
  });

  it('counts the first of several decisions', async () => {
    const release = holdWriter();
    const { planId } = await newPlan();
    await read(planId, statusIs('RUNNING'));
    await signal(planId, { by: 'first' });
    await signal(planId, { by: 'second', verdict: 'REJECTED' });
    await signal(planId, { by: 'third' });
    release();
    expect((await read(planId, statusIs('APPROVED'))).plan.decidedBy).toBe('first');
  });

  it('tells operators its stage in words', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    const handle = temporal.workflow.getHandle(planRunId(planId, 1));
    while ((await handle.query<WorkState>('state')).stage !== 'awaiting_approval') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await handle.query<WorkState>('state')).toEqual({
      workId: planId, kind: 'plan', epoch: 1, stage: 'awaiting_approval', lines: [{ line: 0, outcome: 'READY' }],
    });
    expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({ currentDetails: expect.stringContaining('Waiting for a person to approve or reject version 1') });
  });
});

describe('without a worker', () => {
  it('keeps the decision, shows the old status, and acts on it when a worker is back', async () => {
    const quiet = await openPlanStand();
    try {
      const own = await quiet.newAccount();
      const { projectId, sourceId } = await quiet.newProject(own);
      const created = await own.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId));
      const path = `/story-plans/${created.body.plan.id}`;
      await own.poll(path, settled);
      await quiet.worker.stop();
      const answer = await own.post(`${path}/approve`, { userConfirmed: true });
      expect([answer.status, answer.body.plan.status]).toEqual([200, 'REQUIRES_APPROVAL']);
      const worker = await startWorker(quiet.config, ALL_QUEUES, quiet.connections);
      try {
        await own.poll(path, statusIs('APPROVED'));
      } finally {
        await worker.stop();
      }
    } finally {
      await quiet.close();
    }
  });
});

describe('newer plans', () => {
  it('end the run of an older plan that waits, and of one that is being drafted', async () => {
    const { planId, projectId, sourceId } = await newPlan();
    await read(planId, settled);
    let aborted = false;
    stand.writer.answer = (brief, _attempt, abort) => new Promise((resolve, reject) => {
      if (stand.writer.briefs.length > 2) return resolve(draftFor(brief));
      abort!.addEventListener('abort', () => { aborted = true; reject(new Error('aborted')); });
    });
    const drafting = await createPlan(projectId, sourceId);
    await read(drafting, statusIs('RUNNING'));
    expect(await untilClosed(planId)).toBe('COMPLETED');
    while (stand.writer.briefs.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const newest = await createPlan(projectId, sourceId);
    await read(newest, statusIs('REQUIRES_APPROVAL'));
    expect(await untilClosed(drafting)).toBe('COMPLETED');
    expect((await client.get(`/story-plans/${drafting}`)).body.plan.status).toBe('SUPERSEDED');
    while (!aborted) await new Promise((resolve) => setTimeout(resolve, 100));
  });
});

describe('failures and resume', () => {
  it('waits as long as the provider asks', async () => {
    const times: number[] = [];
    stand.writer.answer = (brief, attempt) => {
      times.push(Date.now());
      if (attempt === 1) throw new ProviderBackoff('model', 2_700);
      return draftFor(brief);
    };
    const { planId } = await newPlan();
    expect((await read(planId, settled)).plan.status).toBe('REQUIRES_APPROVAL');
    expect(times).toHaveLength(2);
    // Without the provider's request to wait, the second attempt would come after two seconds.
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2_650);
  });

  it('fails when a repeat cannot help, and resumes to the gate in the next epoch', async () => {
    stand.writer.answer = () => { throw new ProviderFailure('model', 'no such model', false); };
    const { planId } = await newPlan();
    const failed = (await read(planId, settled)).plan;
    expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'story_plan_failed', failureMessage: 'model: no such model', plan: null });
    stand.writer.answer = draftFor;
    const resumed = await client.post(`/story-plans/${planId}/resume`);
    expect([resumed.status, resumed.body.plan.status === 'FAILED']).toEqual([202, false]);
    const { plan } = await read(planId, statusIs('REQUIRES_APPROVAL'));
    expect([plan.failureCode, plan.failureMessage]).toEqual([null, null]);
    expect([await runStatus(planId, 1), await runStatus(planId, 2)]).toEqual(['FAILED', 'RUNNING']);
    const approved = await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true });
    expect(approved.body.plan.status).toBe('APPROVED');
  });

  it('opens one epoch for several resumes at once', async () => {
    stand.writer.answer = () => { throw new ProviderFailure('model', 'no', false); };
    const { planId } = await newPlan();
    await read(planId, settled);
    stand.writer.answer = draftFor;
    const answers = await Promise.all([1, 2, 3].map(() => client.post(`/story-plans/${planId}/resume`)));
    expect(answers.some(({ status }) => status === 202)).toBe(true);
    await read(planId, statusIs('REQUIRES_APPROVAL'));
    expect((await findPlan(stand.api.services.db, planId))!.epoch).toBe(2);
    expect(stand.writer.briefs).toHaveLength(2);
  });

  it('starts a new run for a plan whose run was terminated while drafting', async () => {
    const release = holdWriter();
    const { planId } = await newPlan();
    await read(planId, statusIs('RUNNING'));
    await temporal.workflow.getHandle(planRunId(planId, 1)).terminate('operator');
    stand.writer.answer = draftFor;
    expect((await client.post(`/story-plans/${planId}/resume`)).status).toBe(202);
    const { plan } = await read(planId, statusIs('REQUIRES_APPROVAL'));
    release();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await client.get(`/story-plans/${planId}`)).body.plan).toEqual(plan);
  });

  it('changes nothing about a plan that is being drafted', async () => {
    const release = holdWriter();
    const { planId } = await newPlan();
    await read(planId, statusIs('RUNNING'));
    expect((await client.post(`/story-plans/${planId}/resume`)).body.plan.status).toBe('RUNNING');
    expect((await findPlan(stand.api.services.db, planId))!.epoch).toBe(1);
    release();
    await read(planId, settled);
  });

  it('approves a plan whose waiting run was terminated', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    await temporal.workflow.getHandle(planRunId(planId, 1)).terminate('operator');
    const approved = await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true });
    expect([approved.status, (await read(planId, statusIs('APPROVED'))).plan.decidedBy]).toEqual([200, approved.body.plan.decidedBy ?? expect.anything()]);
    expect(stand.writer.briefs).toHaveLength(1);
  });
});

describe('reset', () => {
  it('brings a waiting plan back to its gate without drafting again', async () => {
    const { planId } = await newPlan();
    const before = (await read(planId, settled)).plan;
    await resetToStart(planId);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await client.get(`/story-plans/${planId}`)).body.plan).toEqual(before);
    expect(await runStatus(planId)).toBe('RUNNING');
    expect((await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true })).body.plan.status).toBe('APPROVED');
    expect(stand.writer.briefs).toHaveLength(1);
  });

  it('of a decided plan changes nothing', async () => {
    const { planId } = await newPlan();
    await read(planId, settled);
    const approved = (await client.post(`/story-plans/${planId}/approve`, { userConfirmed: true })).body.plan;
    await untilClosed(planId);
    await resetToStart(planId);
    expect(await untilClosed(planId)).toBe('COMPLETED');
    expect((await client.get(`/story-plans/${planId}`)).body.plan).toEqual(approved);
    expect(stand.writer.briefs).toHaveLength(1);
  });

  it('of a run from an older epoch changes nothing', async () => {
    stand.writer.answer = () => { throw new ProviderFailure('model', 'no', false); };
    const { planId } = await newPlan();
    await read(planId, settled);
    stand.writer.answer = draftFor;
    await client.post(`/story-plans/${planId}/resume`);
    const { plan } = await read(planId, statusIs('REQUIRES_APPROVAL'));
    await resetToStart(planId);
    expect(await untilClosed(planId)).toBe('COMPLETED');
    expect((await client.get(`/story-plans/${planId}`)).body.plan).toEqual(plan);
  });
});

describe('the parts of planning', () => {
  async function wanted(): Promise<PlanWanted> {
    const { projectId, sourceId } = await stand.newProject(client);
    const request = {
      target: TARGET, sourceIds: [sourceId], creativeBrief: null, autoApprove: false,
      artifactRequests: [{ type: 'table_read' as const, mode: 'drama' as const, narrationPolicy: 'include' as const, durationSeconds: variation++, voiceMap: {} }],
    };
    return {
      planId: newId('plan'), accountId: client.accountId, projectId, requestId: 'req_test_0001', request,
      quote: quotePlan(request, new Date().toISOString()),
    };
  }

  /** A plan as its create call leaves it when the engine is away. */
  async function withoutRun(): Promise<PlanWanted> {
    const plan = await wanted();
    const engine = { ...stand.api.services.engine, start: () => Promise.reject(new EngineUnavailable('away')) };
    await startPlan({ ...stand.api.services, engine }, plan, 'request-1');
    return plan;
  }

  it('the checker starts the run of a plan that was never started', async () => {
    const { planId } = await withoutRun();
    const { services } = stand.worker;
    await services.db.query(`UPDATE works SET updated_at = now() - interval '10 minutes' WHERE id = $1`, [planId]);
    expect((await runChecks(services)).mended).toContainEqual({ kind: 'plan', id: planId });
    expect((await read(planId, settled)).plan).toMatchObject({ status: 'REQUIRES_APPROVAL', failureCode: null });
    expect((await findPlan(services.db, planId))!.epoch).toBe(1);
  });

  it('the activities give the same result twice in a row and twice at once', async () => {
    const { services } = stand.worker;
    const { planId } = await withoutRun();
    const writes = createPlanWrites(services);
    const work = createWorkActivities(services);
    const key = { workId: planId, epoch: 1 };
    const { input } = await getWork(services.db, planId);
    expect([...await Promise.all([work.openWork(input), work.openWork(input)]), await work.openWork(input)]).toEqual(Array(3).fill({ outcome: 'open' }));
    const draft = () => new MockActivityEnvironment().run(createPlanDrafting(services).draftPlan, key);
    const drafted = [...await Promise.all([draft(), draft()]), await draft()];
    expect(drafted).toEqual(Array(3).fill({ planId, draftKey: expect.stringMatching(/^planning\//) }));
    const finish = () => work.finishLine({ kind: 'plan', ...key, line: 0, made: drafted[0] });
    expect((await Promise.all([finish(), finish()])).sort()).toEqual(['READY', 'over']);
    expect([await finish(), await draft(), await writes.findRevisionAtGate(key)]).toEqual(['over', null, 1]);
    const { envelope } = (await findPlan(services.db, planId))!;
    const decision: Decision = { gate: 'plan', revision: 1, verdict: 'APPROVED', by: 'a', at: '2026-01-01T00:00:00.000Z' };
    await writes.decidePlan({ ...key, decision });
    await writes.decidePlan({ ...key, decision: { ...decision, by: 'b', verdict: 'REJECTED' } });
    await work.failWork({ kind: 'plan', ...key, subjectId: planId, failure: { code: 'story_plan_failed', message: 'late' } });
    const row = (await findPlan(services.db, planId))!;
    expect([row.status, row.decidedBy, row.decidedAt!.toISOString(), row.envelope]).toEqual(['APPROVED', 'a', '2026-01-01T00:00:00.000Z', envelope]);
    expect(await writes.findRevisionAtGate(key)).toBeNull();
  });
});
