import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findClipRequest, ticketKey } from '../../../../src/domain/artifacts/clips/clip-store.js';
import { PRICES } from '../../../../src/kernel/credits/prices.js';
import { workRunId } from '../../../../src/kernel/works/ids.js';
import { findWork } from '../../../../src/kernel/works/work-store.js';
import type { ApiClient } from '../../../support/api-client.js';
import { until } from '../../../support/chaos/until.js';
import { sendJson } from '../../../support/canon/image-service.js';
import { confirmed } from '../../../support/canon/priced.js';
import { openVideoService, testVideo, type VideoService } from '../../../support/canon/video-service.js';
import { difference, fetchedVideo, smallFrames, soundOf } from '../../../support/files/clip-frames.js';
import { streamsOf } from '../../../support/files/media-streams.js';
import { hearRead } from '../../../support/main-job.js';
import { insertReadyRead } from '../../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../../support/stands/stand.js';

const CLIP = { sceneIndex: 1, entryIndex: 5, durationMs: 4_500, prompt: 'a dragon over the reef' };

let service: VideoService;
let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  service = await openVideoService();
  stand = await openStand({ queues: ALL_QUEUES, env: { VIDEO_BASE_URL: `${service.url}/v1`, VIDEO_API_KEY: 'secret', VIDEO_MODEL: 'mover' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(async () => {
  await stand.close();
  service.close();
});
beforeEach(() => { Object.assign(service, { asked: [], polled: [], cancelled: [], onPoll: () => false, onCreate: () => false, content: testVideo }); });

const newRead = async (): Promise<string> => (await insertReadyRead(stand, client.accountId)).artifactId;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

async function asked(id: string, body: object = CLIP) {
  const { answer } = await confirmed(client, `/artifacts/${id}/theater-motion-clip`, body);
  expect(answer.status).toBe(202);
}
async function clipOf(id: string): Promise<any> {
  const { theater } = await client.poll(`/artifacts/${id}/theater`, (found) => ['ready', 'failed'].includes(found.theater.clips[0]?.status));
  return theater.clips[0];
}
const requestOf = async (id: string): Promise<string> =>
  (await stand.api.services.db.query<{ id: string }>('SELECT id FROM candidate_requests WHERE subject_id = $1', [id]))[0]!.id;

describe('a clip of a video service', () => {
  it('is made from words and a first picture, measured, cut and encoded like our own, without the sound of the service', async () => {
    const id = await newRead();
    await asked(id);
    const clip = await clipOf(id);
    expect(clip).toMatchObject({ status: 'ready', provider: 'videos', durationMs: 4_500, prompt: 'a dragon over the reef' });
    const [{ fields, firstFrame, key }] = service.asked as [VideoService['asked'][number]];
    expect([service.asked.length, fields['model'], fields['seconds'], fields['size'], key]).toEqual([1, 'mover', '5', '1280x720', await requestOf(id)]);
    expect([fields['prompt']!.includes('a dragon over the reef'), firstFrame.subarray(0, 3).toString('hex')]).toEqual([true, 'ffd8ff']);
    const { file } = await fetchedVideo(clip.videoUrl as string, stand.config.dataDir);
    const { kinds, widthPx, heightPx } = await streamsOf(file);
    const frames = await smallFrames(file);
    expect([kinds, widthPx, heightPx, frames.length]).toEqual([['video'], 1_280, 720, 108]);
    expect(difference(frames[0]!, frames[48]!)).toBeGreaterThan(2);
    expect(await until(() => stand.api.services.store.stat(ticketKey(id, key)), (object) => object === null)).toBeNull();
    const { providers } = (await client.get('/capabilities')).body;
    expect(providers).toContainEqual({ kind: 'video', name: 'mover', embedded: false });
  });

  it('is ordered and paid once, however often the service fails to answer a poll', async () => {
    const id = await newRead();
    const before = await balance();
    let failures = 0;
    service.onPoll = (_video, response) => {
      if (failures >= 2) return false;
      failures += 1;
      sendJson(response, 500, { error: { message: 'down' } });
      return true;
    };
    await asked(id);
    expect((await clipOf(id)).status).toBe('ready');
    expect([service.asked.length, failures, new Set(service.polled).size, await balance()]).toEqual([1, 2, 1, before - PRICES.CLIP]);
  });

  it.each<[string, () => void]>([
    ['refused by moderation when it is asked for', () => { service.onCreate = (response) => { sendJson(response, 400, { error: { code: 'moderation_blocked', message: 'blocked by policy' } }); return true; }; }],
    ['refused by moderation when it was made', () => { service.onPoll = (id, response) => { sendJson(response, 200, { id, status: 'failed', error: { code: 'moderation_blocked', message: 'blocked' } }); return true; }; }],
    ['no video', () => { service.content = async () => Buffer.from('<html>not a video</html>'); }],
    ['shorter than it was asked for', () => { service.content = (seconds) => testVideo(seconds - 1); }],
    ['cut off in the middle', () => { service.content = async (seconds) => { const bytes = await testVideo(seconds); return bytes.subarray(0, bytes.length - 5_000); }; }],
  ])('that is %s releases its credits and is not requested again', async (what, spoil) => {
    const id = await newRead();
    const before = await balance();
    spoil();
    await asked(id);
    const clip = await clipOf(id);
    expect([clip.status, clip.videoUrl, service.asked.length]).toEqual(['failed', null, 1]);
    expect(await until(balance, (now) => now === before)).toBe(before);
    const { workId } = (await findClipRequest(stand.api.services.db, await requestOf(id)))!;
    const { failureMessage } = (await findWork(stand.api.services.db, workId))!;
    expect(/refuses what it is asked for \(.*blocked.*\).*use other words/s.test(failureMessage!)).toBe(what.startsWith('refused by moderation'));
  });

  it('that is cancelled is cancelled at the service too', async () => {
    const id = await newRead();
    service.onPoll = (video, response) => { sendJson(response, 200, { id: video, status: 'in_progress' }); return true; };
    await asked(id);
    await until(async () => service.polled.length, (polls) => polls > 0);
    const { db, engine, store } = stand.api.services;
    const before = await balance();
    const request = await requestOf(id);
    const { workId } = (await findClipRequest(db, request))!;
    await engine.cancel(workRunId((await findWork(db, workId))!));
    expect(await until(async () => service.cancelled, (cancelled) => cancelled.length > 0)).toEqual(['video_1']);
    expect([(await clipOf(id)).status, await until(balance, (now) => now === before + PRICES.CLIP)]).toEqual(['failed', before + PRICES.CLIP]);
    expect(await until(() => store.stat(ticketKey(id, request)), (object) => object === null)).toBeNull();
  });

  it('that speaks has the sound of the read', async () => {
    const id = await newRead();
    await hearRead(client, id);
    await client.poll(`/artifacts/${id}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
    const { answer } = await confirmed(client, `/artifacts/${id}/avatar-video`, { character: 'MARA', description: 'with a sad smile' });
    expect([answer.status, answer.body.entryIndex]).toEqual([202, expect.any(Number)]);
    const { cast } = await client.poll(`/artifacts/${id}/cast`, (found) => found.cast.some((one: any) => ['ready', 'failed'].includes(one.videoStatus)));
    const { videoUrl, videoStatus } = cast.find(({ character }: any) => character === 'MARA');
    expect([videoStatus, service.asked[0]!.fields['prompt']!.includes('with a sad smile')]).toEqual(['ready', true]);
    const { file } = await fetchedVideo(videoUrl as string, stand.config.dataDir);
    const samples = await soundOf(file);
    // The service's own sound is a tone from the first moment on, whereas the line of the read begins after a short silence.
    const loud = (from: number, to: number): number => samples.slice(from * 24, to * 24).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect((await streamsOf(file)).kinds).toEqual(['audio', 'video']);
    expect(loud(0, 250)).toBeLessThan(loud(0, 3_000) / 20);
    expect(loud(0, 3_000)).toBeGreaterThan(3_000);
  });
});
