import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listDecisions } from '../../src/kernel/decisions/decision-store.js';
import { mendDecisions } from '../../src/kernel/decisions/mend-decisions.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { DECK_DECIDERS, openDeckStand, type DeckStand } from './deck-stand.js';

let stand: DeckStand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openDeckStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

/** Leaves what remains when an API dies between storing the decision and signalling the run, a minute ago. */
async function dyingAt(call: () => Promise<Answer>): Promise<void> {
  const { faults, db } = stand.services;
  const reach = faults.reach;
  faults.reach = async (point) => { if (point === 'decision.stored') throw new Error('the API died'); };
  try {
    expect((await call()).status).toBe(500);
  } finally {
    faults.reach = reach;
  }
  await db.query(`UPDATE decisions SET created_at = now() - interval '1 minute' WHERE status = 'open'`);
}
const mend = () => mendDecisions(stand.services, DECK_DECIDERS());
const decided = async (id: string) => (await listDecisions(stand.services.db, { type: 'test_deck', id }))
  .map(({ place, verb, status, outcome }) => [place, verb, status, (outcome as { reason?: string } | null)?.reason]);
const stageOf = async (id: string): Promise<string> =>
  (await stand.services.db.query<{ stage: string }>('SELECT stage FROM test_decks WHERE id = $1', [id]))[0]!.stage;
const signals = async (id: string): Promise<number> => ((await stand.temporal.workflow.getHandle(`test-deck:${id}`).fetchHistory()).events ?? [])
  .filter((event) => event.workflowExecutionSignaledEventAttributes).length;
const add = (deck: string, title: string) => client.post(`/test-decks/${deck}/chapters/insert`, { chapterIndex: 0, chapter: { title } });

describe('a decision whose call died before it told the run', () => {
  it('was stored first, and is passed on once', async () => {
    const deck = await stand.newDeck(client);
    await dyingAt(() => client.post(`/test-decks/${deck}/plan/approve`, { userConfirmed: true }));
    expect([await decided(deck), await stageOf(deck)]).toEqual([[['plan', 'APPROVED', 'open', undefined]], 'plan']);
    await mend();
    while (await stageOf(deck) === 'plan') await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await decided(deck)).toEqual([['plan', 'APPROVED', 'done', undefined]]);
    const before = await signals(deck);
    await mend();
    expect(await signals(deck)).toBe(before);
  });

  it('also starts the run again when it was lost', async () => {
    const deck = await stand.newDeck(client);
    await stand.temporal.workflow.getHandle(`test-deck:${deck}`).terminate('by mistake');
    await dyingAt(() => client.post(`/test-decks/${deck}/plan/reject`));
    await mend();
    while (await stageOf(deck) === 'plan') await new Promise((resolve) => setTimeout(resolve, 50));
    expect([await stageOf(deck), await decided(deck)]).toEqual(['rejected', [['plan', 'REJECTED', 'done', undefined]]]);
  });

  it('is refused when another one came first', async () => {
    const deck = await stand.newDeck(client);
    await dyingAt(() => client.post(`/test-decks/${deck}/plan/reject`));
    expect((await client.post(`/test-decks/${deck}/plan/approve`, { userConfirmed: true })).body.deck.stage).toBe('storyboard');
    expect(await decided(deck)).toEqual([['plan', 'REJECTED', 'refused', 'decided'], ['plan', 'APPROVED', 'done', undefined]]);
    await mend();
    expect(await stageOf(deck)).toBe('storyboard');
  });

  it('is refused when nothing waits for it any more', async () => {
    const deck = await stand.storyboardDeck(client);
    await dyingAt(() => client.post(`/test-decks/${deck}/storyboard/approve`));
    expect((await add(deck, 'Two')).body.storyboard.revision).toBe(2);
    await mend();
    expect([(await decided(deck)).filter(([place]) => place !== 'plan'), await stageOf(deck)]).toEqual([
      [['storyboard', 'APPROVED', 'refused', 'too_late'], ['edits', 'insert', 'done', undefined]], 'storyboard']);
  });

  it('that is an edit is applied once, even when its run was lost', async () => {
    const deck = await stand.storyboardDeck(client);
    await dyingAt(() => add(deck, 'Two'));
    await stand.temporal.workflow.getHandle(`test-deck:${deck}`).terminate('by mistake');
    await Promise.all([mend(), mend()]);
    const { storyboard } = (await client.get(`/test-decks/${deck}/storyboard`)).body;
    expect([storyboard.revision, storyboard.chapters.map(({ title }: { title: string }) => title)]).toEqual([2, ['Two', 'One']]);
  });
});
