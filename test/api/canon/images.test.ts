import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHARACTER_IMAGE_KINDS, makeCharacterImage } from '../../../src/domain/canon/images/character-images.js';
import type { ApiClient } from '../../support/api-client.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const newProject = async (name = 'Corran Head'): Promise<string> => (await client.post('/story-projects', { name })).body.project.id as string;

const imageOf = (projectId: string, character: string, kind: (typeof CHARACTER_IMAGE_KINDS)[number] = 'face') =>
  makeCharacterImage(stand.api.services, { accountId: client.accountId, projectId, character, kind });

async function bytesOf(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return createHash('sha256').update(Buffer.from(await answer.arrayBuffer())).digest('hex');
}

describe('an image of a character', () => {
  it('is a public file that never changes, of the size that its kind has', async () => {
    const projectId = await newProject();
    const made = await Promise.all(CHARACTER_IMAGE_KINDS.map((kind) => imageOf(projectId, 'Mara Voss', kind)));
    expect(new Set(made.map(({ imageId }) => imageId)).size).toBe(3);
    for (const { imageUrl } of made) {
      const answer = await fetch(imageUrl);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(Buffer.from(await answer.arrayBuffer()).subarray(8, 12).toString()).toBe('WEBP');
      expect((await fetch(imageUrl, { headers: { 'if-none-match': answer.headers.get('etag')! } })).status).toBe(304);
      expect((await fetch(imageUrl.replace('.webp', '.png'))).status).toBe(404);
    }
  });

  it('is the same one when it is asked for again, and the same picture in another project with the same name', async () => {
    const [first, second] = [await newProject('Twice'), await newProject('Twice')];
    const image = await imageOf(first, 'Mara Voss');
    expect(await imageOf(first, ' MARA  voss')).toEqual(image);
    const anew = await imageOf(second, 'Mara Voss');
    expect(anew.imageId).not.toBe(image.imageId);
    expect(await bytesOf(anew.imageUrl)).toBe(await bytesOf(image.imageUrl));
    expect(await bytesOf((await imageOf(first, 'Tom Hale')).imageUrl)).not.toBe(await bytesOf(image.imageUrl));
  });

  it('follows the look direction, and is gone with its project', async () => {
    const projectId = await newProject();
    const path = `/story-projects/${projectId}/cast-look`;
    const before = await imageOf(projectId, 'Tom Hale');
    const { status, body } = await client.patch(path, { characters: [{ name: 'TOM HALE', lookDirection: 'white beard, green coat', age: '71' }] });
    expect([status, body.castLook.characters]).toEqual([200, [{ name: 'TOM HALE', lookDirection: 'white beard, green coat', age: '71' }]]);
    const directed = await imageOf(projectId, 'Tom Hale');
    expect(await bytesOf(directed.imageUrl)).not.toBe(await bytesOf(before.imageUrl));
    await client.patch(path, { characters: [{ name: 'Ada', age: 'a child' }, { name: 'tom hale', age: null }] });
    expect((await client.get(path)).body.castLook.characters).toEqual([
      { name: 'tom hale', lookDirection: 'white beard, green coat', age: null }, { name: 'Ada', lookDirection: null, age: 'a child' }]);
    await client.delete(`/story-projects/${projectId}`);
    expect((await fetch(directed.imageUrl)).status).toBe(404);
    await client.post(`/story-projects/${projectId}/restore`);
    expect((await fetch(directed.imageUrl)).status).toBe(200);
    expect((await fetch(directed.imageUrl.replace(/img_.{4}/, 'img_0000'))).status).toBe(404);
  });
});
