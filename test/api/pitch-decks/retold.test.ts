import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { openChatServer, sentencesIn, type Asked, type ChatServer } from '../../support/chat-server.js';
import { insertReadyRead, testScreenplay, TEST_VOICES } from '../../support/ready-read.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { perform } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const TEXT = readFileSync(new URL('../../fixtures/the-light-at-corran-head.txt', import.meta.url), 'utf8');

let server: ChatServer;
let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  server = await openChatServer();
  stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'm-1' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(async () => {
  await stand.close();
  await server.close();
});
beforeEach(() => { server.asked = []; });

const isPitch = ({ user, system }: Asked): boolean => `${system}${user}`.includes('one sentence of at most 30 words');
const asked = (): Asked[] => server.asked.filter(isPitch);

/** The chapters of a deck about a text, when a read performs the first half of the text. */
async function chaptersOfText(): Promise<any[]> {
  const { body: { project } } = await client.post('/story-projects', { name: 'The Light' });
  const { body: { source } } = await client.post(`/story-projects/${project.id}/sources`, { type: 'text', label: 'The Light', content: TEXT });
  await client.poll(`/story-projects/${project.id}/sources/${source.id}`, (body) => body.source.status === 'READY');
  const screenplay = testScreenplay(4);
  screenplay.entries.forEach((entry, at) => {
    const start = Math.floor((at * TEXT.length) / 2 / screenplay.entries.length);
    entry.spans = [{ sourceId: source.id, start, end: start + 40 }];
  });
  const { artifactId } = await insertReadyRead(stand, client.accountId, screenplay, TEST_VOICES, project.id);
  await perform(client, artifactId);
  const { body: { plan } } = await client.post(`/story-projects/${project.id}/story-plans`, {
    target: { audience: 'Buyers', objective: 'Sell it', outcome: 'A meeting' }, sourceIds: [source.id], artifactRequests: [{ type: 'pitch_deck' }], autoApprove: true,
  });
  await client.poll(`/story-plans/${plan.id}`, (body) => body.plan.status === 'APPROVED');
  const { body } = await client.post('/story-jobs', { storyPlanId: plan.id });
  const { job } = await client.poll(`/story-jobs/${body.job.id}`, (answer) => ['READY', 'FAILED'].includes(answer.job.status));
  const { artifact } = (await client.get(`/artifacts/${job.artifacts[0].id}`)).body;
  return (await boardOf(client, artifact.manifest.pitchDeckJobId)).body.storyboard.chapters;
}

/** Retells sentences as they stand: the first one as the logline, and the last one that was shown as the ending. */
function retelling(request: Asked): object {
  const sentences = sentencesIn(request);
  const whole = ({ number, text }: { number: number; text: string }) => ({ from: [number], says: text });
  const plain = sentences.filter(({ text }) => !/["“”]/u.test(text) && text.split(' ').length < 22);
  return { logline: whole(plain[0]!), people: [], synopsis: [plain[1]!, plain[2]!, plain.at(-1)!].map(whole) };
}

describe('a deck with a writing model', () => {
  it('is told in the words of the model, about the stretch that the read performs, after one request', async () => {
    let shown: ReturnType<typeof sentencesIn> = [];
    server.reply = (request) => {
      if (!isPitch(request)) return { content: 'no' };
      shown = sentencesIn(request);
      return { content: retelling(request) };
    };
    const chapters = await chaptersOfText();
    expect([chapters[0].kind, chapters[0].sentences.length, chapters[0].sentences[0].origins[0]]).toEqual(['logline', 1, expect.objectContaining({ kind: 'source', retold: true })]);
    expect(asked()).toHaveLength(1);
    const last = shown.at(-1)!.text.slice(-30);
    const at = TEXT.replaceAll(/\s+/gu, ' ').indexOf(last);
    expect(at > TEXT.length * 0.3 && at < TEXT.length * 0.6).toBe(true);
  });

  it('is written without the model when it has no usable answer, and waits for one that is away', async () => {
    server.reply = (request) => {
      if (!isPitch(request)) return { content: 'no' };
      return asked().length === 1 ? { status: 503, headers: { 'retry-after': '1' } } : { content: 'no' };
    };
    const chapters = await chaptersOfText();
    expect(chapters.length).toBeGreaterThan(4);
    expect(JSON.stringify(chapters)).not.toContain('"retold"');
    // The model is asked again after the 503, and once more with what was wrong with its answer.
    expect(asked()).toHaveLength(3);
  });
});
