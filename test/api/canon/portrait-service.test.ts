import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fingerprintOf, likenessDistance, MIN_LIKENESS_DISTANCE } from '../../../src/craft/images/engines/likeness.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { openImageService, paintedFace, paints, sendJson, type ImageAnswer, type ImageService } from '../../support/canon/image-service.js';
import { confirmed } from '../../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../../support/canon/staged-project.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let service: ImageService;
let stand: Stand;
let client: ApiClient;

const TIMEOUT_MS = 10_000;

beforeAll(async () => {
  service = await openImageService();
  stand = await openStand({
    queues: ['story', 'providers', 'pictures'],
    env: { IMAGE_BASE_URL: `${service.url}/v1`, IMAGE_API_KEY: 'secret', IMAGE_MODEL: 'painter', IMAGE_TIMEOUT_MS: String(TIMEOUT_MS) },
  });
  client = await stand.newAccount();
});
afterAll(async () => {
  await stand?.close();
  service?.close();
});
beforeEach(() => {
  service.asked = [];
  service.answer = paints;
});

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const picture = async (url: string): Promise<{ type: string | null; bytes: Buffer }> => {
  const answer = await fetch(url);
  return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

let designs = 0;

/** Has two candidates made for Ada, in words that no other test uses, and waits until the design ends. */
async function designed(projectId: string): Promise<any> {
  designs += 1;
  const base = `/story-projects/${projectId}/cast-portraits`;
  const { answer }: { answer: Answer } = await confirmed(client, `${base}/design`, { character: 'Ada', direction: `white hair in a bun, ${designs} buttons`, count: 2 });
  expect(answer.status).toBe(202);
  const { designs: all } = await client.poll(`${base}/designs`, ({ designs: [one] }) => ['ready', 'failed'].includes(one.status));
  return all[0];
}

const newProject = (): Promise<string> => stagedProject(stand.api.services, client, STAGED_VISUALS);

describe('portraits of a service', () => {
  it('are candidates; the chosen one becomes the face of the person in the cast and in the prompts of later pictures', async () => {
    const projectId = await newProject();
    const design = await designed(projectId);
    expect(service.asked.map(({ model, prompt }) => [model, String(prompt).includes('white hair in a bun')])).toEqual([['painter', true], ['painter', true]]);
    expect(design).toMatchObject({ status: 'ready', candidates: [{ provider: 'openai' }, { provider: 'openai' }] });
    const ffmpeg = await ffmpegForTests();
    for (const [at, { imageUrl }] of design.candidates.entries()) {
      const { type, bytes } = await picture(imageUrl);
      expect(type).toBe('image/webp');
      const made = await fingerprintOf(ffmpeg, paintedFace(service.asked[at]!.seed));
      expect(likenessDistance(await fingerprintOf(ffmpeg, bytes), made)).toBeLessThan(MIN_LIKENESS_DISTANCE);
    }
    const { candidateId, imageUrl, description } = design.candidates[1];
    const chosen = await client.post(`/story-projects/${projectId}/cast-portraits/choose`, { designId: design.id, candidateId });
    expect([chosen.status, chosen.body.headshotUrl]).toEqual([200, imageUrl]);
    const path = `/story-projects/${projectId}/cast`;
    expect((await client.get(path)).body.cast.characters[0].images).toMatchObject({ face: { url: imageUrl, avatarStatus: 'ready' }, body: { avatarStatus: 'none' } });
    service.asked = [];
    await confirmed(client, path, { character: 'Ada', imageKind: 'body' });
    const { cast } = await client.poll(path, (found) => found.cast.casting === null);
    expect(cast.characters[0].images.body).toMatchObject({ avatarStatus: 'ready', url: expect.not.stringMatching(imageUrl) });
    expect(service.asked).toHaveLength(1);
    for (const word of description.split(', ')) expect(service.asked[0]!.prompt).toContain(word);
  });

  /** Gives `other` as the first answer and pictures after it. */
  const first = (other: ImageAnswer): ImageAnswer => (body, response, request) => (service.asked.length === 1 ? other : paints)(body, response, request);

  it.each<[string, ImageAnswer]>([
    ['is a document that only calls itself a picture', (_body, response) => sendJson(response, 200, { data: [{ b64_json: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }] })],
    ['is no JSON', (_body, response) => response.writeHead(200).end('<html>')],
    ['does not come in time', () => undefined],
    ['asks to wait', (_body, response) => sendJson(response, 429, {}, { 'retry-after': '1' })],
  ])('whose first answer %s are requested again, and charged once', async (_what, answer) => {
    const projectId = await newProject();
    const before = await balance();
    service.answer = first(answer);
    expect(await designed(projectId)).toMatchObject({ status: 'ready', completed: 2, failureMessage: null });
    expect([service.asked.length >= 3, before - await balance()]).toEqual([true, 2]);
  });

  it.each<[string, ImageAnswer, RegExp]>([
    ['are refused', (_body, response) => sendJson(response, 400, { error: { message: 'the words are not allowed' } }), /the words are not allowed/u],
    ['lead elsewhere', (_body, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(), /answered 302/u],
    ['have 50 MB', (_body, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":[{"b64_json":"${'A'.repeat(50 * 1024 * 1024)}"}]}`), /larger than/u],
    ['are at a private address', (_body, response) => sendJson(response, 200, { data: [{ url: 'http://10.0.0.7/made.png' }] }), /could not be fetched/u],
  ])('whose answers %s fail with the reason, cost nothing and leave the cast as it was', async (_what, answer, reason) => {
    const projectId = await newProject();
    const before = await balance();
    service.answer = answer;
    const design = await designed(projectId);
    expect(design).toMatchObject({ status: 'failed', candidates: [], failureMessage: expect.stringMatching(reason) });
    expect([service.asked.length, await balance()]).toEqual([1, before]);
    expect((await client.get(`/story-projects/${projectId}/cast`)).body.cast.characters[0].images.face).toEqual({ url: null, avatarStatus: 'none' });
  });
});
