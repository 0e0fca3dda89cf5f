import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { feedDocument } from '../../../src/domain/publishing/feed/feed.js';
import { findSeriesBySlug } from '../../../src/domain/publishing/series/series-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { faultsOf } from '../../support/publishing/feed-rules.js';
import { newRelease, newSeries, recordedRead } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

const MEDIA_URL = 'https://cdn.example.net/media-of-ours';
const DAY_MS = 86_400_000;
let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ env: { MEDIA_URL } });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

interface Shown {
  series: any;
  xml(query?: string): Promise<string>;
  published(wish?: object): Promise<any>;
  move(id: string, verb: string, body?: object): Promise<void>;
}

async function shownSeries(wish: object = {}): Promise<Shown> {
  const projectId = (await client.post('/story-projects', { name: 'Corran', description: 'A lamp on a reef.' })).body.project.id;
  const series = await newSeries(client, projectId, wish);
  const move = async (id: string, verb: string, body?: object): Promise<void> => {
    const answer = await client.post(`/publishing-releases/${id}/${verb}`, body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  };
  return {
    series, move,
    xml: async (query = '') => (await fetch(series.feedUrl + query)).text(),
    async published(of = {}) {
      const release = await newRelease(stand, client, series, of);
      await move(release.id, 'publish');
      return release;
    },
  };
}

const countOf = (xml: string): number => xml.match(/<item>/g)?.length ?? 0;

it('a feed says nothing of the canon: without a description it names title and author', async () => {
  const { series, xml } = await shownSeries({ title: 'The Lamp' });
  const content = { premise: 'SECRET premise', logline: 'SECRET logline' };
  const changed = await client.patch(`/story-projects/${series.projectId}/series-bible`, { content });
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
  const { name } = (await stand.api.services.db.query<{ name: string }>('SELECT name FROM accounts WHERE id = $1', [client.accountId]))[0]!;
  expect(await xml('?x')).not.toContain('SECRET');
  expect(/<description>([^<]*)</.exec(await xml())?.[1]).toBe(`&lt;p&gt;The Lamp, by ${name}.&lt;/p&gt;`);
  expect(await xml()).not.toContain('A lamp on a reef.');
  await client.patch(`/publishing-series/${series.id}`, { description: 'For everybody.' });
  expect(/<description>([^<]*)</.exec(await xml())?.[1]).toBe('&lt;p&gt;For everybody.&lt;/p&gt;');

  // A new name of a season and new material are words of the feed, without a change of the series.
  const { db } = stand.api.services;
  const changedAt = async (): Promise<number> => (await feedDocument(stand.api.services, (await findSeriesBySlug(db, series.slug))!, 1))!.changedAt.getTime();
  const first = await changedAt();
  await db.query(`INSERT INTO project_seasons (project_id, number, name) VALUES ($1, 9, 'The Ninth')`, [series.projectId]);
  const second = await changedAt();
  const added = await client.post(`/story-projects/${series.projectId}/sources`, { type: 'text', content: 'The lamp went out.', metadata: { author: 'Ines Okafor' } });
  expect([added.status, first < second, second < await changedAt()]).toEqual([201, true, true]);
});

it('titles and names of invisible characters, or of those that XML forbids, are refused', async () => {
  const { series, published } = await shownSeries();
  const release = await published();
  for (const title of ['\ufffe\uffff', '\u200b', ' \u2060 ', '\u0001']) {
    const answers = [
      await client.patch(`/publishing-releases/${release.id}`, { title }), await client.patch(`/publishing-series/${series.id}`, { title }),
      await client.post('/story-projects', { name: title }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual(Array(3).fill([400, 'validation_failed']));
  }
});

describe('a feed has no fault', () => {
  it('without episodes, with one that is scheduled, published, corrected, and withdrawn', async () => {
    const { series, xml, move } = await shownSeries({ cadence: { frequency: 'weekly', dayOfWeek: 'tuesday' } });
    const seen: [faults: string[], items: number][] = [];
    const look = async (): Promise<void> => { const text = await xml(); seen.push([faultsOf(text), countOf(text)]); };
    await look();
    const release = await newRelease(stand, client, series, { seasonNumber: 1, episodeNumber: 1 });
    await move(release.id, 'schedule', { scheduledAt: new Date(Date.now() + DAY_MS).toISOString() });
    await look();
    await move(release.id, 'publish');
    await look();
    // With its line breaks, quotes and links it is longer as HTML than apps accept.
    const chapters = Array.from({ length: 110 }, (_, at) => `${at}:00 "The lamp & I"`).join('\n');
    const corrected = { title: 'The Lamp, Corrected', description: `Now with the right ending.\n\nhttps://example.org/notes\n\n${chapters}` };
    expect((await client.patch(`/publishing-releases/${release.id}`, corrected)).status).toBe(200);
    expect((await client.patch(`/publishing-series/${series.id}`, { description: corrected.description })).status).toBe(200);
    await move(release.id, 'refresh-media', { sourceArtifactId: (await recordedRead(stand, client, { projectId: series.projectId })).artifactId });
    await look();
    await move(release.id, 'cancel');
    await look();
    expect(seen).toEqual([0, 0, 1, 1, 0].map((items) => [[], items]));
  });

  it('with a trailer, a bonus, two seasons, a pause and an end', async () => {
    const { series, xml, published } = await shownSeries({ format: 'audiobook', cadence: { frequency: 'biweekly' } });
    await published({ title: 'Coming Soon', episodeType: 'trailer', seasonNumber: 1 });
    await published({ title: 'One', seasonNumber: 1, episodeNumber: 1, explicit: true });
    await published({ title: 'Between', episodeType: 'bonus' });
    await published({ title: 'Two', seasonNumber: 2, episodeNumber: 1 });
    for (const status of ['active', 'paused', 'completed']) {
      await client.patch(`/publishing-series/${series.id}`, { status });
      const text = await xml();
      expect([status, faultsOf(text), countOf(text)]).toEqual([status, [], 4]);
    }
  });

  it.each([
    ['markup', ']]> <script>alert(1)</script> &amp; &bogus; <![CDATA[ & ]]> -->'], ['control characters', 'a\u0001b\u000bc\u001f and \u007f'],
    ['scripts of the world', '👩‍👩‍👧 שלום \u202eעולם 第一集'], ['white space', ' line\nbreak\ttab\rreturn '], ['a long title', 'x'.repeat(200)],
  ])('with %s in what people wrote', async (_what, text) => {
    const { series, xml, published } = await shownSeries({ title: text, description: text });
    await client.post(`/publishing-series/${series.id}/destinations`, {
      provider: 'rss', config: { author: text, ownerName: text, ownerEmail: 'ines@example.org', copyright: text, language: 'en-GB', locked: false },
    });
    await published({ title: text, description: text, episodeNumber: 1, episodeType: 'trailer' });
    expect(faultsOf(await xml())).toEqual([]);
  });

  it('on every page of an archive', async () => {
    const { series, xml, published } = await shownSeries();
    const { id } = await published({ episodeNumber: 650 });
    const { db } = stand.api.services;
    const copied = async (table: string, changes: Record<string, string>): Promise<void> => {
      const columns = (await db.query<{ name: string }>('SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1', [table])).map(({ name }) => name);
      await db.query(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((name) => changes[name] ?? `t.${name}`).join(', ')}
        FROM ${table} t, generate_series(1, 649) i WHERE t.${table === 'publishing_releases' ? 'id' : 'release_id'} = $1`, [id]);
    };
    const key = `$1 || i`;
    await copied('publishing_releases', { id: key, guid: key, slug: `'night-' || i`, episode_number: 'i', dated_at: `t.dated_at - (650 - i) * interval '1 hour'` });
    await copied('publishing_assets', { token: `lpad(i::text, 24, 'a')`, release_id: key });
    await client.patch(`/publishing-series/${series.id}`, { title: 'A Long Show' });
    const pages = await Promise.all(['', '?page=2', '?page=3'].map((query) => xml(query)));
    expect(pages.map((page) => [faultsOf(page), countOf(page)])).toEqual([[[], 300], [[], 300], [[], 50]]);
  });

  it('and has its media on the media host, its pages and itself on the app host', async () => {
    const { series, xml, published } = await shownSeries();
    await published({ episodeNumber: 1 });
    const text = await xml();
    const urls = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, url]) => url!);
    const media = urls(/(?:enclosure|podcast:transcript|podcast:chapters|podcast:trailer|itunes:image) (?:url|href)="([^"]+)"/g);
    expect(media).toHaveLength(5);
    expect(media.filter((url) => !url.startsWith(`${MEDIA_URL}/media/`))).toEqual([]);
    expect(urls(/rel="self"[^>]* href="([^"]+)"/g)).toEqual([series.feedUrl]);
    expect(urls(/<link>([^<]+)/g).filter((url) => !url.startsWith(`${stand.config.appUrl}/series/`))).toEqual([]);
  });
});

describe('faults are found', () => {
  let text: string;

  beforeAll(async () => {
    const { xml, published } = await shownSeries();
    await published();
    text = await xml();
  });

  it.each<[string, (xml: string) => string]>([
    ['an open element', (xml) => xml.replace('</item>', '')], ['a bare ampersand', (xml) => xml.replace('<title>', '<title>&')],
    ['an undeclared prefix', (xml) => xml.replace(/ xmlns:podcast="[^"]+"/, '')], ['a missing guid', (xml) => xml.replace(/<guid .*<\/guid>/, '')],
    ['a guid of another episode', (xml) => xml.replace(/(<item>[^]*?<\/item>)/, '$1$1')], ['an unknown element', (xml) => xml.replace('<item>', '<podcast:hat/><item>')],
    ['a local date', (xml) => xml.replace(/GMT<\/pubDate>/, '+0100</pubDate>')], ['an enclosure without a length', (xml) => xml.replace(/ length="\d+" type="audio/, ' type="audio')],
    ['an explicit of its own', (xml) => xml.replace('<itunes:explicit>false', '<itunes:explicit>no')], ['a title twice', (xml) => xml.replace('<channel>', '<channel><title>x</title>')],
    ['metadata after an episode', (xml) => xml.replace(/( *<podcast:guid>.*<\/podcast:guid>\n)([^]*)(<\/channel>)/, '$2$1$3')],
    ['a relative address', (xml) => xml.replace(/<link>http[^<]+/, '<link>/series/x')],
  ])('%s', (_what, broken) => {
    expect(faultsOf(text)).toEqual([]);
    expect(broken(text)).not.toBe(text);
    expect(faultsOf(broken(text)).length).toBeGreaterThan(0);
  });
});
