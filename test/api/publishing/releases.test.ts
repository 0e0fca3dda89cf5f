import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testScreenplay } from '../../support/ready-read.js';
import { newRelease, newSeries, record, recordedRead } from '../../support/publishing/recorded-read.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { LAMP } from '../../support/stands/script-stand.js';
import { findWithdrawn } from '../../../src/domain/publishing/releases/release-store.js';
import { deleteDroppedPictures, findCoverPicture, putCoverArt } from '../../../src/domain/publishing/series/series-store.js';
import { performs } from '../../support/stands/share-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertReadyRead } from '../../support/ready-read.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let series: any;

beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());
beforeEach(async () => {
  projectId = (await client.post('/story-projects', { name: 'Corran' })).body.project.id;
  series = await newSeries(client, projectId);
});

const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
const release = (wish: object = {}): Promise<any> => newRelease(stand, client, series, wish);
const move = (id: string, verb: string, body?: object): Promise<Answer> => client.post(`/publishing-releases/${id}/${verb}`, body);
const feed = async (): Promise<string> => (await fetch(series.feedUrl)).text();
const fetched = async (url: string, headers = {}): Promise<Response> => fetch(url, { headers });

describe('a release', () => {
  it('needs a finalized MP3 of the current revision', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId, undefined, undefined, projectId);
    const answer = await client.post(`/publishing-series/${series.id}/releases`, { title: 'One', sourceArtifactId: artifactId });
    expect(refusal(answer)).toEqual([409, 'publishing_asset_not_ready']);
    expect(answer.body.error.details).toMatchObject({ artifactId, status: 'not_started', next: { path: `/artifacts/${artifactId}/finalize` } });
    expect(refusal(await client.post(`/publishing-series/${series.id}/releases`, { title: 'One', sourceArtifactId: 'art_none' })))
      .toEqual([404, 'artifact_not_found']);
  });

  it('is made and published only of an MP3 whose publish state allows it', async () => {
    const { read, ...made } = await release();
    const decide = (body: object): Promise<Answer> => client.post(`/artifacts/${read.artifactId}/publish-state`, body);
    const again = (): Promise<Answer> => client.post(`/publishing-series/${series.id}/releases`, { title: 'Two', sourceArtifactId: read.artifactId });
    expect((await decide({ audio: 'withheld' })).body.publishState).toMatchObject({ audio: 'withheld', sha256: null, holds: true, version: 1 });
    const refused = await again();
    expect([...refusal(refused), refused.body.error.details.status]).toEqual([409, 'publishing_asset_not_ready', 'withheld']);
    for (const answer of [await move(made.id, 'publish'), await move(made.id, 'schedule', { scheduledAt: '2031-01-01T00:00:00.000Z' })]) {
      expect(refusal(answer)).toEqual([409, 'publishing_asset_not_ready']);
    }
    expect(refusal(await decide({ audio: 'publishable', sha256: '0'.repeat(64) }))).toEqual([400, 'validation_failed']);
    expect(refusal(await decide({ sha256: read.sha256 }))).toEqual([400, 'validation_failed']);
    const { body } = await decide({ audio: 'publishable', sha256: read.sha256, expectedVersion: 1 });
    expect(body.publishState).toMatchObject({ audio: 'publishable', sha256: read.sha256, holds: true, version: 2 });
    expect((await again()).status).toBe(201);
    expect((await move(made.id, 'publish')).body.release.status).toBe('published');

    await stand.api.services.db.query(`UPDATE recordings SET sha256 = $2 WHERE artifact_id = $1`, [read.artifactId, '1'.repeat(64)]);
    expect((await client.get(`/artifacts/${read.artifactId}/publish-state`)).body.publishState).toMatchObject({ audio: 'publishable', holds: false });
    expect(refusal(await again())).toEqual([409, 'publishing_asset_not_ready']);
    expect((await decide({ audio: 'open' })).body.publishState).toMatchObject({ audio: 'open', sha256: null, holds: true });
    const silent = await insertReadyRead(stand, client.accountId, undefined, undefined, projectId);
    expect(refusal(await client.post(`/artifacts/${silent.artifactId}/publish-state`, { audio: 'publishable' }))).toEqual([409, 'artifact_not_ready']);
  });

  it('names its source and its media, and has a target for each destination', async () => {
    const { read, ...made } = await release({ seasonNumber: 1, episodeNumber: 2, explicit: true });
    expect(made).toMatchObject({
      status: 'ready', title: 'The Lamp', sourceArtifactId: read.artifactId, sourceRevision: 1, seasonNumber: 1, episodeNumber: 2, explicit: true,
      episodeType: 'full', guid: made.id, scheduledAt: null, publishedAt: null, cancelledAt: null,
      assets: [{ kind: 'mp3', status: 'ready', byteSize: read.bytes.length, durationMs: read.durationMs, mimeType: 'audio/mpeg', sha256: read.sha256, assetVersion: 1 }],
      targets: [{ status: 'pending', provider: 'rss', externalUrl: null }],
    });
    expect((await client.get(`/publishing-releases/${made.id}/targets`)).body).toEqual({ targets: made.targets, nextCursor: null });
    expect((await client.get(`/publishing-series/${series.id}/releases`)).body.releases).toEqual([made]);
    expect((await fetched(made.assets[0].url)).status).toBe(404);
  });

  it('is in the feed once published, with the size of its MP3, which is also served in ranges', async () => {
    const { read, id } = await release();
    const { body } = await move(id, 'publish');
    expect(body.release).toMatchObject({ status: 'published', publishedAt: expect.any(String), targets: [{ status: 'live', externalUrl: series.feedUrl }] });
    const [asset] = body.release.assets;
    const whole = await fetched(asset.url);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('etag')]).toEqual([200, 'audio/mpeg', `"${read.sha256}"`]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(read.bytes)).toBe(true);
    const part = await fetched(asset.url, { range: 'bytes=100-199', 'if-range': `"${read.sha256}"` });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${read.bytes.length}`]);
    expect((await fetch(asset.url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(read.bytes.length));
    expect(await feed()).toContain(`length="${read.bytes.length}"`);
    expect((await move(id, 'publish')).body.release.publishedAt).toBe(body.release.publishedAt);
  });

  it('keeps its sound when the artifact is gone', async () => {
    const { read, id } = await release();
    const { body } = await move(id, 'publish');
    await stand.api.services.db.query('DELETE FROM artifacts WHERE id = $1', [read.artifactId]);
    await stand.api.services.store.delete(`recordings/${read.artifactId}/r1-x.mp3`);
    const sound = await fetched(body.release.assets[0].url);
    expect(Buffer.from(await sound.arrayBuffer()).equals(read.bytes)).toBe(true);
    expect((await client.get(`/publishing-releases/${id}`)).body.release.assets[0].status).toBe('ready');
  });

  it('is stale once the artifact is revised, until its media are refreshed', async () => {
    const { read, ...made } = await release();
    const { db } = stand.api.services;
    // An edition of the first revision, and the second one.
    await db.query(
      `INSERT INTO artifact_revisions (artifact_id, revision, version, edition, title, cause, work_id, content)
       SELECT r.artifact_id, n.revision, n.version, n.edition, r.title, 'refine', r.work_id, r.content
       FROM artifact_revisions r, (VALUES (2, 1, 1), (3, 2, 0)) AS n (revision, version, edition) WHERE r.artifact_id = $1`, [read.artifactId]);
    await db.query('UPDATE artifacts SET current_version = 3 WHERE id = $1', [read.artifactId]);
    const stale = await client.get(`/publishing-releases/${made.id}`);
    expect(stale.body.release.assets[0].status).toBe('stale');
    expect(refusal(await move(made.id, 'publish'))).toEqual([409, 'publishing_asset_stale']);
    expect(refusal(await move(made.id, 'schedule', { scheduledAt: '2031-01-01T00:00:00.000Z' }))).toEqual([409, 'publishing_asset_stale']);
    const early = await move(made.id, 'refresh-media', { sourceArtifactId: read.artifactId });
    expect([...refusal(early), early.body.error.details.revision]).toEqual([409, 'publishing_asset_not_ready', 2]);
    const again = await record(stand, read.artifactId, testScreenplay(), 'again', 3);
    const { body } = await move(made.id, 'refresh-media', { sourceArtifactId: read.artifactId });
    expect(body.release).toMatchObject({ guid: made.guid, sourceRevision: 2, assets: [{ status: 'ready', sha256: again.sha256, assetVersion: 2 }] });
    expect(body.release.assets[0].url).not.toBe(made.assets[0].url);
    expect((await move(made.id, 'publish')).status).toBe(200);
    const text = await feed();
    expect([text.includes(body.release.assets[0].url), text.includes(made.assets[0].url), text.includes(made.guid)]).toEqual([true, false, true]);
  });

  it('keeps its media while the recording lacks newer words, and when there are no other media', async () => {
    const { id, read, assets: [asset] } = await release();
    await move(id, 'publish');
    const refresh = (): Promise<Answer> => move(id, 'refresh-media', { sourceArtifactId: read.artifactId });
    expect((await refresh()).body.release.assets).toEqual([asset]);
    await stand.api.services.db.query(
      `INSERT INTO artifact_revisions (artifact_id, revision, version, title, cause, work_id, content)
       SELECT artifact_id, 2, 2, title, 'edit', work_id, content FROM artifact_revisions WHERE artifact_id = $1`, [read.artifactId]);
    expect((await client.get(`/artifacts/${read.artifactId}`)).body.artifact.stale).toBe(true);
    const refused = await refresh();
    expect(refusal(refused)).toEqual([409, 'publishing_asset_stale']);
    expect(refused.body.error.details).toMatchObject({
      sourceArtifactId: read.artifactId, next: { method: 'POST', path: `/artifacts/${read.artifactId}/update-recording` },
    });
    expect((await client.get(`/publishing-releases/${id}`)).body.release.assets).toEqual([asset]);
    // Nor does another release begin with the old words.
    const another = await client.post(`/publishing-series/${series.id}/releases`, { title: 'Again', sourceArtifactId: read.artifactId });
    expect([...refusal(another), another.body.error.details]).toEqual([409, 'publishing_asset_stale', refused.body.error.details]);
  });

  it('keeps the words of a person when its media change, and lists the new chapters in its description', async () => {
    const { id } = await release();
    const directed = await move(id, 'description/generate', { direction: 'short, without chapters and cast; mention the sea' });
    expect(directed.body.warnings).toEqual([{ field: 'direction', message: expect.stringContaining('“mention the sea”') }]);
    const plain = await move(id, 'description/generate', {});
    expect(plain.body.warnings).toEqual([]);
    const { description } = plain.body.release;
    await client.patch(`/publishing-releases/${id}`, { description: `Ours.\n\n${description}` });
    const screenplay = testScreenplay();
    screenplay.scenes[1]!.heading = screenplay.scenes[1]!.title = 'EXT. HARBOUR - DAWN';
    const other = await recordedRead(stand, client, { screenplay, projectId: series.projectId });
    const { body } = await move(id, 'refresh-media', { sourceArtifactId: other.artifactId });
    expect(description).toContain('Gallery, night');
    expect(body.release.description).toBe(`Ours.\n\n${description.replace('Gallery, night', 'Harbour, dawn')}`);
  });

  it('leaves the feed for good when it is cancelled', async () => {
    const { id } = await release();
    const { assets: [asset] } = (await move(id, 'publish')).body.release;
    const { body } = await move(id, 'cancel');
    expect(body.release).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String), targets: [{ status: 'removed', externalUrl: null }] });
    expect(await feed()).not.toContain(id);
    expect((await fetched(asset.url)).status).toBe(410);
    expect((await fetched(asset.url.replace('.mp3', '.vtt'))).status).toBe(410);
    for (const answer of [
      await move(id, 'publish'), await move(id, 'schedule', { scheduledAt: '2031-01-01T00:00:00Z' }),
      await move(id, 'refresh-media', { sourceArtifactId: body.release.sourceArtifactId }), await client.patch(`/publishing-releases/${id}`, { title: 'X' }),
    ]) expect(refusal(answer)).toEqual([409, 'publishing_release_state_invalid']);
    expect((await move(id, 'cancel')).body.release).toEqual(body.release);
  });

  it('is removed from a destination that is disabled, and back when it is connected', async () => {
    const { id } = await release();
    await move(id, 'publish');
    const target = async (): Promise<any> => (await client.get(`/publishing-releases/${id}/targets`)).body.targets[0];
    for (const [status, shown] of [['disabled', 'removed'], ['connected', 'live']]) {
      expect((await client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status })).status).toBe(200);
      expect((await target()).status).toBe(shown);
    }
  });

  it('of a series without a feed is in none, and says how to connect one; then it is live there', async () => {
    const video = await newSeries(client, projectId, { medium: 'video' });
    const { id } = await newRelease(stand, client, video);
    for (const { body } of [await move(id, 'publish'), await move(id, 'publish')]) {
      expect(body.release).toMatchObject({ status: 'published', pageUrl: null, targets: [] });
      expect(body.next).toMatchObject({ method: 'POST', path: `/publishing-series/${video.id}/destinations`, body: { provider: 'rss', status: 'connected' } });
    }
    expect((await client.post(`/publishing-series/${video.id}/destinations`, { provider: 'rss', status: 'connected' })).status).toBe(201);
    const { body } = await client.get(`/publishing-releases/${id}`);
    expect(body).toMatchObject({
      release: { pageUrl: expect.any(String), targets: [{ status: 'live', externalUrl: video.feedUrl, publishedAt: expect.any(String) }] },
      next: { method: 'GET', path: `/publishing-feeds/${video.slug}.xml` },
    });
    for (const url of [body.release.pageUrl, video.feedUrl]) expect((await fetched(url)).status).toBe(200);
  });

  it('published while its destination is disabled waits there until that is connected', async () => {
    const { id } = await release();
    const put = (status: string): Promise<Answer> => client.post(`/publishing-series/${series.id}/destinations`, { provider: 'rss', status });
    await put('disabled');
    const { body } = await move(id, 'publish');
    expect(body).toMatchObject({ release: { pageUrl: null, targets: [{ status: 'pending', externalUrl: null, publishedAt: null }] }, next: { method: 'POST' } });
    await put('connected');
    expect((await client.get(`/publishing-releases/${id}`)).body.release.targets).toMatchObject([{ status: 'live', externalUrl: series.feedUrl }]);
  });

  it('has a number of its own in the feed, by which its successor is known whatever read that has', async () => {
    const { db, store } = stand.api.services;
    const numbers = { seasonNumber: 4, episodeNumber: 7 };
    const [first, second, bonus, next] = [
      await release(numbers), await release(numbers), await release({ ...numbers, episodeType: 'bonus' }), await release({ ...numbers, episodeNumber: 8 }),
    ];
    for (const { id } of [first, bonus, next]) expect((await move(id, 'publish')).status).toBe(200);
    for (const refused of [await move(second.id, 'publish'), await move(second.id, 'schedule', { scheduledAt: '2031-01-01T00:00:00.000Z' })]) {
      expect(refusal(refused)).toEqual([409, 'publishing_release_state_invalid']);
      expect(refused.body.error.details).toMatchObject({ reason: 'number_taken', releaseId: first.id, next: { method: 'GET', path: `/publishing-releases/${first.id}` } });
    }
    await move(first.id, 'cancel');
    expect(await findWithdrawn(db, [first.id])).toEqual(new Set([first.id]));
    expect((await move(second.id, 'publish')).body.release).toMatchObject({ status: 'published', episodeNumber: 7 });
    expect(await findWithdrawn(db, [first.id])).toEqual(new Set());
    // Another episode that plays the read of the withdrawn one does not replace it.
    await move(second.id, 'cancel');
    expect((await move(next.id, 'refresh-media', { sourceArtifactId: first.read.artifactId })).status).toBe(200);
    expect(await findWithdrawn(db, [first.id, second.id])).toEqual(new Set([first.id, second.id]));

    // Covers beyond the fifty that are still served: their pictures are deleted, but for one that another series shows.
    const cover = (version: number) => ({ version, pictures: [{ widthPx: 600, key: `publishing/pictures/${series.id}-${version}.jpg`, byteSize: 1, sha256: String(version) }] });
    const other = await newSeries(client, projectId);
    await putCoverArt(db, other.id, cover(2));
    for (let version = 1; version <= 53; version += 1) {
      await store.put(cover(version).pictures[0]!.key, 'x');
      await putCoverArt(db, series.id, cover(version));
    }
    await deleteDroppedPictures(stand.api.services, series.id);
    await deleteDroppedPictures(stand.api.services, series.id);
    const kept = await Promise.all([1, 2, 3, 53].map(async (version) => await store.stat(cover(version).pictures[0]!.key) !== null));
    expect(kept).toEqual([false, true, true, true]);
    expect(await findCoverPicture(db, series.slug, 3, 600)).toMatchObject({ sha256: '3' });
  });

  it('is listed newest first, whatever its id is', async () => {
    const [first, second] = [await release({ title: 'One' }), await release({ title: 'Two' })];
    // The ids of releases that season runs make are hashes.
    await stand.api.services.db.query(`UPDATE publishing_releases SET created_at = created_at - interval '1 hour' WHERE id = $1`, [second.id]);
    const path = `/publishing-series/${series.id}/releases?limit=1`;
    const page = await client.get(path);
    const rest = await client.get(`${path}&cursor=${page.body.nextCursor}`);
    expect([page, rest].map(({ body }) => body.releases.map(({ id }: any) => id))).toEqual([[first.id], [second.id]]);
    expect(rest.body.nextCursor).toBeNull();
  });

  it('may be scheduled, moved and withdrawn; a time that has passed publishes at once', async () => {
    const { id } = await release();
    const first = await move(id, 'schedule', { scheduledAt: '2031-01-01T00:00:00.000Z' });
    expect(first.body.release).toMatchObject({ status: 'scheduled', scheduledAt: '2031-01-01T00:00:00.000Z' });
    expect((await move(id, 'schedule', { scheduledAt: '2032-01-01T01:00:00+01:00' })).body.release.scheduledAt).toBe('2032-01-01T00:00:00.000Z');
    expect((await move(id, 'schedule', { scheduledAt: '2020-01-01T00:00:00.000Z' })).body.release.status).toBe('published');
    expect(refusal(await move(id, 'schedule', { scheduledAt: '2031-01-01T00:00:00.000Z' }))).toEqual([409, 'publishing_release_state_invalid']);
    expect(refusal(await move(id, 'schedule', { scheduledAt: 'tomorrow' }))).toEqual([400, 'validation_failed']);
  });

  it('keeps its script from being deleted while it is published or scheduled', async () => {
    const { scriptUploadId } = (await client.post('/scripts', { title: 'The Lamp', content: LAMP })).body.script;
    const { read, id } = await release();
    await performs(stand, read, scriptUploadId);
    await move(id, 'publish');
    const refused = await client.delete(`/scripts/${scriptUploadId}?confirmed=true`);
    expect(refusal(refused)).toEqual([409, 'script_in_use']);
    expect(refused.body.error.details.uses).toEqual([{ kind: 'release', id, status: 'published', scriptUploadId }]);
    await move(id, 'cancel');
    expect((await client.delete(`/scripts/${scriptUploadId}?confirmed=true`)).status).toBe(200);
  });

  it('is shown in the list of episodes, at the one of its script, until it is withdrawn', async () => {
    const { scriptUploadId } = (await client.post('/scripts', { title: 'The Lamp', content: LAMP, projectId })).body.script;
    const feedRelease = async () => (await client.get(`/story-projects/${projectId}/episodes`)).body.episodes[0].feedRelease;
    expect(await feedRelease()).toBeNull();
    const { read, id } = await release({ seasonNumber: 1, episodeNumber: 3 });
    await performs(stand, read, scriptUploadId);
    const second = await release();
    await performs(stand, second.read, scriptUploadId);
    await move(id, 'publish');
    expect(await feedRelease()).toEqual({
      releaseId: id, seriesId: series.id, status: 'published', seasonNumber: 1, episodeNumber: 3, scheduledAt: null, publishedAt: expect.any(String),
    });
    await move(id, 'cancel');
    expect(await feedRelease()).toMatchObject({ releaseId: second.id, status: 'ready' });
    await move(second.id, 'cancel');
    expect(await feedRelease()).toBeNull();
  });

  it('gets a description from its cast and chapters, as the direction wants it', async () => {
    const { id } = await release();
    const made = await move(id, 'description/generate', {});
    const { description } = made.body.release;
    expect(description).toContain('With Mara');
    expect(description).toMatch(/Chapters\n0:00 Lamp Room, night\n0:\d\d Gallery, night/);
    const short = (await move(id, 'description/generate', { direction: 'Short, and without the cast please' })).body.release.description;
    expect(short).not.toContain('With Mara');
    expect(short.length).toBeLessThan(description.length);
    await move(id, 'publish');
    expect(await feed()).toContain(short.slice(0, 30));
  });

  it('is hidden from others', async () => {
    const { id } = await release();
    const other = await stand.newAccount();
    expect(refusal(await other.get(`/publishing-releases/${id}`))).toEqual([404, 'publishing_release_not_found']);
    expect(refusal(await other.post(`/publishing-releases/${id}/publish`))).toEqual([404, 'publishing_release_not_found']);
    expect(refusal(await other.get(`/publishing-series/${series.id}/releases`))).toEqual([404, 'publishing_series_not_found']);
  });
});

it('an artifact of another project cannot be published, nor become the media of a release', async () => {
  const { artifactId } = await recordedRead(stand, client);
  const other = { status: 400, body: { error: { code: 'validation_failed', details: { field: 'sourceArtifactId', reason: 'other_project' } } } };
  expect(await client.post(`/publishing-series/${series.id}/releases`, { title: 'One', sourceArtifactId: artifactId })).toMatchObject(other);
  expect((await client.get(`/publishing-series/${series.id}/releases`)).body.releases).toEqual([]);
  const { id } = await release();
  const before = (await client.get(`/publishing-releases/${id}`)).body;
  expect(await move(id, 'refresh-media', { sourceArtifactId: artifactId })).toMatchObject(other);
  expect((await client.get(`/publishing-releases/${id}`)).body).toEqual(before);
});

it('an artifact of another account cannot be published', async () => {
  const other = await stand.newAccount();
  const { artifactId } = await recordedRead(stand, other);
  expect(refusal(await client.post(`/publishing-series/${series.id}/releases`, { title: 'One', sourceArtifactId: artifactId })))
    .toEqual([404, 'artifact_not_found']);
});
