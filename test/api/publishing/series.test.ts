import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { findCoverPicture, putCoverArt } from '../../../src/domain/publishing/series/series-store.js';
import { newRelease, newSeries } from '../../support/publishing/recorded-read.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());
beforeEach(async () => {
  projectId = (await client.post('/story-projects', { name: 'Corran', description: 'A lamp on a reef.' })).body.project.id;
});

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details?.field];

/** The bytes of an answer as they were sent. */
function raw(url: string, headers: Record<string, string>): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }));
    }).on('error', reject).end();
  });
}

describe('a series', () => {
  it('has an address that stays, a feed of its own, and a cover that directories take', async () => {
    const series = await newSeries(client, projectId, { title: 'The Light & the “Reef”', cadence: { frequency: 'weekly', dayOfWeek: 'tuesday' } });
    expect(series).toMatchObject({
      projectId, slug: 'the-light-the-reef', medium: 'audio', format: 'audio_drama', status: 'active', category: 'Fiction', subcategory: 'Drama',
      feedUrl: `${stand.config.baseUrl}/publishing-feeds/the-light-the-reef.xml`, coverArt: { status: 'drawing', url: null },
    });
    const { body } = await client.get(`/publishing-series/${series.id}/destinations`);
    expect(body.destinations).toEqual([expect.objectContaining({ provider: 'rss', status: 'connected', feedUrl: series.feedUrl, config: {} })]);
    const renamed = await client.patch(`/publishing-series/${series.id}`, { title: 'Another Name', status: 'completed' });
    expect(renamed.body.series).toMatchObject({ title: 'Another Name', status: 'completed', feedUrl: series.feedUrl, podcastGuid: series.podcastGuid });
    expect((await newSeries(client, projectId, { title: 'The Light & the “Reef”' })).slug).toBe('the-light-the-reef-2');
    const drawn = await client.poll(`/publishing-series/${series.id}`, ({ series: { coverArt } }) => coverArt.status !== 'drawing');
    const { coverArt } = drawn.series;
    expect(coverArt).toMatchObject({ status: 'ready', widthPx: 3_000, mimeType: 'image/jpeg', thumbnails: [{ widthPx: 1_200 }, { widthPx: 600 }, { widthPx: 300 }] });
    const picture = await fetch(coverArt.url);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([picture.status, picture.headers.get('content-type'), bytes.length]).toEqual([200, 'image/jpeg', coverArt.byteSize]);
    expect(bytes.length).toBeLessThan(512 * 1024);
    // The frame header of a baseline JPEG: height and width.
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    expect([bytes.readUInt16BE(frame + 5), bytes.readUInt16BE(frame + 7)]).toEqual([3_000, 3_000]);
    const text = await (await fetch(series.feedUrl)).text();
    for (const part of [coverArt.url, '<title>Another Name</title>', '<itunes:complete>Yes', '<description>&lt;p&gt;Another Name, by Test.&lt;/p&gt;</description>', '<itunes:category text="Drama"/>']) {
      expect(text).toContain(part);
    }
  });

  it('gets a new cover on request, and only a category that directories know', async () => {
    const { id } = await newSeries(client, projectId);
    const art = (body: object): Promise<Answer> => client.post(`/publishing-series/${id}/generate-cover-art`, body);
    expect(refusal(await art({ category: 'Drama' }))).toEqual([400, 'validation_failed', 'category']);
    expect(refusal(await art({ category: 'Fiction', subcategory: 'Cooking' }))).toEqual([400, 'validation_failed', 'subcategory']);
    expect(refusal(await art({ subcategory: 'Drama' }))).toEqual([400, 'validation_failed', 'subcategory']);
    const first = await client.poll(`/publishing-series/${id}`, ({ series }) => series.coverArt.status === 'ready');
    const asked = await art({ title: 'Quite Another', category: 'History', description: 'A harbour in the rain.' });
    expect([asked.status, asked.body.series.coverArt.status]).toEqual([202, 'drawing']);
    const second = await client.poll(`/publishing-series/${id}`, ({ series }) => series.coverArt.status !== 'drawing');
    expect(second.series).toMatchObject({ category: 'History', subcategory: null, description: 'A harbour in the rain.', title: 'Corran Head' });
    expect(second.series.coverArt.url).not.toBe(first.series.coverArt.url);
    // Apps and previews of links keep the address of the cover before.
    const former = await fetch(first.series.coverArt.url);
    expect([former.status, (await former.arrayBuffer()).byteLength]).toEqual([200, first.series.coverArt.byteSize]);
    expect((await fetch(first.series.coverArt.url.replace('cover-v', 'cover-v9'))).status).toBe(404);
  });

  it('is not connected by itself when the provider config is disabled', async () => {
    const other = await stand.newAccount();
    const project = (await other.post('/story-projects', { name: 'P' })).body.project.id;
    const put = await other.post('/publishing-provider-configs', { provider: 'rss', medium: 'audio', status: 'disabled' });
    expect([put.status, put.body.providerConfig]).toEqual([201, expect.objectContaining({ provider: 'rss', medium: 'audio', status: 'disabled' })]);
    const series = await newSeries(other, project);
    expect((await other.get(`/publishing-series/${series.id}/destinations`)).body.destinations).toEqual([]);
    expect((await fetch(series.feedUrl)).status).toBe(404);
    const connect = (config: object): Promise<Answer> => other.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', config });
    expect(refusal(await connect({ newFeedUrl: 'ftp://example.net/f.xml' }))).toEqual([400, 'validation_failed', 'config.newFeedUrl']);
    expect((await connect({ author: 'Ines', newFeedUrl: 'https://example.net/f.xml' })).status).toBe(201);
    const text = await (await fetch(series.feedUrl)).text();
    for (const part of ['<itunes:author>Ines</itunes:author>', '<itunes:new-feed-url>https://example.net/f.xml</itunes:new-feed-url>']) expect(text).toContain(part);
    expect((await other.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status: 'disabled' })).status).toBe(200);
    expect((await fetch(series.feedUrl)).status).toBe(404);
    expect((await other.post('/publishing-provider-configs', { provider: 'rss', medium: 'audio' })).status).toBe(200);
    expect((await other.get('/publishing-provider-configs')).body.providerConfigs).toHaveLength(1);
    const video = await newSeries(other, project, { medium: 'video', format: 'documentary' });
    expect((await other.get(`/publishing-series/${video.id}/destinations`)).body.destinations).toEqual([]);

    const { db } = stand.api.services;
    const stored = (seriesId: string, version: number, drawn = version) => putCoverArt(db, seriesId, {
      version, pictures: [{ widthPx: 600, key: `publishing/pictures/${drawn}.jpg`, byteSize: 1, sha256: String(drawn).padStart(64, '0') }],
    });
    for (const version of [901, 902]) expect(await stored(video.id, version)).toBe(true);
    const shown = (version: number) => findCoverPicture(db, video.slug, version, 600);
    // Without a destination there was no feed that named the cover before.
    expect([await shown(901), await shown(902)]).toEqual([null, expect.objectContaining({ key: 'publishing/pictures/902.jpg' })]);

    expect((await other.post('/publishing-provider-configs', { provider: 'rss', medium: 'video', status: 'enabled' })).status).toBe(201);
    const next = await newSeries(other, project, { medium: 'video', format: 'documentary' });
    expect((await other.get(`/publishing-series/${next.id}/destinations`)).body.destinations).toMatchObject([{ provider: 'rss', status: 'connected' }]);
    // The same pictures again are the same cover; of the others, the last fifty are served beside the current one.
    for (let version = 901; version <= 952; version += 1) expect(await stored(next.id, version)).toBe(true);
    expect(await stored(next.id, 953, 952)).toBe(false);
    const served = await Promise.all([901, 902, 952, 953].map(async (version) => await findCoverPicture(db, next.slug, version, 600) !== null));
    expect(served).toEqual([false, true, true, false]);
  });

  it('is listed by its project and hidden from others', async () => {
    const series = [await newSeries(client, projectId), await newSeries(client, projectId)];
    const page = await client.get(`/story-projects/${projectId}/publishing-series?limit=1`);
    expect(page.body.series.map(({ id }: any) => id)).toEqual([series[1].id]);
    expect((await client.get(`/story-projects/${projectId}/publishing-series?cursor=${page.body.nextCursor}`)).body.series.map(({ id }: any) => id)).toEqual([series[0].id]);
    // Ids that season runs make do not sort by time.
    await stand.api.services.db.query(`UPDATE publishing_series SET created_at = created_at - interval '1 hour' WHERE id = $1`, [series[1].id]);
    const again = await client.get(`/story-projects/${projectId}/publishing-series?limit=1`);
    const rest = await client.get(`/story-projects/${projectId}/publishing-series?limit=1&cursor=${again.body.nextCursor}`);
    expect([again, rest].map(({ body }) => body.series.map(({ id }: any) => id))).toEqual([[series[0].id], [series[1].id]]);
    expect(rest.body.nextCursor).toBeNull();
    const other = await stand.newAccount();
    expect(refusal(await other.get(`/publishing-series/${series[0].id}`))).toEqual([404, 'publishing_series_not_found', undefined]);
  });
});

describe('a feed', () => {
  it('answers HEAD, 304 and gzip, and is gone with its project', async () => {
    const series = await newSeries(client, projectId);
    const { id } = await newRelease(stand, client, series);
    await client.post(`/publishing-releases/${id}/publish`);
    const plain = await raw(series.feedUrl, {});
    expect([plain.status, plain.headers['content-type'], plain.headers.vary]).toEqual([200, 'application/rss+xml', 'Accept-Encoding']);
    expect(plain.headers['access-control-allow-origin']).toBe('*');
    const tracked = await raw(`${series.feedUrl}?fbclid=1&utm_source=letter`, {});
    expect([tracked.status, tracked.bytes.equals(plain.bytes)]).toEqual([200, true]);
    expect((await raw(`${series.feedUrl}?page=x`, {})).status).toBe(400);
    expect((await raw(series.feedUrl.replace(/\.xml$/, ''), {})).status).toBe(404);
    const posted = await fetch(series.feedUrl, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const small = await raw(series.feedUrl, { 'accept-encoding': 'gzip' });
    expect([small.headers['content-encoding'], gunzipSync(small.bytes).equals(plain.bytes)]).toEqual(['gzip', true]);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    expect((await raw(series.feedUrl, { 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
    expect((await raw(series.feedUrl, { 'if-none-match': String(small.headers.etag), 'accept-encoding': 'gzip' })).status).toBe(304);
    expect((await raw(series.feedUrl, { 'if-modified-since': String(plain.headers['last-modified']) })).status).toBe(304);
    const head = await fetch(series.feedUrl, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(plain.bytes.length)]);
    await client.patch(`/publishing-releases/${id}`, { title: 'Another' });
    const changed = await raw(series.feedUrl, { 'if-none-match': String(plain.headers.etag) });
    expect([changed.status, changed.bytes.toString().includes('<title>Another</title>')]).toEqual([200, true]);
    await client.delete(`/story-projects/${projectId}`);
    expect((await fetch(series.feedUrl)).status).toBe(404);
  });
});
