import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { faithful, openChatServer, sentencesIn, type Asked, type ChatReply, type ChatServer } from '../support/chat-server.js';
import { LIGHTHOUSE, tableReadRequest } from '../support/stands/plan-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

let server: ChatServer;
let stand: Stand;
let client: ApiClient;
/** Answers to requests for plans, in order. After them, all answers are true. */
let replies: ChatReply[];

beforeAll(async () => {
  server = await openChatServer();
  server.reply = (asked) => (asked.name === 'plan' ? replies.shift() : undefined) ?? { content: faithful(asked) };
  stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'loopback-model' } });
  client = await stand.newAccount();
});
beforeEach(() => {
  server.asked = [];
  replies = [];
});
afterAll(async () => {
  await stand.close();
  await server.close();
});

/** A sentence of about a thousand characters. Much text in sentences of this length is read quickly. */
const LONG_SENTENCE = `The keeper counted the ships that passed the point${', and the boats behind them, and the sails behind the boats'.repeat(16)}.`;

async function planned(story = LIGHTHOUSE): Promise<any> {
  const { body: { project } } = await client.post('/story-projects', { name: 'Model' });
  const { body } = await client.post(`/story-projects/${project.id}/sources`, {
    type: 'text', label: 'Story', content: `${story} ${project.id} is the name of it.`, metadata: { sourceContextMode: 'full' },
  });
  const created = await client.post(`/story-projects/${project.id}/story-plans`, tableReadRequest(body.source.id));
  const done = (answer: any): boolean => !['PENDING', 'RUNNING'].includes(answer.plan.status);
  return (await client.poll(`/story-plans/${created.body.plan.id}`, done)).plan;
}
const plansAsked = (): Asked[] => server.asked.filter(({ name }) => name === 'plan');

describe('a plan by a configured model', () => {
  it('waits as long as Retry-After says, then is made from the source', async () => {
    replies = [{ status: 429, headers: { 'retry-after': '1' } }];
    const plan = await planned();
    expect([plan.status, plansAsked().length]).toEqual(['REQUIRES_APPROVAL', 2]);
    expect(plansAsked()[1]!.at - plansAsked()[0]!.at).toBeGreaterThanOrEqual(950);
    expect(plan.plan.sourceDigest.summary).toContain('The lamp went out at nine.');
    expect(plan.plan.sourceDigest.evidence.length).toBeGreaterThan(0);
    expect(plan.plan.scriptBlueprint.cast.map(({ character }: any) => character)).toContain('NARRATOR');
  });

  it('fails at once, in the server’s own words, when the model does not exist', async () => {
    replies = [{ status: 404, error: 'model "loopback-model" not found, try pulling it first' }];
    expect(await planned()).toMatchObject({
      status: 'FAILED', failureCode: 'story_plan_failed', failureMessage: 'loopback-model: HTTP 404: model "loopback-model" not found, try pulling it first',
    });
    expect(plansAsked()).toHaveLength(1);
  });

  it('is made by the embedded writer after two unusable answers, and says so', async () => {
    replies = [{ content: 'A fine story.' }, { content: '{"summary":[]}' }];
    const plan = await planned();
    expect([plan.status, plansAsked().length]).toEqual(['REQUIRES_APPROVAL', 2]);
    expect(plan.plan.sourceDigest.gaps.at(-1)).toContain('the embedded writer\'s');
  });

  it('keeps nothing that its sentences do not support', async () => {
    const lie = (asked: Asked): object => {
      const { number } = sentencesIn(asked)[0]!;
      const says = { from: [number], says: 'The lamp exploded in 1907 and killed Napoleon.' };
      return { summary: [says, says], thesis: says, beats: [{ beat: 1, ...says }] };
    };
    const usual = server.reply;
    server.reply = (asked) => ({ content: asked.name === 'plan' ? lie(asked) : faithful(asked) });
    const plan = await planned().finally(() => { server.reply = usual; });
    expect(plan.status).toBe('REQUIRES_APPROVAL');
    expect(JSON.stringify(plan.plan)).not.toMatch(/Napoleon|1907/u);
  });

  it('warns of a source that is too long for one reading', async () => {
    const plan = await planned(`${LONG_SENTENCE}\n\n`.repeat(730));
    expect(plan).toMatchObject({ status: 'REQUIRES_APPROVAL', failureMessage: null });
    expect(plan.warnings).toContainEqual({ field: 'sourceIds.0', message: expect.stringMatching(/holds 7\d{5} characters, more than the 720000/u) });
  });

  it('comes from a model that the capabilities name', async () => {
    expect((await client.get('/capabilities')).body.providers[0]).toEqual({ kind: 'llm', name: 'loopback-model', embedded: false });
  });
});
