import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { difference, DRAFT, fetchedFilm, perform, renderedFilm } from '../../support/stands/film-stand.js';
import { performedScript, SIGNS, type SharedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const PRICE = PRICES.TABLE_READ_FINALIZE_VIDEO;
const FRAME_MS = 1_000 / 24;
const SHARE = '?of=share';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const shareOf = async ({ scriptId }: SharedScript, descriptor: object): Promise<any> => (await client.post(`/scripts/${scriptId}/share`, { descriptor })).body.share;
const stateOf = async ({ scriptId }: SharedScript): Promise<any> => (await client.get(`/scripts/${scriptId}/share`)).body.share;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

/** For each cut of the films of a read, the keys of its shots and of its sound. */
async function piecesOf(artifactId: string): Promise<Record<string, { shots: string[]; sound: string[] }>> {
  const rows = await stand.api.services.db.query<{ cut: string; pieces: { shots: string[]; sound: string[] } }>(
    `SELECT cut, build_manifest->'pieces' AS pieces FROM films WHERE artifact_id = $1`, [artifactId]);
  return Object.fromEntries(rows.map(({ cut, pieces }) => [cut, pieces]));
}

/** How long the lines `first` to `last` take in the performance, with their pauses, in milliseconds. */
async function heardMs(artifactId: string, first: number, last: number): Promise<number> {
  const lines = await stand.api.services.db.query<{ entry: number; startMs: number }>(
    'SELECT entry_index AS entry, start_ms AS "startMs" FROM performance_lines WHERE artifact_id = $1 ORDER BY position', [artifactId]);
  const end = lines.find(({ entry }) => entry > last)?.startMs ?? Number.NaN;
  return end - lines.find(({ entry }) => entry >= first)!.startMs;
}

describe('the film of a part', () => {
  it('shows the scene of the link in shots of the whole film, and nothing of the rest', async () => {
    const script = await performedScript(stand, client);
    const { artifactId } = script;
    await perform(client, artifactId);
    const before = await balance();
    const none = await client.post(`/artifacts/${artifactId}/render-video`, { of: 'share' });
    expect([none.status, none.body.error.code, none.body.error.details]).toEqual([409, 'artifact_not_ready', { status: 'not_shared' }]);
    const whole = await renderedFilm(client, artifactId);

    const share = await shareOf(script, { mode: 'theater', scope: 'scene', sceneIndex: 1 });
    expect(share.render).toEqual({ kind: 'mp4', status: 'not_rendered', url: null, durationMs: null, byteSize: null });
    const video = await renderedFilm(client, artifactId, { of: 'share' });
    expect(video).toMatchObject({ status: 'complete', grade: 'draft', aspect: '16:9', captions: 'track', credits: 0 });
    expect(await balance()).toBe(before - PRICE);
    const { render } = await stateOf(script);
    expect(render).toEqual({ kind: 'mp4', status: 'complete', url: video.url, durationMs: video.durationMs, byteSize: video.byteSize });
    expect(video.url).toBe(`${share.shareUrl}/media/part.mp4`);

    const { streams, bytes } = await fetchedFilm(stand, video.url);
    expect([streams.kinds, streams.chapters]).toEqual([['audio', 'subtitle', 'video'], []]);
    // A film lengthens each line by up to 64 ms.
    const wanted = await heardMs(artifactId, 4, 8);
    expect(streams.durationMs - wanted).toBeGreaterThanOrEqual(0);
    expect(streams.durationMs - wanted).toBeLessThan(3 * 64 + FRAME_MS);
    const said = streams.captions.map(({ text }) => text).join(' ');
    expect(said).toMatch(/MARA: Throw the lantern down to the ferry!.*My lantern has no paraffin\./);
    for (const sign of [...SIGNS[0]!, ...SIGNS[2]!]) expect(said.toLowerCase()).not.toContain(sign.toLowerCase());
    expect(bytes.toString('latin1')).toContain('Three Houses, Scene 2');
    const pieces = await piecesOf(artifactId);
    const own = pieces['part']!.shots.filter((key) => !pieces['16:9']!.shots.includes(key));
    // The last shot fades out, so it may be rendered for the part; all others are shots of the whole film.
    expect([pieces['part']!.shots.length >= 3, own.length <= 1]).toEqual([true, true]);

    const page = await (await fetch(share.shareUrl)).text();
    expect(page).toContain(`src="${new URL(video.url).pathname}"`);
    expect((await fetch(`${share.shareUrl}/media/film.mp4`)).status).toBe(404);
    const ofRead = whole.url.slice(0, whole.url.lastIndexOf('/'));
    expect((await fetch(`${ofRead}/part.mp4`)).status).toBe(404);
    expect((await client.get(`/artifacts/${artifactId}/render-video`)).body.video).toMatchObject({ url: whole.url, durationMs: whole.durationMs });

    // The link now shows another part, which has no film yet, and no longer plays the film of the former part.
    const other = await shareOf(script, { scope: 'scene', sceneIndex: 2 });
    expect([other.shareUrl, other.render.status, other.render.url]).toEqual([share.shareUrl, 'not_rendered', null]);
    expect((await fetch(video.url)).status).toBe(404);
    expect((await shareOf(script, { scope: 'whole' })).render.url).toBe(`${share.shareUrl}/media/film.mp4`);
  });

  it('of a few entries is upright with its words in the picture, and is stale when the stage changes', async () => {
    const script = await performedScript(stand, client);
    const { artifactId } = script;
    await perform(client, artifactId);
    const before = await balance();
    await shareOf(script, { mode: 'theater', scope: 'entries', startEntry: 5, endEntry: 6 });
    const video = await renderedFilm(client, artifactId, { of: 'share', grade: 'still' });
    expect(video).toMatchObject({ status: 'complete', aspect: '9:16', captions: 'burned', grade: 'still' });
    expect(await balance()).toBe(before - PRICE);
    const burned = await fetchedFilm(stand, video.url);
    expect([burned.streams.widthPx, burned.streams.heightPx]).toEqual([720, 1_280]);
    expect(burned.streams.durationMs - await heardMs(artifactId, 5, 6)).toBeLessThan(2 * 64 + FRAME_MS);

    const again = await client.post(`/artifacts/${artifactId}/render-video`, { of: 'share', grade: 'still' });
    expect([again.status, again.body.finalize.status]).toEqual([200, 'complete']);
    await client.post(`/artifacts/${artifactId}/theater`, { backgrounds: 'light' });
    expect((await client.get(`/artifacts/${artifactId}/render-video${SHARE}`)).body).toMatchObject({
      video: { status: 'stale', credits: 0 }, next: { body: { of: 'share' } }, shareUrl: (await stateOf(script)).shareUrl,
    });
    const track = await renderedFilm(client, artifactId, { of: 'share', grade: 'still', captions: 'track' });
    const plain = await fetchedFilm(stand, track.url);
    const high = { x: 0.1, y: 0.1, width: 0.8, height: 0.2 };
    const { startMs } = burned.streams.captions[0]!;
    expect(difference(await plain.greyAt(startMs + 500, high), await burned.greyAt(startMs + 500, high))).toBeGreaterThan(0.05);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('is refused for a link without a stage', async () => {
    const script = await performedScript(stand, client);
    await shareOf(script, { mode: 'audio', scope: 'scene', sceneIndex: 0 });
    const refused = await client.post(`/artifacts/${script.artifactId}/render-video`, { ...DRAFT, of: 'share' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'artifact_not_ready']);
    const unknown = await client.post(`/artifacts/${script.artifactId}/render-video`, { of: 'chapter' });
    expect([unknown.status, unknown.body.error.details.field]).toEqual([400, 'of']);
  });
});
