import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { STAGED_VISUALS, stagedProject } from '../../support/canon/staged-project.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers', 'pictures'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const boardOf = async (projectId: string) => (await client.get(`/story-projects/${projectId}/mood-board`)).body.moodBoard;

async function rendered(projectId: string, body: object) {
  const path = `/story-projects/${projectId}/mood-board/render-frames`;
  const { quote } = (await client.post(path, body)).body;
  const answer = await client.post(path, { ...body, confirm: true, quoteId: quote.quoteId });
  expect(answer.status).toBe(202);
  await client.poll(`/story-projects/${projectId}/mood-board`, ({ moodBoard }) => moodBoard.rendering.id === answer.body.rendering.id && moodBoard.rendering.status === 'ready');
  return { credits: quote.credits as number, board: await boardOf(projectId) };
}

const BRIEF = { brief: 'The lamp room of the lighthouse at night, fog over the quay', count: 3, aspect: '1:1', format: 'jpeg' };

describe('the mood board', () => {
  it('is empty at first and says which fields of the Bible rendering needs', async () => {
    const projectId = await stagedProject(stand.api.services, client);
    expect(await boardOf(projectId)).toMatchObject({ version: 0, readiness: { ready: false }, brief: null, frames: [], candidates: [], rendering: null });
    expect((await boardOf(projectId)).readiness.missingFields).toContain('visualStyle');
    expect((await client.post(`/story-projects/${projectId}/mood-board/render-frames`, BRIEF)).body.error).toMatchObject({
      code: 'project_precondition_failed', details: { stage: 'planning', missingFields: expect.arrayContaining(['visualStyle']), canPlan: true, canStartEpisode: true },
    });
  });

  it('gets candidates that show what the brief says, each charged once', async () => {
    const projectId = await stagedProject(stand.api.services, client, STAGED_VISUALS);
    const before = (await client.get('/credits')).body.credits.balance as number;
    const { credits, board } = await rendered(projectId, BRIEF);
    expect([credits, (await client.get('/credits')).body.credits.balance]).toEqual([3, before - 3]);
    expect(board).toMatchObject({ brief: BRIEF.brief, readiness: { ready: true, missingFields: [] }, rendering: { status: 'ready', completed: 3, total: 3 } });
    expect(board.palette).toEqual(['#1f2a36', '#7a8b8f', '#d9c9a3']);
    expect(board.candidates).toHaveLength(3);
    expect(board.candidates[0].description).toMatch(/lighthouse at night/);
    const answer = await fetch(board.candidates[0].imageUrl);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.headers.get('content-type'), bytes.readUInt16BE(0)]).toEqual(['image/jpeg', 0xff_d8]);
  });

  it('keeps each frame once, in order, returns it to the candidates, and reports a conflict of two concurrent changes', async () => {
    const projectId = await stagedProject(stand.api.services, client, STAGED_VISUALS);
    const { board } = await rendered(projectId, BRIEF);
    const path = `/story-projects/${projectId}/mood-board/frames`;
    const ids = board.candidates.map(({ candidateId }: { candidateId: string }) => candidateId) as string[];
    const first = await client.post(path, { candidateId: ids[0] });
    expect([first.status, first.body.version, first.body.frame.position]).toEqual([200, 1, 0]);
    const two = await Promise.all([ids[1], ids[2]].map((candidateId) => client.post(path, { candidateId, position: 0, expectedVersion: 1 })));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(two.find(({ status }) => status === 409)!.body.error).toMatchObject({ code: 'version_conflict', details: { expected: 1, actual: 2 } });
    const after = await boardOf(projectId);
    expect(after.frames.map(({ position }: { position: number }) => position)).toEqual([0, 1]);
    expect(after.frames[1].candidateId).toBe(ids[0]);
    expect(after.candidates).toHaveLength(1);
    expect((await client.post(path, { candidateId: ids[0] })).body.version).toBe(2);
    expect((await client.delete(`${path}/${first.body.frame.frameId}`)).status).toBe(200);
    expect((await client.delete(`${path}/${first.body.frame.frameId}`)).body.error.code).toBe('image_design_not_found');
    expect((await boardOf(projectId)).candidates).toHaveLength(2);
    expect((await client.post(path, { candidateId: `mbr_${'0'.repeat(26)}.1` })).status).toBe(404);
  });

  it('gives its colours to later pictures where the Bible names none', async () => {
    const projectId = await stagedProject(stand.api.services, client, { ...STAGED_VISUALS, colorPalette: 'as on the mood board' });
    const { board } = await rendered(projectId, BRIEF);
    expect(board.palette).toEqual([]);
    const { frame } = (await client.post(`/story-projects/${projectId}/mood-board/frames`, { candidateId: board.candidates[0].candidateId })).body;
    expect(frame.palette.length).toBeGreaterThan(1);
    expect((await boardOf(projectId)).palette).toEqual(frame.palette);
  });
});
