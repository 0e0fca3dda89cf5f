import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { drawingsOf } from '../../support/canon/read-drawings.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const platesOf = async ({ artifactId }: ReadyRead, by = client) => (await by.get(`/artifacts/${artifactId}/location-plates`)).body.plates;
const remade = async (read: ReadyRead, plateKey: string) => {
  const path = `/artifacts/${read.artifactId}/location-plates`;
  const done = await confirmed(client, `${path}/${plateKey}/remake`);
  await client.poll(path, ({ plates }) => plates.find((plate: any) => plate.plateKey === plateKey).status === 'ready');
  return done;
};
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

describe('the places of a read', () => {
  it('are listed once each with the scenes that show them', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const plates = await platesOf(read);
    expect(plates.map(({ name, status, provider, scenes }: any) => [name, status, provider, scenes.map((scene: any) => scene.sceneIndex)])).toEqual([
      ['LAMP ROOM', 'ready', 'embedded', [0]], ['GALLERY', 'ready', 'embedded', [1]],
    ]);
    expect((await fetch(plates[1].imageUrl)).headers.get('content-type')).toContain('image/svg+xml');
  });

  it('get another picture for the quoted price, with the same things; nothing else of the read changes', async () => {
    const [read, other] = [await insertReadyRead(stand, client.accountId), await insertReadyRead(stand, client.accountId)];
    const [before, elsewhere] = [await drawingsOf(stand, read), await drawingsOf(stand, other)];
    const [plate] = await platesOf(read);
    const credits = await balance();
    const { answer, credits: quoted } = await remade(read, plate.plateKey);
    expect([answer.status, quoted, answer.body.plateKey, answer.body.chatToolJobId]).toEqual([202, 1, plate.plateKey, expect.stringMatching(/^wrk_/)]);
    expect(await balance()).toBe(credits - 1);
    const after = await drawingsOf(stand, read);
    expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual(['scene-0.svg', 'cover.svg']);
    const [now] = await platesOf(read);
    expect([now.description, now.imageUrl === plate.imageUrl]).toEqual([plate.description, false]);
    expect(await drawingsOf(stand, other)).toEqual(elsewhere);
    // Every remake gives another picture.
    await remade(read, plate.plateKey);
    const third = await drawingsOf(stand, read);
    expect(new Set([before['scene-0.svg'], after['scene-0.svg'], third['scene-0.svg']]).size).toBe(3);
    const { artifact } = (await client.get(`/artifacts/${read.artifactId}`)).body;
    expect([artifact.currentVersion, artifact.edition]).toEqual([1, 0]);
  });

  it('are shown by the page of the read under another address', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const page = async (): Promise<string> => (await fetch(`${stand.config.appUrl}/share/table-read/${read.shareToken}`)).text();
    const before = await page();
    const [plate] = await platesOf(read);
    await remade(read, plate.plateKey);
    expect(before).not.toMatch(/scene-0\.svg\?v=/);
    expect(await page()).toMatch(/scene-0\.svg\?v=[0-9a-f]{12}/);
  });

  it('refuse a place that the read does not show', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const unknown = await client.post(`/artifacts/${read.artifactId}/location-plates/attic-00000000/remake`, {});
    expect([unknown.status, unknown.body.error.code, unknown.body.error.details.field]).toEqual([404, 'artifact_not_found', 'plateKey']);
  });
});

describe('a place whose picture is being made', () => {
  // No worker draws here, so a picture stays unfinished for as long as the test needs.
  let idle: Stand;
  let buyer: ApiClient;
  beforeAll(async () => {
    idle = await openStand({ queues: ['story'] });
    buyer = await idle.newAccount();
  });
  afterAll(() => idle.close());

  it('gets no second one from calls at once or later, and is charged once', async () => {
    const read = await insertReadyRead(idle, buyer.accountId);
    const path = `/artifacts/${read.artifactId}/location-plates`;
    const [plate, other] = await platesOf(read, buyer);
    const remake = `${path}/${plate.plateKey}/remake`;
    const quotes = [await buyer.post(remake, {}), await buyer.post(remake, {})];
    const answers = await Promise.all(quotes.map(({ body }) => buyer.post(remake, { confirm: true, quoteId: body.quote.quoteId })));
    expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([[202, undefined], [409, 'artifact_not_ready']]);
    const later = await buyer.post(remake, {});
    expect([later.status, later.body.error.details.status]).toEqual([409, 'rendering']);
    expect((await platesOf(read, buyer)).map(({ status }: any) => status)).toEqual([expect.stringMatching(/queued|rendering/), 'ready']);
    expect((await buyer.get('/credits')).body.credits.balance).toBe(99);
    // Another place has its own picture and can be remade meanwhile.
    expect((await confirmed(buyer, `${path}/${other.plateKey}/remake`)).answer.status).toBe(202);
  });
});
