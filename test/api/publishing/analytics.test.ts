import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appOf, isBot } from '../../../src/domain/publishing/audience/apps.js';
import { AudienceRecorder, type SentSound } from '../../../src/domain/publishing/audience/recorder.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let series: { id: string; projectId: string; slug: string };
let recorder: AudienceRecorder;

const PHONE = 'Podcasts/1650.21 CFNetwork/1410 Darwin/22.6.0';
const OVERCAST = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  series = await insertedSeries(stand, client, (await client.post('/story-projects', { name: 'Heard' })).body.project.id);
  recorder = new AudienceRecorder(stand.api.services.db, stand.api.services.log, 3_600_000);
});
afterAll(async () => {
  await recorder.close();
  await stand.close();
});

const published = async (): Promise<any> => {
  const { id } = await newRelease(stand, client, series);
  return (await client.post(`/publishing-releases/${id}/publish`)).body.release;
};
const today = async (query = ''): Promise<any> => {
  await recorder.flush();
  return (await client.get(`/publishing-series/${series.id}/analytics${query}`)).body.analytics;
};
const episodeOf = async (id: string): Promise<any> => (await today()).snapshots[0]?.byEpisode.find(({ releaseId }: any) => releaseId === id);

/** Ten minutes of sound in 1,000,000 bytes after a tag of 1,000. A minute is 100,000 bytes. */
const sent = (id: string, start: number, end: number, more: Partial<SentSound> = {}): SentSound => ({
  release: { id, byteSize: 1_001_000, soundFrom: 1_000, durationMs: 600_000 }, range: { start, end }, sentBytes: end - start + 1,
  address: '192.0.2.7', userAgent: PHONE, ...more,
});

describe('listening', () => {
  it('counts once for each episode, address and app, from a minute of sound on', async () => {
    const { id } = await published();
    const minute = (more: Partial<SentSound> = {}): void => recorder.note(sent(id, 1_000, 100_999, more));
    minute();
    minute();
    expect(await episodeOf(id)).toMatchObject({ downloads: 1, uniqueListeners: 1, bytesServed: 200_000 });
    minute({ userAgent: OVERCAST });
    minute({ address: '2001:db8::1' });
    expect(await episodeOf(id)).toMatchObject({ downloads: 3, uniqueListeners: 3 });
    expect((await today()).snapshots[0]).toMatchObject({ downloads: 3, byApp: [{ app: 'Apple Podcasts', downloads: 2 }, { app: 'Overcast', downloads: 1 }] });
  });

  it('adds the parts of one listening, and the same part only once', async () => {
    const { id } = await published();
    for (let again = 0; again < 5; again++) recorder.note(sent(id, 1_000, 40_999));
    expect(await episodeOf(id)).toMatchObject({ downloads: 0, bytesServed: 200_000 });
    recorder.note(sent(id, 41_000, 80_999));
    expect(await episodeOf(id)).toMatchObject({ downloads: 0 });
    recorder.note(sent(id, 500_000, 520_000));
    expect(await episodeOf(id)).toMatchObject({ downloads: 1, uniqueListeners: 1 });
  });

  it('does not count file tags, bytes that were not sent, or programs', async () => {
    const { id } = await published();
    recorder.note(sent(id, 0, 1));
    recorder.note(sent(id, 0, 100_000));
    recorder.note(sent(id, 0, 1_000_999, { sentBytes: 90_000 }));
    recorder.note(sent(id, 0, 1_000_999, { userAgent: 'Googlebot/2.1', address: '192.0.2.9' }));
    recorder.note(sent(id, 0, 1_000_999, { userAgent: '', address: '192.0.2.10' }));
    expect(await episodeOf(id)).toMatchObject({ downloads: 0, uniqueListeners: 0 });
  });

  it('counts a shorter episode when all of it was sent', async () => {
    const { id } = await published();
    const short = { release: { id, byteSize: 50_000, soundFrom: 0, durationMs: 30_000 } };
    recorder.note(sent(id, 0, 49_998, short));
    expect(await episodeOf(id)).toMatchObject({ downloads: 0 });
    recorder.note(sent(id, 49_999, 49_999, short));
    expect(await episodeOf(id)).toMatchObject({ downloads: 1 });
  });

  it('is counted from our own answers over HTTP, and no address is stored', async () => {
    const { id, assets: [{ url, byteSize }] } = await published();
    const ask = async (userAgent: string, { range, ...more }: { range?: string; method?: string; etag?: string } = {}): Promise<number> => {
      const { etag, ...init } = more;
      const headers = { 'user-agent': userAgent, ...(range ? { range } : {}), ...(etag ? { 'if-none-match': etag } : {}) };
      const answer = await fetch(url, { ...init, headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    const half = byteSize / 2;
    expect(await ask(OVERCAST)).toBe(200);
    expect(await ask(OVERCAST, { range: 'bytes=0-1' })).toBe(206);
    // One download in parts, one of which is requested twice.
    for (const range of [`bytes=0-${half - 1}`, `bytes=0-${half - 1}`, `bytes=${half}-`]) expect(await ask(PHONE, { range })).toBe(206);
    // None of these counts: half of the file, a file that the app has already, a HEAD request for its size, a range outside the file, and a bot.
    expect(await ask('AntennaPod/3.1.1', { range: `bytes=0-${half - 1}` })).toBe(206);
    expect(await ask('Castro/2024', { etag: (await fetch(url, { method: 'HEAD' })).headers.get('etag')! })).toBe(304);
    expect(await ask('Castro/2024', { method: 'HEAD' })).toBe(200);
    expect(await ask('Castro/2024', { range: `bytes=${byteSize}-` })).toBe(416);
    expect(await ask('Googlebot/2.1')).toBe(200);
    const bytesServed = byteSize + 2 + half * 3 + half;
    const episodeIn = ({ analytics: { snapshots } }: any): any => snapshots[0]?.byEpisode.find(({ releaseId }: any) => releaseId === id);
    const answer = await client.poll(`/publishing-series/${series.id}/analytics`, (body) => episodeIn(body)?.bytesServed >= bytesServed);
    expect(episodeIn(answer)).toEqual({ releaseId: id, title: 'The Lamp', downloads: 2, uniqueListeners: 2, bytesServed });
    const rows = await stand.api.services.db.query<{ text: string }>('SELECT l::text AS text FROM publishing_listens l');
    expect(rows.map(({ text }) => text).join('\n')).not.toMatch(/127\.0\.0\.1|::1|192\.0\.2|2001:db8|Overcast\/3/);
  });

  it('counts once within 24 hours, also over midnight, and again after them', async () => {
    const { id } = await published();
    const midnight = Date.parse(new Date().toISOString().slice(0, 10));
    let at = midnight;
    const clocked = new AudienceRecorder(stand.api.services.db, stand.api.services.log, 3_600_000, () => new Date(at));
    const listen = (hours: number, more: Partial<SentSound> = {}): void => {
      at = midnight + hours * 3_600_000;
      clocked.note(sent(id, 1_000, 100_999, more));
    };
    const counted = async (): Promise<unknown> => {
      await clocked.flush();
      const { snapshots } = (await today()) as { snapshots: { date: string; byEpisode: any[] }[] };
      return snapshots.flatMap(({ date, byEpisode }) => byEpisode.filter(({ releaseId }) => releaseId === id)
        .map(({ downloads, bytesServed }) => [Math.round((Date.parse(date) - midnight) / 86_400_000), downloads, bytesServed]));
    };
    // The first two are written together, the third one later.
    listen(-1 / 60);
    listen(1 / 60);
    expect(await counted()).toEqual([[-1, 1, 200_000]]);
    listen(23);
    expect(await counted()).toEqual([[-1, 1, 300_000]]);
    listen(23, { address: '192.0.2.8' });
    listen(23.99);
    expect(await counted()).toEqual([[0, 2, 200_000], [-1, 1, 300_000]]);
    await clocked.close();
  });

  it('is read for a range of days', async () => {
    const { db } = stand.api.services;
    const { id } = await published();
    recorder.note(sent(id, 1_000, 100_999));
    await recorder.flush();
    await db.query(`UPDATE publishing_listens SET day = '2026-01-05' WHERE release_id = $1`, [id]);
    const past = await today('?from=2026-01-01&to=2026-01-31');
    expect(past).toMatchObject({ from: '2026-01-01', to: '2026-01-31', snapshots: [{ date: '2026-01-05', downloads: 1 }] });
    expect((await client.get(`/publishing-series/${series.id}/analytics?from=2026-02-01&to=2026-01-01`)).body.error).toMatchObject({ details: { field: 'from' } });
  });

  it('forgets the salt of a day when the next day is over', async () => {
    const { db, log } = stand.api.services;
    const { id } = await published();
    await db.query(`INSERT INTO publishing_salts (day, salt) VALUES (current_date - 2, 'old'), (current_date - 1, 'kept') ON CONFLICT DO NOTHING`);
    const begun = new AudienceRecorder(db, log, 3_600_000);
    begun.note(sent(id, 1_000, 100_999));
    await begun.close();
    expect(await db.query('SELECT (current_date - day)::int AS age FROM publishing_salts ORDER BY day')).toEqual([{ age: 1 }, { age: 0 }]);
  });
});

describe('user agents', () => {
  it.each([
    [PHONE, 'Apple Podcasts'], ['AppleCoreMedia/1.0.0.20G75 (iPhone; U; CPU OS 16_6 like Mac OS X)', 'Apple Podcasts'],
    ['Spotify/8.8.2 Android/33 (SM-G991B)', 'Spotify'], ['AntennaPod/3.1.1', 'AntennaPod'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', 'Safari'],
    ['SomethingNew/1.0', 'Other'],
  ])('%s is %s', (userAgent, app) => { expect([appOf(userAgent), isBot(userAgent)]).toEqual([app, false]); });
  it.each(['node', 'Googlebot/2.1', 'facebookexternalhit/1.1', 'python-requests/2.31', 'curl/8.5.0', 'Podchaser (https://www.podchaser.com)', ''])(
    '%s is a program', (userAgent) => { expect(isBot(userAgent)).toBe(true); });
});
