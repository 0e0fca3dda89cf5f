import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { newId } from '../../src/kernel/db/ids.js';
import { deleteStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { ApiClient } from '../support/api-client.js';
import { closedStatus, resetRun } from '../support/runs.js';
import { openDeckStand, type DeckStand } from './deck-stand.js';
import { withLostAnswer } from './lost-answer.js';

let stand: DeckStand;
let client: ApiClient;
let deck: string;

beforeAll(async () => {
  stand = await openDeckStand();
  client = await stand.newAccount();
});
beforeEach(async () => { deck = await stand.storyboardDeck(client); });
afterAll(() => stand.close());

const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error?.code, body.error?.details];
const send = (path: string, body: object, options = {}) => client.post(`/test-decks/${deck}${path}`, body, options);
const add = (title: string, at = 0, extra: object = {}, options = {}) => send('/chapters/insert', { chapterIndex: at, chapter: { title }, ...extra }, options);
const board = async (): Promise<any> => (await client.get(`/test-decks/${deck}/storyboard`)).body.storyboard;
const titles = async (): Promise<string[]> => (await board()).chapters.map(({ title }: { title: string }) => title);
const made = async (): Promise<string[]> =>
  (await stand.services.db.query<{ made: string[] }>('SELECT made FROM test_decks WHERE id = $1', [deck]))[0]!.made;
const runId = (): string => `test-deck:${deck}`;

/** The text of every payload within `value`: what the engine keeps of a run's arguments and answers. */
function payloadsOf(value: unknown): string[] {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('utf8')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(payloadsOf) : [];
}

describe('an edit with a price', () => {
  it('is quoted first, and is told the credits that were confirmed', async () => {
    const { body: { quote } } = await send('/chapters/0/score', {});
    expect([quote.credits, await titles()]).toEqual([PRICES.TABLE_READ_REFINE, ['One']]);
    expect((await send('/chapters/0/score', { confirm: true, quoteId: quote.quoteId })).status).toBe(200);
    expect(await titles()).toEqual([`Scored for ${PRICES.TABLE_READ_REFINE}`]);
  });
});

describe('the storyboard', () => {
  it('exists once the plan is approved, and takes no edits before', async () => {
    deck = await stand.newDeck(client);
    expect((await client.get(`/test-decks/${deck}/storyboard`)).body).toEqual({ storyboard: null });
    expect(refusal(await add('Two'))).toEqual([409, 'story_job_state_invalid', { status: 'plan', allowed: ['storyboard'] }]);
  });

  it('is read at each of its paths', async () => {
    const { body } = await client.get(`/test-decks/${deck}/storyboard`);
    expect(body).toEqual({ storyboard: { revision: 1, chapters: [{ id: 'one', title: 'One', focus: 'world' }], updatedAt: expect.any(String) } });
    expect((await client.get(`/test-decks/${deck}/chapters`)).body).toEqual(body);
  });

  it('is edited: insert, change, reorder, remove; ids stay with their chapters', async () => {
    const inserted = await add('Two', 1);
    expect([inserted.status, inserted.body.storyboard.revision]).toEqual([200, 2]);
    const two = inserted.body.storyboard.chapters[1];
    expect(two).toEqual({ id: expect.stringMatching(/^sbe_/), title: 'Two', focus: 'world' });
    await send('/chapters/refine', { chapterIndex: 1, chapter: { focus: 'cast' } });
    const reordered = (await send('/chapters/reorder', { order: [1, 0] })).body.storyboard;
    expect(reordered).toMatchObject({ revision: 4, chapters: [{ ...two, focus: 'cast' }, { id: 'one', title: 'One' }] });
    expect((await send('/chapters/remove', { chapterIndex: 0 })).body.storyboard).toMatchObject({ revision: 5, chapters: [{ id: 'one' }] });
    expect((await send('/chapters/0/select-focus', { focus: 'cast' })).body.storyboard.chapters[0]).toEqual({ id: 'one', title: 'One', focus: 'cast' });
    expect((await board()).revision).toBe(6);
  });

  const refused: [string, string, object, object][] = [
    ['a place beyond the last', '/chapters/remove', { chapterIndex: 1 }, { field: 'chapterIndex', last: 0 }],
    ['an insertion with a gap', '/chapters/insert', { chapterIndex: 2, chapter: { title: 'x' } }, { field: 'chapterIndex', last: 1 }],
    ['an order that is not complete', '/chapters/reorder', { order: [0, 1] }, { field: 'order', count: 1 }],
    ['an order that names one twice', '/chapters/reorder', { order: [0, 0] }, { field: 'order', count: 1 }],
    ['a field that is none', '/chapters/refine', { chapterIndex: 0, chapter: { colour: 'red' } }, { field: 'chapter.colour' }],
    ['a change of nothing', '/chapters/refine', { chapterIndex: 0, chapter: {} }, { field: 'chapter' }],
    ['an item without what it needs', '/chapters/insert', { chapterIndex: 0, chapter: {} }, { field: 'chapter.title' }],
  ];
  it.each(refused)('refuses %s, naming the field, and stays as it is', async (_name, path, body, details) => {
    expect(refusal(await send(path, body))).toEqual([400, 'validation_failed', details]);
    expect((await board()).revision).toBe(1);
  });

  it('answers 404 to another account', async () => {
    const other = await stand.newAccount();
    for (const answer of [
      await other.get(`/test-decks/${deck}/storyboard`), await other.post(`/test-decks/${deck}/chapters/remove`, { chapterIndex: 0 }),
    ]) expect(refusal(answer)).toEqual([404, 'story_job_not_found', undefined]);
    expect((await board()).revision).toBe(1);
  });

  it('is deleted with its subject', async () => {
    await add('Two');
    await deleteStoryboard(stand.services.db, { type: 'test_deck', id: deck });
    expect(await board()).toBeNull();
    expect(await stand.services.db.query(`SELECT 1 FROM decisions WHERE place = 'edits' AND subject_id = $1`, [deck])).toEqual([]);
  });
});

describe('two editors', () => {
  it('change the storyboard only from the revision that they saw', async () => {
    await add('Two');
    expect(refusal(await add('Three', 0, { expectedRevision: 1 }))).toEqual([409, 'version_conflict', { expected: 1, actual: 2 }]);
    const answers = await Promise.all(['A', 'B'].map((title) => add(title, 0, { expectedRevision: 2 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await titles()).toHaveLength(3);
  });

  it('both succeed when they name no revision', async () => {
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((title) => add(title)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([(await board()).revision, (await titles()).sort()]).toEqual([5, ['A', 'B', 'C', 'D', 'One']]);
  });
});

describe('a repeated edit', () => {
  it('replays its answer', async () => {
    const key = newId('request');
    const first = await add('Two', 0, {}, { key });
    const again = await add('Two', 0, {}, { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    expect(refusal(await add('Other', 0, {}, { key }))).toEqual([409, 'idempotency_conflict', { reason: 'mismatch' }]);
    expect(await titles()).toEqual(['Two', 'One']);
  });

  it('is applied once when the first answer was lost, also after the run has ended', async () => {
    const key = newId('request');
    await withLostAnswer(stand, () => add('Two', 0, { expectedRevision: 1 }, { key }));
    await client.post(`/test-decks/${deck}/storyboard/approve`);
    await closedStatus(stand.temporal, runId());
    const again = await add('Two', 0, { expectedRevision: 1 }, { key });
    expect([again.status, again.body.storyboard?.revision]).toEqual([200, 2]);
    expect(await titles()).toEqual(['Two', 'One']);
  });

  it('is applied once when its activity fails after the write', async () => {
    const { faults } = stand.services;
    const reach = faults.reach.bind(faults);
    let failures = 2;
    faults.reach = async (point) => {
      if (point === 'storyboard.edited' && failures-- > 0) throw new Error('the worker died');
    };
    try {
      expect((await add('Two')).body.storyboard).toMatchObject({ revision: 2 });
    } finally {
      faults.reach = reach;
    }
    expect([failures < 0, await titles()]).toEqual([true, ['Two', 'One']]);
  });
});

describe('the run', () => {
  it('makes what an edit asks for, and takes no other edit meanwhile', async () => {
    const { faults } = stand.services;
    const reach = faults.reach.bind(faults);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    let making = false;
    faults.reach = async (point) => {
      if (point !== 'deck.make') return;
      making = true;
      await held;
    };
    try {
      expect((await send('/storyboard/regenerate-clip', { chapterIndex: 0, instruction: 'Slower.' })).status).toBe(200);
      while (!making) await new Promise((resolve) => setTimeout(resolve, 20));
      let landed = false;
      const second = add('Two').then((answer) => { landed = true; return answer; });
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect([landed, (await board()).revision]).toEqual([false, 2]);
      release();
      expect((await second).body.storyboard.revision).toBe(3);
    } finally {
      faults.reach = reach;
    }
    expect(await made()).toEqual([expect.stringMatching(/^one\/sbe_/)]);
  });

  it('keeps what people wrote out of its history', async () => {
    await send('/storyboard/regenerate-clip', { chapterIndex: 0, instruction: 'Whisper the lighthouse.' });
    await add('The unmistakable title');
    const sent = payloadsOf(await stand.temporal.workflow.getHandle(runId()).fetchHistory());
    expect(sent.some((payload) => payload.includes('regenerate'))).toBe(true);
    expect(sent.filter((payload) => /lighthouse|unmistakable/.test(payload))).toEqual([]);
  });

  it('takes no more edits once the storyboard is approved', async () => {
    await client.post(`/test-decks/${deck}/storyboard/approve`);
    expect(refusal(await add('Late'))).toEqual([409, 'story_job_state_invalid', { status: 'finished', allowed: ['storyboard'] }]);
  });

  it('is started again for an edit after an operator terminated it', async () => {
    await add('Two');
    await stand.temporal.workflow.getHandle(runId()).terminate('operator');
    expect((await add('Three')).body.storyboard).toMatchObject({ revision: 3 });
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
  });

  it('continues as new for any number of edits; each run reads the edits that the one before has not seen', async () => {
    await stand.temporal.workflow.getHandle(runId()).terminate('to be started with a small history');
    await stand.services.engine.start({
      workflow: 'testDeckWorkflow', workflowId: runId(), input: { deckId: deck, maxEvents: 60 }, labels: { accountId: client.accountId }, summary: 'A long life',
    });
    const runs = new Set<string>();
    const ids: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(['A', 'B', 'C'].map((title) => add(`${title}${round}`)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      ids.push((await board()).chapters[0].id);
      expect((await send('/storyboard/regenerate-clip', { chapterIndex: 0 })).status).toBe(200);
      runs.add((await stand.temporal.workflow.getHandle(runId()).describe()).runId);
    }
    expect([runs.size > 1, (await board()).revision]).toEqual([true, 17]);
    while ((await made()).length < 4) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await made()).map((each) => each.split('/')[0])).toEqual(ids);
  });

  it('applies no edit and makes nothing twice when it is reset', async () => {
    await add('Two');
    await send('/storyboard/regenerate-clip', { chapterIndex: 1 });
    while ((await made()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const before = [await board(), await made()];
    await resetRun(stand.temporal, runId(), 'first');
    expect((await add('Three')).body.storyboard.revision).toBe(4);
    expect(await made()).toEqual(before[1]);
    await client.post(`/test-decks/${deck}/storyboard/approve`);
    expect(await closedStatus(stand.temporal, runId())).toBe('COMPLETED');
    expect([await titles(), (await board()).revision]).toEqual([['Three', 'Two', 'One'], 4]);
  });
});
