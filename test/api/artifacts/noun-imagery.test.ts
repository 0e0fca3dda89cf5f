import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { openImageService, paints, sendJson, type ImageService } from '../../support/canon/image-service.js';
import { drawingsOf } from '../../support/canon/read-drawings.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const pathOf = ({ artifactId }: ReadyRead): string => `/artifacts/${artifactId}/noun-imagery`;
const nounsOf = async (read: ReadyRead, by = client): Promise<any[]> => (await by.get(pathOf(read))).body.nouns;

async function pictured(read: ReadyRead, body: object, by = client) {
  const done = await confirmed(by, pathOf(read), body);
  if (done.answer.status !== 202) throw new Error(done.answer.text);
  await by.poll(pathOf(read), ({ nouns }) => nouns.every(({ status }: any) => status !== 'queued' && status !== 'rendering'));
  return done;
}
const balance = async (by: ApiClient): Promise<number> => (await by.get('/credits')).body.credits.balance;

describe('what a read names', () => {
  it('is listed with the entries that name it, without pictures at first', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const nouns = await nounsOf(read);
    expect(nouns.map(({ nounKey, kind, imageUrl, status }) => [nounKey.replace(/-[0-9a-f]{8}$/, ''), kind, imageUrl, status])).toEqual([
      ['entity-mara', 'entity', null, 'none'], ['entity-tobias', 'entity', null, 'none'],
      ['location-lamp-room', 'location', null, 'none'], ['location-gallery', 'location', null, 'none'], ['object-lamp', 'object', null, 'none'],
    ]);
    const { entries } = (await client.get(`/artifacts/${read.artifactId}/script`)).body.script;
    const lamp = nouns.at(-1);
    expect([lamp.label, lamp.entries.map((index: number) => entries[index].text)]).toEqual(['a lamp', [expect.stringContaining('LAMP'), expect.stringContaining('lamp room')]]);
    // A person is named by the entries that they speak and by those that mention them.
    expect(nouns[1].entries).toEqual(entries.filter(({ character, text }: any) => character === 'TOBIAS' || /Tobias/.test(text)).map(({ index }: any) => index));
  });

  it('gets missing pictures, free where the server draws them, and keeps the others', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const [drawings, credits] = [await drawingsOf(stand, read), await balance(client)];
    const { answer, credits: quoted } = await pictured(read, { kind: 'object' });
    expect([quoted, answer.body.nounKeys]).toEqual([0, ['object-lamp']]);
    const some = await nounsOf(read);
    expect(some.map(({ imageUrl }) => imageUrl !== null)).toEqual([false, false, false, false, true]);
    const rest = await pictured(read, {});
    expect(rest.answer.body.nounKeys).toHaveLength(4);
    const all = await nounsOf(read);
    expect(all.at(-1).imageUrl).toBe(some.at(-1).imageUrl);
    const files = await Promise.all(all.map(async ({ imageUrl }) => Buffer.from(await (await fetch(imageUrl)).arrayBuffer())));
    expect(files.map((bytes) => bytes.subarray(8, 12).toString())).toEqual(all.map(() => 'WEBP'));
    expect(new Set(files.map((bytes) => bytes.toString('base64'))).size).toBe(files.length);
    expect([await balance(client), await drawingsOf(stand, read)]).toEqual([credits, drawings]);
  });

  it('may be named by the caller, and is refused where no drawing of it exists', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const { answer } = await pictured(read, { label: 'a brass key' });
    expect(answer.body.nounKeys).toEqual(['object-key']);
    expect((await nounsOf(read)).at(-1)).toMatchObject({ nounKey: 'object-key', label: 'a brass key', kind: 'object', entries: [], status: 'ready', provider: 'embedded' });
    const refusal = async (body: object) => {
      const { status, body: { error } } = await client.post(pathOf(read), body);
      return [status, error.code, error.details.field];
    };
    expect(await refusal({ label: 'a quasar drive' })).toEqual([400, 'validation_failed', 'label']);
    expect(await refusal({ nounKey: 'object-piano' })).toEqual([400, 'validation_failed', 'nounKey']);
    expect(await refusal({ nounKey: 'object-key', label: 'a key' })).toEqual([400, 'validation_failed', 'label']);
    expect(await refusal({ nounKey: 'object-key' })).toEqual([400, 'validation_failed', 'force']);
    expect((await pictured(read, { nounKey: 'object-key', force: true })).answer.body.nounKeys).toEqual(['object-key']);
  });
});

describe('what a read names, by a picture service', () => {
  let service: ImageService;
  let painted: Stand;
  let buyer: ApiClient;

  beforeAll(async () => {
    service = await openImageService();
    painted = await openStand({ queues: ALL_QUEUES, env: { IMAGE_BASE_URL: `${service.url}/v1` } });
    buyer = await painted.newAccount();
  });
  afterAll(async () => {
    await painted.close();
    service.close();
  });

  it('is charged for each picture that was made, and for none that failed', async () => {
    const read = await insertReadyRead(painted, buyer.accountId);
    const credits = await balance(buyer);
    service.answer = (body, response, request) => (String(body.prompt).includes('TOBIAS')
      ? sendJson(response, 400, { error: { message: 'refused by policy' } }) : paints(body, response, request));
    const { credits: quoted } = await pictured(read, { kind: 'entity' }, buyer);
    const [mara, tobias] = await nounsOf(read, buyer);
    expect([quoted, mara.imageUrl !== null, mara.provider, tobias.imageUrl]).toEqual([2, true, 'openai', null]);
    expect(await balance(buyer)).toBe(credits - 1);
    service.answer = paints;
    const poor = await painted.newAccount({ credits: 1 });
    const refused = await confirmed(poor, pathOf(await insertReadyRead(painted, poor.accountId)), {});
    expect([refused.credits, refused.answer.status, refused.answer.body.error.code]).toEqual([5, 402, 'insufficient_credits']);
    await pictured(read, { label: 'a quasar drive', kind: 'object' }, buyer);
    expect(service.asked.at(-1)!.prompt).toContain('a quasar drive');
    expect((await nounsOf(read, buyer)).at(-1)).toMatchObject({ nounKey: 'object-a-quasar-drive', kind: 'object', status: 'ready' });
  });
});
