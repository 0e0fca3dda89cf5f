import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { STORY } from '../../support/stands/draft-stand.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function projectWith(content: string | null): Promise<string> {
  const { id } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body.project;
  if (content !== null) await client.post(`/story-projects/${id}/sources`, { type: 'text', label: 'Story', content });
  return `/story-projects/${id}/series-bible`;
}

/** Makes the Bible and waits until it is there. */
async function made(path: string, body: object = {}): Promise<any> {
  const answer = await client.post(path, body);
  expect([200, 202]).toContain(answer.status);
  return (await client.poll(path, ({ document }) => document.generation?.status !== 'generating')).document;
}

describe('POST series-bible', () => {
  it('fills the Bible in the words of the sources and says where they stand', async () => {
    const path = await projectWith(STORY);
    const document = await made(path);
    expect(document).toMatchObject({ generatedFrom: 'sources', currentVersion: 1, generation: { status: 'complete', failureMessage: null } });
    // No sentence of the story can serve as its logline, so a person is asked for one.
    expect(document.readiness.premise).toEqual({ ready: false, missingFields: ['logline'] });
    expect(document.content.openQuestions).toContain('in one sentence');
    // The story says nothing of how anybody looks.
    expect(document.readiness.visuals.missingFields).toEqual(['characterDesign']);
    expect(document.content.openQuestions).toContain('characterDesign');
    expect(document.content.colorPalette).toMatch(/#[0-9A-F]{6}/);
    const names = document.content.characters.map(({ name }: any) => name);
    expect(names).toEqual(expect.arrayContaining(['Ada', 'Tom']));
    // The Bible claims nothing that the text does not say; it asks for that instead.
    expect(document.content.characters.every(({ wound, arc }: any) => wound === '' && arc === '')).toBe(true);
    expect(document.content.openQuestions).toContain('Ada');
    for (const key of ['lightingRules', 'locationTruths']) {
      const { from, spans } = document.provenance[key];
      expect(from).toBe('sources');
      for (const { start, end } of spans) {
        const words = STORY.slice(start, end).replace(/\s+/g, ' ').trim();
        expect(document.content[key]).toContain(words);
      }
      expect(spans.length).toBeGreaterThan(0);
    }
    const { next } = (await client.get(path)).body;
    expect([next.method, next.asks.map(({ field }: any) => field)]).toEqual(['PATCH', ['content.logline']]);
    await client.patch(path, { content: { logline: 'A keeper must find out who drains the lamp before a ship is lost.' } });
    expect((await client.get(path)).body.next).toMatchObject({ method: 'POST', path: `${path}/coverage`, body: { phase: 'premise' } });
  });

  it('never overwrites what the caller wrote, unless told which keys and why', async () => {
    const path = await projectWith(STORY);
    await client.patch(path, { content: { tone: 'dry', characters: [{ name: 'Nobody' }] } });
    const mixed = await made(path);
    expect(mixed).toMatchObject({ generatedFrom: 'mixed', content: { tone: 'dry', characters: [{ name: 'Nobody' }] } });
    expect([mixed.provenance.tone.from, mixed.provenance.genre.from]).toEqual(['caller', 'sources']);
    const bare = await client.post(path, { replace: ['tone'] });
    expect([bare.status, bare.body.error.details]).toEqual([400, { field: 'instructions' }]);
    const one = await made(path, { instructions: 'Take the tone of the story.', replace: ['tone'] });
    expect([one.content.tone === 'dry', one.content.characters]).toEqual([false, mixed.content.characters]);
    const all = await made(path, { instructions: 'Start over.', replace: 'all' });
    expect(all.content.characters.map(({ name }: any) => name)).toContain('Ada');
    expect(all.generatedFrom).toBe('sources');
  });

  it('keeps the version when nothing changes, and marks a field that the caller edits as mixed', async () => {
    const path = await projectWith(STORY);
    const first = await made(path);
    const second = await made(path);
    expect([second.currentVersion, second.content]).toEqual([first.currentVersion, first.content]);
    await client.patch(`${path}/characters`, { name: 'ada', want: 'to keep the lamp burning' });
    const edited = await made(path);
    expect(edited.provenance.characters.from).toBe('mixed');
    expect(edited.content.characters.find(({ name }: any) => name === 'Ada').want).toBe('to keep the lamp burning');
  });

  it('uses parsed scripts where there is no source, and is refused where there is neither', async () => {
    const none = await projectWith(null);
    const refused = await client.post(none, {});
    expect([refused.status, refused.body.error.code, refused.body.error.details.missing]).toEqual([409, 'project_precondition_failed', ['sources']]);
    expect(refused.body.error.details).toMatchObject({ stage: 'premise', missingFields: expect.arrayContaining(['logline']), canPlan: false, canStartEpisode: false });
    expect(refused.body.error.details.next).toMatchObject({ method: 'POST', path: none.replace('series-bible', 'sources') });
    const script = await uploaded(client);
    const document = await made(`/story-projects/${script.projectId}/series-bible`);
    expect(document.content.characters.length).toBeGreaterThan(0);
    expect(document.content.episodes).toHaveLength(1);
  });
});

describe('versions', () => {
  it('are listed and can be read again', async () => {
    const path = await projectWith(null);
    await client.patch(path, { content: { tone: 'dry' } });
    await client.patch(path, { title: 'Renamed', content: { tone: 'warm' } });
    const { versions, nextCursor } = (await client.get(`${path}/versions?limit=1`)).body;
    expect([versions.map(({ version, title }: any) => [version, title]), typeof nextCursor]).toEqual([[[2, 'Renamed']], 'string']);
    expect((await client.get(`${path}/versions?limit=1&cursor=${nextCursor}`)).body).toMatchObject({ versions: [{ version: 1, generatedFrom: 'caller' }], nextCursor: null });
    expect((await client.get(`${path}?version=1`)).body.document).toMatchObject({ currentVersion: 1, content: { tone: 'dry' } });
    expect((await client.get(path)).body.document).toMatchObject({ currentVersion: 2, title: 'Renamed', content: { tone: 'warm' } });
    expect((await client.get(`${path}?version=3`)).body.error.details).toEqual({ field: 'version' });
  });
});

describe('one character', () => {
  it('is found by name or alias, created on request, and changed without the others', async () => {
    const path = await projectWith(null);
    await client.patch(path, { content: { characters: [{ name: 'Ada', role: 'keeper' }, { name: 'Tom' }] } });
    const at = `${path}/characters`;
    await client.patch(path.replace('series-bible', 'cast-canon'), { characters: [{ name: 'Ada', aliases: ['The Keeper'] }] });
    expect((await client.get(`${at}?name=${encodeURIComponent('the KEEPER')}`)).body).toMatchObject({ character: { name: 'Ada', role: 'keeper' }, currentVersion: 1 });
    const unknown = await client.patch(at, { name: 'Moss', role: 'harbour master' });
    expect([unknown.status, unknown.body.error.code, unknown.body.error.details.characters]).toEqual([404, 'character_not_found', ['Ada', 'Tom']]);
    expect((await client.patch(at, { name: 'Moss', role: 'harbour master', create: true })).body).toMatchObject({ character: { name: 'Moss' }, currentVersion: 2 });
    await client.patch(at, { name: 'TOM', want: 'sleep' });
    const { characters } = (await client.get(path)).body.document.content;
    expect(characters.map(({ name, role, want }: any) => [name, role, want])).toEqual([['Ada', 'keeper', ''], ['Tom', '', 'sleep'], ['Moss', 'harbour master', '']]);
  });

  it('is changed by one of two writers; the other gets the new version and the stored character', async () => {
    const path = await projectWith(null);
    await client.patch(path, { content: { characters: [{ name: 'Ada' }] } });
    const answers = await Promise.all(['light', 'dark'].map((want) => client.patch(`${path}/characters`, { name: 'Ada', want, expectedVersion: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = [answers.find(({ status }) => status === 200)!, answers.find(({ status }) => status === 409)!];
    expect(lost.body.error).toMatchObject({ code: 'version_conflict', details: { expected: 1, actual: 2, character: won.body.character } });
    expect((await client.get(`${path}/characters?name=Ada`)).body.character).toEqual(won.body.character);
  });
});
