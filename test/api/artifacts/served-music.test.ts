import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listServedPieces, pieceKeyOf } from '../../../src/domain/artifacts/music/served-piece-store.js';
import { purgeProjects } from '../../../src/monitoring/purge/purge-projects.js';
import type { ApiClient } from '../../support/api-client.js';
import { sendJson } from '../../support/canon/image-service.js';
import { answering, openMusicService, testPiece, type TestMusicService } from '../../support/canon/music-service.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let service: TestMusicService;
let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  service = await openMusicService();
  stand = await openStand({ queues: ALL_QUEUES, env: { MUSIC: 'auto', MUSIC_BASE_URL: `${service.url}/v1/`, MUSIC_API_KEY: 'secret', MUSIC_MODEL: 'scorer' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(async () => {
  await stand.close();
  service.close();
});
beforeEach(() => { Object.assign(service, { asked: [], onMake: () => false }); });

const newRead = (): Promise<ReadyRead> => insertReadyRead(stand, client.accountId);
const change = async (id: string, body: object): Promise<any> => (await client.post(`/artifacts/${id}/music`, body)).body.music;
const artifactOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}`)).body.artifact;

async function finalized(id: string): Promise<any> {
  await client.post(`/artifacts/${id}/finalize`, { waitForRecording: true });
  const { artifact } = await client.poll(`/artifacts/${id}`, (body) => ['complete', 'failed'].includes(body.artifact.manifest.audio.finalize?.status));
  return artifact;
}
async function remixed(id: string): Promise<void> {
  await client.post(`/artifacts/${id}/update-recording`, {});
  await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale);
}

/** The level of a tone in a file between two moments in milliseconds, in dB of full scale. */
async function toneAt(url: string, hz: number, from: number, to: number): Promise<number> {
  const file = path.join(stand.config.dataDir, 'heard.mp3');
  await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const { stderrTail } = await (await ffmpegForTests()).run(['-loglevel', 'info', '-ss', String(from / 1_000), '-t', String((to - from) / 1_000), '-i', file,
    '-af', `bandpass=f=${hz}:width_type=h:w=40,volumedetect`, '-f', 'null', '-']);
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderrTail)![1]);
}

describe('music of a service', () => {
  it('is made for each passage, levelled, heard under the lines, and paid for once', async () => {
    const { artifactId: id, projectId } = await newRead();
    const { cues } = await change(id, { action: 'generate', mix: 1, clip: { prompt: 'a solo cello' } });
    expect(cues.map(({ clip, mood, take }: any) => [clip.assetId, mood !== null, take])).toEqual([['served', true, 1], ['served', true, 1]]);
    expect(service.asked).toEqual([]);
    const { manifest } = await finalized(id);
    const { spans, status } = await (await client.get(`/artifacts/${id}/music`)).body.music;
    expect([status, spans.map(({ assetId, theme }: any) => [assetId, theme])]).toEqual(['complete', [['served', null], ['served', null]]]);
    const asked = [...service.asked].sort((one, other) => one.lengthMs - other.lengthMs);
    const lengths = spans.map(({ startMs, endMs }: any) => Math.floor((endMs - startMs) / 1_000) * 1_000).sort((one: number, other: number) => one - other);
    expect(asked.map(({ lengthMs }) => lengthMs)).toEqual(lengths);
    for (const piece of asked) {
      expect(piece).toMatchObject({ model: 'scorer', instrumental: true, authorization: 'Bearer secret', prompt: expect.stringContaining('a solo cello.') });
    }
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);

    // The service sends each piece as a tone at full level. In the MP3 the tone of the first piece lies below the voices, and under its own passage alone.
    const firstMs = Math.floor((spans[0].endMs - spans[0].startMs) / 1_000) * 1_000;
    const hz = 1_500 + 200 * (1 + service.asked.findIndex(({ lengthMs }) => lengthMs === firstMs));
    const url = manifest.audio.recordingUrl as string;
    const within = ({ startMs, endMs }: any): Promise<number> => toneAt(url, hz, startMs + 1_000, endMs - 2_500);
    const [inOwn, inOther] = [await within(spans[0]), await within(spans[1])];
    expect([inOwn > -50, inOwn < -20, inOther < inOwn - 15]).toEqual([true, true, true]);

    // A mix at another level and the archive of parts use the stored pieces.
    await change(id, { action: 'tune', mix: 0.4 });
    await remixed(id);
    await client.post(`/artifacts/${id}/stems`, {});
    expect((await client.poll(`/artifacts/${id}/stems`, ({ stems }: any) => ['complete', 'failed'].includes(stems.status))).stems.status).toBe('complete');
    expect(service.asked.length).toBe(2);
    // Another take of one piece orders one piece more.
    await change(id, { action: 'regenerate', scope: 'scene', sceneIndex: 0 });
    await remixed(id);
    expect(service.asked.length).toBe(3);

    const { db, store } = stand.api.services;
    const keys = (await listServedPieces(db, id)).map(pieceKeyOf);
    expect([keys.length, (await Promise.all(keys.map((key) => store.stat(key)))).every((object) => object !== null)]).toEqual([3, true]);
    await client.delete(`/story-projects/${projectId}`);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [projectId]);
    expect(await purgeProjects(stand.api.services)).toContain(projectId);
    expect(await Promise.all(keys.map((key) => store.stat(key)))).toEqual([null, null, null]);
  });

  it('is requested again with the same key while the service is down', async () => {
    const { artifactId: id } = await newRead();
    await change(id, { action: 'generate', scope: 'scene', sceneIndex: 0 });
    service.onMake = (_asked, response) => {
      if (service.asked.length > 2) return false;
      sendJson(response, service.asked.length === 1 ? 503 : 500, { detail: { status: 'busy', message: 'come back later' } }, { 'retry-after': '1' });
      return true;
    };
    expect((await finalized(id)).manifest.audio.finalize.status).toBe('complete');
    expect([service.asked.length, new Set(service.asked.map(({ key }) => key)).size]).toEqual([3, 1]);
  });

  it('is not heard in a live room, which plays the voices, until it is made', async () => {
    const { artifactId: id, shareToken } = await newRead();
    const started = async (): Promise<any> => (await fetch(`${stand.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: shareToken }),
    })).json();
    const heard = async (url: string): Promise<void> => { await (await fetch(url)).arrayBuffer(); };
    await heard((await started()).audioUrl);
    await change(id, { action: 'generate' });
    const mixes = (): Promise<unknown[]> => stand.api.services.db.query(`SELECT status FROM works WHERE kind = 'live-mix' AND subject_id LIKE $1 || '.%'`, [id]);
    await heard((await started()).audioUrl);
    expect([await mixes(), service.asked.length]).toEqual([[], 0]);
    await finalized(id);
    await heard((await started()).audioUrl);
    expect([await mixes(), service.asked.length]).toEqual([[{ status: 'READY' }], 2]);
  });

  it.each<[string, TestMusicService['onMake'] | 'silence' | 'short', RegExp]>([
    ['refused for its words', (_asked, response) => { sendJson(response, 400, { detail: { status: 'bad_prompt', message: 'blocked by content policy' } }); return true; }, /refuses what it is asked for \(.*content policy/],
    ['silent', 'silence', /what came is silent/],
    ['much shorter than it was asked for', 'short', /what came lasts 2\.\d s where/],
    ['no sound', answering(Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n')), /no sound that can be decoded/],
  ])('that is %s fails the MP3 with the reason, and is requested only once', async (_what, spoil, words) => {
    const { artifactId: id } = await newRead();
    await change(id, { action: 'generate', scope: 'scene', sceneIndex: 0 });
    service.onMake = typeof spoil === 'function' ? spoil : answering(await testPiece(spoil === 'short' ? 2_000 : 60_000, spoil === 'silence' ? 0 : 900));
    const { manifest } = await finalized(id);
    expect([manifest.audio.finalize.status, service.asked.length]).toEqual(['failed', 1]);
    const [work] = await stand.api.services.db.query<{ message: string }>(`SELECT failure_message AS message FROM works WHERE subject_id = $1 AND status = 'FAILED'`, [id]);
    expect(work!.message).toMatch(words);
    // The failure leaves the read as it was: without the cue its MP3 is made.
    await change(id, { action: 'remove', scope: 'scene', sceneIndex: 0 });
    expect((await finalized(id)).manifest.audio.finalize.status).toBe('complete');
  });

  it('is announced by capabilities, and makes no read stale', async () => {
    expect((await client.get('/capabilities')).body.providers).toContainEqual({ kind: 'music', name: 'scorer', embedded: false });
    expect((await artifactOf((await newRead()).artifactId)).stale).toBe(false);
  });
});

describe('without a service', () => {
  let plain: Stand;
  beforeAll(async () => { plain = await openStand({}); });
  afterAll(() => plain.close());

  it('the piece is refused, and the message names the missing setting', async () => {
    const other = await plain.newAccount();
    const { artifactId: id } = await insertReadyRead(plain, other.accountId);
    const { status, body } = await other.post(`/artifacts/${id}/music`, { action: 'replace', clip: { assetId: 'served' } });
    expect([status, body.error.details.field, body.error.message]).toEqual([400, 'clip.assetId', expect.stringContaining('MUSIC_BASE_URL')]);
  });
});
