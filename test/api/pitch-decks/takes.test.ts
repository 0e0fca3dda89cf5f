import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { insertDeckIn } from '../../support/stands/deck-rows.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';

let stand: Stand;
let client: ApiClient;
let of: { accountId: string; projectId: string; artifactId: string };
/** A deck whose film for review is made, inserted as rows. */
let id: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 100 });
  const projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  of = { accountId: client.accountId, projectId, artifactId: await insertPerformedRead(stand.api.services, client.accountId, projectId) };
});
beforeEach(async () => {
  id = await insertDeckIn(stand.api.services, of, 'draft');
});
afterAll(() => stand.close());

const post = (path: string, body: object = {}): Promise<Answer> => client.post(`/pitch-decks/${id}${path}`, body);
const chapters = async (): Promise<any[]> => (await boardOf(client, id)).body.storyboard.chapters;

async function expectDone(answer: Answer): Promise<any> {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.storyboard;
}
const expectRefused = (answer: Answer, details: object, code = 'validation_failed'): void =>
  expect([answer.body.error?.code, answer.body.error?.details]).toEqual([code, expect.objectContaining(details)]);

/** Marks the take of a chapter as defective. */
const spoil = (takeId: string): Promise<unknown> => stand.api.services.db.query(
  `UPDATE candidates SET facts = facts || '{"defects": ["line_unheard"]}' WHERE facts->>'takeId' = $1`, [takeId]);

describe('the takes of a deck', () => {
  it('bring back what they show when they are selected after a change of their chapter', async () => {
    const [first, second] = await chapters();
    await expectDone(await post('/chapters/0/stage-voice-over', { speed: 0.8 }));
    expect((await chapters())[0]).toMatchObject({ isStale: true, selectedTake: first.selectedTake });
    await expectDone(await post('/chapters/0/select-take', { takeId: first.selectedTake }));
    expect((await chapters())[0]).toMatchObject({ isStale: false, durationSeconds: first.durationSeconds });
    expectRefused(await post('/chapters/0/select-take', { takeId: second.selectedTake }), { field: 'takeId' });
  });

  it('are trimmed, which makes the film shorter and no take stale', async () => {
    const before = (await boardOf(client, id)).body.storyboard;
    const done = await expectDone(await post('/chapters/1/trim-take', { trim: { fromMs: 500, toMs: 3_000 } }));
    expect(done.chapters[1]).toMatchObject({ trim: { fromMs: 500, toMs: 3_000 }, isStale: false });
    expect(before.durationMs - done.durationMs).toBeGreaterThan(before.chapters[1].durationMs - 2_500 - 60);
    expectRefused(await post('/chapters/1/trim-take', { trim: { fromMs: 500, toMs: 900 } }), { field: 'trim.toMs', minimum: 1_500 });
    expectRefused(await post('/chapters/1/trim-take', { trim: { fromMs: 500, toMs: 50_000 } }), { field: 'trim.toMs' });
    expect((await expectDone(await post('/chapters/1/trim-take', { trim: null }))).durationMs).toBe(before.durationMs);
  });

  it('can be abandoned, which leaves their chapter without a selected take', async () => {
    const done = await expectDone(await post('/chapters/1/abandon-take'));
    expect(done.chapters[1]).toMatchObject({ selectedTake: null, isTakeKept: false });
    expectRefused(await post('/chapters/1/abandon-take'), { field: 'chapterIndex' });
  });

  it('are kept by a person only when they have a defect', async () => {
    const [first] = await chapters();
    expectRefused(await post('/chapters/0/take-repair-override', { keep: true }), { field: 'chapterIndex' });
    await spoil(first.selectedTake);
    expect((await expectDone(await post('/chapters/0/take-repair-override', { keep: true }))).chapters[0].isTakeKept).toBe(true);
  });

  it('are repaired once at the cost of the service, and then for the price of a clip', async () => {
    const [first] = await chapters();
    expectRefused(await post('/chapters/0/repair-take'), { field: 'chapterIndex' });
    await spoil(first.selectedTake);
    const quoted = await post('/chapters/0/repair-take');
    expect(quoted.body.quote.credits).toBe(0);
    await stand.api.services.db.query(
      `UPDATE candidate_requests SET brief = brief || '{"purpose": "repair"}' WHERE subject_id = $1`, [id]);
    expect((await post('/chapters/0/repair-take')).body.quote.credits).toBe(PRICES.CLIP);
  });

  it('that need a fix are quoted together, except those that a person keeps', async () => {
    expectRefused(await post('/more-fixes'), { reason: 'nothing_to_fix' });
    const [first, second] = await chapters();
    await spoil(first.selectedTake);
    await spoil(second.selectedTake);
    await expectDone(await post('/chapters/2/abandon-take'));
    expect((await post('/more-fixes')).body.quote.credits).toBe(3 * PRICES.CLIP);
    await expectDone(await post('/chapters/0/take-repair-override', { keep: true }));
    expect((await post('/more-fixes')).body.quote.credits).toBe(2 * PRICES.CLIP);
  });

  it('are not there before the plan is approved', async () => {
    id = await insertDeckIn(stand.api.services, of, 'plan');
    for (const path of ['/storyboard/regenerate', '/storyboard/regenerate-clip', '/chapters/render-clip']) {
      expectRefused(await post(path, { chapterIndex: 1 }), { status: 'plan' }, 'story_job_state_invalid');
    }
    for (const path of ['/score-to-picture', '/title-sequence/motion-closes', '/more-fixes', '/reassemble']) expectRefused(await post(path), { status: 'plan' }, 'story_job_state_invalid');
  });
});

describe('music that is written to the pictures', () => {
  it('is charged when it is there, and is reverted to the bed', async () => {
    const before = (await client.get('/credits')).body.credits.balance;
    const { answer, credits } = await confirmed(client, `/pitch-decks/${id}/score-to-picture`);
    expect([answer.status, credits]).toEqual([200, PRICES.SCORE]);
    const scored = await client.poll(`/pitch-decks/${id}/score-to-picture`, (body) => body.scoreToPicture.isToPicture);
    const { cuts } = scored.scoreToPicture;
    expect(cuts.filter(({ hitMs }: any) => hitMs !== null).length).toBeGreaterThan(1);
    expect(cuts.every(({ offMs }: any) => offMs === null || Math.abs(offMs) <= 2)).toBe(true);
    expect((await client.get('/credits')).body.credits.balance).toBe(before - PRICES.SCORE);
    expect((await boardOf(client, id)).body.pitchDeck.stage).toBe('storyboard');
    await expectDone(await post('/score-to-picture/revert'));
    expect((await client.get(`/pitch-decks/${id}/score-to-picture`)).body.scoreToPicture).toMatchObject({ isToPicture: false, isHeard: false });
    expectRefused(await post('/score-to-picture/revert'), { field: 'score' });
  });
});
