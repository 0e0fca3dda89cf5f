import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listFilmObjects } from '../../../src/domain/artifacts/film/film-store.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { purgeProjects } from '../../../src/monitoring/purge/purge-projects.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead, testScreenplay } from '../../support/ready-read.js';
import { DRAFT, fetchedFilm, finishedFilm, perform, renderedFilm, shaOf } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const PRICE = PRICES.TABLE_READ_FINALIZE_VIDEO;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const newRead = async (): Promise<string> => (await insertReadyRead(stand, client.accountId, testScreenplay())).artifactId;
const videoOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}/render-video`)).body.video;
const artifactOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}`)).body.artifact;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const fetched = (url: string) => fetchedFilm(stand, url);
const rendered = (id: string): Promise<any> => renderedFilm(client, id);

/** A read that was performed, without an MP3. */
async function performedRead(): Promise<string> {
  const id = await newRead();
  await perform(client, id);
  return id;
}

describe('the film of a read', () => {
  it('is paid once, has pictures, sound, captions and chapters, and is rendered again free of charge when the stage changes', async () => {
    const id = await performedRead();
    const before = await balance();
    expect(await videoOf(id)).toEqual({
      status: 'not_rendered', url: null, durationMs: null, byteSize: null, grade: null, resolution: null, aspect: null, captions: null, frameRate: null, error: null,
      credits: PRICE,
    });
    const video = await rendered(id);
    expect(video).toMatchObject({ status: 'complete', grade: 'draft', resolution: '720p', aspect: '16:9', error: null, credits: 0 });
    expect(await balance()).toBe(before - PRICE);
    const { manifest } = await artifactOf(id);
    expect(manifest.video).toEqual({ status: 'complete', renderUrl: expect.stringContaining(`/artifacts/${id}/render-video`), url: video.url });

    const { bytes, streams } = await fetched(video.url);
    expect(bytes.length).toBe(video.byteSize);
    expect(streams.kinds).toEqual(['audio', 'subtitle', 'video']);
    expect([streams.widthPx, streams.heightPx]).toEqual([1_280, 720]);
    expect(Math.abs(streams.durationMs - video.durationMs)).toBeLessThan(50);
    expect(streams.chapters).toEqual(['Lamp Room, night', 'Gallery, night']);
    expect(streams.captions.map(({ text }) => text).join(' ')).toMatch(/MARA: Did you wind the clockwork, Tobias\?.*Hold on\. I have it\./);
    const part = await fetch(video.url, { headers: { range: 'bytes=0-99' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);

    const again = await client.post(`/artifacts/${id}/render-video`, DRAFT);
    expect([again.status, again.body.finalize.status, again.body.next]).toEqual([200, 'complete', undefined]);

    await client.post(`/artifacts/${id}/theater`, { backgrounds: 'light' });
    expect(await videoOf(id)).toMatchObject({ status: 'stale', url: video.url, credits: 0 });
    expect((await artifactOf(id)).manifest.video.status).toBe('stale');
    const lit = await rendered(id);
    const after = await fetched(lit.url);
    expect([lit.url, lit.durationMs, await balance()]).toEqual([video.url, video.durationMs, before - PRICE]);
    expect(shaOf(after.bytes)).not.toBe(shaOf(bytes));
    expect(after.streams.captions).toEqual(streams.captions);

    // The same stage gives the same bytes again.
    await client.post(`/artifacts/${id}/theater`, { backgrounds: 'drawn' });
    await rendered(id);
    expect(shaOf((await fetched(video.url)).bytes)).toBe(shaOf(bytes));
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('waits for the recording without a charge, and refuses unknown values', async () => {
    const id = await newRead();
    const before = await balance();
    const answer = await client.post(`/artifacts/${id}/render-video`, {});
    expect([answer.status, answer.body.finalize.status, answer.body.video.status, answer.body.next.path]).toEqual([200, 'needs_recording', 'not_rendered', `/artifacts/${id}`]);
    const same = await client.post(`/artifacts/${id}/finalize`, { mode: 'video' });
    expect([same.status, same.body.mode, same.body.finalize.status]).toEqual([200, 'video', 'needs_recording']);
    const waiting = await client.post(`/artifacts/${id}/finalize`, { mode: 'video', waitForRecording: true });
    expect([waiting.status, waiting.body.error.details.field]).toEqual([400, 'waitForRecording']);
    const unknown = await client.post(`/artifacts/${id}/render-video`, { grade: 'imax' });
    expect([unknown.status, unknown.body.error.details.field]).toEqual([400, 'grade']);
    expect((await fetch(`${(await artifactOf(id)).manifest.theaterUrl}/media/film.mp4`)).status).toBe(404);
    expect(await balance()).toBe(before);
  });

  it('is made once for concurrent calls, refused without credits, and deleted with its project', async () => {
    const id = await performedRead();
    const before = await balance();
    const answers = await Promise.all([1, 2, 3].map(() => client.post(`/artifacts/${id}/finalize`, { mode: 'video' })));
    expect(answers.map(({ status, body }) => [status, body.mode])).toEqual([[202, 'video'], [202, 'video'], [202, 'video']]);
    expect([(await finishedFilm(client, id)).grade, await balance()]).toEqual(['cinema', before - PRICE]);

    const poor = await stand.newAccount({ credits: PRICE - 1 });
    const own = (await insertReadyRead(stand, poor.accountId)).artifactId;
    await perform(poor, own);
    const refused = await poor.post(`/artifacts/${own}/render-video`, {});
    expect([refused.status, refused.body.error.details]).toMatchObject([402, { required: PRICE, available: PRICE - 1 }]);
    expect((await poor.get(`/artifacts/${own}/render-video`)).body.video.status).toBe('not_rendered');

    const { db, store } = stand.api.services;
    const keys = await listFilmObjects(db, 'artifact_id = $1', [id]);
    expect(keys.length).toBeGreaterThan(3);
    const { projectId } = await artifactOf(id);
    await client.delete(`/story-projects/${projectId}`);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [projectId]);
    expect(await purgeProjects(stand.api.services)).toContain(projectId);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual(keys.map(() => null));
    expect(await checkLedger(db)).toEqual([]);
  });
});
