import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toLch } from '../../../src/craft/images/colour.js';
import { findCurrentRead } from '../../../src/domain/artifacts/read-store.js';
import { getReadArt } from '../../../src/domain/artifacts/pictures/read-pictures.js';
import { describeLook } from '../../../src/craft/images/person/look.js';
import { insertReadyRead, TEST_VOICES, testScreenplay, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const bible = (projectId: string, content: object) => client.patch(`/story-projects/${projectId}/series-bible`, { content });
const read = (inProject: string | null = null): Promise<ReadyRead> => insertReadyRead(stand, client.accountId, testScreenplay(), TEST_VOICES, inProject);

async function artOf({ artifactId }: ReadyRead) {
  const { db } = stand.api.services;
  return getReadArt(stand.api.services, (await findCurrentRead(db, artifactId))!);
}

const pictureOf = async ({ shareToken }: ReadyRead, name: string): Promise<string> =>
  (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}/pictures/${name}`)).text();

const chromaOf = (svg: string): number =>
  Math.max(...[...svg.matchAll(/(?:fill|stroke|stop-color)="(#[0-9a-f]{6})"/g)].map(([, colour]) => toLch(colour!)[1]));

describe('pictures of a read', () => {
  it('follow what the Series Bible says of style, colours, light, age and people', async () => {
    const before = await read();
    expect(chromaOf(await pictureOf(before, 'scene-0.svg'))).toBeGreaterThan(0.05);
    await bible(before.projectId, {
      visualStyle: 'black and white, hard edges', colorPalette: '#203040, #8090a0', lightingRules: 'Fog in every scene.',
      productionDesign: 'Victorian: gaslight and tarred wood', characterDesign: 'Mara has white hair in a bun and a red coat. Tobias is sixty, with a beard.',
    });
    const after = await read(before.projectId);
    const art = await artOf(after);
    expect([art.palette, art.grades, art.places.map(({ era }) => era)]).toEqual([['#203040', '#8090a0'], ['monochrome'], ['victorian', 'victorian']]);
    expect(art.places[1]!.weather).toBe('fog');
    expect(art.looks.map((look) => look && describeLook(look))).toEqual([null, expect.stringMatching(/hair in a bun.*a coat/), expect.stringMatching(/a beard/)]);
    for (const name of ['scene-0.svg', 'bust-1.svg', 'cover.svg']) expect([name, chromaOf(await pictureOf(after, name)) < 0.02]).toEqual([name, true]);
  });

  it('stay as they are in a read that exists, whatever the canon says later', async () => {
    const first = await read();
    const [scene, bust] = [await pictureOf(first, 'scene-0.svg'), await pictureOf(first, 'bust-1.svg')];
    await bible(first.projectId, { visualStyle: 'sepia', lightingRules: 'golden hour' });
    await client.patch(`/story-projects/${first.projectId}/cast-look`, { characters: [{ name: 'Mara', lookDirection: 'bald, green coat', age: '70' }] });
    // Another title is another key of the in-process cache, so the pictures are drawn again.
    await client.patch(`/artifacts/${first.artifactId}`, { title: 'Another title' });
    expect(await pictureOf(first, 'scene-0.svg') === scene).toBe(true);
    expect(await pictureOf(first, 'bust-1.svg') === bust).toBe(true);
    const second = await artOf(await read(first.projectId));
    expect(second.looks[1]).toMatchObject({ age: 'old', hair: 'bald', garment: 'coat', cloth: '#3a7352' });
    expect(second.grades).toEqual(['sepia']);
  });

  it('follow the overrides of the script that is read, before the Bible', async () => {
    const first = await read();
    await bible(first.projectId, { colorPalette: '#203040, #8090a0', locationTruths: 'The gallery stands on a cliff, always in fog. The lamp room: a kitchen.' });
    const { script } = (await client.post('/scripts', { title: 'Episode', format: 'fountain', content: 'INT. LAMP ROOM - NIGHT\n\nMARA\nWho is there?\n' })).body;
    const versionId = script.versions[0].scriptUploadId as string;
    await client.patch(`/scripts/${versionId}/overrides`, { theater: 'Colours: #702030, #d0b080', locations: 'LAMP ROOM: a smoky tavern', avatar: 'Mara wears a black top hat.' });
    const plain = await artOf(await read(first.projectId));
    expect([plain.palette, plain.places[0]!.category, plain.places[1]!.weather]).toEqual([['#203040', '#8090a0'], 'kitchen', 'fog']);
    const own = await read(first.projectId);
    await stand.api.services.db.query('UPDATE jobs SET script_upload_id = $2 WHERE id = $1', [own.jobId, versionId]);
    const art = await artOf(own);
    const styleOf = async ({ artifactId }: { artifactId: string }): Promise<unknown[]> => {
      const { avatarStyle, cast } = (await client.get(`/artifacts/${artifactId}/cast`)).body;
      return [avatarStyle, cast.map((member: any) => member.avatarStyle)];
    };
    expect(await styleOf(own)).toEqual(['Mara wears a black top hat.', expect.arrayContaining(['Mara wears a black top hat.'])]);
    expect((await styleOf(first))[0]).toBeNull();
    await bible(first.projectId, { characterDesign: 'Long coats.' });
    expect([(await styleOf(first))[0], (await styleOf(own))[0]]).toEqual(['Long coats.', 'Mara wears a black top hat.']);
    expect([art.palette, art.places[0]!.category, art.looks[1]!.hat]).toEqual([['#702030', '#d0b080'], 'bar', 'top']);
  });
});
