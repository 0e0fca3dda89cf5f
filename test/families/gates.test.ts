import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/db/ids.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { listDecisions } from '../../src/kernel/decisions/decision-store.js';
import { deleteDecisions } from '../../src/kernel/decisions/hold-store.js';
import { listVerdicts } from '../../src/kernel/families/gates/verdict-store.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../support/stands/plan-stand.js';
import { draftFor } from '../support/scripted-writer.js';
import { closedStatus, resetRun } from '../support/runs.js';
import { openDeckStand, type DeckStand } from './deck-stand.js';
import { withLostAnswer } from './lost-answer.js';

const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error?.code, body.error?.details];

describe('plans, which have one gate', () => {
  let stand: PlanStand;
  let client: ApiClient;

  beforeAll(async () => {
    stand = await openPlanStand();
    stand.writer.answer = draftFor;
    client = await stand.newAccount();
  });
  afterAll(() => stand.close());

  async function waitingPlan(): Promise<string> {
    const { projectId, sourceId } = await stand.newProject(client);
    const planId = (await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId))).body.plan.id as string;
    await client.poll(`/story-plans/${planId}`, (body: any) => body.plan.status === 'REQUIRES_APPROVAL');
    return planId;
  }
  const approve = (planId: string, options = {}) => client.post(`/story-plans/${planId}/approve`, { userConfirmed: true }, options);
  const reject = (planId: string, options = {}) => client.post(`/story-plans/${planId}/reject`, undefined, options);
  const decisions = (planId: string) => listVerdicts(stand.api.services.db, { type: 'plan', id: planId });

  it('record who decided what, once', async () => {
    const planId = await waitingPlan();
    const key = newId('request');
    const approved = await approve(planId, { key });
    expect([approved.status, approved.body.plan.status]).toEqual([200, 'APPROVED']);
    const replayed = await approve(planId, { key });
    expect([replayed.text, replayed.headers.get('idempotency-replayed')]).toEqual([approved.text, 'true']);
    expect((await approve(planId)).body).toEqual(approved.body);
    const [decision, ...others] = await decisions(planId);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({ gate: 'plan', revision: 1, verdict: 'APPROVED', decidedBy: approved.body.plan.decidedBy });
    expect(decision!.decidedAt.toISOString()).toBe(approved.body.plan.decidedAt);
    await deleteDecisions(stand.api.services.db, { type: 'plan', id: planId });
    expect(await decisions(planId)).toEqual([]);
  });

  it('answer a decision that comes too late with what was decided', async () => {
    const planId = await waitingPlan();
    await approve(planId);
    expect(refusal(await reject(planId))).toEqual([409, 'story_plan_state_invalid', {
      status: 'APPROVED', allowed: ['REQUIRES_APPROVAL'], next: expect.objectContaining({ method: 'POST', path: '/story-jobs' }),
    }]);
  });

  it('accept a repeated decision whose first answer was lost', async () => {
    const planId = await waitingPlan();
    const key = newId('request');
    await withLostAnswer(stand, () => reject(planId, { key }));
    expect((await client.get(`/story-plans/${planId}`)).body.plan.status).toBe('REJECTED');
    const again = await reject(planId, { key });
    expect([again.status, again.body.plan?.status]).toEqual([200, 'REJECTED']);
    expect(refusal(await reject(planId))).toEqual([409, 'story_plan_state_invalid', { status: 'REJECTED', allowed: ['REQUIRES_APPROVAL'] }]);
  });

  it('answer 404 to another account', async () => {
    const planId = await waitingPlan();
    const other = await stand.newAccount();
    for (const verb of ['approve', 'reject']) {
      const answer = await other.post(`/story-plans/${planId}/${verb}`, verb === 'approve' ? { userConfirmed: true } : undefined);
      expect(refusal(answer)).toEqual([404, 'story_plan_not_found', undefined]);
    }
    expect((await approve(planId)).status).toBe(200);
  });
});

describe('a run with several gates', () => {
  let stand: DeckStand;
  let client: ApiClient;

  beforeAll(async () => {
    stand = await openDeckStand();
    client = await stand.newAccount();
  });
  afterAll(() => stand.close());

  const approvePlan = (deck: string, options = {}) => client.post(`/test-decks/${deck}/plan/approve`, { userConfirmed: true }, options);
  const approveBoard = (deck: string, options = {}) => client.post(`/test-decks/${deck}/storyboard/approve`, undefined, options);
  const stageOf = async (deck: string): Promise<string> =>
    (await stand.services.db.query<{ stage: string }>('SELECT stage FROM test_decks WHERE id = $1', [deck]))[0]!.stage;
  const signal = (deck: string, gate: string, revision: number, verdict = 'APPROVED') => stand.temporal.workflow.getHandle(`test-deck:${deck}`)
    .signal('decide', { gate, revision, verdict, by: 'operator', at: new Date().toISOString() });

  it('opens its gates in order', async () => {
    const deck = await stand.newDeck(client);
    expect(refusal(await approveBoard(deck))).toEqual([409, 'story_job_state_invalid', { status: 'plan', allowed: ['storyboard', 'finished'] }]);
    expect(await approvePlan(deck)).toMatchObject({ status: 200, body: { deck: { stage: 'storyboard', revision: 1 } } });
    expect((await approvePlan(deck)).body.deck.stage).toBe('storyboard');
    expect(await approveBoard(deck)).toMatchObject({ status: 200, body: { deck: { stage: 'finished' } } });
    expect((await approvePlan(deck)).body.deck.stage).toBe('finished');
    expect(await closedStatus(stand.temporal, `test-deck:${deck}`)).toBe('COMPLETED');
    expect((await listVerdicts(stand.services.db, { type: 'test_deck', id: deck })).map(({ gate, revision }) => [gate, revision]))
      .toEqual([['plan', 1], ['storyboard', 1]]);
  });

  it('requires the confirmation that the declaration of its gate names', async () => {
    const deck = await stand.newDeck(client);
    for (const body of [{}, { userConfirmed: false }]) {
      expect(refusal(await client.post(`/test-decks/${deck}/plan/approve`, body))).toEqual([400, 'validation_failed', { field: 'userConfirmed' }]);
    }
    expect(await stageOf(deck)).toBe('plan');
  });

  it('stores what was acknowledged and confirmed with a decision, and refuses one without the acknowledgement', async () => {
    const deck = await stand.storyboardDeck(client);
    const path = `/test-decks/${deck}/finish`;
    expect(refusal(await client.post(path, { userConfirmed: true }))).toEqual([400, 'validation_failed', { field: 'acknowledgeGaps' }]);
    const { answer, credits } = await confirmed(client, path, { userConfirmed: true, acknowledgeGaps: true });
    expect([answer.body.deck?.stage, credits]).toEqual(['finished', PRICES.TABLE_READ_REFINE]);
    const stored = await listDecisions(stand.services.db, { type: 'test_deck', id: deck });
    expect(stored.map(({ place, status, payload }) => [place, status, payload])).toEqual([
      ['plan', 'done', {}], ['storyboard', 'done', { acknowledgeGaps: true, credits: PRICES.TABLE_READ_REFINE, seen: 0 }],
    ]);
  });

  it('lets one of two simultaneous decisions win', async () => {
    const deck = await stand.newDeck(client);
    const answers = await Promise.all([approvePlan(deck), client.post(`/test-decks/${deck}/plan/reject`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stage = await stageOf(deck);
    expect(answers.find(({ status }) => status === 200)!.body.deck.stage).toBe(stage);
    expect(answers.find(({ status }) => status === 409)!.body.error.details.status).toBe(stage);
  });

  it('keeps a decision that came before its gate opened', async () => {
    const deck = await stand.newDeck(client);
    await signal(deck, 'storyboard', 1);
    expect(await stageOf(deck)).toBe('plan');
    await approvePlan(deck);
    expect(await closedStatus(stand.temporal, `test-deck:${deck}`)).toBe('COMPLETED');
    expect(await stageOf(deck)).toBe('finished');
  });

  it('ignores a decision about another revision, and answers its caller with a version conflict', async () => {
    const deck = await stand.storyboardDeck(client);
    await client.post(`/test-decks/${deck}/chapters/refine`, { chapterIndex: 0, chapter: { title: 'Two' } });
    await signal(deck, 'storyboard', 1);
    const { engine } = stand.services;
    const send = engine.signal.bind(engine);
    engine.signal = async (...call) => {
      engine.signal = send;
      await client.post(`/test-decks/${deck}/chapters/refine`, { chapterIndex: 0, chapter: { title: 'Three' } });
      return send(...call);
    };
    expect(refusal(await approveBoard(deck))).toEqual([409, 'version_conflict', { expected: 2, actual: 3 }]);
    expect(await stageOf(deck)).toBe('storyboard');
    expect((await approveBoard(deck)).body.deck).toEqual({ stage: 'finished', revision: 3 });
  });

  it('accepts a decision even when it was terminated', async () => {
    const deck = await stand.storyboardDeck(client);
    await stand.temporal.workflow.getHandle(`test-deck:${deck}`).terminate('operator');
    const answer = await approveBoard(deck);
    expect([answer.status, answer.body.deck?.stage]).toEqual([200, 'finished']);
  });

  it('ends with the same decisions when it is reset', async () => {
    const deck = await stand.storyboardDeck(client);
    await approveBoard(deck);
    await closedStatus(stand.temporal, `test-deck:${deck}`);
    const before = await listVerdicts(stand.services.db, { type: 'test_deck', id: deck });
    await resetRun(stand.temporal, `test-deck:${deck}`, 'first');
    expect(await closedStatus(stand.temporal, `test-deck:${deck}`)).toBe('COMPLETED');
    expect(await listVerdicts(stand.services.db, { type: 'test_deck', id: deck })).toEqual(before);
  });

  it('answers 404 to another account', async () => {
    const deck = await stand.newDeck(client);
    const other = await stand.newAccount();
    expect(refusal(await other.post(`/test-decks/${deck}/plan/reject`))).toEqual([404, 'story_job_not_found', undefined]);
    expect(await stageOf(deck)).toBe('plan');
  });
});
