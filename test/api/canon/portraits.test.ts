import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCharacterImage } from '../../../src/domain/canon/images/character-images.js';
import { findLook } from '../../../src/domain/canon/looks/look-store.js';
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

const project = (): Promise<string> => stagedProject(stand.api.services, client, STAGED_VISUALS);
const balance = async (of = client): Promise<number> => (await of.get('/credits')).body.credits.balance as number;

async function designed(projectId: string, body: object) {
  const path = `/story-projects/${projectId}/cast-portraits/design`;
  const { quote } = (await client.post(path, body)).body;
  const answer = await client.post(path, { ...body, confirm: true, quoteId: quote.quoteId });
  expect(answer.status).toBe(202);
  const { designs } = await client.poll(`/story-projects/${projectId}/cast-portraits/designs`,
    ({ designs: all }) => all.some(({ id, status }: { id: string; status: string }) => id === answer.body.design.id && ['ready', 'failed'].includes(status)));
  return { quote, design: designs.find(({ id }: { id: string }) => id === answer.body.design.id) };
}

describe('portrait designs', () => {
  it('cost what was quoted, once, and nothing before they are confirmed', async () => {
    const projectId = await project();
    const path = `/story-projects/${projectId}/cast-portraits/design`;
    const before = await balance();
    const quoted = await client.post(path, { character: 'Ada' });
    expect(quoted.body.quote.credits).toBe(2);
    expect((await client.get(`/story-projects/${projectId}/cast-portraits/designs`)).body.designs).toEqual([]);
    expect(await balance()).toBe(before);
    const body = { character: 'Ada', confirm: true, quoteId: quoted.body.quote.quoteId };
    const [first, again] = [await client.post(path, body, { key: 'once' }), await client.post(path, body, { key: 'once' })];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true']);
    expect((await client.post(path, body)).body.error.code).toBe('quote_invalid');
    const { designs } = await client.poll(`/story-projects/${projectId}/cast-portraits/designs`, ({ designs: [one] }) => one?.status === 'ready');
    expect(designs).toHaveLength(1);
    expect([designs[0].candidates.length, await balance()]).toEqual([4, before - 2]);
  });

  it('are refused until the Series Bible says how pictures look; a refusal for lack of credits leaves nothing behind', async () => {
    const unready = await stagedProject(stand.api.services, client);
    const path = `/story-projects/${unready}/cast-portraits/design`;
    expect((await client.post(path, { character: 'Ada' })).body.error).toMatchObject({ code: 'project_precondition_failed', details: { stage: expect.any(String) } });
    const poor = await stand.newAccount({ credits: 1 });
    const projectId = await stagedProject(stand.api.services, poor, STAGED_VISUALS);
    const paid = `/story-projects/${projectId}/cast-portraits/design`;
    const { quote } = (await poor.post(paid, { character: 'Ada' })).body;
    expect((await poor.post(paid, { character: 'Ada', confirm: true, quoteId: quote.quoteId })).status).toBe(402);
    expect(await stand.api.services.db.query('SELECT id FROM candidate_requests WHERE project_id = $1', [projectId])).toEqual([]);
  });

  it('show different people who look as directed; the chosen one is the person of every later picture', async () => {
    const projectId = await project();
    await client.patch(`/story-projects/${projectId}/cast-look`, { characters: [{ name: 'ada', age: '66' }] });
    const { design } = await designed(projectId, { character: 'ADA', direction: 'white hair in a bun, red coat, round glasses', count: 3, aspect: '3:4', format: 'png' });
    expect(design).toMatchObject({ character: 'ADA', status: 'ready', completed: 3, total: 3, chosenId: null, aspect: '3:4', format: 'png' });
    expect(new Set(design.candidates.map(({ imageUrl }: { imageUrl: string }) => imageUrl)).size).toBe(3);
    for (const { description, imageUrl, seed, prompt, provider } of design.candidates) {
      expect(description).toMatch(/over sixty, hair in a bun, glasses, a coat/);
      expect((await fetch(imageUrl)).headers.get('content-type')).toBe('image/png');
      expect([Boolean(seed), prompt.includes('red coat'), provider]).toEqual([true, true, 'embedded']);
    }
    const owner = { accountId: client.accountId, projectId, character: 'Ada' };
    const body = await makeCharacterImage(stand.api.services, { ...owner, kind: 'body' });
    await client.patch(`/story-projects/${projectId}/cast-canon`, { characters: [{ name: 'Ada', bodyShotUrl: body.imageUrl }] });
    const { candidateId, imageUrl } = design.candidates[1];
    const chosen = await client.post(`/story-projects/${projectId}/cast-portraits/choose`, { designId: design.id, candidateId });
    expect([chosen.status, chosen.body.headshotUrl]).toEqual([200, imageUrl]);
    const { castCanon } = (await client.get(`/story-projects/${projectId}/cast-canon`)).body;
    expect(castCanon.characters[0]).toMatchObject({ name: 'Ada', headshotUrl: imageUrl, bodyShotUrl: null });
    const look = await findLook(stand.api.services.store, projectId, 'ADA');
    expect(look).toMatchObject({ age: 'old', hair: 'bun', garment: 'coat' });
    expect((await makeCharacterImage(stand.api.services, { ...owner, kind: 'body' })).imageId).not.toBe(body.imageId);
  });

  it('are judged: designs that look like nobody else pass the gate, a look-alike of another person fails it', async () => {
    const projectId = await project();
    const { design } = await designed(projectId, { character: 'Ada', count: 2 });
    const path = `/story-projects/${projectId}/cast-portraits/designs/${design.id}/coverage`;
    expect((await client.get(path)).body).toMatchObject({ coverage: null });
    await client.post(path, {});
    const good = await client.poll(path, ({ coverage }) => coverage.status === 'complete');
    expect(good.coverage).toMatchObject({ gatePassed: true, current: true, report: { rubricVersion: 'portraits-1' } });
    // Tom gets the face of the first candidate.
    const { store } = stand.api.services;
    const [first] = await stand.api.services.db.query<{ facts: { look: object } }>('SELECT facts FROM candidates WHERE request_id = $1 AND ordinal = 0', [design.id]);
    await store.put((await import('../../../src/domain/canon/looks/look-store.js')).lookKey(projectId, 'Tom'), JSON.stringify({ ...first!.facts.look, name: 'Tom' }));
    expect((await client.get(path)).body.coverage).toMatchObject({ stale: true });
    await client.post(path, {});
    const { coverage } = await client.poll(path, (body) => body.coverage.status === 'complete' && body.coverage.current);
    expect(coverage.gatePassed).toBe(false);
    expect(coverage.report.checks.find(({ id }: { id: string }) => id === 'look_alike')).toMatchObject({ passed: false, details: expect.stringContaining('Tom') });
    expect(coverage.report.notes[0]).toMatchObject({ severity: 'critical', anchor: { field: 'candidates.0' } });
  });

  it('are found by character, and hidden from other accounts', async () => {
    const projectId = await project();
    await designed(projectId, { character: 'Tom', count: 2 });
    const path = `/story-projects/${projectId}/cast-portraits/designs`;
    expect((await client.get(`${path}?character=tom`)).body.designs).toHaveLength(1);
    expect((await client.get(`${path}?character=Ada`)).body.designs).toEqual([]);
    const stranger = await stand.newAccount();
    expect((await stranger.get(path)).status).toBe(404);
    const unknown = await client.post(`/story-projects/${projectId}/cast-portraits/choose`, { designId: `pds_${'0'.repeat(26)}`, candidateId: `pds_${'0'.repeat(26)}.1` });
    expect(unknown.body.error.code).toBe('image_design_not_found');
  });
});
