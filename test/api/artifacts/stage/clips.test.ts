import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listClipObjects } from '../../../../src/domain/artifacts/clips/clip-store.js';
import { filmKeyOf } from '../../../../src/domain/artifacts/film/film-key.js';
import { findCurrentRead } from '../../../../src/domain/artifacts/read-store.js';
import { listPerformedLines } from '../../../../src/domain/artifacts/performance/performance-store.js';
import { checkLedger } from '../../../../src/kernel/credits/check.js';
import { PRICES } from '../../../../src/kernel/credits/prices.js';
import { purgeProjects } from '../../../../src/monitoring/purge/purge-projects.js';
import type { ApiClient } from '../../../support/api-client.js';
import { confirmed } from '../../../support/canon/priced.js';
import { difference, fetchedVideo, smallFrames, soundOf } from '../../../support/files/clip-frames.js';
import { streamsOf } from '../../../support/files/media-streams.js';
import { hearRead } from '../../../support/main-job.js';
import { insertReadyRead } from '../../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../../support/stands/stand.js';

const FRAME_MS = 1_000 / 24;
/** The first entry of the second scene of the test's read, and one of its lines. */
const [SECOND, HOLD_ON] = [5, 8];

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const newRead = async (): Promise<string> => (await insertReadyRead(stand, client.accountId)).artifactId;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const memberOf = async (id: string, character: string) => (await client.get(`/artifacts/${id}/cast`)).body.cast.find((one: any) => one.character === character);
const clipsIn = async (id: string): Promise<any[]> => (await client.get(`/artifacts/${id}/theater`)).body.theater.clips;

async function performedRead(): Promise<string> {
  const id = await newRead();
  await hearRead(client, id);
  await client.poll(`/artifacts/${id}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
  return id;
}

/** Asks for a clip of a scene and waits until it was made. */
async function clipped(id: string, body: object = { sceneIndex: 1, entryIndex: SECOND, durationMs: 4_000 }) {
  const done = await confirmed(client, `/artifacts/${id}/theater-motion-clip`, body);
  expect(done.answer.status).toBe(202);
  const { theater } = await client.poll(`/artifacts/${id}/theater`, (found) => found.theater.clips.every(({ status }: any) => ['ready', 'failed'].includes(status)));
  return { ...done, clips: theater.clips as any[] };
}

async function spoken(id: string, body: object) {
  const done = await confirmed(client, `/artifacts/${id}/avatar-video`, body);
  expect(done.answer.status).toBe(202);
  await client.poll(`/artifacts/${id}/cast`, ({ cast }) => cast.every((one: any) => ['none', 'ready', 'failed', 'stale'].includes(one.videoStatus)));
  return done;
}

async function filmOf(id: string, grade = 'still') {
  expect((await client.post(`/artifacts/${id}/render-video`, { grade })).status).toBe(202);
  const { video } = await client.poll(`/artifacts/${id}/render-video`, (found) => ['complete', 'failed'].includes(found.video.status));
  expect(video.status).toBe('complete');
  return fetchedVideo(video.url as string, stand.config.dataDir);
}

describe('a clip of a scene', () => {
  it('is quoted, made once, as long as asked, moves, and begins again without a jump', async () => {
    const id = await newRead();
    const before = await balance();
    const { answer, credits, clips } = await clipped(id);
    expect([credits, answer.body]).toEqual([PRICES.CLIP, expect.objectContaining({ artifactId: id, sceneIndex: 1, entryIndex: SECOND })]);
    expect(await balance()).toBe(before - PRICES.CLIP);
    expect(clips).toEqual([expect.objectContaining({ sceneIndex: 1, entryIndex: SECOND, status: 'ready', durationMs: 4_000, provider: 'embedded', prompt: null })]);
    const { file, bytes } = await fetchedVideo(clips[0].videoUrl as string, stand.config.dataDir);
    const part = await fetch(clips[0].videoUrl as string, { headers: { range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))]).toEqual([206, true]);
    const { kinds, widthPx, heightPx, durationMs } = await streamsOf(file);
    expect([kinds, widthPx, heightPx, Math.abs(durationMs - 4_000) <= FRAME_MS]).toEqual([['video'], 1_280, 720, true]);
    const frames = await smallFrames(file);
    expect(frames).toHaveLength(96);
    const steps = frames.map((frame, at) => difference(frame, frames[(at + 1) % frames.length]!));
    // The clip never stands still for half a second and moves far from its beginning. The step from its end to its beginning is small, although the first
    // frame is a fresh key frame.
    expect(Math.min(...[0, 24, 48, 72].map((at) => difference(frames[at]!, frames[(at + 12) % 96]!)))).toBeGreaterThan(0.2);
    expect(difference(frames[0]!, frames[24]!)).toBeGreaterThan(1);
    expect(steps[95]!).toBeLessThan(Math.max(...steps.slice(0, 95)) * 2);
    // The clip shows the place as it was drawn when the clip was made: another drawing makes it stale, and the old drawing makes it ready again.
    const drawnBy = async (backdropPrompt: string | null): Promise<string> => {
      await client.post(`/artifacts/${id}/theater-scene`, { sceneIndex: 1, backdropPrompt });
      return (await clipsIn(id))[0].status;
    };
    const again = async (durationMs = 4_000): Promise<unknown> => {
      const { status, body: { error, quote } } = await client.post(`/artifacts/${id}/theater-motion-clip`, { sceneIndex: 1, entryIndex: SECOND, durationMs });
      return [status, error?.details.field ?? quote?.credits];
    };
    expect([await drawnBy('a harbour at dawn'), await again()]).toEqual(['stale', [200, PRICES.CLIP]]);
    // Nobody pays for the clip that is there.
    expect([await drawnBy(null), await again(), await again(5_000)]).toEqual(['ready', [400, 'prompt'], [200, PRICES.CLIP]]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('replaces the picture in the film from its entry on, behind the people, until the scene shows its picture again', async () => {
    const id = await performedRead();
    const [former, lines] = [await filmOf(id), await listPerformedLines(stand.api.services.db, id, 1)];
    await clipped(id, { sceneIndex: 1, entryIndex: HOLD_ON, prompt: 'a desert at noon, palms and camels', durationMs: 4_000 });
    expect((await client.get(`/artifacts/${id}/render-video`)).body.video.status).toBe('stale');
    const film = await filmOf(id);
    const [before, after] = [await smallFrames(former.file), await smallFrames(film.file)];
    expect(after).toHaveLength(before.length);
    const changed = before.map((frame, at) => difference(frame, after[at]!));
    const startMs = lines.find(({ entryIndex }) => entryIndex === HOLD_ON)!.startMs;
    const first = changed.findIndex((value) => value > 3) * FRAME_MS;
    // Films have whole packets of sound: each line is at most 64 ms longer than in the recording.
    expect(first).toBeGreaterThan(startMs - FRAME_MS);
    expect(first).toBeLessThan(startMs + lines.length * 64 + FRAME_MS);
    const from = Math.ceil(first / FRAME_MS);
    expect(Math.max(...changed.slice(0, from - 1))).toBe(0);
    // Until the film goes dark, what is behind the people is the clip.
    expect(Math.min(...changed.slice(from, from + 30))).toBeGreaterThan(3);
    // The grade holds pictures still: what moves is the clip.
    expect(difference(after[from + 2]!, after[from + 26]!)).toBeGreaterThan(difference(before[from + 2]!, before[from + 26]!) + 0.3);

    expect((await client.post(`/artifacts/${id}/theater-scene`, { sceneIndex: 1, media: 'image' })).status).toBe(200);
    expect((await client.get(`/artifacts/${id}/render-video`)).body.video.status).toBe('stale');
    expect((await filmOf(id)).sha256).toBe(former.sha256);
    await client.post(`/artifacts/${id}/theater-scene`, { sceneIndex: 1, media: 'video' });
    expect((await filmOf(id)).sha256).toBe(film.sha256);
    // Another clip shows clips in the scene again, because whoever has a clip made wants to see it.
    await client.post(`/artifacts/${id}/theater-scene`, { sceneIndex: 1, media: 'image', summary: 'Later' });
    const { clips } = await clipped(id);
    const { theater } = (await client.get(`/artifacts/${id}/theater`)).body;
    expect([clips.map(({ entryIndex }) => entryIndex), theater.scenes]).toEqual([[SECOND, HOLD_ON], [expect.objectContaining({ sceneIndex: 1, media: null, summary: 'Later' })]]);
  });

  it('is refused before a price where nothing can show it, and for a length or prompt that cannot be made', async () => {
    const id = await newRead();
    const credits = await balance();
    const refusal = async (path: string, body: object) => {
      const { status, body: { error } } = await client.post(`/artifacts/${id}/${path}`, body);
      return [status, error?.code, error?.details.field];
    };
    const clip = { sceneIndex: 1, entryIndex: SECOND, durationMs: 4_000 };
    expect(await refusal('theater-motion-clip', { ...clip, sceneIndex: 2 })).toEqual([400, 'validation_failed', 'sceneIndex']);
    expect(await refusal('theater-motion-clip', { ...clip, entryIndex: 4 })).toEqual([400, 'validation_failed', 'entryIndex']);
    expect(await refusal('theater-motion-clip', { ...clip, entryIndex: 99 })).toEqual([400, 'validation_failed', 'entryIndex']);
    for (const durationMs of [3_999, 30_001]) expect(await refusal('theater-motion-clip', { ...clip, durationMs })).toEqual([400, 'validation_failed', 'durationMs']);
    expect(await refusal('theater-motion-clip', { ...clip, prompt: 'make it sing' })).toEqual([400, 'validation_failed', 'prompt']);
    expect(await refusal('theater-scene', { sceneIndex: 1, media: 'video' })).toEqual([400, 'validation_failed', 'media']);
    expect(await refusal('avatar-video', { character: 'THE KING' })).toEqual([400, 'validation_failed', 'character']);
    expect(await refusal('avatar-video', { character: 'NARRATOR' })).toEqual([400, 'validation_failed', 'character']);
    expect(await refusal('avatar-video', { character: 'MARA' })).toEqual([409, 'artifact_not_ready', undefined]);
    expect([await clipsIn(id), await balance()]).toEqual([[], credits]);
  });

  it('shows the clipPrompt of its motion, which may be set before the clip, makes no film stale and is hidden from listeners', async () => {
    const { artifactId: id, shareToken } = await insertReadyRead(stand, client.accountId);
    const over = { sceneIndex: 1, entryIndex: HOLD_ON, composition: 'motion-over-clip', direction: 'push in' };
    const move = async (body: object) => (await client.post(`/artifacts/${id}/theater-motion`, { ...over, ...body })).body;
    const fieldOf = async (body: object): Promise<string> => (await move(body)).error.details.field;
    expect([await fieldOf({}), await fieldOf({ clipPrompt: 'justice' }), await fieldOf({ composition: 'motion-only', clipPrompt: 'a harbour' })]).toEqual(['composition', 'clipPrompt', 'clipPrompt']);
    const keyNow = async (): Promise<string> => filmKeyOf((await findCurrentRead(stand.api.services.db, id))!);
    expect((await move({ clipPrompt: 'a harbour at dawn' })).theaterMotion.motions).toMatchObject([{ composition: 'motion-over-clip', clipPrompt: 'a harbour at dawn' }]);
    const described = await keyNow();
    expect((await client.post(`/artifacts/${id}/theater-motion`, { sceneIndex: 1, entryIndex: HOLD_ON, clipPrompt: 'a harbour at dusk' })).status).toBe(200);
    expect(await keyNow()).toBe(described);
    const page = await (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}`)).text();
    expect([page.includes('staging.js'), page.includes('harbour')]).toEqual([true, false]);
    await confirmed(client, `/artifacts/${id}/theater-motion-clip`, { sceneIndex: 1, entryIndex: HOLD_ON, durationMs: 4_000 });
    expect(await clipsIn(id)).toMatchObject([{ entryIndex: HOLD_ON, prompt: 'a harbour at dusk' }]);
    expect((await move({ composition: 'motion-only' })).theaterMotion.motions).toMatchObject([{ composition: 'motion-only', clipPrompt: null }]);
  });

  it('is made one at a time, and is deleted with its project', async () => {
    const { db, store } = stand.api.services;
    const { artifactId: id, projectId } = await insertReadyRead(stand, client.accountId);
    const body = { sceneIndex: 0, entryIndex: 0, durationMs: 4_000 };
    const quotes = [await client.post(`/artifacts/${id}/theater-motion-clip`, body), await client.post(`/artifacts/${id}/theater-motion-clip`, body)];
    const credits = await balance();
    const answers = await Promise.all(quotes.map(({ body: { quote } }) => client.post(`/artifacts/${id}/theater-motion-clip`, { ...body, confirm: true, quoteId: quote.quoteId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await client.poll(`/artifacts/${id}/theater`, ({ theater }) => theater.clips[0]?.status === 'ready');
    expect(await balance()).toBe(credits - PRICES.CLIP);
    const keys = await listClipObjects(db, 'artifact_id = $1', [id]);
    expect((await Promise.all(keys.map((key) => store.stat(key)))).filter(Boolean)).toHaveLength(1);
    expect((await client.delete(`/story-projects/${projectId}`)).status).toBe(200);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [projectId]);
    await purgeProjects(stand.api.services);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual(keys.map(() => null));
  });
});

/** When sound above a level begins and ends, in milliseconds. */
function soundedMs(samples: Int16Array): [number, number] {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isHeard = (value: number): boolean => Math.abs(value) > peak * 0.06;
  return [samples.findIndex(isHeard) / 24, samples.findLastIndex(isHeard) / 24];
}

describe('a portrait that speaks', () => {
  it('says the line that has the words, with the voice of the read, for as long as the line lasts', async () => {
    const id = await performedRead();
    const { db, store } = stand.api.services;
    expect(await memberOf(id, 'MARA')).toMatchObject({ videoUrl: null, videoStatus: 'none' });
    const before = await balance();
    const { answer, credits } = await spoken(id, { character: 'Mara', description: 'wind the clockwork' });
    expect([credits, answer.body.character, answer.body.entryIndex, await balance()]).toEqual([PRICES.CLIP, 'MARA', 2, before - PRICES.CLIP]);
    const member = await memberOf(id, 'MARA');
    expect(member.videoStatus).toBe('ready');
    const { file } = await fetchedVideo(member.videoUrl as string, stand.config.dataDir);
    const { kinds, durationMs, captions } = await streamsOf(file);
    expect([kinds, captions.map(({ text }) => text)]).toEqual([['audio', 'subtitle', 'video'], ['MARA: Did you wind the clockwork, Tobias?']]);
    const line = (await listPerformedLines(db, id, 1)).find(({ entryIndex }) => entryIndex === 2)!;
    const pcm = await store.get(line.lineKey);
    const own = soundedMs(new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength)));
    const heard = soundedMs(await soundOf(file));
    const frames = await smallFrames(file, 320, 180);
    const mouths = await smallFrames(file, 40, 40, 'crop=160:160:560:360');
    expect(Math.abs(frames.length * FRAME_MS - durationMs)).toBeLessThanOrEqual(FRAME_MS + 10);
    expect(durationMs).toBeGreaterThanOrEqual(4_000 - FRAME_MS);
    // The speech lasts as long as in the read, and begins when the caption says.
    expect(Math.abs((heard[1] - heard[0]) - (own[1] - own[0]))).toBeLessThan(20);
    expect(Math.abs(heard[0] - own[0] - captions[0]!.startMs)).toBeLessThan(20);
    // More changes about the mouth while the line is heard than after it.
    const changes = mouths.slice(1).map((frame, at) => difference(frame, mouths[at]!));
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [from, until] = heard.map((ms) => Math.round(ms / FRAME_MS)) as [number, number];
    expect(mean(changes.slice(from, until))).toBeGreaterThan(mean(changes.slice(until + 4)) * 3);

    // Nobody pays for the clip that is there, whichever words of its line are sent.
    const again = () => client.post(`/artifacts/${id}/avatar-video`, { character: 'MARA', description: 'the clockwork' });
    const refused = await again();
    expect([refused.status, refused.body.error?.details.field]).toEqual([400, 'description']);
    // Another face, like another voice, makes the video stale.
    await confirmed(client, `/artifacts/${id}/avatar`, { character: 'MARA', refinement: 'red hair' });
    await client.poll(`/artifacts/${id}/cast`, ({ cast }) => cast.some((one: any) => one.videoStatus === 'stale'));
    expect((await again()).body.quote?.credits).toBe(PRICES.CLIP);
  });

  it('says the longest line when no words are given, and refuses words that the character does not say', async () => {
    const id = await performedRead();
    const { answer } = await spoken(id, { character: 'TOBIAS' });
    expect(answer.body.entryIndex).toBe(3);
    const refused = await client.post(`/artifacts/${id}/avatar-video`, { character: 'TOBIAS', description: 'to be or not to be' });
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'description']);
    const page = await (await fetch((await client.get(`/artifacts/${id}`)).body.artifact.manifest.theaterUrl as string)).text();
    expect(page).toContain(`src="${new URL((await memberOf(id, 'TOBIAS')).videoUrl as string).pathname}"`);
    expect((await memberOf(id, 'NARRATOR')).videoStatus).toBe('none');
  });
});
