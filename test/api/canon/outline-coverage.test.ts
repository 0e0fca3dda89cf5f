import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JudgedOutlines } from '../../../src/domain/canon/outlines/outline-notes.js';
import { OUTLINE_RUBRIC } from '../../../src/domain/canon/outlines/outline-rubric.js';
import { withBeatIds, type OutlineBeat } from '../../../src/domain/canon/outlines/outline.js';
import { judge } from '../../../src/kernel/families/coverage/rubric.js';
import type { ApiClient } from '../../support/api-client.js';
import { STAGED_BIBLE, stagedProject } from '../../support/canon/staged-project.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

const beat = (role: OutlineBeat['role'], summary: string, characters: string[], estimatedPages = 2) => ({ role, summary, characters, estimatedPages });
const GOOD = [
  beat('hook', 'At midnight the lamp goes out while Ada listens to the storm.', ['Ada']),
  beat('conflict', 'Tom swears that he filled it, but the stairs of the tower are wet with oil.', ['Ada', 'Tom']),
  beat('turn', 'A match shows that it is no sea water.', ['Ada', 'Tom']),
  beat('payoff', 'Somebody was in the tower, and Ada means to find out who.', ['Ada']),
];
const docOf = (beats: readonly Omit<OutlineBeat, 'id'>[], summary = STAGED_BIBLE.episodes[0]!.summary): JudgedOutlines => ({
  episodes: [{ episodeId: 'ep_1', title: 'The Lamp', summary, outline: { logline: 'Who drained the lamp?', beats: withBeatIds(beats) } }],
  people: [{ name: 'Ada', aliases: ['the keeper'] }, { name: 'Tom', aliases: [] }],
});
const judged = (beats: readonly Omit<OutlineBeat, 'id'>[], summary?: string) => judge(OUTLINE_RUBRIC, docOf(beats, summary), null);
const fieldsOf = (category: string, beats: readonly Omit<OutlineBeat, 'id'>[], summary?: string): string[] =>
  judged(beats, summary).notes.filter((note) => note.category === category).map(({ anchor }) => anchor!.field!);

describe('the rubric of outlines', () => {
  it('passes a whole outline without a note, and gives the same judgement again', () => {
    const report = judged(GOOD);
    expect(report.notes).toEqual([]);
    expect(report).toMatchObject({ gatePassed: true, overallScore: 100, verdict: 'recommend' });
    expect(judged(GOOD)).toEqual(report);
  });

  it('anchors every note to its beat', () => {
    expect(fieldsOf('structure', GOOD.slice(0, 3))).toEqual(['episodes.ep_1.beats.b3']);
    expect(fieldsOf('structure', [GOOD[3]!, ...GOOD.slice(0, 3)])).toContain('episodes.ep_1.beats.b2');
    expect(fieldsOf('character', [...GOOD.slice(0, 3), { ...GOOD[3]!, characters: ['Mordecai'] }])).toEqual(['episodes.ep_1.beats.b4']);
    expect(fieldsOf('pacing', GOOD.map((each, at) => ({ ...each, estimatedPages: at === 1 ? 0 : 2 })))).toEqual(['episodes.ep_1.beats.b2']);
    expect(fieldsOf('pacing', GOOD.map((each) => ({ ...each, estimatedPages: 0.25 })))).toEqual(['episodes.ep_1']);
    expect(fieldsOf('originality', [GOOD[0]!, GOOD[1]!, { ...GOOD[0]!, role: 'turn' }, GOOD[3]!])).toEqual(['episodes.ep_1.beats.b3']);
    expect(fieldsOf('continuity', GOOD, 'The harbour master denies that his men were there, and Tom names the only owner of a cart.')).toEqual(['episodes.ep_1']);
  });

  it('changes only the notes of the beat that was changed', () => {
    const notesOf = (beats: readonly Omit<OutlineBeat, 'id'>[]) => judged(beats).notes.map((note) => JSON.stringify(note));
    const flawed = GOOD.map((each, at) => (at === 3 ? { ...each, characters: ['Mordecai'] } : each));
    const more = flawed.map((each, at) => (at === 1 ? { ...each, characters: [] } : each));
    expect(notesOf(more).filter((note) => !notesOf(flawed).includes(note))).toEqual([expect.stringContaining('beats.b2')]);
    expect(notesOf(flawed).every((note) => notesOf(more).includes(note))).toBe(true);
  });

  it('fails the gate for a beat that says nothing and for an episode without beats', () => {
    expect(judged([{ ...GOOD[0]!, summary: '' }, ...GOOD.slice(1)])).toMatchObject({ gatePassed: false });
    expect(judged([])).toMatchObject({ gatePassed: false, overallScore: 0 });
  });
});

describe('coverage of an outline map', () => {
  let stand: Stand;
  let client: ApiClient;
  let path: string;

  beforeAll(async () => {
    stand = await openStand({ queues: ['story', 'providers'] });
    client = await stand.newAccount();
    const episodes = STAGED_BIBLE.episodes.map((episode, at) => ({ ...episode, label: `S${at === 2 ? 2 : 1}E${at + 1}` }));
    path = `/story-projects/${await stagedProject(stand.api.services, client, { episodes })}/outline-map`;
    await client.patch(path, { episodeId: 'ep_1', outline: { logline: 'Who drained the lamp?', beats: GOOD } });
  });
  afterAll(() => stand.close());

  const report = async (scope: object): Promise<any> => {
    const query = new URLSearchParams(Object.entries(scope).map(([key, value]) => [key, String(value)]));
    expect([200, 202]).toContain((await client.post(`${path}/coverage`, scope)).status);
    return (await client.poll(`${path}/coverage?${query}`, ({ coverage }) => coverage?.status === 'complete')).coverage;
  };

  it('covers the map, a season or an episode, and is stale once that part is changed', async () => {
    expect((await client.get(`${path}/coverage`)).body).toMatchObject({ coverage: null });
    expect(await report({ episodeId: 'ep_1' })).toMatchObject({ gatePassed: true, current: true, overallScore: 100 });
    const season = await report({ seasonNumber: 1 });
    expect(season).toMatchObject({ gatePassed: false, overallScore: 50 });
    expect(season.report.notes.map(({ anchor }: any) => anchor.field)).toEqual(['episodes.ep_2']);
    expect((await report({})).report.notes.map(({ anchor }: any) => anchor.episodeId)).toEqual(['ep_2', 'ep_3']);
    await client.patch(path, { episodeId: 'ep_2', outline: { logline: 'A cart.' } });
    const again = (await client.get(`${path}/coverage?seasonNumber=1`)).body.coverage;
    expect(again).toMatchObject({ stale: true, current: false });
    expect((await client.get(`${path}/coverage?episodeId=ep_1`)).body.coverage).toMatchObject({ current: true });
  });

  it('leads to what the project lacks first while no report can be requested', async () => {
    const { project: { id } } = (await client.post('/story-projects', { name: 'New' })).body;
    const { coverage, next } = (await client.get(`/story-projects/${id}/outline-map/coverage`)).body;
    expect([coverage, next.method, next.path]).toEqual([null, 'PATCH', `/story-projects/${id}/series-bible`]);
  });

  it('refuses a season or an episode that does not exist', async () => {
    const season = await client.post(`${path}/coverage`, { seasonNumber: 9 });
    expect(season.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'seasonNumber', seasons: [1, 2] } });
    const episode = await client.get(`${path}/coverage?episodeId=ep_9`);
    expect([episode.status, episode.body.error.details.field]).toEqual([400, 'episodeId']);
    expect((await client.post(`${path}/coverage`, { seasonNumber: 1, episodeId: 'ep_1' })).status).toBe(400);
  });

  it('keeps its report as stale when the Series Bible loses its episodes, and refuses a new one', async () => {
    const projectId = await stagedProject(stand.api.services, client);
    path = `/story-projects/${projectId}/outline-map`;
    await report({});
    const emptied = await client.patch(`/story-projects/${projectId}/series-bible`, { content: { episodes: null } });
    expect([emptied.status, emptied.body.error]).toEqual([200, undefined]);
    const kept = await client.get(`${path}/coverage`);
    expect([kept.status, kept.body.coverage]).toEqual([200, expect.objectContaining({ stale: true, current: false, status: 'complete' })]);
    expect(kept.body.next.path).toBe(`/story-projects/${projectId}/series-bible`);
    const refused = await client.post(`${path}/coverage`, {});
    expect([refused.status, refused.body.error.code]).toEqual([409, 'project_precondition_failed']);
    expect(refused.body.error.details).toMatchObject({
      stage: 'planning', missingFields: ['episodes'], canPlan: true, canStartEpisode: false, missing: ['episodes'], nextCall: { method: 'POST' },
    });
  });
});
