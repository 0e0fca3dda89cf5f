import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseWorkId } from '../../../src/domain/scripts/parsing/parse-work.js';
import type { ApiClient, Answer } from '../../support/api-client.js';
import { LAMP, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];

describe('GET episodes', () => {
  it('joins seasons, scripts and the plans of the Series Bible; superseded attempts do not count', async () => {
    const projectId = (await client.post('/story-projects', { name: 'Harbour' })).body.project.id;
    const path = `/story-projects/${projectId}/episodes`;
    expect((await client.get(path)).body).toEqual({ seasons: [], episodes: [], plannedEpisodes: [], videos: [], nextCursor: null });
    const write = async (title: string, seasonNumber: number | null, content = LAMP) => {
      const script = await uploaded(client, content, { title, projectId });
      if (seasonNumber !== null) await client.patch(`/scripts/${script.id}`, { seasonNumber, logline: `About ${title}.`, genre: 'drama' });
      return script;
    };
    const pilot = await write('Pilot', 1);
    const again = await write('PILOT!', 1);
    const broken = await write('Pilot', 1, '<?xml version="1.0"?><html/>');
    const second = await write('The Storm', 1);
    const later = await write('Pilot', 2);
    const loose = await write('Notes', null);
    await client.patch(`/story-projects/${projectId}/series-bible`, { content: { episodes: [{ title: 'the storm', status: 'planned' }, { title: 'Unwritten', label: 'S1E9' }] } });
    const { body } = await client.get(path);
    const none = { empty: 0, draft: 0, complete: 0 };
    expect(body.seasons).toEqual([
      { number: 1, name: 'Season 1', episodeCount: 2, outlines: { ...none, empty: 1 } }, { number: 2, name: 'Season 2', episodeCount: 1, outlines: none },
    ]);
    expect(body.episodes.map(({ scriptId, supersededBy }: any) => [scriptId, supersededBy])).toEqual([
      [loose.id, null], [later.id, null], [second.id, null], [broken.id, again.id], [again.id, null], [pilot.id, again.id],
    ]);
    expect(body.episodes[2]).toMatchObject({
      title: 'The Storm', logline: 'About The Storm.', genre: 'drama', seasonNumber: 1, feedRelease: null, parseStatus: 'complete',
      scriptUploadId: second.scriptUploadId, versions: [{ number: 1, pageCount: 1, madeFrom: [] }],
    });
    expect(body.plannedEpisodes.map(({ title, scriptId, scriptUploadId }: any) => [title, scriptId, scriptUploadId]))
      .toEqual([['the storm', second.id, second.scriptUploadId], ['Unwritten', null, null]]);
    const season = (await client.get(`${path}?season=2`)).body;
    expect([season.seasons.length, season.episodes.map(({ scriptId }: any) => scriptId)]).toEqual([1, [later.id]]);
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer = await client.get(`${path}?limit=4${cursor && `&cursor=${cursor}`}`);
      pages.push(page.body.episodes.map(({ scriptId }: any) => scriptId));
      expect(page.body.seasons).toEqual(body.seasons);
      cursor = page.body.nextCursor;
    }
    expect(pages).toEqual([[loose.id, later.id, second.id, broken.id], [again.id, pilot.id]]);
    for (const wrong of ['0', '100', 'two']) expect(refusal(await client.get(`${path}?season=${wrong}`))).toEqual([400, 'validation_failed', { field: 'season' }]);
    await client.delete(`/scripts/${again.id}?confirmed=true`);
    expect((await client.get(`${path}?season=1`)).body.episodes.map(({ scriptId, supersededBy }: any) => [scriptId, supersededBy]))
      .toEqual([[second.id, null], [broken.id, pilot.id], [pilot.id, null]]);
    expect(refusal(await (await stand.newAccount()).get(path)).slice(0, 2)).toEqual([404, 'project_not_found']);
  });
});

describe('POST /story-projects/from-script', () => {
  it('returns the project that an upload made for its script, with the fields that are sent', async () => {
    const script = await uploaded(client, LAMP, { title: 'Alone' });
    const plain = await client.post('/story-projects/from-script', { scriptUploadId: script.id });
    expect([plain.status, plain.body.project.id, plain.body.project.name]).toEqual([200, script.projectId, 'Alone']);
    const named = await client.post('/story-projects/from-script', { scriptUploadId: script.slug, name: 'Not Alone', description: 'New.' });
    expect([named.status, named.body.project]).toEqual([200, expect.objectContaining({ id: script.projectId, name: 'Not Alone', description: 'New.' })]);
    await uploaded(client, LAMP, { title: 'Beside', projectId: script.projectId });
    expect(refusal(await client.post('/story-projects/from-script', { scriptUploadId: script.id, name: 'Mine' })))
      .toEqual([409, 'script_state_invalid', { reason: 'in_project', projectId: script.projectId }]);
    expect((await client.get(`/story-projects/${script.projectId}`)).body.project.name).toBe('Not Alone');
  });

  it('makes a project around a script that is in none, once for a key', async () => {
    const script = await uploaded(client, LAMP, { title: 'Around' });
    await client.patch(`/scripts/${script.id}`, { seasonNumber: 4 });
    const body = { scriptUploadId: script.scriptUploadId };
    await client.delete(`/story-projects/${script.projectId}`);
    const made = await client.post('/story-projects/from-script', body, { key: 'around' });
    expect([made.status, made.body.project.name, made.body.script.season]).toEqual([201, 'Around', { number: 4, name: 'Season 4' }]);
    expect(made.body.script.projectId).toBe(made.body.project.id);
    expect((await client.post('/story-projects/from-script', body, { key: 'around' })).text).toBe(made.text);
    expect((await client.post('/story-projects/from-script', body, { key: null })).body.project.id).toBe(made.body.project.id);
    expect(refusal(await client.post('/story-projects/from-script', { scriptUploadId: 'scr_nothing' })).slice(0, 2)).toEqual([404, 'script_not_found']);
    await client.post(`/story-projects/${script.projectId}/restore`);
    expect((await client.get(`/scripts/${script.id}`)).body.script.projectId).toBe(made.body.project.id);
  });

  it('makes one project when several are asked for at once from one script', async () => {
    const script = await uploaded(client);
    await client.delete(`/story-projects/${script.projectId}`);
    const answers = await Promise.all([1, 2, 3].map((at) => client.post('/story-projects/from-script', { scriptUploadId: script.id, name: `P${at}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.project.id)).size).toBe(1);
    const names = (await client.get('/story-projects')).body.projects.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => /^P\d$/.test(name))).toHaveLength(1);
  });
});

it('the parsing of an upload shows in the background activity of its account', async () => {
  const own = await stand.newAccount();
  const script = await uploaded(own);
  const { jobs } = (await own.get('/background-activity')).body;
  expect(jobs).toEqual([expect.objectContaining({
    id: parseWorkId(script.scriptUploadId, 1), episode: { scriptUploadId: script.scriptUploadId }, kind: 'script', status: 'completed', projectId: script.projectId, detail: 'Reading a screenplay: The Lamp',
  })]);
});
