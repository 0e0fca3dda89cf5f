import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { draftWorkId } from '../../../src/domain/scripts/drafts/draft-kind.js';
import fc from 'fast-check';
import { ProjectSeason } from '../../../entities/project-season.js';
import { ScriptVersion } from '../../../entities/script-version.js';
import { makeSeason } from '../../../src/domain/projects/season-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { STAGED_BIBLE, stagedProject } from '../../support/canon/staged-project.js';
import {
  BIBLE, headingsIn, judgedBible, PREMISE, readFountainOf, seriesProject, settledDraft, startedEpisode, wishedScenes,
} from '../../support/stands/draft-stand.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const newProject = async (): Promise<string> => (await client.post('/story-projects', { name: 'Bare' })).body.project.id;

describe('the gate', () => {
  it('names the stage, what it lacks and the call that brings it', async () => {
    const id = await newProject();
    const bible = `/story-projects/${id}/series-bible`;
    const write = (content: object) => client.patch(bible, { content });
    const season = () => client.post(`/story-projects/${id}/seasons`, {});
    const episode = () => client.post(`/story-projects/${id}/episodes`, { episodeId: 'ep_1' });
    const nextCall = { method: 'PATCH', path: bible, body: { content: {} } };
    const premise = { stage: 'premise', missingFields: ['logline', 'genre', 'audience', 'tone', 'premise'], canPlan: false, canStartEpisode: false, nextCall };
    for (const answer of [await season(), await episode()]) {
      expect(refusal(answer)).toEqual([409, 'project_precondition_failed', { ...premise, next: expect.objectContaining(nextCall) }]);
    }
    await write({ ...PREMISE, tone: ' ' });
    expect(refusal(await season())[2]).toMatchObject({ stage: 'premise', missingFields: ['tone'] });
    await write({ tone: 'dry' });
    expect(refusal(await season())[2]).toMatchObject({
      stage: 'premise_coverage', missingFields: [], canPlan: false, nextCall: { method: 'POST', path: `${bible}/coverage`, body: { phase: 'premise' } },
    });
    expect(await judgedBible(client, id, 'premise')).toMatchObject({ gatePassed: true, current: true });
    expect((await season()).status).toBe(201);
    expect(refusal(await episode())).toEqual([409, 'project_precondition_failed', {
      stage: 'planning', missingFields: ['characters', 'episodes'], canPlan: true, canStartEpisode: false, nextCall, next: expect.objectContaining(nextCall),
    }]);
    await write({ episodes: BIBLE.episodes });
    expect(refusal(await episode())[2]).toMatchObject({ missingFields: ['characters'] });
    await write({ characters: BIBLE.characters });
    expect(refusal(await episode())[2]).toMatchObject({ stage: 'full_coverage', canPlan: true, canStartEpisode: false, nextCall: { body: { phase: 'full' } } });
    expect(await judgedBible(client, id, 'full')).toMatchObject({ gatePassed: true, current: true });
    expect((await episode()).status).toBe(201);
    const stranger = await stand.newAccount();
    for (const path of ['seasons', 'episodes']) {
      expect(refusal(await stranger.post(`/story-projects/${id}/${path}`, path === 'episodes' ? { episodeId: 'ep_1' } : {})).slice(0, 2))
        .toEqual([404, 'project_not_found']);
    }
  });

  it('stays open for an episode while only other episodes change, and for one that has begun whatever changes', async () => {
    const id = await stagedProject(stand.api.services, client);
    const write = (content: object) => client.patch(`/story-projects/${id}/series-bible`, { content });
    const start = (episodeId: string) => client.post(`/story-projects/${id}/episodes`, { episodeId });
    const begun = await start('ep_1');
    const added = { id: 'ep_9', title: 'The Wreck', summary: 'A ship runs onto the reef, and Ada rows out to it.' };
    const [first, second, third] = STAGED_BIBLE.episodes;
    await write({ episodes: [first, second, { ...third!, summary: 'Anselm the chaplain denies that he took the oil.' }, added] });
    expect((await client.get(`/story-projects/${id}/series-bible`)).body.stage).toMatchObject({ stage: 'full_coverage', canStartEpisode: false });
    expect([(await start('ep_1')).body.created, (await start('ep_2')).body.created]).toEqual([false, true]);
    for (const episodeId of ['ep_3', 'ep_9']) {
      expect(refusal(await start(episodeId))).toEqual([409, 'project_precondition_failed', expect.objectContaining({
        stage: 'full_coverage', nextCall: { method: 'POST', path: `/story-projects/${id}/series-bible/coverage`, body: { phase: 'full' } },
      })]);
    }
    await write({ premise: `${STAGED_BIBLE.premise} He is paid by a man whom nobody has seen.` });
    expect((await start('ep_1')).body).toMatchObject({ created: false, scriptUploadId: begun.body.scriptUploadId });
    expect(refusal(await start('ep_4')).slice(0, 2)).toEqual([409, 'project_precondition_failed']);
    await write({ premise: STAGED_BIBLE.premise, themes: 'light and debt' });
    await client.delete(`/scripts/${begun.body.scriptUploadId}?confirmed=true`);
    expect(refusal(await start('ep_1')).slice(0, 2)).toEqual([409, 'project_precondition_failed']);
  });
});

describe('POST seasons', () => {
  it('takes the lowest free number, also for several calls at once, and makes one season per key', async () => {
    const id = await seriesProject(stand.api.services, client, null);
    const path = `/story-projects/${id}/seasons`;
    const script = await uploaded(client, undefined, { projectId: id });
    await client.patch(`/scripts/${script.id}`, { seasonNumber: 3 });
    const first = await client.post(path, undefined, { key: 'first-season' });
    expect([first.status, first.body]).toEqual([201, {
      next: expect.objectContaining({ method: 'POST', path: `/story-projects/${id}/cast` }), season: { number: 1, name: 'Season 1' }, seasons: [{ number: 1, name: 'Season 1' }, { number: 3, name: 'Season 3' }],
    }]);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => client.post(path, { name: ` Year ${at} ` })));
    expect(answers.map(({ body }) => body.season.number).sort((a, b) => a - b)).toEqual([2, 4, 5, 6, 7, 8]);
    expect(answers[0]!.body.season.name).toBe('Year 0');
    expect((await client.post(path, undefined, { key: 'first-season' })).text).toBe(first.text);
    // Repeats the call of an API process that died after it made the season and before it answered: the claim is taken over, with the same id.
    const { db } = stand.api.services;
    const { callId } = await db.repository(ProjectSeason).findOneByOrFail({ projectId: id, number: 2 });
    expect((await makeSeason(db, id, callId!, 'Another name')).season.number).toBe(2);
    expect((await client.get(`/story-projects/${id}/episodes`)).body.seasons.map(({ number }: any) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(refusal(await client.post(path, { name: 'x'.repeat(81) }))).toEqual([400, 'validation_failed', { field: 'name' }]);
    await db.query(
      `INSERT INTO project_seasons (project_id, number, name) SELECT $1, n, 'S' FROM generate_series(1, 99) AS n ON CONFLICT DO NOTHING`, [id]);
    expect(refusal(await client.post(path, {}))).toEqual([400, 'validation_failed', { reason: 'no_free_season', maximum: 99 }]);
  });
});

describe('POST episodes', () => {
  it('makes an empty draft that can be read, written and is found again', async () => {
    const id = await seriesProject(stand.api.services, client, null);
    const path = `/story-projects/${id}/episodes`;
    const made = await client.post(path, { episodeId: 'ep_1' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      created: true, episodeId: 'ep_1',
      script: { title: 'The Lamp', logline: 'The lamp is drained.', projectId: id, seasonNumber: null, parseStatus: 'complete',
        versions: [{ draftStatus: 'open', pageCount: 0, entryCount: 0, byteSize: 0, revision: 1 }] },
    });
    const { scriptUploadId } = made.body;
    expect((await client.get(`/scripts/${scriptUploadId}/lines/0`)).body.line).toBeNull();
    expect((await client.get(`/scripts/${scriptUploadId}/export?format=fountain`)).body.content).toBe('');
    expect((await client.get(`/screenplay-drafts/${scriptUploadId}`)).body.draft).toEqual({
      scriptUploadId, status: 'open', scenes: [], completed: 0, total: 0, nextPollAfterMs: null, failureCode: null, failureMessage: null,
      updatedAt: expect.any(String),
    });
    expect(refusal(await client.post(`/scripts/${scriptUploadId}/finish`))).toEqual([409, 'script_state_invalid',
      { reason: 'empty', status: 'open', allowed: ['open', 'failed'] }]);
    for (const named of [{ episodeId: 'ep_1' }, { title: 'the LAMP!' }]) {
      expect((await client.post(path, named)).body).toMatchObject({ created: false, scriptUploadId, episodeId: 'ep_1' });
    }
    const { plannedEpisodes } = (await client.get(path)).body;
    expect(plannedEpisodes[0]).toMatchObject({ id: 'ep_1', scriptUploadId });
    const text = 'INT. ROOM - DAY\n\nADA\nNow there is a text.\n';
    expect((await client.patch(`/scripts/${scriptUploadId}/content`, { content: text, expectedVersion: 1 })).body.version).toMatchObject({ draftStatus: 'open' });
    expect(await readFountainOf(client, scriptUploadId)).toBe(text);
    const finished = await client.post(`/scripts/${scriptUploadId}/finish`);
    expect([finished.status, finished.body.script.versions[0].draftStatus]).toEqual([200, 'finished']);
    expect((await client.post(`/scripts/${scriptUploadId}/finish`)).body).toEqual(finished.body);
  });

  it('puts the episode into the season that is named, else that of its label, else the only one', async () => {
    const id = await seriesProject(stand.api.services, client, null);
    const path = `/story-projects/${id}/episodes`;
    const seasonOf = async (body: object): Promise<number | null> => (await client.post(path, body)).body.script.seasonNumber;
    expect(await seasonOf({ episodeId: 'ep_2' })).toBe(2);
    expect(await seasonOf({ episodeId: 'ep_1', seasonNumber: 7 })).toBe(7);
    expect(await seasonOf({ episodeId: 'ep_3' })).toBeNull();
    const other = await seriesProject(stand.api.services, client, null);
    await client.post(`/story-projects/${other}/seasons`, {});
    expect((await client.post(`/story-projects/${other}/episodes`, { episodeId: 'ep_3' })).body.script.season).toEqual({ number: 1, name: 'Season 1' });
  });

  it('makes one script for several calls at once, and returns an uploaded script that covers the episode', async () => {
    const id = await seriesProject(stand.api.services, client, null);
    const path = `/story-projects/${id}/episodes`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(path, { episodeId: 'ep_1' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    for (const { status, body } of answers) expect(body.created).toBe(status === 201);
    expect([new Set(answers.map(({ body }) => body.scriptUploadId)).size, answers.filter(({ body }) => body.created).length]).toEqual([1, 1]);
    const script = await uploaded(client, undefined, { title: 'the chapel', projectId: id });
    expect((await client.post(path, { title: 'The Chapel' })).body).toMatchObject({ created: false, scriptUploadId: script.scriptUploadId });
    expect((await client.get(path)).body.episodes).toHaveLength(2);
  });

  it('refuses an episode that is gone from the Bible, and a body that names none or two', async () => {
    const id = await seriesProject(stand.api.services, client, null);
    const path = `/story-projects/${id}/episodes`;
    const planned = BIBLE.episodes.map(({ title }, at) => ({ id: `ep_${at + 1}`, title }));
    expect(refusal(await client.post(path, { episodeId: 'ep_9' })))
      .toEqual([400, 'validation_failed', { field: 'episodeId', reason: 'not_in_series_bible', episodes: planned }]);
    await client.patch(`/story-projects/${id}/series-bible`, { content: { episodes: [{ title: 'Another', summary: 'A second keeper comes to the island.' }] } });
    await judgedBible(client, id, 'full');
    expect(refusal(await client.post(path, { title: 'The Lamp' }))[2]).toMatchObject({ field: 'title', reason: 'not_in_series_bible' });
    for (const body of [{}, { episodeId: 'ep_1', title: 'Another' }]) expect((await client.post(path, body)).status).toBe(400);
    expect((await client.get(path)).body.episodes).toEqual([]);
  });
});

describe('POST screenplay-drafts', () => {
  it('adapts the sources scene by scene into a screenplay that reads back as it was planned', async () => {
    const id = await startedEpisode(client, await seriesProject(stand.api.services, client));
    const begun = await client.post(`/screenplay-drafts/${id}`);
    expect([begun.status, begun.body.draft.status, begun.body.draft.nextPollAfterMs]).toEqual([202, 'drafting', 2000]);
    expect(refusal(await client.post(`/scripts/${id}/finish`))).toEqual([409, 'script_state_invalid', { status: 'drafting', allowed: ['open', 'failed'] }]);
    const draft = await settledDraft(client, id);
    expect((await client.get('/background-activity')).body.jobs).toContainEqual(expect.objectContaining({
      id: draftWorkId(id, 1), kind: 'draft', status: 'completed', detail: 'Drafting an episode: The Lamp', episode: { scriptUploadId: id },
      assets: { completed: 1, total: 1 }, progress: expect.objectContaining({ completed: draft.total, total: draft.total }),
    }));
    expect(draft).toMatchObject({ status: 'open', failureCode: null, nextPollAfterMs: null });
    expect([draft.completed, draft.scenes.every(({ status }: any) => status === 'written')]).toEqual([draft.total, true]);
    expect(draft.total).toBeGreaterThan(0);
    const text = await readFountainOf(client, id);
    expect(headingsIn(text)).toEqual(draft.scenes.map(({ heading }: any) => heading));
    expect(text).toContain('\nADA\n');
    expect(text).toContain('Then somebody has drained the oil');
    // This speech belongs to the next episode, according to its summary.
    expect(text).not.toContain('one of your men was in my tower last night');
    // Every scene is written: the same call again, with or without a body, changes nothing.
    const again = await client.post(`/screenplay-drafts/${id}`, {});
    expect(again.body.draft).toEqual(draft);
    expect((await client.post(`/scripts/${id}/finish`)).body.script.versions[0].draftStatus).toBe('finished');
    expect(refusal(await client.post(`/screenplay-drafts/${id}`))).toEqual([409, 'script_state_invalid', { status: 'finished', allowed: ['open', 'failed'] }]);
    expect((await client.get(`/screenplay-drafts/${id}`)).body.draft).toMatchObject({ status: 'finished', completed: draft.total });
  });

  it('writes planned scenes under their headings after the existing text, and later scenes after those', async () => {
    const id = await startedEpisode(client, await seriesProject(stand.api.services, client));
    const own = 'Title: Mine\n\nINT. OPENING - DAY\n\nMy own words,   spaced   as I like.\n\n\nADA\nHello.';
    await client.patch(`/scripts/${id}/content`, { content: own });
    const scenes = [
      { heading: 'INT. LAMP ROOM - NIGHT', summary: 'Ada finds that the oil was drained, and burns the floor.', characters: ['Ada', 'Tom'] },
      { heading: 'Chapel, cold: morning', summary: 'The chaplain lights candles and tells about the prayers.' },
    ];
    await client.post(`/screenplay-drafts/${id}`, { scenes });
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 2, total: 2 });
    await client.post(`/screenplay-drafts/${id}`, { scenes });
    await client.post(`/screenplay-drafts/${id}`, { scenes: [{ heading: 'EXT. SEA - DAY', summary: '' }, { heading: 'EXT. SKY - DAY', summary: 'A bird of no story.' }] });
    const draft = await settledDraft(client, id);
    expect(draft.scenes.map(({ index, heading, status }: any) => [index, heading, status])).toEqual([
      [0, 'INT. LAMP ROOM - NIGHT', 'written'], [1, 'Chapel, cold: morning', 'written'], [2, 'EXT. SEA - DAY', 'written'], [3, 'EXT. SKY - DAY', 'written'],
    ]);
    const row = (await client.poll(`/scripts/${id}`, ({ script }) => script.parseStatus === 'complete')).script;
    const { contentKey: key } = await stand.api.services.db.repository(ScriptVersion).findOneByOrFail({ id });
    const stored = (await stand.api.services.store.get(key)).toString('utf8');
    expect(stored.startsWith(own)).toBe(true);
    expect(headingsIn(stored)).toEqual(['INT. OPENING - DAY', ...draft.scenes.map(({ heading }: any) => heading)]);
    const [, , lamp, chapel] = stored.split(/^(?=INT\.|\.Chapel|EXT\.)/mu);
    expect(lamp).toMatch(/ADA\n(?:\(.*\)\n)?.*(?:oil|lamp)/u);
    expect(chapel).toMatch(/ANSELM\n/u);
    expect(row.versions[0].revision).toBe(6);
  });

  it('says what to do when there is nothing to write from, and refuses what is no draft', async () => {
    const projectId = await seriesProject(stand.api.services, client, null);
    const id = await startedEpisode(client, projectId);
    expect(refusal(await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(1) }))).toEqual([409, 'script_state_invalid', {
      reason: 'nothing_to_write_from', status: 'open', allowed: ['open', 'failed'], next: expect.objectContaining({ method: 'POST', path: `/story-projects/${projectId}/sources`, body: { type: 'text' } }),
    }]);
    const script = await uploaded(client);
    for (const answer of [await client.get(`/screenplay-drafts/${script.id}`), await client.post(`/screenplay-drafts/${script.id}`)]) {
      expect(refusal(answer)).toEqual([409, 'script_state_invalid', { reason: 'not_a_draft', status: 'uploaded', allowed: ['open', 'failed'] }]);
    }
    expect((await client.post(`/scripts/${script.id}/finish`)).body).toEqual((await client.get(`/scripts/${script.scriptUploadId}`)).body);
    const stranger = await stand.newAccount();
    for (const answer of [await stranger.get(`/screenplay-drafts/${id}`), await stranger.post(`/screenplay-drafts/${id}`), await stranger.post(`/scripts/${id}/finish`)]) {
      expect(refusal(answer).slice(0, 2)).toEqual([404, 'script_not_found']);
    }
    for (const scenes of [[], [{ heading: ' ', summary: '' }], [{ heading: 'INT. A', summary: 'x'.repeat(2_001) }], wishedScenes(61)]) {
      expect((await client.post(`/screenplay-drafts/${id}`, { scenes })).status).toBe(400);
    }
  });

  it('fails with a text that cannot be read, keeps it, and continues once it is mended', async () => {
    const id = await startedEpisode(client, await seriesProject(stand.api.services, client));
    const broken = '<?xml version="1.0"?><FinalDraft><Content><Paragraph';
    await client.patch(`/scripts/${id}/content`, { content: broken, format: 'fdx' });
    await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(2) });
    const failed = await settledDraft(client, id);
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'script_state_invalid', completed: 0, scenes: [{ status: 'failed' }, { status: 'pending' }] });
    expect(failed.failureMessage).toMatch(/cannot be read/);
    const { contentKey: key } = await stand.api.services.db.repository(ScriptVersion).findOneByOrFail({ id });
    expect((await stand.api.services.store.get(key)).toString('utf8')).toBe(broken);
    expect(refusal(await client.post(`/scripts/${id}/finish`))[2]).toMatchObject({ reason: 'unreadable', status: 'failed' });
    await client.patch(`/scripts/${id}/content`, { content: 'INT. MENDED - DAY\n\nTOM\nSo it is.\n', format: 'fountain' });
    await client.post(`/screenplay-drafts/${id}`);
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 2, failureCode: null });
    expect(headingsIn(await readFountainOf(client, id))).toEqual(['INT. MENDED - DAY', 'INT. PLACE 1 - NIGHT', 'INT. PLACE 2 - NIGHT']);
  });

  it('leaves nothing of a script that is deleted while it is drafted', async () => {
    const id = await startedEpisode(client, await seriesProject(stand.api.services, client));
    await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(6) });
    expect((await client.delete(`/scripts/${id}?confirmed=true`)).status).toBe(200);
    expect(await stand.api.services.db.query('SELECT 1 FROM script_drafts WHERE version_id = $1', [id])).toEqual([]);
    expect((await client.get(`/screenplay-drafts/${id}`)).status).toBe(404);
  });
});

it('writers who edit while it is drafted lose no words, and every scene is in the text once', async () => {
  const projectId = await seriesProject(stand.api.services, client);
  let started = 0;
  const edits = fc.array(fc.record({ pauseMs: fc.nat(150), careful: fc.boolean() }), { minLength: 2, maxLength: 6 });
  await fc.assert(fc.asyncProperty(edits, edits, fc.integer({ min: 2, max: 6 }), async (a, b, count) => {
    started += 1;
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { episodes: [{ id: `ep_x${started}`, title: `Try ${started}`, summary: 'The lamp is drained again.' }] } });
    await judgedBible(client, projectId, 'full');
    const id = await startedEpisode(client, projectId, `ep_x${started}`);
    await client.patch(`/scripts/${id}/content`, { content: 'INT. START - DAY\n\nIt begins.\n' });
    await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(count) });
    const kept: string[] = [];
    const edit = async (writer: string, steps: readonly { pauseMs: number; careful: boolean }[]): Promise<void> => {
      for (const [at, { pauseMs }] of steps.entries()) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        const token = `WORDS OF ${writer}${at} ${started}.`;
        // Exports the text and inserts a line, as an editor does. When somebody else changed the text in between, exports it again.
        for (;;) {
          const current = await client.get(`/scripts/${id}/export?format=fountain`);
          if (current.status === 409) {
            await new Promise((resolve) => setTimeout(resolve, 10));
            continue;
          }
          const content = current.body.content.replace('It begins.', `It begins.\n\n${token}`);
          const answer = await client.patch(`/scripts/${id}/content`, { content, expectedContent: current.body.content });
          if (answer.status === 200) break;
          expect(answer.body.error.details.reason).toBe('content_changed');
        }
        kept.push(token);
      }
    };
    await Promise.all([edit('A', a), edit('B', b)]);
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: count });
    const text = await readFountainOf(client, id);
    for (const token of ['It begins.', ...kept]) expect(text.split(token)).toHaveLength(2);
    expect(headingsIn(text)).toEqual(['INT. START - DAY', ...wishedScenes(count).map(({ heading }) => heading)]);
  }), { numRuns: 6, endOnFailure: true });
});
