import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findSeries } from '../../../src/domain/publishing/series/series-store.js';
import { exportSeries } from '../../../src/pages/publishing/export-series.js';
import { waitUntil } from '../../../src/kernel/works/request.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease, recordAgain } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

let stand: Stand;
let client: ApiClient;
let series: { id: string; projectId: string; slug: string };

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'media', 'pictures'] });
  client = await stand.newAccount();
  series = await insertedSeries(stand, client, (await client.post('/story-projects', { name: 'Seen' })).body.project.id);
});
afterAll(() => stand.close());

const feedText = async (): Promise<string> => (await fetch(`${stand.config.baseUrl}/publishing-feeds/${series.slug}.xml`)).text();
const imagesIn = (xml: string): string[] => [...xml.matchAll(/<podcast:person [^>]*img="([^"]+)"/g)].map(([, url]) => url!);
const beside = (url: string, name: string): string => `${url.slice(0, url.lastIndexOf('.mp3'))}${name}`;

/** Width and height from the frame header of a baseline JPEG. */
function sizeOf(bytes: Buffer): [number, number] {
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  return [bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)];
}

async function waitForPictures(releaseId: string): Promise<void> {
  const { db } = stand.api.services;
  const missing = (): Promise<object[]> => db.query('SELECT token FROM publishing_assets WHERE release_id = $1 AND pictures IS NULL', [releaseId]);
  expect(await waitUntil(missing, (rows) => rows.length === 0, PATIENCE_MS)).toEqual([]);
}

async function publishedRelease(wish: object): Promise<any> {
  const { id } = await newRelease(stand, client, series, wish);
  const { release } = (await client.post(`/publishing-releases/${id}/publish`)).body;
  await waitForPictures(id);
  return release;
}

it('people and chapters have pictures that podcast apps can show, at addresses that nobody can guess', async () => {
  const { id, assets: [{ url }] } = await publishedRelease({ title: 'Drawn', episodeNumber: 1 });
  const people = imagesIn(await feedText());
  expect(people).toEqual([beside(url, '/face-1.jpg'), beside(url, '/face-2.jpg')]);
  const chapters = await (await fetch(beside(url, '.chapters.json'))).json() as { chapters: { img: string }[] };
  expect(chapters.chapters.map(({ img }) => img)).toEqual([beside(url, '/scene-0.jpg'), beside(url, '/scene-1.jpg')]);
  for (const [picture, side] of [[people[0]!, 600], [chapters.chapters[0]!.img, 1_200]] as const) {
    const answer = await fetch(picture);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, 'image/jpeg', 'public, max-age=3600']);
    expect([answer.headers.get('content-length'), ...sizeOf(bytes)]).toEqual([String(bytes.length), side, side]);
    const head = await fetch(picture, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await fetch(picture, { headers: { 'if-none-match': answer.headers.get('etag')! } })).status).toBe(304);
  }
  for (const name of ['/face-0.jpg', '/face-9.jpg', '/constructor', '/../x.jpg']) expect((await fetch(beside(url, name))).status).toBe(404);
  await client.post(`/publishing-releases/${id}/cancel`);
  expect((await fetch(people[0]!)).status).toBe(410);
  expect(imagesIn(await feedText())).toEqual([]);
});

it('the pictures of an episode that is not published are not public', async () => {
  const { id, assets: [{ url }] } = await newRelease(stand, client, series, { title: 'Not Yet' });
  await waitForPictures(id);
  expect((await fetch(beside(url, '/face-1.jpg'))).status).toBe(404);
  await client.post(`/publishing-releases/${id}/publish`);
  expect((await fetch(beside(url, '/face-1.jpg'))).status).toBe(200);
  await client.post(`/publishing-releases/${id}/cancel`);
});

it('equal pictures are stored once, and refreshed media have addresses of their own for them', async () => {
  const release = await publishedRelease({ title: 'Again', episodeNumber: 2 });
  const first = await fetch(beside(release.assets[0].url, '/face-1.jpg'));
  await recordAgain(stand, release.sourceArtifactId, 'again');
  const answer = await client.post(`/publishing-releases/${release.id}/refresh-media`, { sourceArtifactId: release.sourceArtifactId });
  expect(answer.status).toBe(200);
  await waitForPictures(release.id);
  const url = beside(answer.body.release.assets[0].url, '/face-1.jpg');
  expect(imagesIn(await feedText())).toContain(url);
  expect((await fetch(url)).headers.get('etag')).toBe(first.headers.get('etag'));
});

it('pictures are exported with their series', async () => {
  const { services } = stand.api;
  await publishedRelease({ title: 'Taken Along', episodeNumber: 3 });
  const folder = await mkdtemp(path.join(tmpdir(), 'proscenium-export-'));
  try {
    const base = 'https://static.example.org';
    await exportSeries(services, (await findSeries(services.db, series.id))!, folder, base);
    const xml = await readFile(path.join(folder, 'publishing-feeds', `${series.slug}.xml`), 'utf8');
    const chapterFiles = [...xml.matchAll(/<podcast:chapters url="([^"]+)"/g)].map(([, url]) => url!);
    const texts = await Promise.all(chapterFiles.map((url) => readFile(path.join(folder, url.slice(base.length)), 'utf8')));
    const urls = [...imagesIn(xml), ...texts.flatMap((text) => (JSON.parse(text).chapters as { img: string }[]).map(({ img }) => img))];
    expect(urls).toHaveLength(8);
    for (const url of urls) expect((await stat(path.join(folder, url.slice(base.length)))).size).toBeGreaterThan(5_000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
