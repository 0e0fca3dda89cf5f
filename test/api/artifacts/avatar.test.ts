import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { madeKeyOf } from '../../../src/kernel/families/candidates/candidates.js';
import { performs } from '../../support/stands/share-stand.js';
import { confirmed } from '../../support/canon/priced.js';
import { openImageService, sendJson, type ImageService } from '../../support/canon/image-service.js';
import { drawingsOf } from '../../support/canon/read-drawings.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const castOf = async ({ artifactId }: ReadyRead, by: ApiClient, character = 'MARA') =>
  (await by.get(`/artifacts/${artifactId}/cast`)).body.cast.find((member: any) => member.character === character);

/** Asks for a portrait and waits until it was made, or failed. */
async function portrayed(read: ReadyRead, body: object, by = client) {
  const done = await confirmed(by, `/artifacts/${read.artifactId}/avatar`, body);
  expect(done.answer.status).toBe(202);
  await by.poll(`/artifacts/${read.artifactId}/cast`, ({ cast }) => cast.every((member: any) => ['none', 'ready', 'failed'].includes(member.avatarStatus)));
  return done;
}
const balance = async (by = client): Promise<number> => (await by.get('/credits')).body.credits.balance;
const changed = (before: Record<string, string>, after: Record<string, string>) => Object.keys(before).filter((name) => before[name] !== after[name]);
const OF_MARA = ['bust-1.svg', 'face-1.svg', 'cover.svg'];

describe('another portrait', () => {
  it('draws what the refinement says on page, stage and cover of the read, for the quoted price', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const sibling = await insertReadyRead(stand, client.accountId, undefined, undefined, read.projectId);
    const [before, elsewhere, member] = [await drawingsOf(stand, read), await drawingsOf(stand, sibling), await castOf(read, client)];
    const credits = await balance();
    const { answer, credits: quoted } = await portrayed(read, { character: 'Mara', refinement: 'red hair, glasses and a scarf' });
    expect([quoted, answer.body.character, answer.body.understood]).toEqual([1, 'MARA', ['colour of hair', 'glasses', 'scarf, scar or jewellery']]);
    expect(await balance()).toBe(credits - 1);
    const after = await drawingsOf(stand, read);
    expect(changed(before, after)).toEqual(OF_MARA);
    const now = await castOf(read, client);
    expect([now.avatarStatus, now.avatarUrl === member.avatarUrl, (await fetch(now.avatarUrl)).status]).toEqual(['ready', false, 200]);
    // The portrait changes neither another read of the project nor the project's canon.
    expect(await drawingsOf(stand, sibling)).toEqual(elsewhere);
    expect((await client.get(`/story-projects/${read.projectId}/cast-look`)).body.castLook.version).toBe(0);
    const { artifact } = (await client.get(`/artifacts/${read.artifactId}`)).body;
    expect([artifact.currentVersion, artifact.edition]).toEqual([1, 0]);
    // Refinements add up: without the glasses, the portrait still differs from the first one.
    await portrayed(read, { character: 'MARA', refinement: 'no glasses' });
    const third = await drawingsOf(stand, read);
    expect([changed(after, third), changed(before, third)]).toEqual([OF_MARA, OF_MARA]);
  });

  it('draws the same person with a new face each time when no refinement is given', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const first = await drawingsOf(stand, read);
    await portrayed(read, { character: 'TOBIAS' });
    const second = await drawingsOf(stand, read);
    await portrayed(read, { character: 'TOBIAS' });
    const third = await drawingsOf(stand, read);
    expect(changed(first, second)).toEqual(['bust-2.svg', 'face-2.svg', 'cover.svg']);
    expect(changed(second, third)).toEqual(['bust-2.svg', 'face-2.svg', 'cover.svg']);
  });

  it('has a style for this read alone, which its cast shows', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    await portrayed(read, { character: 'MARA', style: 'a top hat' });
    expect([(await castOf(read, client)).avatarStyle, (await castOf(read, client, 'TOBIAS')).avatarStyle]).toEqual(['a top hat', null]);
  });

  it('is refused before a price for a person who is not seen, and for words that no drawing follows', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const refusal = async (body: object) => {
      const { status, body: { error } } = await client.post(`/artifacts/${read.artifactId}/avatar`, body);
      return [status, error.code, error.details.field, error.details];
    };
    const details = (own: object) => expect.objectContaining(own);
    expect(await refusal({ character: 'NARRATOR' })).toEqual([400, 'validation_failed', 'character', details({ characters: ['MARA', 'TOBIAS'] })]);
    expect(await refusal({ character: 'MARA', refinement: 'red hair and a dragon' })).toEqual(
      [400, 'validation_failed', 'refinement', details({ understood: ['colour of hair'], notUnderstood: ['dragon'] })]);
    expect(await refusal({ character: 'MARA', style: 'watercolour' })).toEqual([400, 'validation_failed', 'style', details({ notUnderstood: ['watercolour'] })]);
    await portrayed(read, { character: 'MARA', refinement: 'green eyes, a red coat' });
    expect(await refusal({ character: 'MARA', refinement: 'green eyes' })).toEqual([400, 'validation_failed', 'refinement', details({ withoutEffect: ['eyes'] })]);
    expect(await refusal({ character: 'MARA', refinement: ' ' })).toEqual([400, 'validation_failed', 'refinement', expect.anything()]);
  });
});

describe('a portrait of a read whose script is deleted', () => {
  it('is deleted with the words that asked for it', async () => {
    const { db, store } = stand.api.services;
    const read = await insertReadyRead(stand, client.accountId);
    const { script } = (await client.post('/scripts', { title: 'The Lamp', format: 'fountain', content: 'INT. LAMP ROOM - NIGHT\n\nMARA\nWho is there?\n' })).body;
    await performs(stand, read, script.versions[0].scriptUploadId as string);
    await portrayed(read, { character: 'MARA', refinement: 'red hair' });
    const [request] = await db.query<{ id: string }>('SELECT id FROM candidate_requests WHERE subject_id = $1', [read.artifactId]);
    const key = madeKeyOf(request!.id, 0);
    expect(await store.stat(key)).not.toBeNull();
    expect((await client.delete(`/scripts/${script.id}?confirmed=true`)).status).toBe(200);
    const left = await db.query(`SELECT 1 FROM candidate_requests WHERE subject_id = $1 UNION ALL SELECT 1 FROM settings WHERE subject_id = $1`, [read.artifactId]);
    expect([left, await store.stat(key)]).toEqual([[], null]);
  });
});

describe('another portrait of a picture service', () => {
  let service: ImageService;
  let painted: Stand;
  let buyer: ApiClient;

  beforeAll(async () => {
    service = await openImageService();
    painted = await openStand({ queues: ALL_QUEUES, env: { IMAGE_BASE_URL: `${service.url}/v1`, FETCH_ALLOW_HOSTS: new URL(service.url).host } });
    buyer = await painted.newAccount();
  });
  afterAll(async () => {
    await painted.close();
    service.close();
  });

  it('is painted from all words, and the stage is redrawn by the words that it understands', async () => {
    const read = await insertReadyRead(painted, buyer.accountId);
    const before = await drawingsOf(painted, read);
    const { answer } = await portrayed(read, { character: 'MARA', refinement: 'red hair and a dragon on her shoulder' }, buyer);
    expect(answer.body.understood).toEqual(['colour of hair']);
    expect(service.asked.at(-1)!.prompt).toContain('a dragon on her shoulder');
    const { avatarUrl } = await castOf(read, buyer);
    expect([avatarUrl, (await fetch(avatarUrl)).headers.get('content-type')]).toEqual([expect.stringContaining('/images/img_'), 'image/webp']);
    expect(changed(before, await drawingsOf(painted, read))).toEqual(OF_MARA);
    expect(await (await fetch(`${painted.config.appUrl}/share/table-read/${read.shareToken}`)).text()).toContain(new URL(avatarUrl).pathname);
  });

  it('that fails is not charged, and the former portrait stays', async () => {
    const read = await insertReadyRead(painted, buyer.accountId);
    const [before, credits, { avatarUrl }] = [await drawingsOf(painted, read), await balance(buyer), await castOf(read, buyer)];
    const { answer: usual } = service;
    service.answer = (_body, response) => sendJson(response, 400, { error: { message: 'refused by policy' } });
    await portrayed(read, { character: 'MARA', refinement: 'red hair' }, buyer);
    service.answer = usual;
    const now = await castOf(read, buyer);
    expect([now.avatarStatus, now.avatarUrl, await balance(buyer)]).toEqual(['failed', avatarUrl, credits]);
    expect(await drawingsOf(painted, read)).toEqual(before);
  });
});
