import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/kernel/db/ids.js';
import { insertReadyRead, TEST_VOICES, testScreenplay, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import type { PlayerData } from '../../../src/pages/client-data.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const insert = (screenplay: Screenplay, inProject: string | null = null): Promise<ReadyRead> =>
  insertReadyRead(stand, client.accountId, screenplay, TEST_VOICES, inProject);

/** The page of a read and the pictures that it shows, by their public names. */
async function shown(read: ReadyRead): Promise<{ page: string; picture: (name: string) => Promise<string> }> {
  const url = `${stand.config.appUrl}/share/table-read/${read.shareToken}`;
  const page = await (await fetch(url)).text();
  return {
    page,
    picture: async (name) => {
      const answer = await fetch(`${url}/pictures/${name}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
      // A hash, because a failed comparison of whole drawings fills screens.
      return createHash('sha256').update(await answer.text()).digest('hex');
    },
  };
}

/** The test's story with other words, title and cast, so that nothing but people and places is the same. */
function episode(title: string, change: (screenplay: Screenplay) => void = () => undefined): Screenplay {
  const screenplay = { ...testScreenplay(), title };
  change(screenplay);
  return screenplay;
}

const MARA = 'bust-1.svg';
const TOBIAS = 'bust-2.svg';

describe('pictures of people who change clothes', () => {
  it('are on the page from the line at which they change', async () => {
    const read = await insert(episode('The Ball', (screenplay) => {
      const sight = { from: 0, kind: 'living', side: 'in' as const, place: '', time: 'night', weather: 'clear', people: ['MARA', 'TOBIAS'] };
      screenplay.entries[1]!.sights = [sight];
      screenplay.entries[3]!.sights = [{ ...sight, worn: [{ name: 'MARA', wears: 'a white gown' }] }];
      screenplay.seen = { era: 'victorian', people: [{ name: 'MARA', sex: 'female', looks: '', shown: {}, outfits: [{ wears: 'a white gown', shown: { garment: 'gown', hair: 'updo' } }] }] };
    }));
    const { page, picture } = await shown(read);
    expect(await picture('worn-0.svg')).not.toBe(await picture(MARA));
    const { dress } = JSON.parse(/<script[^>]*type="application\/json"[^>]*>([^<]*"dress"[^<]*)<\/script>/u.exec(page)![1]!) as PlayerData;
    expect(dress).toEqual([
      { sceneIndex: 0, entryIndex: 0, busts: {} },
      { sceneIndex: 0, entryIndex: 3, busts: { MARA: { url: expect.stringMatching(/worn-0\.svg/u), alt: expect.stringMatching(/pinned up, .*a gown/u) } } },
    ]);
    const none = await fetch(`${stand.config.appUrl}/share/table-read/${read.shareToken}/pictures/worn-1.svg`);
    expect(none.status).toBe(404);
  });
});

describe('pictures of a project', () => {
  it('show the same people and rooms in every job of the project, whatever else differs', async () => {
    const first = await insert(episode('The First Night'));
    const one = await shown(first);
    const faces = [await one.picture(MARA), await one.picture(TOBIAS)];
    const room = await one.picture('scene-0.svg');
    // Another title, other descriptions, and a newcomer after the faces of all others were chosen. The seats stay, because people turn to each other.
    const second = await shown(await insert(episode('The Second Night', (screenplay) => {
      const [narrator, mara, tobias] = screenplay.cast;
      screenplay.cast = [narrator!, { ...mara!, description: 'a child' }, { ...tobias!, description: 'an old man with a beard' },
        { ...tobias!, character: 'PELL', description: 'a doctor' }];
    }), first.projectId));
    expect(await second.picture(MARA)).toBe(faces[0]);
    expect(await second.picture(TOBIAS)).toBe(faces[1]);
    expect(await second.picture('scene-0.svg')).toBe(room);
    expect(faces).not.toContain(await second.picture('bust-3.svg'));
  });

  it('show the same people and rooms when the same story is made three times', async () => {
    const runs = [];
    for (let run = 0; run < 3; run++) {
      const { picture } = await shown(await insert(episode('Made Three Times')));
      runs.push(await Promise.all([MARA, TOBIAS, 'scene-0.svg', 'scene-1.svg', 'cover.svg'].map(picture)));
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
    const another = await shown(await insert(episode('Another Story')));
    expect(await another.picture(MARA)).not.toBe(runs[0]![0]);
  });

  it('show the place and the time that the words of a scene tell', async () => {
    const { page, picture } = await shown(await insert(episode('The Coal Wharf', (screenplay) => {
      screenplay.cast[1]!.description = 'a woman of 72';
      const [first, second] = screenplay.scenes;
      screenplay.entries[first!.firstEntry + 1]!.text = 'The hansom stopped under a gas-lamp, and the cabman swore at the cobbles.';
      screenplay.entries[second!.firstEntry + 1]!.text = 'On deck the rigging was frozen. The schooner lay at anchor.';
      first!.heading = 'INT./EXT. MARA AND TOBIAS';
      second!.heading = 'INT./EXT. TOBIAS - LATER';
    })));
    expect(page).toContain('A street');
    expect(page).toContain('The sea');
    expect(page).toContain('in the nineteenth century');
    expect(page).toMatch(/MARA, over sixty/);
    expect(page).not.toMatch(/a hooded top|a T-shirt/);
    expect(await picture('scene-0.svg')).not.toBe(await picture('scene-1.svg'));
  });

  it('take the era and the looks of people from the source of the story, and do without a deleted source', async () => {
    const { db, store } = stand.api.services;
    const text = 'The whaler came home in 1851. Mara, a woman of seventy in a green cloak, waited under the gas-lamp for the telegram.';
    const alts: (string | undefined)[] = [];
    for (const retained of [true, false]) {
      const [sourceId, title] = [newId('source'), `The Whaler ${retained}`];
      const read = await insert(episode(title, (screenplay) => {
        for (const entry of screenplay.entries) {
          if (entry.kind !== 'dialogue') continue;
          Object.assign(entry, { text: 'Nobody came.', spans: [{ sourceId, start: 0, end: 12 }] });
        }
      }));
      const textKey = `sources/${sourceId}/text.txt`;
      if (retained) await store.put(textKey, text);
      await db.query(
        `INSERT INTO sources (id, account_id, project_id, type, status, retention_policy, content_hash, metadata, digest_status, text_key)
         VALUES ($1, $2, $3, 'text', 'READY', 'EXTRACTED_ONLY', $4, '{}', 'SKIPPED', $5)`,
        [sourceId, client.accountId, read.projectId, createHash('sha256').update(text).digest('hex'), textKey]);
      alts.push(/alt="(MARA,[^"]*)"/.exec((await shown(read)).page)?.[1]);
    }
    expect(alts[0]).toMatch(/^MARA, over sixty/);
    expect(alts[1]).toMatch(/^MARA, in the/);
  });
});
