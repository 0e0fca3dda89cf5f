import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { insertNextRevision } from '../../../src/domain/artifacts/revision-store.js';
import { putScreenplay } from '../../../src/domain/scripts/screenplay-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead, testScreenplay, TEST_VOICES, type ReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let read: ReadyRead;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
beforeEach(async () => { read = await insertReadyRead(stand, client.accountId); });
afterAll(() => stand.close());

const at = (rest: string): string => `/artifacts/${read.artifactId}/${rest}`;
const flag = (items: object[], more: object = {}) => client.post(at('review-items'), { items, ...more });
const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error.code, body.error.details];

/** Gives the read its next state, which follows the numbered one: other words, or an edition of the same words. */
async function followed(screenplay: Screenplay, raises: 'revision' | 'edition', expected: number): Promise<void> {
  const { db, store } = stand.api.services;
  const scriptKey = await putScreenplay(store, screenplay);
  const content = { mode: 'drama', narrationPolicy: 'include', scriptKey, voiceMap: TEST_VOICES, castList: screenplay.cast, entryCount: 9, spokenCount: 7 };
  await db.transaction((tx) => insertNextRevision(tx, read.artifactId, { title: screenplay.title, cause: 'edit', raises, content, expected }, () => 'wrk_edit'));
  await db.query('UPDATE artifacts SET current_version = $2 WHERE id = $1', [read.artifactId, expected + 1]);
}

/** Stores the next revision of the read, with another text at one entry. */
async function revised(entryIndex: number, text: string, expected = 1): Promise<void> {
  const screenplay = testScreenplay();
  screenplay.entries[entryIndex]!.text = text;
  await followed(screenplay, 'revision', expected);
}

describe('flagged lines', () => {
  it('keep the words that they are about, merge by entry, and can be removed', async () => {
    expect((await client.get(at('review-items'))).body.reviewItems).toMatchObject({ items: [], moved: [], version: 0 });
    const first = await flag([{ entryIndex: 4, note: 'Say it slower.' }, { entryIndex: 2, note: 'Is it Mara?', character: 'MARA' }]);
    expect([first.status, first.body.reviewItems.items]).toEqual([200, [
      { entryIndex: 2, lineText: 'Did you wind the clockwork, Tobias?', character: 'MARA', note: 'Is it Mara?' },
      { entryIndex: 4, lineText: 'Then why is the light standing still?', character: 'MARA', note: 'Say it slower.' },
    ]]);
    const changed = await flag([{ entryIndex: 4, note: 'Say it faster.' }], { expectedVersion: 1 });
    expect(changed.body.reviewItems.items.map(({ note }: any) => note)).toEqual(['Is it Mara?', 'Say it faster.']);
    expect((await flag([{ entryIndex: 2, note: null }])).body.reviewItems.items.map(({ entryIndex }: any) => entryIndex)).toEqual([4]);
    for (const version of [4, 4]) {
      const gone = await client.delete(at('review-items/4'));
      expect([gone.status, gone.body.reviewItems.items, gone.body.reviewItems.version]).toEqual([200, [], version]);
    }
    expect((await client.get(at('review-items'))).body.reviewItems).toMatchObject({ items: [], version: 4 });
  });

  it('are refused for a missing line, a line with other words and an old version; nothing is stored', async () => {
    const line = 'I wound it at four. It was running when I came down.';
    expect(refusal(await flag([{ entryIndex: 9, note: 'x' }]))).toEqual([400, 'validation_failed', { field: 'items.0.entryIndex' }]);
    expect(refusal(await flag([{ entryIndex: 3, note: 'x', lineText: 'I wound it.' }]))).toEqual([400, 'validation_failed', { field: 'items.0.lineText', lineText: line }]);
    expect(refusal(await flag([{ entryIndex: 3, note: 'x', character: 'MARA' }]))).toEqual([400, 'validation_failed', { field: 'items.0.character', character: 'TOBIAS' }]);
    expect(refusal(await flag([{ entryIndex: 3, note: 'x' }, { entryIndex: 3, note: 'y' }]))).toEqual([400, 'validation_failed', { field: 'items.1.entryIndex' }]);
    expect(refusal(await flag([{ entryIndex: 3, note: 'x' }], { expectedVersion: 3 }))).toEqual([409, 'version_conflict', { expected: 3, actual: 0 }]);
    expect((await client.get(at('review-items'))).body.reviewItems.version).toBe(0);
  });

  it('say which of them a new revision has moved', async () => {
    await flag([{ entryIndex: 2, note: 'One.' }, { entryIndex: 4, note: 'Two.' }]);
    await revised(4, 'Then why does the light stand still?');
    expect((await client.get(at('review-items'))).body.reviewItems).toMatchObject({ items: [{ note: 'One.' }, { note: 'Two.' }], moved: [4] });
  });
});

describe('coverage of a read', () => {
  it('judges the revision, is stale after the next one, and keeps its history', async () => {
    expect((await client.get(at('coverage'))).body).toMatchObject({ coverage: null, next: { method: 'POST', path: at('coverage') } });
    expect([200, 202]).toContain((await client.post(at('coverage'), { focusPrompt: 'dialogue' })).status);
    const { coverage } = await client.poll(at('coverage'), (body) => body.coverage?.status === 'complete');
    expect(coverage).toMatchObject({ documentVersion: 1, stale: false, report: { subject: 'table_read', rubricVersion: 'script-3' } });
    expect(coverage.overallScore).toBeGreaterThan(0);
    // An edition has the same words: the report holds, and revisions are not counted by it.
    await followed(testScreenplay(), 'edition', 1);
    expect((await client.get(at('coverage'))).body.coverage.stale).toBe(false);
    await revised(4, 'Then why does the light stand still?', 2);
    expect((await client.get(at('coverage'))).body.coverage.stale).toBe(true);
    await client.post(at('coverage'), {});
    await client.poll(at('coverage'), (body) => body.coverage.status === 'complete' && body.coverage.documentVersion === 2);
    expect((await client.get(at('coverage/versions'))).body.reports.map(({ documentVersion }: any) => documentVersion)).toEqual([2, 1]);
  });

  it('lists phrases that recur, the longest form once, with their lines', async () => {
    const screenplay = testScreenplay(4);
    screenplay.entries[1]!.text = 'It was the worst storm of the year. Again and again, for the second time.';
    read = await insertReadyRead(stand, client.accountId, screenplay);
    const { status, body } = await client.get(at('coverage/blacklist'));
    expect([status, body.artifactId, body.revision]).toEqual([200, read.artifactId, 1]);
    const clockwork = body.phrases.find(({ phrase }: any) => phrase.includes('clockwork'));
    expect(clockwork).toMatchObject({ phrase: 'did you wind the clockwork tobias', count: 4, entries: [2, 11, 20, 29], reason: 'The same 6 words are in 4 lines.' });
    expect(body.phrases.filter(({ phrase }: any) => phrase.includes('wind the clockwork'))).toHaveLength(1);
    expect(body.phrases.every(({ count }: any, place: number) => place === 0 || count <= body.phrases[place - 1].count)).toBe(true);
  });
});
