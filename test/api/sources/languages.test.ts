import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const PARAGRAPHS = JSON.parse(readFileSync('test/fixtures/languages/paragraphs.json', 'utf8')) as Record<string, string[]>;
const textIn = (...languages: string[]): string => languages.flatMap((language) => PARAGRAPHS[language]!).join('\n\n');
const GERMAN_SCRIPT = [
  'INT. KÜCHE - NACHT', '', 'Die Lampe steht auf dem Tisch, und niemand hat sie angezündet.', '', 'ADA', 'Wer hat die Tür offen gelassen?', '',
  'TOMAS', 'Ich war es nicht, ich war den ganzen Abend am Hafen.', '',
].join('\n');

const READ = { type: 'table_read', mode: 'drama', durationSeconds: 60 };
const TARGET = { audience: 'adults', objective: 'to move', tone: 'quiet', outcome: 'they listen' };
let english: Stand;
let german: Stand;

beforeAll(async () => {
  english = await openStand({ queues: ALL_QUEUES, env: { VOICES: 'stage' } });
  german = await openStand({
    queues: ALL_QUEUES, env: { VOICES: 'stage', SPEECH_BASE_URL: 'http://127.0.0.1:9/v1', SPEECH_VOICES: 'anna,bruno,clara', SPEECH_LANGUAGE: 'de' },
  });
});
afterAll(async () => {
  await english.close();
  await german.close();
});

const projectOf = async (client: ApiClient): Promise<string> => (await client.post('/story-projects', { name: 'The River' })).body.project.id;
const attach = async (client: ApiClient, projectId: string, body: object): Promise<any> =>
  (await client.post(`/story-projects/${projectId}/sources`, { type: 'text', ...body })).body.source;
const plan = (client: ApiClient, projectId: string, sourceIds: string[], read: object = {}): Promise<Answer> =>
  client.post(`/story-projects/${projectId}/story-plans`, { target: TARGET, sourceIds, artifactRequests: [{ ...READ, ...read }] });
const drafted = async (client: ApiClient, { body }: Answer): Promise<any> =>
  (await client.poll(`/story-plans/${body.plan.id}`, (now) => !['PENDING', 'RUNNING'].includes(now.plan.status))).plan;

describe('the language of a source', () => {
  it('is detected in the text, unless it was given', async () => {
    const client = await english.newAccount();
    const projectId = await projectOf(client);
    const shown = async (body: object): Promise<unknown> => {
      const { id, language } = await attach(client, projectId, body);
      return [language, (await client.get(`/story-projects/${projectId}/sources/${id}`)).body.source.language];
    };
    expect(await shown({ content: textIn('en') })).toEqual(['en', 'en']);
    expect(await shown({ content: textIn('ja') })).toEqual(['ja', 'ja']);
    expect(await shown({ content: textIn('en'), language: 'en-GB' })).toEqual(['en-GB', 'en-GB']);
    expect(await shown({ content: 'Hello.' })).toEqual([null, null]);
    expect((await client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: 'Hello.', language: 'German!' })).status).toBe(400);
  });

  it('is detected in a file once that is read', async () => {
    const client = await english.newAccount();
    const projectId = await projectOf(client);
    const { body } = await client.upload(`/story-projects/${projectId}/sources`, Buffer.from(textIn('pl')), 'zegar.txt');
    expect(body.source.language).toBeNull();
    const { source } = await client.poll(`/story-projects/${projectId}/sources/${body.source.id}`, (now) => now.source.status === 'READY');
    expect(source.language).toBe('pl');
  });
});

describe('a plan in a language that no voice speaks', () => {
  it.each(['de', 'fr', 'ja', 'ru', 'ar', 'hi'])('is refused when it is asked for: %s', async (language) => {
    const client = await english.newAccount();
    const projectId = await projectOf(client);
    const [fine, source] = [await attach(client, projectId, { content: textIn('en') }), await attach(client, projectId, { content: textIn(language) })];
    const { status, body } = await plan(client, projectId, [fine.id, source.id]);
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    expect(body.error.details).toMatchObject({
      field: 'sourceIds.1', reason: 'language_unavailable', language, available: ['en'], sourceId: source.id, help: expect.any(Array),
    });
    expect(body.error.details.help.join(' ')).toMatch(/SPEECH_BASE_URL.*language/su);
    expect((await client.get(`/story-projects/${projectId}/story-plans`)).body.plans).toEqual([]);
  });

  it('is accepted where a voice speaks it, and cast with such voices only', async () => {
    const client = await german.newAccount();
    const projectId = await projectOf(client);
    const source = await attach(client, projectId, { content: textIn('de') });
    const made = await drafted(client, await plan(client, projectId, [source.id]));
    expect(made.status).toBe('REQUIRES_APPROVAL');
    const voices = made.plan.scriptBlueprint.cast.map(({ suggestedVoice }: any) => suggestedVoice?.voiceId);
    expect(voices.length).toBeGreaterThan(0);
    expect(voices.every((id: string) => id.startsWith('openai:'))).toBe(true);
    const chosen = await plan(client, projectId, [source.id], { voiceMap: { NARRATOR: { voiceId: 'stage-narrator-m' } } });
    expect([chosen.status, chosen.body.error.details]).toMatchObject([400, {
      field: 'artifactRequests.0.voiceMap.NARRATOR', reason: 'language_unavailable', language: 'de', available: ['de', 'en'],
    }]);
    expect((await client.get('/voices?language=de')).body.voices).toHaveLength(3);
  });

  it('is accepted when the caller says that the text is in another one', async () => {
    const client = await english.newAccount();
    const projectId = await projectOf(client);
    const source = await attach(client, projectId, { content: textIn('nl'), language: 'en' });
    expect((await plan(client, projectId, [source.id])).status).toBe(201);
  });
});

describe('languages that are mixed', () => {
  it('are no obstacle: the main one counts, and the plan says so', async () => {
    const client = await english.newAccount();
    const projectId = await projectOf(client);
    const source = await attach(client, projectId, { content: `${textIn('en')}\n\n${PARAGRAPHS.fr![0]!}` });
    const made = await drafted(client, await plan(client, projectId, [source.id]));
    expect(made.status).toBe('REQUIRES_APPROVAL');
    expect(made.warnings.map(({ message }: any) => message).join('\n')).toMatch(/mostly in English and partly in French/u);
    const plain = await attach(client, projectId, { content: textIn('en') });
    const other = await drafted(client, await plan(client, projectId, [plain.id]));
    expect(other.warnings.map(({ message }: any) => message).join('\n')).not.toMatch(/mostly in/u);
    const foreign = await attach(client, projectId, { content: `${textIn('de')}\n\n${PARAGRAPHS.en![0]!}` });
    expect((await plan(client, projectId, [foreign.id])).body.error.details).toMatchObject({ reason: 'language_unavailable', language: 'de' });
  });
});

describe('the table read of a script', () => {
  it('is refused in a language that no voice speaks, before anything is charged', async () => {
    const client = await english.newAccount({ credits: 25 });
    const script = await uploaded(client, GERMAN_SCRIPT);
    await client.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'audio' } });
    for (const confirmed of [false, true]) {
      const { status, body } = await client.post(`/scripts/${script.id}/table-read/prepare`, { confirmed, acceptSuggestedVoices: true });
      expect([status, body.error.code, body.error.details]).toMatchObject([400, 'validation_failed', { reason: 'language_unavailable', language: 'de', available: ['en'] }]);
    }
    expect((await client.get('/credits')).body.credits.balance).toBe(25);
  });

  it('is quoted where a voice speaks it', async () => {
    const client = await german.newAccount({ credits: 25 });
    const script = await uploaded(client, GERMAN_SCRIPT);
    await client.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'audio' } });
    const { status, body } = await client.post(`/scripts/${script.id}/table-read/prepare`, { acceptSuggestedVoices: true });
    expect([status, body.status]).toEqual([200, 'quoted']);
  });
});
