import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { putCoverArt } from '../../../src/domain/publishing/series/series-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertedSeries, newRelease } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let series: { id: string; projectId: string; slug: string };
let release: any;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
  series = await insertedSeries(stand, client, (await client.post('/story-projects', { name: 'Shown' })).body.project.id);
  const { id } = await newRelease(stand, client, series, { title: 'The <Lamp> & "co"', seasonNumber: 1, episodeNumber: 1, description: 'See https://example.org/a.' });
  release = (await client.post(`/publishing-releases/${id}/publish`)).body.release;
});
afterAll(() => stand.close());

const page = async (path: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const answer = await fetch(path.startsWith('http') ? path : stand.config.appUrl + path, { headers: { accept: 'text/html' } });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

describe('the page of a series', () => {
  it('has its episodes, and ways to subscribe', async () => {
    const { status, text, headers } = await page(`/series/${series.slug}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const feedUrl = `${stand.config.baseUrl}/publishing-feeds/${series.slug}.xml`;
    for (const part of [
      'The &lt;Lamp&gt; &amp; &quot;co&quot;', new URL(release.pageUrl).pathname, `<link rel="alternate" type="application/rss+xml" href="${feedUrl}"`,
      `podcast://${feedUrl.slice(7)}`, 'Season 1, episode 1',
    ]) expect(text).toContain(part);
    expect(text).not.toContain('<Lamp>');
  });

  it('is previewed by its cover where a link is shared, and so are its episodes', async () => {
    const paths = [`/series/${series.slug}`, release.pageUrl];
    for (const path of paths) expect((await page(path)).text).not.toContain('og:image');
    const pictures = [{ widthPx: 1_200, key: 'series/cover.jpg', byteSize: 1, sha256: 'a'.repeat(64) }];
    await putCoverArt(stand.api.services.db, series.id, { version: 4, pictures });
    await client.patch(`/publishing-series/${series.id}`, { title: 'Shown again' });
    const url = `${stand.config.appUrl}/media/series/${series.slug}/cover-v4-1200.jpg`;
    for (const path of paths) {
      expect((await page(path)).text).toContain(
        `<meta property="og:image" content="${url}">\n<meta property="og:image:width" content="1200"><meta property="og:image:height" content="1200">`);
    }
  });

  it('names its author, else the account, but never the default account name of the first start', async () => {
    const { db } = stand.api.services;
    const byline = async (): Promise<string | null> => /By ([^<·]+)/.exec((await page(`/series/${series.slug}`)).text)?.[1]?.trim() ?? null;
    await db.query(`UPDATE accounts SET name = 'Owner' WHERE id = $1`, [client.accountId]);
    expect(await byline()).toBeNull();
    await db.query(`UPDATE accounts SET name = 'Corran Press' WHERE id = $1`, [client.accountId]);
    expect(await byline()).toBe('Corran Press');
    await client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', config: { author: 'Ines Okafor' } });
    expect(await byline()).toBe('Ines Okafor');
  });

  it('answers 404 for an unknown series or episode', async () => {
    expect((await page('/series/none')).status).toBe(404);
    expect((await page(`/series/${series.slug}/none`)).status).toBe(404);
  });
});

describe('the page of an episode', () => {
  it('answers 410 once it is withdrawn, like its media, and 404 when it never was public', async () => {
    const { id, assets: [{ url }] } = await newRelease(stand, client, series, { title: 'Withdrawn' });
    const pageUrl = `${stand.config.appUrl}/series/${series.slug}/withdrawn`;
    expect((await page(pageUrl)).status).toBe(404);
    await client.post(`/publishing-releases/${id}/publish`);
    expect((await page(pageUrl)).status).toBe(200);
    await client.post(`/publishing-releases/${id}/cancel`);
    const { status, text, headers } = await page(pageUrl);
    expect([status, headers.get('cache-control'), (await fetch(url)).status]).toEqual([410, 'no-store', 410]);
    expect(text).toContain('This episode was withdrawn');
    expect((await page(`${pageUrl}?view=embed`)).status).toBe(410);
    expect((await fetch(`${pageUrl}/face-0.svg`)).status).toBe(410);
    const never = await newRelease(stand, client, series, { title: 'Never public' });
    await client.post(`/publishing-releases/${never.id}/cancel`);
    expect((await page(`/series/${series.slug}/never-public`)).status).toBe(404);
  });

  it.each<[string, (url: string) => string]>([['its own address', (url) => url], ['its address before a move', (url) => `https://old.example.net:8443${new URL(url).pathname}`]])(
    'leaves the line with %s out of its notes, and the API and the feed have its address of today', async (_what, addressOf) => {
      const description = `See https://example.org/a.\n\nTranscript and people: ${addressOf(release.pageUrl)}`;
      const { body } = await client.patch(`/publishing-releases/${release.id}`, { description });
      expect(body.release.description).toBe(`See https://example.org/a.\n\nTranscript and people: ${release.pageUrl}`);
      const { text } = await page(release.pageUrl);
      expect(text).toContain('<a href="https://example.org/a">');
      expect(text).not.toContain('Transcript and people:');
      const feed = await (await fetch(`${stand.config.baseUrl}/publishing-feeds/${series.slug}.xml`)).text();
      expect([feed.includes(`Transcript and people: &lt;a href="${release.pageUrl}"`), feed.includes('old.example.net')]).toEqual([true, false]);
    });

  it('plays it, and has its chapters, people and transcript', async () => {
    const { status, text, headers } = await page(release.pageUrl);
    expect(status).toBe(200);
    for (const part of [
      new URL(release.assets[0].url).pathname, 'Lamp Room, night', 'Did you wind the clockwork, Tobias?', 'data-at="4000"', '/face-1.svg',
      '<a href="https://example.org/a">', '?view=embed',
    ]) expect(text).toContain(part);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'self'`);
    const face = await page(`${release.pageUrl}/face-1.svg`);
    expect([face.status, face.headers.get('content-type'), face.text.startsWith('<svg')]).toEqual([200, 'image/svg+xml; charset=utf-8', true]);
    expect((await page(`${release.pageUrl}/face-0.svg`)).status).toBe(404);
  });

  it('may be embedded as a player alone', async () => {
    const { status, text, headers } = await page(`${release.pageUrl}?view=embed`);
    expect([status, headers.get('content-security-policy')?.includes('frame-ancestors *'), text.includes('<audio')]).toEqual([200, true, true]);
    expect(text).not.toContain('clockwork');
  });
});

describe('texts beside the sound', () => {
  const text = async (ending: string): Promise<[type: string | null, text: string, everywhere: string | null]> => {
    const answer = await fetch(release.assets[0].url.replace('.mp3', ending));
    return [answer.headers.get('content-type'), await answer.text(), answer.headers.get('access-control-allow-origin')];
  };

  it('are transcripts in three forms, and chapters', async () => {
    const [vttType, vtt, everywhere] = await text('.vtt');
    expect([vttType, everywhere, vtt.startsWith('WEBVTT\n')]).toEqual(['text/vtt; charset=utf-8', '*', true]);
    expect(vtt).toContain('00:00:04.000 --> 00:00:07.700\n<v Mara>Did <00:00:04.370>you <00:00:04.740>wind <00:00:05.233>the <00:00:05.603>clockwork, <00:00:06.837>Tobias?</v>');
    const [srtType, srt] = await text('.srt');
    expect([srtType, srt]).toEqual(['application/x-subrip; charset=utf-8', expect.stringContaining('2\n00:00:04,000 --> 00:00:07,700\nMara: Did you wind the\nclockwork, Tobias?\n')]);
    const [jsonType, json] = await text('.json');
    const { segments } = JSON.parse(json);
    // One segment for each word; one for the whole line where the words have no times.
    expect([jsonType, segments[0].startTime, segments[0].endTime, segments[0].body.split(' ').length > 1]).toEqual(['application/json; charset=utf-8', 0, 3.7, true]);
    expect(segments.slice(1, 7).map(({ body }: { body: string }) => body)).toEqual(['Did', 'you', 'wind', 'the', 'clockwork,', 'Tobias?']);
    expect(segments[6]).toEqual({ speaker: 'Mara', startTime: 6.837, endTime: 7.7, body: 'Tobias?' });
    const [chapterType, chapters] = await text('.chapters.json');
    expect([chapterType, JSON.parse(chapters)]).toEqual(['application/json+chapters; charset=utf-8', {
      version: '1.2.0', title: 'The <Lamp> & "co"', chapters: [{ startTime: 0, title: 'Lamp Room, night' }, { startTime: 16, title: 'Gallery, night' }],
    }]);
  });
});

describe('a page that is gone', () => {
  it('shows nothing of a withdrawn episode', async () => {
    const other = await newRelease(stand, client, series, { title: 'Withdrawn' });
    const { pageUrl } = (await client.post(`/publishing-releases/${other.id}/publish`)).body.release;
    expect((await page(pageUrl)).status).toBe(200);
    await client.post(`/publishing-releases/${other.id}/cancel`);
    expect((await page(pageUrl)).status).toBe(410);
    expect((await page(`/series/${series.slug}`)).text).not.toContain('Withdrawn');
  });
});
