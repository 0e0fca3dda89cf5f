import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findSeries } from '../../../src/domain/publishing/series/series-store.js';
import { exportSeries } from '../../../src/pages/publishing/export-series.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let folder: string;
const BASE = 'https://static.example.org/shows';

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  folder = await mkdtemp(path.join(tmpdir(), 'proscenium-export-'));
});
afterAll(async () => {
  await stand.close();
  await rm(folder, { recursive: true, force: true });
});

it('a series is exported with everything that its feed names, and the guids that it had', async () => {
  const projectId = (await client.post('/story-projects', { name: 'Moves' })).body.project.id;
  const series = await insertedSeries(stand, client, projectId);
  const { services } = stand.api;
  const made = [await newRelease(stand, client, series, { title: 'One', episodeNumber: 1 }), await newRelease(stand, client, series, { title: 'Two', episodeNumber: 2 })];
  for (const { id } of made) await client.post(`/publishing-releases/${id}/publish`);
  const art = { version: 1, pictures: [{ widthPx: 3_000, key: 'publishing/pictures/x.jpg', byteSize: 3, sha256: 'x' }] };
  await services.store.put('publishing/pictures/x.jpg', Buffer.from('jpg'));
  await services.db.query('UPDATE publishing_series SET art = $2 WHERE id = $1', [series.id, JSON.stringify(art)]);
  const row = (await findSeries(services.db, series.id))!;
  const exported = await exportSeries(services, row, folder, `${BASE}/`);
  expect(exported).toEqual({ feeds: [`${BASE}/publishing-feeds/${series.slug}.xml`], episodes: 2, bytes: made[0].read.bytes.length * 2 });
  const xml = await readFile(path.join(folder, 'publishing-feeds', `${series.slug}.xml`), 'utf8');
  const urls = [...xml.matchAll(/(?:url|href)="([^"]+)"/g)].map(([, url]) => url!);
  expect(urls.length).toBeGreaterThan(10);
  expect(urls.filter((url) => !url.startsWith(`${BASE}/`))).toEqual([]);
  for (const url of urls) expect((await stat(path.join(folder, url.slice(BASE.length)))).isFile()).toBe(true);
  expect(xml).not.toContain(stand.config.appUrl);
  const guids = [...xml.matchAll(/isPermaLink="false">([^<]+)</g)].map(([, guid]) => guid);
  expect(guids).toEqual(made.map(({ guid }) => guid).reverse());
  const [first] = [...xml.matchAll(/<enclosure url="([^"]+)" length="(\d+)"/g)];
  const sound = await readFile(path.join(folder, first![1]!.slice(BASE.length)));
  expect([sound.length, sound.equals(made[1].read.bytes)]).toEqual([Number(first![2]), true]);
  expect(await readFile(path.join(folder, 'index.html'), 'utf8')).toContain('Two');
});

it('a series without a feed is not exported', async () => {
  const projectId = (await client.post('/story-projects', { name: 'Silent' })).body.project.id;
  const series = await insertedSeries(stand, client, projectId);
  await client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status: 'disabled' });
  const row = (await findSeries(stand.api.services.db, series.id))!;
  expect(await exportSeries(stand.api.services, row, folder, BASE)).toBeNull();
});
