import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { LIGHTHOUSE, tableReadRequest } from '../support/stands/plan-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

const DRAFT = {
  title: 'The Lamp', summary: 'A lamp goes out.', gaps: [], rightsNotes: [],
  evidence: [{ sourceId: '', quote: 'The lamp went out at nine.', confidence: 0.9 }],
  thesis: { oneLine: 'Lamps fail.', supportingEvidence: [0], avoidClaims: [] },
  beats: [{ role: 'hook', title: 'Out', narration: 'The lamp went out.', visualIntent: 'dark', evidence: [0], estimatedSeconds: 60 }],
  visualSystem: { style: 'paper', palette: ['#000000'], typography: 'serif' }, audioSystem: { voice: 'plain', music: 'none', sfxPolicy: 'none' },
  script: {
    scenes: [{ heading: 'INT. LIGHTHOUSE - NIGHT', summary: 'Dark.', estimatedSeconds: 60 }], musicDirection: '', sfxDirection: '',
    cast: [{ character: 'Ada', role: 'keeper', gender: 'female', description: 'the keeper' }],
  },
};
const DIGEST = { summary: 'A lamp.', thesis: 'Lamps fail.', claims: [], gaps: [], rightsNotes: [] };

let server: Server;
let stand: Stand;
let client: ApiClient;
const asked: { form: string; at: number }[] = [];
let planReplies: ((sourceId: string) => { status: number; headers?: Record<string, string>; body?: unknown })[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => { body += chunk.toString('utf8'); });
    request.on('end', () => {
      const form = JSON.parse(body).response_format.json_schema.name as string;
      asked.push({ form, at: Date.now() });
      const sourceId = /"(src_\w+)"/.exec(body.replaceAll('\\"', '"'))?.[1] ?? '';
      const reply = form === 'digest' ? { status: 200, body: DIGEST } : planReplies.shift()!(sourceId);
      response.writeHead(reply.status, { 'content-type': 'application/json', ...('headers' in reply ? reply.headers : {}) });
      response.end(JSON.stringify(reply.status === 200
        ? { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(reply.body) } }] }
        : { error: { message: 'busy' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: `http://127.0.0.1:${port}/v1`, TEXT_MODEL: 'loopback-model' } });
  client = await stand.newAccount();
});
afterAll(async () => {
  await stand.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const good = (sourceId: string) => ({ status: 200, body: { ...DRAFT, evidence: [{ ...DRAFT.evidence[0], sourceId }] } });

async function plannedBy(replies: typeof planReplies, story = LIGHTHOUSE): Promise<any> {
  planReplies = replies;
  asked.length = 0;
  const { projectId } = (({ project }) => ({ projectId: project.id }))((await client.post('/story-projects', { name: 'Model' })).body);
  const { body } = await client.post(`/story-projects/${projectId}/sources`, {
    type: 'text', label: 'Story', content: `${story} ${projectId}`, metadata: { sourceContextMode: 'full' },
  });
  const created = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(body.source.id));
  const done = (answer: any): boolean => !['PENDING', 'RUNNING'].includes(answer.plan.status);
  return (await client.poll(`/story-plans/${created.body.plan.id}`, done)).plan;
}
const planCalls = (): number[] => asked.filter(({ form }) => form === 'plan').map(({ at }) => at);

describe('a plan by a configured model', () => {
  it('waits as long as Retry-After says, then stands on the source', async () => {
    const plan = await plannedBy([() => ({ status: 429, headers: { 'retry-after': '1' } }), good]);
    expect(plan).toMatchObject({ status: 'REQUIRES_APPROVAL', title: 'The Lamp' });
    const [first, second] = planCalls();
    expect(planCalls()).toHaveLength(2);
    expect(second! - first!).toBeGreaterThanOrEqual(950);
    expect(plan.plan.sourceDigest.evidence[0].support).toBe('The lamp went out at nine.');
    expect(plan.plan.scriptBlueprint.cast.map(({ character }: any) => character)).toEqual(['ADA', 'NARRATOR']);
    expect(plan.plan.scriptBlueprint.voiceMap.ADA.provider).toBe('stage');
  });

  it('fails at once when the model is not there to be had', async () => {
    const plan = await plannedBy([() => ({ status: 404 })]);
    expect(plan).toMatchObject({ status: 'FAILED', failureCode: 'story_plan_failed', failureMessage: 'loopback-model: HTTP 404' });
    expect(planCalls()).toHaveLength(1);
  });

  it('tries again after an answer that does not fit', async () => {
    const plan = await plannedBy([() => ({ status: 200, body: { ...DRAFT, beats: [] } }), good]);
    expect([plan.status, planCalls().length]).toEqual(['REQUIRES_APPROVAL', 2]);
  });

  it('stands on passages of a source that is too long for one call, and says so', async () => {
    const long = `${LIGHTHOUSE}\n\n`.repeat(400);
    expect(long.length).toBeGreaterThan(300_000);
    const plan = await plannedBy([good], long);
    expect([plan.status, plan.failureMessage, planCalls().length]).toEqual(['REQUIRES_APPROVAL', null, 1]);
    expect(plan.warnings).toEqual([{ field: 'sourceIds.0', message: expect.stringMatching(/holds 3\d{5} characters, more than the 240000/) }]);
    expect(plan.plan.sourceDigest.evidence[0].support).toBe('The lamp went out at nine.');
  });

  it('is named in the capabilities', async () => {
    expect((await client.get('/capabilities')).body.providers[0]).toEqual({ kind: 'llm', name: 'loopback-model', embedded: false });
  });
});
