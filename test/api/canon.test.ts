import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Voice } from '../../src/craft/speech/port.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { scriptedSpeech } from '../support/scripted-speech.js';

let stand: Stand;
let client: ApiClient;

const VOICES: Partial<Voice>[] = [
  { voiceId: 'v-ann', name: 'Ann', gender: 'female' }, { voiceId: 'v-bob', name: 'Bob', gender: 'male' },
  { voiceId: 'v-old', name: 'Old', status: 'retired', replacementVoiceId: 'v-ann' },
];

beforeAll(async () => {
  stand = await openStand();
  stand.api.services.speech = async () => scriptedSpeech(VOICES);
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function newProject(): Promise<string> {
  return (await client.post('/story-projects', { name: 'Canon' })).body.project.id as string;
}

describe('PATCH /story-projects/{projectId}/cast-canon', () => {
  it('answers an empty cast of version 0 before the first save', async () => {
    const { body } = await client.get(`/story-projects/${await newProject()}/cast-canon`);
    expect(body.castCanon).toMatchObject({ version: 0, narrator: null, characters: [], complete: false });
  });

  it('merges by name whatever its case, and takes names and providers from the catalogue', async () => {
    const path = `/story-projects/${await newProject()}/cast-canon`;
    await client.patch(path, { characters: [{ name: 'Holmes', role: 'detective', gender: 'male' }, { name: 'Watson' }] });
    const { status, body } = await client.patch(path, {
      narrator: { voiceId: 'v-ann', voiceName: 'not her name' }, characters: [{ name: ' HOLMES ', voice: { voiceId: 'v-bob' } }],
    });
    expect(status).toBe(200);
    expect(body.castCanon).toMatchObject({
      version: 2, narrator: { voiceId: 'v-ann', voiceName: 'Ann', provider: 'scripted' },
      characters: [
        { name: 'HOLMES', role: 'detective', gender: 'male', voice: { voiceId: 'v-bob', voiceName: 'Bob', provider: 'scripted' } },
        { name: 'Watson', voice: null },
      ],
    });
    expect((await client.get(path)).body.castCanon).toEqual(body.castCanon);
  });

  it('lists what a character lacks, pictures only unless the project is audio-only', async () => {
    const id = await newProject();
    const path = `/story-projects/${id}/cast-canon`;
    const { body } = await client.patch(path, {
      characters: [{ name: 'A', voice: { voiceId: 'v-ann' }, headshotUrl: 'https://pictures.example/a.png' }, { name: 'B' }],
    });
    const missing = (castCanon: any) => castCanon.characters.map((character: any) => character.missing.map(({ item, optional }: any) => (optional ? `(${item})` : item)));
    expect(missing(body.castCanon)).toEqual([
      ['(bodyShotUrl)', '(characterSheetUrl)'], ['voice', '(headshotUrl)', '(bodyShotUrl)', '(characterSheetUrl)'],
    ]);
    const voiced = await client.patch(path, { characters: [{ name: 'b', voice: { voiceId: 'v-bob' } }] });
    expect([voiced.body.castCanon.complete, missing(voiced.body.castCanon)[1]]).toEqual([true, ['(headshotUrl)', '(bodyShotUrl)', '(characterSheetUrl)']]);
    await client.patch(path, { characters: [{ name: 'b', voice: null }] });
    await client.patch(`/story-projects/${id}/series-bible`, { content: { productionMedium: 'audio' } });
    const after = (await client.get(path)).body.castCanon;
    expect(missing(after)).toEqual([[], ['voice']]);
    expect(after.complete).toBe(false);
    const done = await client.patch(path, { characters: [{ name: 'b', voice: { voiceId: 'v-bob' } }] });
    expect(done.body.castCanon.complete).toBe(true);
  });

  it('clears with null, replaces on request, and keeps the version when nothing changes', async () => {
    const path = `/story-projects/${await newProject()}/cast-canon`;
    await client.patch(path, {
      narrator: { voiceId: 'v-bob' }, characters: [{ name: 'A', role: 'lead', voice: { voiceId: 'v-ann' } }, { name: 'B' }],
    });
    const cleared = (await client.patch(path, { narrator: null, characters: [{ name: 'A', voice: null, role: null }] })).body.castCanon;
    expect(cleared).toMatchObject({ version: 2, narrator: null, characters: [{ name: 'A', voice: null, role: 'character' }, { name: 'B' }] });
    expect((await client.patch(path, { characters: [{ name: 'A' }] })).body.castCanon.version).toBe(2);
    const replaced = (await client.patch(path, { mode: 'replace', characters: [{ name: 'C' }] })).body.castCanon;
    expect(replaced.characters.map((character: { name: string }) => character.name)).toEqual(['C']);
    expect((await client.patch(path, { characters: null })).body.castCanon.characters).toEqual([]);
  });

  it('refuses a stale version and lets one of two racing writers through', async () => {
    const path = `/story-projects/${await newProject()}/cast-canon`;
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => client.patch(path, { expectedVersion: 0, characters: [{ name }] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({
      code: 'version_conflict', details: { expected: 0, actual: 1 },
    });
    expect((await client.get(path)).body.castCanon.characters).toHaveLength(1);
  });

  it('keeps every character of writers that do not name a version', async () => {
    const path = `/story-projects/${await newProject()}/cast-canon`;
    await Promise.all(Array.from({ length: 8 }, (_, index) => client.patch(path, { characters: [{ name: `P${index}` }] })));
    expect((await client.get(path)).body.castCanon).toMatchObject({ version: 8 });
    expect((await client.get(path)).body.castCanon.characters).toHaveLength(8);
  });

  it.each([
    [{ characters: [{ name: 'A', voice: { voiceId: 'nobody' } }] }, 'characters.0.voice.voiceId'],
    [{ narrator: { voiceId: 'v-ann', provider: 'other' } }, 'narrator.voiceId'],
    [{ characters: [{ name: 'A' }, { name: 'a ' }] }, 'characters.1.name'],
    [{ characters: [{ name: ' ' }] }, 'characters.0.name'],
    [{ characters: [{ name: 'A', headshotUrl: 'javascript:alert(1)' }] }, 'characters.0.headshotUrl'],
    [{ characters: [{ name: 'A', missing: [] }] }, 'characters.0.missing'],
    [{ mode: 'append' }, 'mode'],
  ])('refuses a bad body, case %#, and names the field', async (body, field) => {
    const answer = await client.patch(`/story-projects/${await newProject()}/cast-canon`, body);
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
  });

  it('refuses a retired voice and names its replacement', async () => {
    const answer = await client.patch(`/story-projects/${await newProject()}/cast-canon`, { narrator: { voiceId: 'v-old' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'voice_retired', details: { replacementVoiceId: 'v-ann' } });
  });
});

describe('PATCH /story-projects/{projectId}/series-bible', () => {
  it('answers an empty document of version 0, with the id it keeps', async () => {
    const path = `/story-projects/${await newProject()}/series-bible`;
    const before = (await client.get(path)).body.document;
    expect(before).toMatchObject({ kind: 'series_bible', title: 'Canon', currentVersion: 0, content: {}, generatedFrom: null });
    expect(before.readiness.premise).toEqual({ ready: false, missingFields: ['logline', 'genre', 'audience', 'tone', 'premise'] });
    const saved = (await client.patch(path, { content: { logline: 'A keeper lies.' } })).body.document;
    expect(saved).toMatchObject({ id: before.id, currentVersion: 1, content: { logline: 'A keeper lies.' } });
  });

  it('keeps what is not sent, clears with null, gives entries ids, and keeps every version', async () => {
    const path = `/story-projects/${await newProject()}/series-bible`;
    await client.patch(path, { content: { logline: 'One', tone: 'dry', episodes: [{ title: 'Pilot' }, { id: 'ep_1', title: 'Two' }] } });
    const { document } = (await client.patch(path, { title: 'Bible', content: { tone: null, themes: 'guilt' } })).body;
    expect(document).toMatchObject({
      title: 'Bible', currentVersion: 2, generatedFrom: 'caller',
      content: {
        logline: 'One', themes: 'guilt',
        episodes: [{ id: 'ep_2', title: 'Pilot', status: 'planned', label: '', summary: '' }, { id: 'ep_1', title: 'Two' }],
      },
    });
    expect(document.content).not.toHaveProperty('tone');
    expect((await client.patch(path, { content: { themes: 'guilt' } })).body.document.currentVersion).toBe(2);
    const rows = await stand.api.services.db.query<{ content: object }>(
      'SELECT version, content FROM series_bible_versions WHERE bible_id = $1 ORDER BY version', [document.id]);
    expect(rows).toHaveLength(2);
    expect(rows[0]!.content).toMatchObject({ logline: 'One', tone: 'dry' });
    expect(rows[1]!.content).toEqual(document.content);
  });

  it('says when visuals are ready, and that an audio production does not require them', async () => {
    const path = `/story-projects/${await newProject()}/series-bible`;
    const visuals = {
      visualStyle: 'ink', characterDesign: 'c', visualTruths: 't', productionDesign: 'p', colorPalette: 'c', lightingRules: 'l',
      cameraLanguage: 'c', locationTruths: ' ',
    };
    const almost = (await client.patch(path, { content: { productionMedium: 'film', ...visuals } })).body.document;
    expect(almost.readiness.visuals).toEqual({ required: true, ready: false, missingFields: ['locationTruths'] });
    const ready = (await client.patch(path, { content: { locationTruths: 'an island' } })).body.document;
    expect(ready.readiness.visuals).toEqual({ required: true, ready: true, missingFields: [] });
    expect(ready.audioOnly).toBe(false);
    const audio = (await client.patch(path, { content: { productionMedium: 'audio' } })).body.document;
    expect([audio.audioOnly, audio.readiness.visuals.required]).toEqual([true, false]);
  });

  it('refuses a stale version', async () => {
    const path = `/story-projects/${await newProject()}/series-bible`;
    await client.patch(path, { content: { notes: 'a' } });
    const answers = await Promise.all(['b', 'c', 'd'].map((notes) => client.patch(path, { content: { notes }, expectedVersion: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error).toMatchObject({
      code: 'version_conflict', details: { expected: 1, actual: 2 },
    });
  });

  it.each([
    [{ content: { plot: 'x' } }, 'content.plot'], [{ content: { logline: 7 } }, 'content.logline'], [{ content: { logline: 'x'.repeat(20_001) } }, 'content.logline'],
    [{ content: { productionMedium: 'AUDIO' } }, 'content.productionMedium'],
    [{ content: { characters: [{ name: 'Ann' }, { name: 'ANN' }] } }, 'content.characters.1.name'],
    [{ content: { episodes: [{ id: 'e', title: 'a' }, { id: 'e', title: 'b' }] } }, 'content.episodes.1.id'],
  ])('refuses a bad body, case %#, and names the field', async (body, field) => {
    const answer = await client.patch(`/story-projects/${await newProject()}/series-bible`, body);
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
  });

  it('does not show another account\'s canon', async () => {
    const id = await newProject();
    const other = await stand.newAccount();
    for (const answer of [
      await other.get(`/story-projects/${id}/series-bible`), await other.patch(`/story-projects/${id}/series-bible`, { title: 'mine' }),
      await other.get(`/story-projects/${id}/cast-canon`), await other.patch(`/story-projects/${id}/cast-canon`, { characters: [] }),
    ]) expect([answer.status, answer.body.error.code]).toEqual([404, 'project_not_found']);
  });
});
