import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertDeckIn } from '../../support/stands/deck-rows.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';

let stand: Stand;
let client: ApiClient;
let of: { accountId: string; projectId: string; artifactId: string };
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
const heard = async (): Promise<any> => (await client.get(`/pitch-decks/${id}/storyboard/audio-timeline`)).body.audioTimeline;

async function expectDone(answer: Answer): Promise<any> {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.storyboard;
}
const expectRefused = (answer: Answer, details: object): void =>
  expect([answer.body.error?.code, answer.body.error?.details]).toEqual(['validation_failed', expect.objectContaining(details)]);

describe('the sound of a deck', () => {
  it('is moved within its chapter, and its lines follow the text', async () => {
    const before = await heard();
    const { lines: [line], texts } = before;
    const at = line.chapterIndex;
    const [text] = texts.filter(({ chapterIndex }: any) => chapterIndex === at);
    expect(text.endMs).toBeLessThan(line.startMs);
    await expectDone(await post('/storyboard/audio-timeline', { chapterIndex: at, lineIndex: 0, lineOffsetMs: 120, lineGainDb: -3 }));
    const moved = (await heard()).lines[0];
    expect([moved.startMs - line.startMs, moved.lineGainDb, moved.isHeard]).toEqual([120, -3, true]);
    expectRefused(await post('/storyboard/audio-timeline', { chapterIndex: at, lineIndex: 0, lineOffsetMs: 25_000 }), { field: 'lineOffsetMs' });
    expectRefused(await post('/storyboard/audio-timeline', { chapterIndex: at, textOffsetMs: -900 }), { field: 'textOffsetMs', minimum: -400 });
    expectRefused(await post('/storyboard/audio-timeline', { chapterIndex: at, lineIndex: 9 }), { field: 'lineIndex' });
    expect((await boardOf(client, id)).body.storyboard.chapters[at].isStale).toBe(true);
  });

  it('has bells in a lane of their own, which make no clip stale', async () => {
    await expectDone(await post('/bell-lane', { chapterIndex: 1, soundId: 'hand-bell', offsetMs: 500 }));
    const done = await expectDone(await post('/bell-lane', { chapterIndex: 1, soundId: 'hand-bell', levelDb: -9 }));
    expect(done.chapters.some(({ isStale }: any) => isStale)).toBe(false);
    const { bells } = (await client.get(`/pitch-decks/${id}/bell-lane`)).body;
    expect(bells).toEqual([expect.objectContaining({ chapterIndex: 1, soundId: 'hand-bell', offsetMs: 500, levelDb: -9, startMs: done.chapters[1].startMs + 500 })]);
    expectRefused(await post('/bell-lane', { chapterIndex: 1, soundId: 'thunder' }), { field: 'soundId' });
    expectRefused(await post('/bell-lane', { chapterIndex: 1, soundId: 'hand-bell', offsetMs: 29_999 }), { field: 'offsetMs' });
    await expectDone(await post('/bell-lane/remove', { chapterIndex: 1, soundId: 'hand-bell' }));
    expect((await heard()).bells).toEqual([]);
    expectRefused(await post('/bell-lane/remove', { chapterIndex: 1, soundId: 'hand-bell' }), { field: 'soundId' });
  });

  it('has effects and music that are changed', async () => {
    const done = await expectDone(await post('/storyboard/sfx', { chapterIndex: 0, action: 'add', soundId: 'thunder' }));
    expect(done.chapters[0].effects).toEqual([{ soundId: 'thunder', offsetMs: 0, levelDb: -6 }]);
    expectRefused(await post('/storyboard/sfx', { chapterIndex: 0, action: 'add', soundId: 'hand-bell' }), { field: 'soundId' });
    expectRefused(await post('/storyboard/sfx', { chapterIndex: 1, action: 'remove', soundId: 'thunder' }), { field: 'soundId', effects: [] });
    await expectDone(await post('/storyboard/music', { mood: 'grave', muted: true }));
    expect((await heard()).music).toMatchObject({ isHeard: false });
  });

  it('is mapped: who and what is heard in each chapter', async () => {
    await expectDone(await post('/storyboard/sfx', { chapterIndex: 0, action: 'add', soundId: 'thunder' }));
    const { soundMap } = (await client.get(`/pitch-decks/${id}/storyboard/sound-map`)).body;
    const { storyboard } = (await boardOf(client, id)).body;
    expect(soundMap.chapters.map(({ title }: any) => title)).toEqual(storyboard.chapters.map(({ title }: any) => title));
    expect(soundMap.chapters[0]).toMatchObject({ effects: ['thunder'], voices: ['narrator'], lufs: null, hasMusic: true });
    const withLine = storyboard.chapters.findIndex(({ lines }: any) => lines.length > 0);
    expect(soundMap.chapters[withLine].voices).toContain(storyboard.chapters[withLine].lines[0].speaker);
    expect((await client.get(`/pitch-decks/${id}/storyboard/audio`)).body.audio).toMatchObject({ status: 'stale', url: expect.any(String) });
  });
});
