import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { fetchedFilm } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { boardOf, cutTrailer, finished, LENGTH, performedRead, reviewed } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let read: { artifactId: string; projectId: string };

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  read = await performedRead(stand, client);
});
afterAll(() => stand.close());

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

describe('a trailer', () => {
  it('goes from its cut to its finished film, charged twice, once for the draft and once for the finish', async () => {
    const before = await balance();
    const cut = await cutTrailer(client, read);
    const { id } = cut.trailer;
    expect([cut.trailer.status, cut.trailer.draft, cut.storyboard.revision, await balance()]).toEqual(['draft', null, 1, before]);
    expect(cut.storyboard.beats.reduce((sum: number, { durationMs }: any) => sum + durationMs, 0) / 1_000).toBeCloseTo(LENGTH, 1);
    expect((await client.post(`/trailers/${id}/video-export`, {})).body.error).toMatchObject({ code: 'artifact_not_ready', details: { status: 'draft', allowed: ['complete'] } });
    expect((await client.post(`/trailers/${id}/storyboard/approve`, {})).body.error).toMatchObject({ code: 'story_job_state_invalid', details: { status: 'draft' } });

    const draft = await reviewed(client, id);
    expect([draft.trailer.status, draft.trailer.failureMessage]).toEqual(['review', null]);
    expect(await balance()).toBe(before - PRICES.TRAILER_DRAFT);
    expect(draft.storyboard.beats.map(({ takes, selectedTake, stale }: any) => [takes.length, takes[0].status, takes[0].takeId === selectedTake, stale]))
      .toEqual(draft.storyboard.beats.map(() => [1, 'ready', true, false]));
    expect(draft.storyboard.beats.flatMap(({ takes }: any) => takes[0].defects)).toEqual([]);
    const film = await fetchedFilm(stand, draft.trailer.draft.url);
    expect([film.streams.widthPx, film.streams.heightPx]).toEqual([854, 480]);
    expect(Math.abs(film.streams.durationMs - LENGTH * 1_000)).toBeLessThan(LENGTH * 20);
    expect(Math.abs(draft.trailer.draft.lufs + 16)).toBeLessThanOrEqual(1);
    const { audio } = (await client.get(`/trailers/${id}/storyboard/audio`)).body;
    expect([audio.status, (await fetch(audio.url)).headers.get('content-type')]).toEqual(['ready', 'audio/mp4']);
    const take = await fetchedFilm(stand, draft.storyboard.beats[0].takes[0].url);
    expect(Math.abs(take.streams.durationMs - draft.storyboard.beats[0].durationMs)).toBeLessThan(60);

    const done = await finished(client, id);
    expect([done.trailer.status, done.trailer.failureMessage, done.trailer.resolution]).toEqual(['complete', null, '720p']);
    expect(await balance()).toBe(before - PRICES.TRAILER_DRAFT - PRICES.TRAILER_FINISH);
    const exported = await client.post(`/trailers/${id}/video-export`, {});
    expect([exported.status, exported.body.export.resolution]).toEqual([200, '720p']);
    const master = await fetchedFilm(stand, exported.body.export.url);
    expect([master.streams.widthPx, master.streams.heightPx, master.streams.kinds]).toEqual([1_280, 720, ['audio', 'subtitle', 'video']]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);

    const edited = await client.post(`/trailers/${id}/storyboard/music`, { muted: true });
    expect([edited.status, edited.body.trailer.status, edited.body.trailer.approvals.storyboard]).toEqual([200, 'review', false]);
    expect((await boardOf(client, id)).body.storyboard.music.muted).toBe(true);
  });
});
