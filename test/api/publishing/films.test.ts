import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { ApiClient } from '../../support/api-client.js';
import { faultsOf } from '../../support/publishing/feed-rules.js';
import { newSeries } from '../../support/publishing/recorded-read.js';
import { parseStrictly, type XmlNode } from '../../support/publishing/strict-xml.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { fetchedFilm, perform, renderedFilm } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

interface Published { series: any; artifactId: string; releaseId: string }

async function ok(method: 'post' | 'get', path: string, body?: object): Promise<any> {
  const answer = await (method === 'post' ? client.post(path, body) : client.get(path));
  expect([answer.status < 300, answer.body.error]).toEqual([true, undefined]);
  return answer.body;
}

async function finalizedRead(projectId: string): Promise<string> {
  const { artifactId } = await insertReadyRead(stand, client.accountId, undefined, undefined, projectId);
  await perform(client, artifactId);
  await ok('post', `/artifacts/${artifactId}/finalize`, {});
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
  return artifactId;
}

/** Publishes a finalized read, after `before` was called with its id. */
async function published(before: (artifactId: string) => Promise<unknown> = async () => undefined): Promise<Published> {
  const projectId = (await ok('post', '/story-projects', { name: 'Corran', description: 'A lamp on a reef.' })).project.id;
  const series = await newSeries(client, projectId);
  const artifactId = await finalizedRead(projectId);
  await before(artifactId);
  const { release } = await ok('post', `/publishing-series/${series.id}/releases`, { title: 'The Lamp', description: 'The lamp goes out.', sourceArtifactId: artifactId });
  await ok('post', `/publishing-releases/${release.id}/publish`);
  return { series, artifactId, releaseId: release.id };
}

const assetsOf = async (releaseId: string): Promise<any[]> => (await ok('get', `/publishing-releases/${releaseId}`)).release.assets;

const nodesOf = (node: XmlNode, name: string): XmlNode[] => [...node.name === name ? [node] : [], ...node.children.flatMap((child) => nodesOf(child, name))];

/** The films and the enclosure in the feed of a series. Expects a feed that directories accept. */
async function feedOf(series: any): Promise<{ films: XmlNode[]; enclosure: string; guid: string }> {
  const xml = await (await fetch(series.feedUrl)).text();
  expect(faultsOf(xml)).toEqual([]);
  const document = parseStrictly(xml);
  return {
    films: nodesOf(document, 'podcast:alternateEnclosure'), enclosure: nodesOf(document, 'enclosure')[0]!.attributes['url']!,
    guid: nodesOf(document, 'guid')[0]!.text,
  };
}

describe('the film of an episode', () => {
  it('is in the feed beside the sound, with the facts of its file, and is fetched in parts', async () => {
    const { series, artifactId, releaseId } = await published((id) => renderedFilm(client, id));
    const { films: [film, ...others], enclosure } = await feedOf(series);
    expect(others).toEqual([]);
    const [mp3, video] = await assetsOf(releaseId);
    const [source, integrity] = [nodesOf(film!, 'podcast:source')[0]!, nodesOf(film!, 'podcast:integrity')[0]!];
    expect([mp3.kind, video.kind, video.status, video.mimeType]).toEqual(['mp3', 'video', 'ready', 'video/mp4']);
    expect([source.attributes['uri'], enclosure]).toEqual([video.url, mp3.url]);
    const { bytes, streams } = await fetchedFilm(stand, video.url);
    expect(film!.attributes).toEqual({
      type: 'video/mp4', length: String(bytes.length), bitrate: String(Math.round((bytes.length * 8_000) / video.durationMs)), height: '720', lang: 'en', title: 'Film',
    });
    expect(streams.heightPx).toBe(720);
    expect(integrity.attributes).toEqual({ type: 'sri', value: `sha256-${createHash('sha256').update(bytes).digest('base64')}` });
    const part = await fetch(video.url, { headers: { range: 'bytes=100-199', 'if-range': `"${video.sha256}"` } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    expect((await fetch(video.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.length));

    // Changes of the read leave the published episode as it was. Refreshed media get new addresses and keep the guid.
    const before = await feedOf(series);
    await ok('post', `/artifacts/${artifactId}/theater`, { backgrounds: 'light' });
    await renderedFilm(client, artifactId);
    expect((await assetsOf(releaseId)).map(({ status }) => status)).toEqual(['ready', 'stale']);
    expect((await feedOf(series)).films).toEqual(before.films);
    await ok('post', `/publishing-releases/${releaseId}/refresh-media`, { sourceArtifactId: artifactId });
    const after = await feedOf(series);
    expect([after.guid, after.enclosure === before.enclosure, after.films.length]).toEqual([before.guid, false, 1]);
    expect(after.films[0]!.attributes['length']).not.toBe(before.films[0]!.attributes['length']);
    expect((await assetsOf(releaseId)).map(({ status, assetVersion }) => [status, assetVersion])).toEqual([['ready', 2], ['ready', 2]]);
  });

  it('is not there if the read has none, one of another stage, or another one than was marked publishable', async () => {
    const none = await published();
    expect((await feedOf(none.series)).films).toEqual([]);
    expect((await assetsOf(none.releaseId)).map(({ kind }) => kind)).toEqual(['mp3']);
    expect((await fetch((await assetsOf(none.releaseId))[0].url.replace(/mp3$/, 'mp4'))).status).toBe(404);
    const stale = await published(async (id) => {
      await renderedFilm(client, id);
      await ok('post', `/artifacts/${id}/theater`, { backgrounds: 'light' });
    });
    expect((await feedOf(stale.series)).films).toEqual([]);

    const { series, artifactId, releaseId } = await published(async (id) => {
      await renderedFilm(client, id);
      const { publishState } = await ok('post', `/artifacts/${id}/publish-state`, { video: 'publishable' });
      expect(publishState).toMatchObject({ audio: 'open', sha256: null, video: 'publishable', videoSha256: expect.stringMatching(/^[0-9a-f]{64}$/), videoHolds: true });
    });
    expect((await feedOf(series)).films).toHaveLength(1);
    await renderedFilm(client, artifactId, { grade: 'draft', captions: 'burned' });
    expect((await ok('get', `/artifacts/${artifactId}/publish-state`)).publishState).toMatchObject({ holds: true, videoHolds: false });
    await ok('post', `/publishing-releases/${releaseId}/refresh-media`, { sourceArtifactId: artifactId });
    expect((await feedOf(series)).films).toEqual([]);
    await ok('post', `/artifacts/${artifactId}/publish-state`, { video: 'publishable' });
    await ok('post', `/publishing-releases/${releaseId}/refresh-media`, { sourceArtifactId: artifactId });
    expect((await feedOf(series)).films).toHaveLength(1);
  });

  it('that is withheld leaves feeds and links at once, and is still there for its producer', async () => {
    const { series, artifactId, releaseId } = await published((id) => renderedFilm(client, id));
    const { manifest } = (await ok('get', `/artifacts/${artifactId}`)).artifact;
    const [, { url: ofEpisode }] = await assetsOf(releaseId);
    const ofLink: string = manifest.video.url;
    const statuses = async (): Promise<number[]> => Promise.all([ofEpisode, ofLink].map(async (url) => (await fetch(url, { method: 'HEAD' })).status));
    expect(await statuses()).toEqual([200, 200]);
    const page = async (): Promise<boolean> => (await (await fetch(manifest.theaterUrl)).text()).includes('.mp4');
    expect(await page()).toBe(true);
    expect((await feedOf(series)).films).toHaveLength(1);

    const { publishState } = await ok('post', `/artifacts/${artifactId}/publish-state`, { video: 'withheld' });
    expect(publishState).toMatchObject({ audio: 'open', video: 'withheld', videoSha256: null });
    expect(await statuses()).toEqual([404, 404]);
    expect([await page(), (await feedOf(series)).films, (await assetsOf(releaseId)).map(({ kind }) => kind)]).toEqual([false, [], ['mp3']]);
    const own = (await ok('get', `/artifacts/${artifactId}/render-video`)).video.url;
    expect([own === ofLink, (await fetch(own, { method: 'HEAD' })).status]).toEqual([false, 200]);

    await ok('post', `/artifacts/${artifactId}/publish-state`, { video: 'open' });
    expect([await statuses(), (await feedOf(series)).films.length]).toEqual([[200, 200], 1]);
    const refused = await client.post(`/artifacts/${artifactId}/publish-state`, { video: 'publishable', videoSha256: '0'.repeat(64) });
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'videoSha256']);
  });
});
