import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listFilmObjects } from '../../../src/domain/artifacts/film/film-store.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { until } from '../../support/chaos/until.js';
import { insertReadyRead, testScreenplay } from '../../support/ready-read.js';
import { DRAFT, fetchedFilm, finishedFilm, perform, renderedFilm, shaOf } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const PRICE = PRICES.TABLE_READ_FINALIZE_VIDEO;
const UPRIGHT = { ...DRAFT, aspect: '9:16' };
const FRAME_MS = 1_000 / 24;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

async function performedRead(): Promise<string> {
  const { artifactId } = await insertReadyRead(stand, client.accountId, testScreenplay());
  await perform(client, artifactId);
  return artifactId;
}
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const videoOf = async (id: string, query = ''): Promise<any> => (await client.get(`/artifacts/${id}/render-video${query}`)).body.video;
const manifestOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}`)).body.artifact.manifest;
const WIDE_QUERY = '?aspect=16%3A9';
const UPRIGHT_QUERY = '?aspect=9%3A16';

describe('the films of a read', () => {
  it('exist once for each shape, are paid once even when both are requested at once, and have their own addresses', async () => {
    const id = await performedRead();
    const before = await balance();
    const answers = await Promise.all([DRAFT, UPRIGHT, UPRIGHT].map((body) => client.post(`/artifacts/${id}/render-video`, body)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const [wide, upright] = [await finishedFilm(client, id, WIDE_QUERY), await finishedFilm(client, id, UPRIGHT_QUERY)];
    expect([wide, upright].map(({ status, aspect, credits }) => [status, aspect, credits])).toEqual([['complete', '16:9', 0], ['complete', '9:16', 0]]);
    expect([wide, upright].map(({ url }) => url.slice(url.lastIndexOf('/')))).toEqual(['/film.mp4', '/film-9x16.mp4']);
    expect(await balance()).toBe(before - PRICE);
    const films = [await fetchedFilm(stand, wide.url), await fetchedFilm(stand, upright.url)];
    expect(films.map(({ streams: { widthPx, heightPx, kinds } }) => [widthPx, heightPx, kinds])).toEqual([
      [1_280, 720, ['audio', 'subtitle', 'video']], [720, 1_280, ['audio', 'subtitle', 'video']]]);
    expect(Math.abs(films[0]!.streams.durationMs - films[1]!.streams.durationMs)).toBeLessThanOrEqual(FRAME_MS);
    const page = await (await fetch((await manifestOf(id)).theaterUrl)).text();
    for (const { url } of [wide, upright]) expect(page).toContain(`src="${new URL(url).pathname}"`);

    // Another film of one shape leaves the film of the other shape as it is.
    const again = await renderedFilm(client, id, { ...UPRIGHT, captions: 'burned' });
    expect([again.url, again.captions, (await videoOf(id)).aspect, (await manifestOf(id)).video.url]).toEqual([upright.url, 'burned', '9:16', upright.url]);
    const kept = [await fetchedFilm(stand, wide.url), await fetchedFilm(stand, upright.url)];
    expect(kept.map(({ bytes }, at) => shaOf(bytes) === shaOf(films[at]!.bytes))).toEqual([true, false]);
    expect(await balance()).toBe(before - PRICE);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('keep their objects until a newer film of their shape, and play at the first address while there is no wide one', async () => {
    const { db, store } = stand.api.services;
    const id = await performedRead();
    const upright = await renderedFilm(client, id, UPRIGHT);
    const own = await listFilmObjects(db, 'artifact_id = $1', [id]);
    const first = await fetch(`${upright.url.slice(0, upright.url.lastIndexOf('/'))}/film.mp4`);
    expect([first.status, Number(first.headers.get('content-length'))]).toEqual([200, upright.byteSize]);
    await first.arrayBuffer();
    // Renders the wide film again and again, until objects of its first version are deleted; those of the upright film are kept.
    await renderedFilm(client, id, DRAFT);
    const wide = (await listFilmObjects(db, 'artifact_id = $1', [id])).filter((key) => !own.includes(key));
    for (const backgrounds of ['light', 'drawn', 'light']) {
      await client.post(`/artifacts/${id}/theater`, { backgrounds, title: `The read, ${backgrounds}` });
      expect(await Promise.all([WIDE_QUERY, UPRIGHT_QUERY].map(async (query) => (await videoOf(id, query)).status))).toEqual(['stale', 'stale']);
      await renderedFilm(client, id, DRAFT);
    }
    expect(await Promise.all([WIDE_QUERY, UPRIGHT_QUERY].map(async (query) => (await videoOf(id, query)).status))).toEqual(['complete', 'stale']);
    const kept = await until(() => listFilmObjects(db, 'artifact_id = $1', [id]), (keys) => !wide.every((key) => keys.includes(key)));
    expect(own.filter((key) => !kept.includes(key))).toEqual([]);
    const gone = wide.filter((key) => !kept.includes(key));
    expect(await Promise.all(gone.map((key) => store.stat(key)))).toEqual(gone.map(() => null));
    expect((await Promise.all(kept.map((key) => store.stat(key)))).every((object) => object !== null)).toBe(true);
    expect(shaOf((await fetchedFilm(stand, upright.url)).bytes)).toHaveLength(64);
  });

  it('have frames of equal length on request, drafts too, with the same pictures and the same sound', async () => {
    const id = await performedRead();
    const held = await fetchedFilm(stand, (await renderedFilm(client, id, DRAFT)).url);
    const video = await renderedFilm(client, id, { ...DRAFT, frameRate: 'constant' });
    expect([video.frameRate, video.grade]).toEqual(['constant', 'draft']);
    const even = await fetchedFilm(stand, video.url);
    const steps = (times: number[]): number[] => times.slice(1).map((time, at) => time - times[at]!);
    expect(steps(even.timesMs).filter((step) => Math.abs(step - FRAME_MS) > 0.1)).toEqual([]);
    expect(steps(held.timesMs).filter((step) => Math.abs(step - FRAME_MS) < 1)).toEqual([]);
    expect(Math.abs(even.timesMs.length * FRAME_MS - even.streams.durationMs)).toBeLessThanOrEqual(FRAME_MS + 1);
    expect(Math.abs(even.streams.durationMs - held.streams.durationMs)).toBeLessThanOrEqual(FRAME_MS);
    expect(even.streams.captions).toEqual(held.streams.captions);
  });
});
