import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { headingsIn, readFountainOf, seriesProject, settledDraft, startedEpisode, wishedScenes } from '../support/stands/draft-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

interface Asked { form: string; system: string; user: string; at: number }
interface Reply { status: number; headers?: Record<string, string>; body?: unknown; delayMs?: number }

const PLAN = { scenes: [
  { heading: 'INT. LAMP ROOM - NIGHT', summary: 'The lamp goes out.', characters: ['Ada', 'tom (the boy)'] },
  { heading: 'EXT. QUAY - DAWN', summary: 'A boat.', characters: [] },
] };
const line = (kind: string, text: string, character: string | null = null, extension: string | null = null, parenthetical: string | null = null) =>
  ({ kind, character, extension, parenthetical, text });

let server: Server;
let stand: Stand;
let client: ApiClient;
let asked: Asked[];
/** Answers to requests for scenes, in order. After them, each scene is one line that contains the number of the request. */
let replies: Reply[];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end();
    let body = '';
    request.on('data', (chunk: Buffer) => { body += chunk.toString('utf8'); });
    request.on('end', () => {
      const { response_format: format, messages } = JSON.parse(body);
      const form = format.json_schema.name as string;
      if (form !== 'digest') asked.push({ form, system: messages[0].content, user: messages[1].content, at: Date.now() });
      const plain = { lines: [line('dialogue', `Line ${asked.length}.`, 'Ada')] };
      const reply: Reply = form === 'digest' ? { status: 404 }
        : form === 'scene_plan' ? { status: 200, body: PLAN } : replies.shift() ?? { status: 200, body: plain };
      setTimeout(() => {
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
        const message = { role: 'assistant', content: JSON.stringify(reply.body) };
        response.end(JSON.stringify(reply.status === 200
          ? { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, finish_reason: 'stop', message }] } : { error: { message: 'secret' } }));
      }, reply.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: `http://127.0.0.1:${port}/v1`, TEXT_MODEL: 'loopback-model' } });
  client = await stand.newAccount();
});
beforeEach(() => {
  asked = [];
  replies = [];
});
afterAll(async () => {
  await stand.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** An episode of a project without any source: a model writes from the Series Bible. */
const newDraft = async (): Promise<string> => startedEpisode(client, await seriesProject(stand.api.services, client, null));

describe('an episode by a configured model', () => {
  it('is planned, then written scene by scene, each with the text so far', async () => {
    const id = await newDraft();
    replies = [{ status: 200, body: { lines: [
      line('action', 'The lamp\n goes *out*.'), line('dialogue', 'Who is there?', 'ada lovelace', 'O.S.', '(softly)'),
      line('dialogue', 'INT. NOWHERE', 'TOM'), line('action', 'CUT TO:'), line('transition', 'SMASH CUT'),
    ] } }];
    await client.post(`/screenplay-drafts/${id}`, { instructions: 'Write drily.' });
    const draft = await settledDraft(client, id);
    expect(draft).toMatchObject({ status: 'open', total: 2, completed: 2, scenes: [
      { heading: 'INT. LAMP ROOM - NIGHT', characters: ['ADA', 'TOM THE BOY'], status: 'written' }, { heading: 'EXT. QUAY - DAWN', characters: [] },
    ] });
    expect(asked.map(({ form }) => form)).toEqual(['scene_plan', 'scene', 'scene']);
    expect(asked[0]!.system).not.toContain('drily');
    for (const { user } of asked) for (const words of ['Write drily.', 'The lamp is drained.', 'somebody was paid for a wreck']) expect(user).toContain(words);
    expect(asked[1]!.user).not.toContain('"the screenplay so far"');
    expect(asked[2]!.user).toContain('Who is there?');
    expect(await readFountainOf(client, id)).toBe(['INT. LAMP ROOM - NIGHT', '', 'The lamp goes *out*.', '', 'ADA LOVELACE (O.S.)', '(softly)', 'Who is there?', '',
      'TOM', 'INT. NOWHERE', '', '!CUT TO:', '', '> SMASH CUT', '', 'EXT. QUAY - DAWN', '', 'ADA', 'Line 3.', ''].join('\n').replace('*out*', '\\*out\\*'));
  });

  it('waits as long as Retry-After says, and asks again after an answer that does not fit', async () => {
    const id = await newDraft();
    replies = [{ status: 429, headers: { 'retry-after': '1' } }, { status: 200, body: { lines: [line('dialogue', 'Nobody says this.')] } }];
    await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(1) });
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 1 });
    expect(asked.map(({ form }) => form)).toEqual(['scene', 'scene', 'scene']);
    expect(asked[2]!.user).toContain('line 1 is dialogue and has no character');
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThanOrEqual(950);
    expect(await readFountainOf(client, id)).not.toContain('Nobody says this');
  });

  it('fails at a scene with code and message, and resumes with that scene', async () => {
    const id = await newDraft();
    const scenes = wishedScenes(3);
    replies = [{ status: 200, body: { lines: [line('dialogue', 'The first.', 'ADA')] } }, { status: 403 }];
    await client.post(`/screenplay-drafts/${id}`, { scenes });
    const failed = await settledDraft(client, id);
    expect(failed).toMatchObject({
      status: 'failed', completed: 1, failureCode: 'artifact_generation_failed', failureMessage: 'loopback-model: HTTP 403: secret',
      scenes: [{ status: 'written' }, { status: 'failed' }, { status: 'pending' }],
    });
    expect((await client.get(`/scripts/${id}`)).body.script.versions[0].draftStatus).toBe('failed');
    // Other instructions for what is left; the scenes stay.
    await client.post(`/screenplay-drafts/${id}`, { instructions: 'Now politely.' });
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 3, failureCode: null, failureMessage: null });
    expect(asked).toHaveLength(4);
    expect(asked[2]!.user).toContain('Now politely.');
    const text = await readFountainOf(client, id);
    expect([headingsIn(text), text.split('The first.').length]).toEqual([scenes.map(({ heading }) => heading), 2]);
  });

  it('shows its progress, adds scenes after text written meanwhile, and accepts a new plan for the remaining scenes', async () => {
    const id = await newDraft();
    replies = [{ status: 200, body: { lines: [line('dialogue', 'The first.', 'ADA')] } }, { status: 200, delayMs: 1_500, body: { lines: [line('dialogue', 'The second.', 'ADA')] } },
      { status: 400 }];
    await client.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(3) });
    await client.poll(`/screenplay-drafts/${id}`, ({ draft }) => draft.completed === 1);
    const during = (await client.post(`/screenplay-drafts/${id}`, { scenes: [{ heading: 'INT. ANOTHER - DAY', summary: '' }] })).body.draft;
    expect(during).toMatchObject({ status: 'drafting', total: 3, scenes: [{ status: 'written' }, { status: 'writing' }, { status: 'pending' }] });
    const mine = (await readFountainOf(client, id)).replace('The first.', 'My first.');
    expect((await client.patch(`/scripts/${id}/content`, { content: mine })).status).toBe(200);
    expect(await settledDraft(client, id)).toMatchObject({ status: 'failed', completed: 2 });
    await client.post(`/screenplay-drafts/${id}`, { scenes: [{ heading: 'INT. ANOTHER - DAY', summary: 'At last.' }] });
    expect(await settledDraft(client, id)).toMatchObject({ status: 'open', completed: 3, total: 3 });
    const text = await readFountainOf(client, id);
    expect(headingsIn(text)).toEqual(['INT. PLACE 1 - NIGHT', 'INT. PLACE 2 - NIGHT', 'INT. ANOTHER - DAY']);
    expect(text).toMatch(/My first\.[^]*The second\./u);
    expect(text).not.toContain('The first.');
  });

  it('stops at the page allowance of the account and says so', async () => {
    const poor = await stand.newAccount();
    await stand.api.services.db.query(`UPDATE accounts SET tier = 'free' WHERE id = $1`, [poor.accountId]);
    const id = await startedEpisode(poor, await seriesProject(stand.api.services, poor, null));
    const long = { lines: Array.from({ length: 400 }, (_, at) => line('action', `Row ${at}. ${'It rains upon the island and nobody minds it any more. '.repeat(40)}`)) };
    replies = [{ status: 200, body: long }];
    await poor.post(`/screenplay-drafts/${id}`, { scenes: wishedScenes(1) });
    expect(await settledDraft(poor, id)).toMatchObject({ status: 'failed', failureCode: 'plan_limit_reached', completed: 0 });
    expect((await poor.get(`/scripts/${id}`)).body.script.versions[0]).toMatchObject({ byteSize: 0, revision: 1 });
  });
});
